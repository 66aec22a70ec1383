"""Measure how long a commit waits for the hooks: ``python benchmarks/hooks.py``.

In a repository of 1,000 files, a line is added to one file and staged. Then each hook runs on that
file as pre-commit runs it, by the command in `.pre-commit-hooks.yaml`. Two peers, which search for
less, run on the same change in turns: detect-secrets, for secrets, and ferret-scan, for numbers,
addresses and secrets. Each is installed once, into its own environment.

"cold" begins with an empty cache of anonfilter; the system caches files in any case. "known" is the
same commit again, as after another hook has failed. Then whole commits are timed with the hooks
that `anonfilter git install` writes, alone and through `anonfilter serve`, and compared with the
import of click in the same run. At the end, all 1,000 files are checked: for the first time, with
two processes, and when all of them are known.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from ruamel.yaml import YAML

TOP = Path(__file__).parents[1]
PEERS = {"detect-secrets": "1.5.0", "ferret-scan": "2.5.5"}
SECONDS = 0.5
COMMIT_SECONDS = 0.15  # through a server, where importing click takes 0.03
LINES = (
    "We talked about the weather and the harvest.",
    "Then we all went home for the day.",
    "It was raining the whole week, and the road was closed.",
    "None of us had asked for it.",
    "The work was hard, and it was not about the money.",
    "What did you do after that?",
    "I was not there, so I cannot say.",
    "Could you say that again, please?",
)
_NOT_COMPILED = "PYTHONDONTWRITEBYTECODE"


@dataclass(frozen=True, slots=True)
class Wait:
    """The cost of a hook: seconds by the clock, CPU seconds, and the ratio to detect-secrets."""

    name: str
    seconds: float
    cpu: float
    ratio: float | None = None
    limit: float | None = None

    @property
    def met(self) -> str:
        return "" if self.limit is None else ("yes" if self.seconds <= self.limit else "NO")


class Repository:
    """A repository of files in folders, one of which is changed before each commit."""

    def __init__(self, folder: Path, files: int) -> None:
        self.folder = folder
        self.cache = folder.parent / "cache"
        self._compiled = str(folder.parent / "compiled")
        self._count = 0
        for number in range(files):
            path = folder / f"part{number // 100}" / f"text{number}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(LINES[(number + at) % len(LINES)] for at in range(8)) + "\n")
        self.changing = "part0/text0.txt"
        self._git("init", "-q")
        self._git("add", ".")
        self._git("config", "user.name", "A")
        self._git("config", "user.email", "a@b.example")
        self._git("commit", "-qm", "texts")

    def change(self) -> None:
        self._count += 1
        with (self.folder / self.changing).open("a") as file:
            file.write(f"{LINES[self._count % len(LINES)]} {'So. ' * self._count}\n")
        self._git("add", self.changing)

    def forget(self) -> None:
        shutil.rmtree(self.cache, ignore_errors=True)

    def timed(self, command: list[str]) -> tuple[float, float]:
        """Return the seconds by the clock and of CPU time of a command; exit if it fails."""
        own = {"XDG_CACHE_HOME": str(self.cache), "PYTHONPYCACHEPREFIX": self._compiled}
        own["XDG_RUNTIME_DIR"] = str(self.folder.parent)
        inherited = {name: value for name, value in os.environ.items() if name != _NOT_COMPILED}
        before, start = os.times(), time.perf_counter()
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, env=inherited | own
        )
        took, after = time.perf_counter() - start, os.times()
        if done.returncode:
            sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        cpu = after.children_user + after.children_system
        return took, cpu - before.children_user - before.children_system

    def _git(self, *arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=self.folder, check=True, capture_output=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1_000)
    parser.add_argument("--runs", type=int, default=5, help="the median of so many runs")
    parser.add_argument(
        "--peers", type=Path, default=TOP / ".venv-peers/hooks", help="where they are"
    )
    parser.add_argument("--commits", action="store_true", help="time whole commits only")
    parser.add_argument("--no-peers", action="store_true", help="leave the peers out")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    peers = None if options.no_peers or options.commits else installed(options.peers)
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(Path(folder) / "texts", options.files)
        waits = (
            commits(repository, options.runs)
            if options.commits
            else measure(repository, peers, options.runs)
        )
    if options.json:
        print(json.dumps([asdict(wait) for wait in waits], indent=2))
    else:
        show(options.files, waits)


def installed(folder: Path) -> Path | None:
    """Return the folder of the peers' commands; None if they cannot be installed here."""
    commands = folder / "bin"
    if not (commands / "ferret-scan").exists():
        venv.create(folder, with_pip=True)
        wanted = [f"{name}=={version}" for name, version in PEERS.items()]
        done = subprocess.run([commands / "python", "-m", "pip", "install", "--quiet", *wanted])
        if done.returncode:
            print("the peers cannot be installed here: measured without", file=sys.stderr)
            shutil.rmtree(folder)
            return None
    return commands


