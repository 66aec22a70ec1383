"""Load packs, which are files of patterns: shipped packs by name, a user's packs by path."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import Field as Option
from pydantic import ValidationError

from anonfilter.contract.settings import LabelName, Strict
from anonfilter.errors import RulesError, nearest
from anonfilter.files.source_tree import DISK, Tree
from anonfilter.rules import find
from anonfilter.rules.merge import is_file, merge
from anonfilter.rules.nodes import Node, Place, load

_FOLDER = Path(__file__).with_name("packs")
_DEPTH = 20


class PatternRules(Strict):
    """One pattern: its regex, its required and excluded context, its validator."""

    label: LabelName
    regex: str = Option(
        min_length=1, description="a regular expression in the syntax of the `regex` package"
    )
    name: str = Option(default="", description="name in messages; default: label and number")
    ignore_case: bool = False
    group: int | str | None = Option(
        default=None, description="the group that is the value; default: `value`, else the match"
    )
    if_found: str = Option(
        default="", description="a short regex; the pattern is tried only near its matches"
    )
    context: tuple[str, ...] = Option(
        default=(), description="words, one of which must be near the match"
    )
    context_side: Literal["before", "after", "around"] = "before"
    window: int = Option(
        default=100, ge=1, le=2000, description="reach of the context, in characters"
    )
    next_only: bool = Option(
        default=False, description="a context word counts for the first match after it only"
    )
    not_after: tuple[str, ...] = Option(
        default=(), description="words, or /regexes/, that must not be directly before a match"
    )
    not_before: tuple[str, ...] = Option(
        default=(), description="words, or /regexes/, that must not be directly after a match"
    )
    validator: str = Option(default="", description="name of a check of the value")
    everywhere: bool = Option(
        default=False,
        description="true: also search places that only programs read, such as scripts and "
        "identifiers",
    )
    score: float = Option(default=0.9, ge=0, le=1)
    score_without_context: float | None = Option(
        default=None, ge=0, le=1, description="if set, the score of a match without a context word"
    )
    examples: tuple[str, ...] = Option(
        default=(), description="texts with a match; [[ ]] marks the value"
    )
    counterexamples: tuple[str, ...] = Option(default=(), description="texts without a match")


class PackRules(Strict):
    """The content of a pack, and, with the same fields, the settings of the detector."""

    packs: tuple[str, ...] = Option(
        default=(), description="packs whose patterns come first: names, or paths of .yaml files"
    )
    define: dict[str, str] = Option(
        default_factory=dict, description="pieces of regex, used as {{name}}"
    )
    patterns: tuple[PatternRules, ...] = ()
    counterexamples: tuple[str, ...] = Option(
        default=(), description="texts without a match of any pattern"
    )


@cache
def shipped() -> tuple[str, ...]:
    """Return the names of the packs that come with anonfilter."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.yaml")))


def with_packs(settings: Node, folder: Path, tree: Tree = DISK) -> tuple[Node, tuple[Path, ...]]:
    """Return the settings merged with the contents of their packs, and the files of the packs.

    The contents of the packs come before those of the settings.
    """
    named = settings.value.get("packs")
    if named is None:
        return settings, ()
    packs: dict[Path, Node] = {}
    _collect(named, folder, packs, (), tree)
    own = {key: node for key, node in settings.value.items() if key != "packs"}
    return merge(_joined(packs.values()), Node(own, settings.place, settings.keys)), tuple(packs)


def _collect(
    named: Node, folder: Path, packs: dict[Path, Node], above: tuple[Path, ...], tree: Tree
) -> None:
    """Add the packs of a list to ``packs``, each once and after the packs that it includes."""
    if not isinstance(named.value, list):
        raise RulesError("`packs:` must be a list", where=str(named.place))
    for entry in named.value:
        path = _path(entry, folder, tree)
        if path in above or len(above) == _DEPTH:
            raise RulesError(
                f"packs include each other in a cycle, or more than {_DEPTH} deep",
                where=str(entry.place),
            )
        if path not in packs:
            pack = _shipped(path) if path.parent == _FOLDER else _own(path, tree)
            if "packs" in pack.value:
                _collect(pack.value["packs"], path.parent, packs, (*above, path), tree)
            packs[path] = pack


def _path(entry: Node, folder: Path, tree: Tree) -> Path:
    """Return the path of the pack that an entry names; raise an error if there is no such file."""
    name = entry.value
    if not isinstance(name, str):
        raise RulesError("an entry of `packs:` must be a name or a path", where=str(entry.place))
    if name in shipped():
        return _FOLDER / f"{name}.yaml"
    path = folder / name
    if is_file(name) and (tree.has(path) or DISK.has(path)):
        return path
    close = "" if is_file(name) else nearest(name, list(shipped()))
    raise RulesError(
        f"there is no pack {name!r}" + (f"; did you mean {close!r}?" if close else ""),
        where=str(entry.place),
        hint=f"Shipped packs: {', '.join(shipped())}. The path of a file ends in .yaml.",
    )


@cache
def _shipped(path: Path) -> Node:
    return load(path.read_text(encoding="utf-8"), f"packs/{path.name}")


def _own(path: Path, tree: Tree) -> Node:
    """Return the content of a user's pack.

    A file that git does not track is read from the disk, because it can only add finds.
    """
    text = find.read(path, tree if tree.has(path) else DISK, "pack")
    node = load(text, find.display(str(path)))
    if not isinstance(node.value, dict):
        raise RulesError("a pack must be a mapping with `patterns:`", where=str(node.place))
    try:
        PackRules.model_validate(node.plain())
    except ValidationError as error:
        from anonfilter.rules.errors import rules_error

        raise rules_error(error, node, PackRules) from None
    return node


def _joined(packs: Iterable[Node]) -> Node:
    """Return the contents of all packs; a piece of regex must be the same in all that define it."""
    whole = Node({}, Place("", 1, 1), {})
    for pack in packs:
        if "define" in pack.value and "define" in whole.value:
            _check_pieces(whole.value["define"], pack.value["define"])
        rest = {key: node for key, node in pack.value.items() if key != "packs"}
        whole = merge(whole, Node(rest, pack.place, pack.keys))
    return whole


def _check_pieces(known: Node, new: Node) -> None:
    """Raise an error if a piece of regex is defined differently in two packs."""
    for name, piece in new.value.items():
        if name in known.value and known.value[name].value != piece.value:
            raise RulesError(
                f"the piece {name!r} is already defined differently at {known.keys[name]}",
                where=str(new.keys[name]),
                hint="Give one of the two pieces another name.",
            )
