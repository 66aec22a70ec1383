"""Speed and memory without models: ``python benchmarks/patterns.py``.

The engine reads, detects, replaces and verifies text window by window, as from a pipe. The rules
have only the packs of patterns, and then also 10,000 known names. The speed is in megabytes per
second of CPU time, after the automata have read a third of the text. Then the peak memory of a
filter is measured that reads a long text, and a text three times as long, from a pipe.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import invented
from run import read

from anonfilter.limits import MEGABYTE

AIM, MOST = 20.0, 200  # megabytes a second, megabytes of memory
NAMES = 10_000
WINDOW = 300_000
RULES = """anonfilter: 1
name: patterns-only
extends: fast
detectors:
  - {{use: names, enabled: false}}
{more}"""
KNOWN = "  - {use: dictionary, label: PERSON, files: [names.txt]}\n"


def calm(words: int, seed: int = 7) -> str:
    """Return talk with few findings: one block in forty has invented people."""
    chance = random.Random(seed)
    dense = cycle(invented.text(3_000).split("\n\n"))
    blocks, done = [next(dense)], 0
    while done < words:
        blocks.append(
            next(dense)
            if len(blocks) % 40 == 0
            else " ".join(chance.choices(invented.CALM, k=chance.randint(1, 6)))
        )
        done += len(blocks[-1].split())
    return "\n\n".join(blocks) + "\n"


def names(many: int, seed: int = 3) -> list[str]:
    """Return invented names of two words, none of which is in the texts."""
    chance = random.Random(seed)

    def word() -> str:
        pairs = (chance.choice("bdfgklmnprstvz") + chance.choice("aeiou") for _ in range(3))
        return "".join(pairs).title()

    return [f"{word()} {word()}" for _ in range(many)]


def speed(text: str, rules: Path) -> tuple[float, float]:
    """Return the megabytes per second, and the number of replacements per megabyte."""
    from anonfilter import Engine, load_ruleset
    from anonfilter.contract.document import Source

    engine = Engine(load_ruleset(str(rules)))
    windows = [text[at : at + WINDOW] for at in range(0, len(text), WINDOW)]
    first, tagged, size, took = len(windows) // 3, 0, 0, 0.0
    for at, window in enumerate(windows):
        start = time.process_time()
        done = engine.redact(engine.read(Source("talk.txt", window)))
        if at >= first:
            took += time.process_time() - start
            tagged += len(done.tagged)
            size += len(window.encode())
    return size / MEGABYTE / took, tagged / (size / MEGABYTE)


def peak(text: str, megabytes: int, rules: Path) -> float:
    """Return the peak memory in megabytes of a filter that reads this text from a pipe."""
    program = str(Path(sys.executable).with_name("anonfilter"))
    command = [program, "filter", "--rules", str(rules), "--quiet", "--keep-output"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    highest = 0.0

    def watch() -> None:
        nonlocal highest
        status = Path(f"/proc/{process.pid}/status")
        while process.poll() is None:
            for line in status.read_text().splitlines() if status.exists() else ():
                if line.startswith("VmHWM:"):
                    highest = int(line.split()[1]) * 1024 / MEGABYTE
            time.sleep(0.1)

    watcher = threading.Thread(target=watch)
    watcher.start()
    assert process.stdin is not None
    with process.stdin as pipe:
        for chunk in _repeated(text.encode(), megabytes):
            pipe.write(chunk)
    watcher.join()
    if process.returncode not in (0, 1):
        raise SystemExit(f"the filter ended with {process.returncode}")
    return highest


def _repeated(data: bytes, megabytes: int) -> Iterator[bytes]:
    return islice(cycle([data]), max(1, megabytes * MEGABYTE // len(data)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", nargs="*", type=Path, help="text files, or .jsonl.gz of `text`")
    parser.add_argument("--words", type=int, default=500_000, help="how much of each text")
    parser.add_argument(
        "--pipe", type=int, default=60, help="megabytes of the longest pipe; 0: none"
    )
    options = parser.parse_args()
    texts = {"invented, dense": invented.text(options.words), "invented, calm": calm(options.words)}
    texts |= {path.name.partition(".")[0]: read(path, options.words) for path in options.texts}
    with tempfile.TemporaryDirectory() as folder:
        alone, known = Path(folder, "alone.yaml"), Path(folder, "known.yaml")
        alone.write_text(RULES.format(more=""), encoding="utf-8")
        known.write_text(RULES.format(more=KNOWN), encoding="utf-8")
        Path(folder, "names.txt").write_text("\n".join(names(NAMES)) + "\n", encoding="utf-8")
        print(
            f"{'MB/s of CPU time':28}{'patterns':>10}{'+ names':>10}{'tags/MB':>10}   aim {AIM:.0f}"
        )
        for name, text in texts.items():
            fast, tagged = speed(text, alone)
            print(f"{name:28}{fast:10.1f}{speed(text, known)[0]:10.1f}{tagged:10.0f}", flush=True)
        for megabytes in (options.pipe // 3, options.pipe) if options.pipe else ():
            most = peak(texts["invented, calm"], megabytes, alone)
            print(f"a pipe of {megabytes} MB: at most {most:.0f} MB of memory, aim {MOST}")


if __name__ == "__main__":
    main()
