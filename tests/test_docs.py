"""The files, folders and modules that the documents name exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [
    *(ROOT / name for name in ("CONTRIBUTING.md", "NOTICE", "README.md")),
    *(ROOT / name for name in ("examples/README.md", "training/README.md", "training/TRIED.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
FOLDERS = (ROOT, ROOT / "anonfilter", ROOT / "plugins", *(ROOT / "plugins").glob("anonfilter_*"))
OURS = {path.name for folder in FOLDERS for path in folder.iterdir() if path.is_dir()} | {
    "anonfilter",
    "plugins",
    "benchmarks",
    "docs",
    "tests",
}

# A plugin of the reader's, and the name of this repository where it is published.
ELSEWHERE = ("anonfilter_badges/__init__.py", "anonfilter/anonfilter@")

WORD = re.compile(r"[\w.*<>{}$~:/-]+")
PATH = re.compile(r"\w[\w./-]*/[\w.-]*")
MODULE = re.compile(r"\b(?:from|python -m)\s+((?:anonfilter|benchmarks|training)[\w.]*)")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def paths(text: str) -> list[str]:
    """Paths of this repository in a text: of Python, or below a folder that is here."""
    words = (word.rstrip(".:") for word in WORD.findall(text))
    found = (word for word in words if PATH.fullmatch(word))
    return [name for name in found if name.endswith(".py") or name.partition("/")[0] in OURS]


def is_there(name: str, page: Path) -> bool:
    return any((folder / name).exists() for folder in (*FOLDERS, page.parent))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_named_on_pages_exist(page: Path) -> None:
    text = page.read_text()
    for name in ELSEWHERE:
        text = text.replace(name, "")
    modules = [name.replace(".", "/") for name in MODULE.findall(text)]
    missing = [name for name in paths(text) if not is_there(name, page)]
    missing += [
        name for name in modules if not (is_there(name, page) or is_there(f"{name}.py", page))
    ]
    missing += [link for link in LINK.findall(text) if not (page.parent / link).exists()]
    assert missing == []