def measure(repository: Repository, peers: Path | None, runs: int) -> list[Wait]:
    fast, full = hook("anonfilter-check-fast"), hook("anonfilter-check")
    file = [repository.changing]
    new, nothing = repository.change, lambda: None

    def cold() -> None:
        repository.change()
        repository.forget()

    ways: dict[str, tuple[list[str], Callable[[], None]]] = {
        "check-fast, cold": (fast + file, cold),
        "check-fast": (fast + file, new),
        "check-fast, known": (fast + file, nothing),
        "check, cold": (full + file, cold),
        "check": (full + file, new),
        "check, known": (full + file, nothing),
    }
    if peers is not None:
        ways["detect-secrets"] = [str(peers / "detect-secrets-hook"), *file], new
        ways["ferret-scan"] = [str(peers / "ferret-scan"), "--pre-commit-mode", *file], new
    for command, _ in ways.values():  # Python compiles what it imports for the first time
        repository.timed(command)
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for _ in range(runs):
        for name, (command, prepare) in ways.items():
            prepare()
            times[name].append(repository.timed(command))
    medians = {name: tuple(map(median, zip(*some, strict=True))) for name, some in times.items()}
    peer = medians.get("detect-secrets")
    waits = [
        Wait(
            name,
            took,
            cpu,
            took / peer[0] if peer else None,
            SECONDS if name == "check-fast" else None,
        )
        for name, (took, cpu) in medians.items()
    ]
    return [*waits, *commits(repository, runs), *everything(repository)]


def commits(repository: Repository, runs: int) -> list[Wait]:
    """Time commits of one small file: without hooks, with hooks, and with hooks and a server."""
    program, commit = anonfilter(), ["git", "commit", "-qm", "more"]
    repository.timed([program, "git", "install", "--command", program])
    ways = {
        "python -c 'import click'": [sys.executable, "-c", "import click"],
        "commit, without hooks": [*commit, "--no-verify"],
        "commit, without a server": commit,
        "commit, through a server": commit,
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in ways}
    for name, command in ways.items():
        if name.endswith("through a server"):
            repository.timed([program, "serve", "--detach"])
        for _ in range(runs + 1):
            repository.change()
            times[name].append(repository.timed(command))
    repository.timed([program, "serve", "stop"])
    click = median(took for took, _ in times["python -c 'import click'"][1:])
    aim = COMMIT_SECONDS * click / 0.03
    return [
        Wait(
            name,
            *map(median, zip(*some[1:], strict=True)),
            limit=aim if name.endswith("through a server") else None,
        )
        for name, some in times.items()
    ]


def everything(repository: Repository) -> list[Wait]:
    """Time a check of all files with rules that use a model."""
    command = [anonfilter(), "check"]
    repository.forget()
    waits = [Wait("check of all files, cold", *repository.timed(command))]
    waits.append(Wait("check of all files, known", *repository.timed(command)))
    repository.forget()
    waits.append(Wait("check of all files, cold, -j 2", *repository.timed([*command, "-j", "2"])))
    return waits


def hook(wanted: str) -> list[str]:
    """Return the command of a hook, as pre-commit would run it."""
    for one in YAML(typ="safe").load((TOP / ".pre-commit-hooks.yaml").read_text("utf-8")):
        if one["id"] == wanted:
            return [anonfilter(), *one["entry"].split()[1:]]
    raise KeyError(wanted)


def anonfilter() -> str:
    return str(Path(sys.executable).parent / "anonfilter")


def show(files: int, waits: list[Wait]) -> None:
    print(
        f"\nA line added to one of {files:,} files. By the clock, and of work; as multiples of "
        "detect-secrets.\n"
    )
    print(f"{'':32}{'seconds':>9}{'CPU':>8}{'ratio':>8}{'aim':>8}")
    for one in waits:
        ratio = "" if one.ratio is None else f"{one.ratio:.2f}"
        aim = "" if one.limit is None else f"{one.limit:.2f} s"
        print(f"{one.name:32}{one.seconds:9.2f}{one.cpu:8.2f}{ratio:>8}{aim:>8}  {one.met}")


if __name__ == "__main__":
    main()
