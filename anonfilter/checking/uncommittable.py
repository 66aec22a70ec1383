"""Find files that must not be committed: plain sidecars, and rosters of people in clear.

Both are reported whatever the rules find in them. They are read without a key.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from anonfilter.checking.collect import ScanCollector
from anonfilter.contract.document import Finding
from anonfilter.contract.report import ScanProblem
from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.files.paths import display, real, real_place
from anonfilter.files.source_tree import DISK
from anonfilter.run.inputs import InputFile
from anonfilter.selection.choice import FileChoice
from anonfilter.sidecars.codec import require_own
from anonfilter.sidecars.policy import SidecarPolicy, not_ignored
from anonfilter.sidecars.sidecar import Kind, Sidecar
from anonfilter.sidecars.sidecar_parser import parse

if TYPE_CHECKING:
    from anonfilter.keys.key import Key


def check_sidecars(choice: FileChoice, collector: ScanCollector, keeping: SidecarPolicy) -> None:
    """Report plain sidecars that are or would be committed.

    Report a sidecar as incomplete if it cannot be read or, with the full key, if it belongs to
    another document.
    """
    plain: list[InputFile] = []
    key = keeping.full_key()
    found = [*choice.sidecars.values()]
    if key is not None:
        found += _beside(choice, keeping)
    for chosen in sorted(found, key=lambda chosen: chosen.name):
        try:
            sidecar = parse(chosen.read(), chosen.name)
            if sidecar.kind is Kind.PLAIN:
                plain.append(chosen)
            elif key is not None and sidecar.corpus == keeping.corpus_id:
                _require_own(sidecar, chosen, choice, keeping, key)
        except AnonfilterError as error:  # sealed under another key: only a part of it can be read
            problem = Incomplete(error.message, where=error.where, hint=error.hint)
            collector.add_problem(ScanProblem.of(problem, chosen.name), chosen.commits)
    if not choice.stored:
        committed = not_ignored([Path(chosen.name) for chosen in plain])
        plain = [chosen for chosen in plain if Path(chosen.name) in committed]
    for chosen in plain:
        collector.about_file(
            Finding(
                collector.shown(chosen.name),
                1,
                1,
                "PLAIN_SIDECAR",
                "sidecar",
                commits=chosen.commits,
            ),
            "holds originals in clear and would be committed",
        )


def _beside(choice: FileChoice, keeping: SidecarPolicy) -> Iterator[InputFile]:
    """Yield the sealed sidecars of documents that were chosen without their sidecars."""
    done = {real_place(one.name) for one in choice.sidecars.values()}
    for chosen in choice.chosen.values():
        try:
            place = keeping.place(real(chosen.name))
            data = None if place in done else choice.sidecar_tree.read(place)
            if data is not None and parse(data, chosen.name).kind is Kind.SEALED:
                yield InputFile(display(str(place)), partial(bytes, data))
        except AnonfilterError:  # the scan has reported it
            continue


def _require_own(
    sidecar: Sidecar, chosen: InputFile, choice: FileChoice, keeping: SidecarPolicy, key: Key
) -> None:
    """Refuse a sidecar that does not belong to the document beside it, in the same tree."""
    place, tree = real_place(chosen.name), choice.sidecar_tree
    document = keeping.document_of(place)
    data = tree.read(document)
    if data is None or keeping.corpus is None:
        return
    root = keeping.corpus.root

    def stored(title: str, data: bytes) -> bool:
        return tree.has(root / title)

    rival = partial(keeping.is_ambiguous, place) if tree is DISK else stored
    require_own(sidecar, keeping.corpus_id, key, data, keeping.title(document), rival)


def check_rosters(choice: FileChoice, collector: ScanCollector) -> None:
    """Report rosters that are or would be committed."""
    for path, commits in sorted(choice.rosters.items()):
        collector.about_file(
            Finding(collector.shown(path), 1, 1, "ROSTER", "roster", commits=commits),
            "names people in clear and would be committed",
        )
