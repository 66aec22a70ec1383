"""What ``anonfilter check`` lets pass, by the allow list and a baseline, and what is stale there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from anonfilter.summary import counted

if TYPE_CHECKING:
    from anonfilter.beside import Reader
    from anonfilter.checking.baseline import Baseline
    from anonfilter.checking.baselines import Standing
    from anonfilter.checking.found import Fingerprints
    from anonfilter.checking.passing import Passing
    from anonfilter.engine import Engine
    from anonfilter.pseudonyms.corpus import Corpus

F = TypeVar("F", bound=Callable[..., Any])


def baseline_options(command: F) -> F:
    """--baseline, --update-baseline."""
    for option in (
        click.option("--update-baseline", is_flag=True,
                     help="Take into the baseline what is found now, and out of it what is gone."),
        click.option("--baseline", metavar="FILE", type=click.Path(),
                     help="Fail on nothing that stood there when this file was written."),
    ):  # fmt: skip
        command = option(command)
    return command


class Accepted:
    """What is let pass in one check.

    ``whole``: all documents of the repository are looked at, as they are, for all labels.
    ``in_tree``: files as they are now, by the repository's own rules; only then may a baseline be
    written. ``added_only``: the lines that were added count, so it can do without one.
    """

    def __init__(
        self,
        engine: Engine,
        baseline: str | None,
        reader: Reader,
        tell: Callable[[str], None],
        *,
        updating: bool = False,
        whole: bool = False,
        in_tree: bool = False,
        added_only: bool = False,
    ) -> None:
        from anonfilter.checking import allow
        from anonfilter.checking.passing import Passing
        from anonfilter.pseudonyms.corpus import find_corpus

        if updating and baseline is None:
            raise click.UsageError("--update-baseline says which one with --baseline FILE")
        if updating and not in_tree:
            raise click.UsageError(
                "--update-baseline goes by files as they are: not with what is staged or was "
                "committed, nor with other rules or some labels only"
            )
        self._engine = engine
        self._path = Path(baseline or "")
        self._tell = tell
        self._updating = updating
        self._whole = whole
        self._in_tree = in_tree
        corpus = find_corpus(Path.cwd())
        self._standing = self._opened(reader, corpus, added_only) if baseline else None
        self.passing: Passing = Passing(
            allow.read(Path.cwd(), reader),
            self._standing,
            None if self._standing else _fingerprints(corpus),
            updating=updating,
        )

    def _opened(self, reader: Reader, corpus: Corpus | None, added_only: bool) -> Standing | None:
        """The baseline; None, if it cannot be read and added lines are all that counts."""
        from anonfilter.checking.baselines import NoKey, opened

        name = str(self._path)
        try:
            return opened(reader(name), name, corpus, updating=self._updating)
        except NoKey as error:
            if not added_only:
                raise
            self._tell(f"{name}: {error.message}; the lines that were added count, and no others")
            return None

    def finish(self, *, complete: bool) -> None:
        """Say what is stale, and write the baseline where that is asked for, or where it shrinks.

        After an incomplete check nobody can say what is gone.
        """
        for remark in self.passing.remarks(self._engine.labels, whole=self._whole):
            self._tell(remark)
        passed = self.passing.told()
        if passed:
            self._tell(passed)
        if self._standing is not None:
            self._shrink(complete)

    def _shrink(self, complete: bool) -> None:
        passing, options = self.passing, self._engine.options
        labels = None
        if options.only or options.excepted:
            labels = {name for name, label in self._engine.labels.items() if label.redact}
        gone = passing.gone(whole=self._whole, labels=labels) if complete else set()
        if self._updating:
            self._write(passing.updated(gone, whole=self._whole and complete))
        elif gone and self._in_tree:
            self._write(passing.shrunk(gone))
        elif gone:
            self._tell(f"{self._path}: {counted(len(gone), 'finding is', 'findings are')} gone")

    def _write(self, baseline: Baseline) -> None:
        from anonfilter.checking.baselines import save

        assert self._standing is not None
        before = self._standing.baseline.entries
        save(self._path, baseline)
        new, gone = len(baseline.entries - before), len(before - baseline.entries)
        self._tell(f"{self._path}: {new:,} taken in, {gone:,} taken out, "
                   f"{counted(len(baseline.entries), 'finding')} in all")  # fmt: skip


def _fingerprints(corpus: Corpus | None) -> Fingerprints | None:
    """What makes fingerprints for reports; None without a key."""
    if corpus is None:
        return None
    from anonfilter.checking.found import Fingerprints
    from anonfilter.pseudonyms.keyring import find_key
    from anonfilter.pseudonyms.keys import check_key_of

    key = find_key(corpus)
    return None if key is None else Fingerprints(check_key_of(key))
