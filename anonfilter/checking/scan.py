"""Scan everything that a check looks at: files, sidecars, secrets, names and rosters."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from typing import TYPE_CHECKING

from anonfilter.checking.names import check_names
from anonfilter.checking.uncommittable import check_rosters, check_sidecars
from anonfilter.contract.document import Finding
from anonfilter.contract.report import ScanProblem
from anonfilter.errors import DeadlinePassed, Incomplete
from anonfilter.run import loop
from anonfilter.run.cached_check import CachedScanner
from anonfilter.selection.globs import Globs
from anonfilter.selection.secrets import secrets_in
from anonfilter.selection.unnamed import unnamed_texts

if TYPE_CHECKING:
    from anonfilter.checking.collect import ScanCollector
    from anonfilter.run.session import Session
    from anonfilter.run.verdicts import Verdicts
    from anonfilter.selection.choice import FileChoice
    from anonfilter.selection.target import CheckTarget

_SECRETS = {"KEY": "holds a key of anonfilter", "PLAIN_SIDECAR": "holds originals in clear"}


def scan(
    session: Session,
    target: CheckTarget,
    collector: ScanCollector,
    verdicts: Verdicts,
    jobs: int,
    *,
    progress: Callable[[str, int], AbstractContextManager[loop.Progress]],
    added_only: bool = False,
    weighed: bool = False,
    strict: bool = False,
    pass_unreached: bool = False,
) -> FileChoice:
    """Scan the files, sidecars, names and rosters that the target chooses.

    ``progress`` makes the display for a number of files. ``pass_unreached``: files that are not
    checked before the deadline are listed in the choice, and are not incomplete.
    """
    with target.choice(session, added_only=added_only) as choice:
        keeping = session.keeping()
        scanner = CachedScanner(
            session.engine,
            keeping,
            verdicts,
            choice.sidecar_tree,
            target.decisions_tree(choice, session.tree),
            weighed=weighed,
        )
        files = list(choice.chosen.values())
        with (
            progress("scanning", len(files)) as shown,
            closing(
                loop.results(
                    scanner.scan,
                    files,
                    scanner.died,
                    engine=session.engine,
                    jobs=jobs,
                    stored=scanner.stored,
                    progress=shown,
                    weigh=lambda result: (0, result.tally.words, len(result.findings)),
                )
            ) as results,
        ):
            for file, result in zip(files, results, strict=True):
                verdicts.add_file(result)
                if pass_unreached and isinstance(result.error, DeadlinePassed):
                    choice.unreached[file.name] = file.commits
                    continue
                collector.add_result(result, file.added, file.commits)
        check_sidecars(choice, collector, keeping)
        _report_secrets(choice, collector, pass_unreached=pass_unreached)
        unnamed = set[str]()
        if strict or session.ruleset.model.check.strict:
            for file, error in unnamed_texts(choice, Globs(session.ruleset)):
                collector.add_problem(ScanProblem.of(error, file.name), file.commits)
                unnamed.add(file.name)
    collector.judge_corpus()
    misspelt = set(target.missing()) if target.in_tree else ()
    names = [one for one in choice.names() if one.path not in misspelt]
    check_names(session.engine, names, collector, verdicts)
    verdicts.save()
    check_rosters(choice, collector)
    choice.outside -= unnamed  # reported as incomplete, and counted
    return choice


def _report_secrets(choice: FileChoice, collector: ScanCollector, *, pass_unreached: bool) -> None:
    """Report secrets, once per file and label, and files outside that cannot be read."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for file, labels in secrets_in(choice):
        if pass_unreached and isinstance(labels, DeadlinePassed):
            choice.unreached.setdefault(file.name, file.commits)
            continue
        if isinstance(labels, Incomplete):
            collector.add_problem(ScanProblem.of(labels, file.name), file.commits)
            continue
        for label in labels:
            found.setdefault((file.name, label), {}).update(dict.fromkeys(file.commits))
    for (name, label), commits in sorted(found.items()):
        place = Finding(collector.shown(name), 1, 1, label, "secret", commits=tuple(commits))
        collector.about_file(place, _SECRETS[label])
