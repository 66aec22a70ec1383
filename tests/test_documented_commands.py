"""Each command in the README and in docs/ runs as it is shown, with the file names that it names.

A block of commands runs in a repository of its own, from its first line to its last. What cannot be
run here stands in a table, with the reason; a command that is new and does not run fails the test.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import soundfile

from tests.audio.recordings.speech import RATE, said
from tests.git_repository import Repository
from tests.pdf import layouts
from tests.sidecars.identities import public, ssh_key
from tests.terminal import Terminal

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "examples/README.md", *sorted((ROOT / "docs").glob("*.md"))]

pytestmark = pytest.mark.slow

# the commands

_COMMAND = re.compile(r"\s*(?:\$ )?((?:anonfilter|cat|cp|git|make|pip|python)(?= ).*)")
_COMMENT = re.compile(r"\s+#(?:\s.*)?$")

_INSTALLS = "what it installs is what is tested"
NOT_RUN = {
    "pip install .": _INSTALLS,
    "pip install '.[presidio,spacy]'": _INSTALLS,
    "pip install anonfilter": _INSTALLS,
    "pip install 'anonfilter[audio]'": _INSTALLS,
    "pip install 'anonfilter[lsp]'": _INSTALLS,
    "pip install 'anonfilter[pdf]'": _INSTALLS,
    "pip install 'anonfilter[presidio,spacy]'": _INSTALLS,
    "pip install 'anonfilter[spacy]'": "tests/test_slim_install.py",
    "pip install 'anonfilter[ray]'": _INSTALLS,
    "pip install 'anonfilter[utility]'": _INSTALLS,
    "uvx anonfilter interview.txt": "needs a released version",
    "pipx run anonfilter interview.txt": "needs a released version",
    "anonfilter run --engine ray data redacted": "starts Ray; tests/datasets/test_ray.py",
    "anonfilter run --engine ray --address HEAD:6379 data redacted": "tests/datasets/test_ray.py",
    "anonfilter eval --utility --rules fast dialogues.jsonl": (
        "tests/measure/commands/test_utility.py"
    ),
    "python -m pip install --editable ./anonfilter-badges": "tests/kit/test_kit.py",
    "make test": "is this",
    "cat examples/interview.txt | anonfilter | sed -n 7,11p": "tests/test_readme.py, with output",
    "tail -f call.log | anonfilter --live": "runs until Ctrl-C; tests/commands/test_long_files.py",
    'eval "$(_ANONFILTER_COMPLETE=bash_source anonfilter)"': "needs bash",
    "anonfilter key accept KEY-ID": "needs a replaced key; tests/corpus/commands/test_key.py",
    "anonfilter key retire": "asks; tests/archive/test_deposit.py",
    "anonfilter sync --watch": "runs until Ctrl-C; tests/repository/commands/test_sync.py",
    "anonfilter eval --linking gold.jsonl": "needs models; tests/measure/commands/test_eval.py",
}
NOT_RUN_STARTS = {
    "anonfilter review --web": "serves until it is finished; tests/review/web",
    "export ": "settings of Ray; tests/datasets/test_ray.py",
    "hf download": "needs a network",
    "make ": "builds or measures; CI runs make demo, tests/benchmarks runs the measurements",
    "podman ": "needs a container engine",
    'python -c "from anonfilter.engine.models': "needs a downloaded model",
    "ray ": "starts Ray; tests/datasets/test_ray.py",
}

# what stands for a file or a commit of the reader's, and programs that need not be here
STANDS_FOR = {
    "git add -- ...": "git add -- interviews",
    "2027-06-30": "2999-12-31",
    "talks.jsonl": "gold.jsonl",
    "| less": "| cat",
    "anonfilter ci init pre-receive": "cd ../server.git && anonfilter ci init pre-receive",
}

# What the text before a block has said to do, by the block's first command.
_KEY = ("anonfilter key new", "anonfilter -i hearing.txt interviews/*.txt")
_FILTERED = ("anonfilter -o redacted/ interviews/*.txt",)
_TWINS = ("anonfilter sync --init", "cp -r ~/interviews raw/", "anonfilter sync")
BEFORE = {
    "anonfilter --roster people.yaml interview.txt > redacted.txt": (
        "echo 'people: [{name: Adaeze Okafor}]' > people.yaml",
    ),
    "anonfilter restore hearing.txt | less": _KEY,
    "anonfilter map show hearing.txt": _KEY,
    "anonfilter key share --to colleague.pub": _KEY,
    "anonfilter key export --check": _KEY,
    "anonfilter log interviews/ -o log.xlsx": _KEY,
    "anonfilter roster add participants.txt": _KEY,
    "anonfilter key share --remove colleague.pub && anonfilter key rotate": (
        *_KEY,
        "anonfilter key share --to colleague.pub",
    ),
    "anonfilter sync": _TWINS,
    "anonfilter git status": ("anonfilter git install",),
    "anonfilter eval gold.jsonl": _FILTERED,
    "anonfilter redteam sample redacted/ --by folder --n 200 --output sheets": _FILTERED,
    "anonfilter redteam attack interviews/ redacted/interviews/": _FILTERED,
    "anonfilter rules init": ("git rm -qf rules.yaml",),
    "anonfilter check outputs/": (*_KEY, "cp -r data outputs"),
}

# Blocks that list what can be done instead of one another, and what undoes each.
INSTEAD = {
    "anonfilter review --staged": "git checkout -q next -- interviews",
    'anonfilter allow essay.txt:12:5 --reason "the author, on the title page"': (
        "rm -rf .anonfilter"
    ),
}

# Exit codes other than 0; of a pipe, that of its last command.
FOUND = {
    f"anonfilter check {rest}".rstrip(): 1
    for rest in (
        "data/",
        "outputs/",
        "--staged",
        "--diff main...HEAD",
        "--history",
        "--strict",
        "--commit-msg message",
        "--stdin < notes.txt",
        "--diff HEAD^1..HEAD --rules-from HEAD^1",
        "--output github --output sarif=anonfilter.sarif",
        "--hide-paths --output json=report.json data/",
    )
}
LEFT = dict.fromkeys(
    (
        "anonfilter eval --fail-under PERSON.masked=0.97 gold.jsonl",
        "anonfilter review interview.txt",
        "anonfilter review essays",
        "anonfilter review --staged",
    ),
    1,
)
NOT_FILLED_IN = {"anonfilter redteam read sheets": 3}
EXITS = {
    "anonfilter ci run --base main --sarif anonfilter.sarif": 1,
    "anonfilter git clean-history": 1,
    "anonfilter git clean-history --output plan": 1,
    **FOUND,
    **LEFT,
    **NOT_FILLED_IN,
}


@dataclass(frozen=True)
class Block:
    """Commands that stand together on a page."""

    page: str
    line: int
    commands: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """Return the blocks of commands: fenced as `sh`, or other code in which lines are commands."""
    found: list[Block] = []
    together: list[str] = []
    language = ""  # of the fence that is open
    for number, line in enumerate([*page.read_text().splitlines(), ""], 1):
        is_code = bool(language) or line.startswith("    ")
        if line.startswith("```"):
            language, is_code = "" if language else line.removeprefix("```") or "text", False
        if not is_code:
            if together:
                place = number - len(together)
                found.append(Block(str(page.relative_to(ROOT)), place, tuple(together)))
                together = []
        elif language == "sh":
            together.append(_COMMENT.sub("", line).strip())
        elif command := _COMMAND.fullmatch(line):
            together.append(_COMMENT.sub("", command[1]).strip())
    return found


BLOCKS = [block for page in PAGES for block in blocks(page)]


def reason_not_to_run(command: str) -> str:
    begins = [why for start, why in NOT_RUN_STARTS.items() if command.startswith(start)]
    return NOT_RUN.get(command, begins[0] if begins else "")


# where they run

TALK = "INTERVIEWER: Who was there?\n\nOKAFOR: So Daniel Brandt was, d.brandt@lakeshore.example.\n"
ESSAY = "\n" * 11 + "The Daniel Brandt sailed at noon.\n"
RULES = """
anonfilter: 1
extends: fast
labels: {BUILD: {kind: direct, risk: 1}}
detectors:
  - use: patterns
    patterns: [{label: BUILD, regex: 'B-[0-9]{4}', examples: [B-1234]}]
