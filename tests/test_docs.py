"""The files, folders and modules that the documents name exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
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


def docstrings() -> Iterator[tuple[str, ast.FunctionDef, str]]:
    for path in (
        path for name in ("anonfilter", "plugins") for path in (ROOT / name).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node, text


def is_generator(function: ast.FunctionDef) -> bool:
    inner: list[ast.AST] = [*function.body]
    while inner:
        node = inner.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            inner += ast.iter_child_nodes(node)
    return False


def test_docstrings_say_what_a_function_gives_back() -> None:
    """Generators yield, functions without a result return nothing, and predicates return a bool."""
    wrong = []
    for where, function, text in docstrings():
        result = ast.unparse(function.returns) if function.returns else ""
        yields = is_generator(function) or result.startswith(("Iterator", "Iterable"))
        predicate = result.startswith(("bool", "TypeGuard", "TypeIs"))
        if (
            (text.startswith("Return ") and (is_generator(function) or result in ("None", "")))
            or (text.startswith("Yield ") and not yields)
            or (text.startswith("Return True ") and not predicate)
        ):
            wrong.append(f"{where} {function.name} -> {result}: {text.splitlines()[0]}")
    assert wrong == []
