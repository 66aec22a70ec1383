"""``anonfilter audio``: silence personal data in recordings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from anonfilter.commands.console import notify, stop_on_signals
from anonfilter.commands.options import (
    accept_recogniser_option,
    engine_options,
    exclusive,
    open_session,
    quiet_option,
)
from anonfilter.commands.path_checks import require_readable, require_writable_folder
from anonfilter.commands.progress import Progress
from anonfilter.commands.result_paths import report_earlier_results
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.files.read import STDIN
from anonfilter.text.plural import counted

if TYPE_CHECKING:
    from anonfilter.rules.schema import AudioRules
    from anonfilter.run.session import Session
    from anonfilter_audio.recordings.hearing import Listener, Part, Watch
    from anonfilter_audio.recordings.redacting import Silenced
    from anonfilter_audio.sound.fills import Kind
    from anonfilter_audio.sound.intervals import Interval
    from anonfilter_audio.sound.recording import Recording

_KINDS = (".json", ".txt", ".vtt")
_MOST = 20  # places that are printed


@click.command(
    "audio",
    epilog="\b\nExamples:\n"
    "  anonfilter audio call.wav -o redacted.wav\n"
    "  anonfilter audio call.wav --transcript call.json -o redacted.wav --text redacted.json\n"
    "  anonfilter audio call.wav --intervals labels.txt --beep -o redacted.wav\n\n"
    "Exit codes: 0 done, 1 personal data is still heard and nothing was written, 2 wrong usage or "
    "rules, 3 incomplete: the file cannot be read, nothing was recognised of something said, or "
    "the words that were heard are not certain.",
)
@click.argument("file", type=click.Path(readable=False))
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(),
    help="Write the recording to FILE, with the same kind of samples.",
)
@click.option(
    "--transcript",
    metavar="FILE",
    type=click.Path(),
    help="Take words and times from FILE, a transcript with times, and use no recogniser.",
)
@click.option(
    "--verify",
    is_flag=True,
    help="With --transcript: recognise the result, and silence personal data that remains in it.",
)
@click.option("--beep", is_flag=True, help="Put a tone in place of the silenced parts.")
@click.option("--noise", is_flag=True, help="Put noise in place of the silenced parts.")
@click.option(
    "--intervals",
    multiple=True,
    metavar="FILE",
    type=click.Path(),
    help="Write the silenced intervals to FILE: .json, .txt (labels of Audacity) or .vtt.",
)
@click.option(
    "--text",
    metavar="FILE",
    type=click.Path(),
    help="Write the redacted transcript to FILE: recognised words as lines, or with times if "
    "FILE ends in .ctm. A given transcript keeps its format.",
)
@click.option(
    "--unrecognised",
    type=click.Choice(["report", "mask"]),
    help="Report or mask speech in which no word was recognised. Default: as the rules say.",
)
@accept_recogniser_option
@click.option(
    "--keep-output",
    is_flag=True,
    help="Write the results even if personal data is left or they are incomplete.",
)
@engine_options
@quiet_option
def command(
    file: str,
    output: str | None,
    transcript: str | None,
    verify: bool,
    beep: bool,
    noise: bool,
    intervals: tuple[str, ...],
    text: str | None,
    unrecognised: str | None,
    keep_output: bool,
    quiet: bool,
    **rules: Any,
) -> int:
    """Silence personal data in a recording (WAV, FLAC; MP3, Ogg and Opus, written as WAV).

    A recogniser makes words with times, or --transcript has them. Personal data that the rules find
    in the words is silenced; all other samples stay as they are. The result is recognised again,
    and remaining personal data is silenced as well. Titles, comments and pictures in the file are
    removed.

    Words of low confidence and speech without words are silenced too, because a name may be
    misheard. If the quality of the recogniser is not known, nothing is written without
    --accept-recogniser or --keep-output.
    """
    exclusive({"--beep": beep, "--noise": noise})
    results = [name for name in (output, *intervals, text) if name is not None]
    _require_consistent(file, output, transcript, intervals, results, verify=verify)
    require_readable(*(name for name in (file, transcript) if name is not None))
    for name in results:
        require_writable_folder(Path(name).parent)
    stop_on_signals()
    session = open_session(**rules, minting=True)
    audio = session.ruleset.model.audio
    if unrecognised is not None:
        audio = audio.model_copy(update={"unrecognised": unrecognised})
    kind: Kind = "beep" if beep else "noise" if noise else "silence"
    from anonfilter.files.read import changed, state_of_path
    from anonfilter_audio.recordings.opening import opened, recording_of

    before = state_of_path(file)
    with opened(file) as stream:
        recording = recording_of(stream, file)
        done = _silenced(session, recording, audio, transcript, kind, quiet=quiet, verify=verify)
        code = _exit(done)
        written = keep_output or code is Exit.OK
        if written:
            require = _unchanged(file, before, changed)
            _write(done, recording, kind, output, intervals, text, given=transcript, check=require)
    if not quiet:
        _tell(done, recording, session, output if written else None)
    if text is not None and written:
        from anonfilter.sidecars.surrogate_rules import remarks_on_parts

        for line in remarks_on_parts(session.engine, "the transcript"):
            notify(line)
    _tell_of_problems(done, file)
    if not written:
        if not quiet:
            notify("nothing was written")
        report_earlier_results(map(Path, results))
    return code


def _require_consistent(
    file: str,
    output: str | None,
    transcript: str | None,
    intervals: Sequence[str],
    results: Sequence[str],
    *,
    verify: bool,
) -> None:
    if not results:
        raise click.UsageError("name the result with -o FILE, or use --intervals FILE")
    if verify and transcript is None:
        raise click.UsageError(
            "--verify needs --transcript; without it, the result is always verified"
        )
    for name in intervals:
        if Path(name).suffix.lower() not in _KINDS:
            raise click.UsageError(f"--intervals FILE must end in {', '.join(_KINDS)}")
    if output is not None:
        _require_suffix(output, Path(file).suffix)
    inputs = {os.path.realpath(name) for name in (file, transcript) if name is not None}
    places = [os.path.realpath(name) for name in results]
    if inputs & set(places) or len(set(places)) < len(places):
        raise AnonfilterError(
            "two of these paths are the same file", hint="Give the results other names."
        )
    for name in results:
        if name == STDIN or os.path.isdir(name):
            what = "is a folder" if name != STDIN else "results can be written only to files"
            raise AnonfilterError(what, where=name, hint="Name a file.")


def _require_suffix(output: str, suffix: str) -> None:
    """Raise an error if the result does not end in the suffix of the recording, or in .wav."""
    from anonfilter_audio.sound.sounds import COMPRESSED

    compressed = suffix.lower() in COMPRESSED
    if Path(output).suffix.lower() != (".wav" if compressed else suffix.lower()):
        which = ".wav, because the sound is not compressed again" if compressed else suffix
        raise click.UsageError(
            f"-o FILE must end in {which}" + ("" if compressed else ", as the recording does")
        )


def _unchanged(file: str, before: Any, changed: Callable[[str], Exception]) -> Callable[[], None]:
    from anonfilter.files.read import state_of_path

    def require() -> None:
        if state_of_path(file) != before:
            raise changed(file)

    return require


def _silenced(
    session: Session,
    recording: Recording,
    audio: AudioRules,
    transcript: str | None,
    kind: Kind,
    *,
    quiet: bool,
    verify: bool,
) -> Silenced:
    from anonfilter.errors import one_file
    from anonfilter.files.read import read_file
    from anonfilter_audio.recordings.redacting import Redactor

    redactor = Redactor(session.engine, recording, audio)
    watch = _watch(recording, quiet=quiet)
    if transcript is None:
        with one_file(recording.name):
            return redactor.heard(_listener(session, recording, audio), kind, watch)
    with one_file(transcript):
        document = session.engine.read_document(read_file(transcript).data, transcript)
        listener = _listener(session, recording, audio) if verify else None
        return redactor.given(document, listener, kind, watch)


def _listener(session: Session, recording: Recording, audio: AudioRules) -> Listener:
    from anonfilter_audio.recordings.hearing import Listener
    from anonfilter_audio.recordings.opening import recogniser_of

    return Listener(recording, recogniser_of(session.engine), audio)


def _watch(recording: Recording, *, quiet: bool) -> Watch:
    """Return a function that passes parts on, and shows how much of a recording they cover."""
    size = os.path.getsize(recording.name)
    rounds = chain(["hearing"], repeat("hearing again"))

    def watch(parts: Iterable[Part]) -> Iterable[Part]:
        share = size / recording.frames
        with Progress(next(rounds), 1, size, quiet=quiet) as shown:
            yield from shown.watch(
                parts, lambda part: (round((part.last - part.first) * share), 0, 0)
            )

    return watch


def _exit(done: Silenced) -> Exit:
    if done.still or done.findings:
        return Exit.FOUND
    doubts = done.unheard or done.unsure or done.uncertain or done.without_words
    return Exit.INCOMPLETE if doubts else Exit.OK


def _write(
    done: Silenced,
    recording: Recording,
    kind: Kind,
    output: str | None,
    intervals: Sequence[str],
    text: str | None,
    *,
    given: str | None,
    check: Callable[[], None],
) -> None:
    """Write all results completely, or none of them."""
    from anonfilter.files import staging

    like = os.stat(recording.name)
    data: dict[str, Iterable[bytes]] = (
        {} if output is None else {output: recording.written(done.cuts, kind)}
    )
    data |= {name: [_listed(done, recording, name)] for name in intervals}
    if text is not None:
        plain = given is None and Path(text).suffix.lower() != ".ctm"
        data[text] = [f"{done.spoken}\n".encode() if plain else done.transcript]
    staged: list[staging.Staged] = []
    try:
        for name, content in data.items():
            staging.folder_for(Path(name))
            staged.append(staging.stage(Path(name), content, name, like=like))
        check()
        for one in staged:
            one.put()
    finally:
        for one in staged:
            one.drop()


def _listed(done: Silenced, recording: Recording, name: str) -> bytes:
    """Return the intervals in the format that the name of the file asks for."""
    from anonfilter_audio.sound import intervals as forms

    suffix = Path(name).suffix.lower()
    if suffix == ".json":
        return forms.as_json(done.intervals, recording.duration).encode()
    form = forms.as_vtt if suffix == ".vtt" else forms.as_labels
    return form(done.intervals).encode()


def _tell(done: Silenced, recording: Recording, session: Session, output: str | None) -> None:
    from anonfilter.reports.versions import versions
    from anonfilter_audio.sound.intervals import clock

    seconds = sum(one.end - one.start for one in done.intervals)
    notify(
        f"{recording.name}: {clock(recording.duration)}, {counted(done.words, 'word')}; "
        f"{counted(len(done.intervals), 'interval')} to silence, {seconds:.1f} s"
    )
    labels: dict[str, int] = {}
    for one in done.intervals:
        labels[one.label] = labels.get(one.label, 0) + 1
    if labels:
        notify("  " + ", ".join(f"{label} {count:,}" for label, count in sorted(labels.items())))
    if output is not None and Path(recording.name).suffix.lower() != Path(output).suffix.lower():
        notify("  written as WAV, without titles and comments")
    if recording.tags and output is not None:
        names = ", ".join(dict.fromkeys(tag.name for tag in recording.tags))
        notify(f"  removed data other than sound: {names}")
    notify(versions(session.engine).line())


def _tell_of_problems(done: Silenced, name: str) -> None:
    """Report remaining personal data, and stretches without recognised words, with their times."""
    from anonfilter_audio.recordings.finding import (
        ACCEPTING,
        NO_WORDS,
        NOT_CERTAIN,
        NOTHING_RECOGNISED,
    )

    for finding in done.findings[:_MOST]:
        notify(f"{finding.place}: {finding.label} is left in the transcript")
    _tell_of(name, done.still, "is still heard")
    _tell_of(name, done.unheard, NO_WORDS, "Listen to it; --unrecognised mask silences it.")
    _tell_of(name, done.unsure, "a word is not certain")
    _tell_of(name, done.uncertain, NOT_CERTAIN, "" if done.without_words else ACCEPTING)
    _tell_of(name, done.without_words, NOTHING_RECOGNISED, ACCEPTING)


def _tell_of(name: str, places: Sequence[Interval], what: str, hint: str = "") -> None:
    from anonfilter_audio.sound.intervals import clock

    for one in places[:_MOST]:
        channel = "" if one.channel is None else f", channel {one.channel + 1}"
        label = f"{one.label} " if one.cause == "heard-again" else ""
        notify(f"{name}: {clock(one.start)} to {clock(one.end)}{channel}: {label}{what}")
    if len(places) > _MOST:
        notify(f"{name}: and {len(places) - _MOST:,} more")
    if places and hint:
        notify(f"  {hint}")