"""
WORDS = [
    {"word": word, "start": 0.3 * at, "end": 0.3 * at + 0.3}
    for at, word in enumerate(["Thank", "you", "I", "am", "Robert", "Wilson", "so", "far"])
]
MOST_LINES = 60  # of an example: hearings are long, and this is about commands
_SHARED = ("interviews/p07.txt", "interviews/p09.txt", "interviews/ada.txt")


@pytest.fixture
def study(tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository with the files that the pages name, and the originals in the user's folder."""
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("EDITOR", "true")
    monkeypatch.setenv("GIT_EDITOR", "sh -c 'echo A message > \"$1\"' sh")
    study = Repository(tmp_path / "study")
    study.write("rules.yaml", RULES)
    study.git("add", ".")
    study.commit("rules")
    study.git("checkout", "-q", "-b", "next")
    for name in ("interview.txt", "hearing.txt", "award.txt", "call.txt", "judgment.txt"):
        lines = (ROOT / "examples" / name).read_text().splitlines(keepends=True)
        text = "".join(lines[:MOST_LINES])
        study.write(name, text)
        study.write(f"examples/{name}", text)
    for name in (*_SHARED, "data/p07.txt", "notes.txt", "essays/first.txt"):
        study.write(name, TALK)
        (home / name).parent.mkdir(exist_ok=True)
        (home / name).write_text(f"{TALK}\nINTERVIEWER: Thank you.\n")
    for name in ("examples/interview.docx", "word/p01.docx", "word/p02.docx"):
        study.write(name, (ROOT / "examples/interview.docx").read_bytes())
    for name in ("hearing.pdf", "hearings/first.pdf"):
        study.write(name, layouts.numbered(layouts.dialogue()))
    soundfile.write(study.path / "call.wav", said("Thank you. I am Robert Wilson."), RATE)
    study.write("call.json", json.dumps({"words": WORDS}))
    spoken = [
        {
            "text": one["word"],
            "start": one["start"],
            "end": one["end"],
            "label": "PERSON" if one["word"] in ("Robert", "Wilson") else "",
        }
        for one in WORDS
    ]
    study.write("recordings.jsonl", json.dumps({"audio": "call.wav", "words": spoken}))
    study.write("essay.txt", ESSAY)
    study.write("essays/first.txt", ESSAY)
    study.write("log.txt", "one\ntwo\nBuild B-1234 failed.\n")
    study.write("message", "Mend what Daniel Brandt found\n")
    study.write("gold.jsonl", (ROOT / "examples/award.gold.jsonl").read_bytes())
    study.write("participants.txt", "Wilma Quillfeather\n")
    study.write("reviewed/p07.txt", "So (Wilma Quillfeather)[MISSED_PERSON] met [PERSON_1].\n")
    subprocess.run(["git", "init", "-q", "--bare", tmp_path / "server.git"], check=True)
    ssh_key(tmp_path / "colleague")
    study.write("colleague.pub", public(tmp_path / "colleague"))
    study.git("add", ".")
    study.commit("what we have")
    study.write("notes.txt", TALK + TALK)
    study.git("add", ".")
    return study


