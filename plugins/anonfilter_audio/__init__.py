"""Recordings: speech is recognised, and identifiers in it are silenced."""

from anonfilter.contract.hooks import Register, hookimpl

RECOGNISERS = {
    "faster-whisper": "recognisers.faster_whisper:FasterWhisper",
    "pocketsphinx": "recognisers.pocketsphinx:PocketSphinx",
    "whisper-tiny": "recognisers.whisper.whisper_tiny:WhisperTiny",
}
COMMANDS = {"audio": ("commands.audio:command", "Silence personal data in recordings.")}


@hookimpl
def anonfilter_register_recognisers(register: Register) -> None:
    for name, path in RECOGNISERS.items():
        register(name, f"{__name__}.{path}", deferred=name != "faster-whisper")


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)


@hookimpl
def anonfilter_register_extensions(register: Register) -> None:
    register("recordings", f"{__name__}.recordings.scanning")
    register(
        "eval --audio",
        f"{__name__}.commands.eval_audio:command",
        summary="Score the silenced parts of recordings",
    )