def ran(command: str, study: Repository) -> tuple[int, str]:
    """Run a command of a page; its exit code and what it said."""
    for name, ours in STANDS_FOR.items():
        command = command.replace(name, ours)
    if command.startswith("anonfilter review"):
        return reviewed(command, study)
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=study.path,
        env=os.environ | study.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
    )
    return done.returncode, done.stdout + done.stderr


def reviewed(command: str, study: Repository) -> tuple[int, str]:
    """A review in a terminal, left at the first question."""
    terminal = Terminal(["sh", "-c", command], study.path, study.environment)
    try:
        terminal.expect("q quit")
        terminal.press("q")
        return terminal.end(), terminal.screen
    finally:
        terminal.close()


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_block_of_commands_runs(block: Block, study: Repository) -> None:
    for command in (*BEFORE.get(block.commands[0], ()), *block.commands):
        if reason_not_to_run(command):
            continue
        if block.commands[0] in INSTEAD:
            ran(INSTEAD[block.commands[0]], study)
        code, said = ran(command, study)
        assert code == EXITS.get(command, 0), f"{block}: {command}\n{said[-2000:]}"
        assert "Traceback" not in said


def test_the_tables_name_commands_of_the_pages() -> None:
    commands = [command for block in BLOCKS for command in block.commands]
    assert len(commands) > 60
    assert [one for one in (*NOT_RUN, *EXITS, *BEFORE, *INSTEAD) if one not in commands] == []
    assert [one for one in STANDS_FOR if not any(one in command for command in commands)] == []
