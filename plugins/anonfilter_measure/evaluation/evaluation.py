"""Run the rules over the gold, and build the sections of the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError
from anonfilter.reports.tables import Section
from anonfilter_measure.evaluation import (
    breakdown,
    calibration,
    clusters,
    linking,
    metrics,
    risk,
    role_clusters,
    roles,
    run,
    sections,
)
from anonfilter_measure.evaluation.gold import GoldDocument
from anonfilter_measure.evaluation.labels import Labels

_WHOLE = "all"

# As `run.Watch`, for the rules of the given name.
Watch = Callable[[str, run.Done, Sequence[int]], run.Done]


class Evaluation:
    """Gold documents and an engine's results for them, filtered once for all sections."""

    def __init__(
        self,
        engine: Engine,
        documents: Sequence[GoldDocument],
        labels: Labels,
        jobs: int = 1,
        watch: Watch = lambda name, done, sizes: done,
    ) -> None:
        self.engine = engine
        self._documents = [one for one in documents if not one.reviewed]
        self._reviewed = [run.as_it_stands(one) for one in documents if one.reviewed]
        self._labels = labels
        self._jobs = jobs
        self._watch = watch
        self._annotated = metrics.annotated_labels(documents)

    @cached_property
    def results(self) -> list[run.Scored]:
        return list(self._score(self.engine, _WHOLE))

    @cached_property
    def whole(self) -> list[run.Masked]:
        """Return the results of the rules for the gold; reviewed texts are not filtered."""
        return [*self.results, *self._reviewed]

    @cached_property
    def tally(self) -> metrics.Tally:
        return self._tally(self.whole)

    def sections(
        self, wanted: Mapping[str, bool], show_values: bool, folds: int = 0
    ) -> Iterator[Section]:
        """Yield the sections of every evaluation, and the wanted ones.

        With ``folds``, also the accuracy of roles in each of so many folds of the documents.
        """
        if wanted["linking"]:
            self._check_links()
        yield sections.by_label(self.tally)
        if self._documents:
            yield sections.false_masks(self.tally)
        if len(self._annotated) > 1:
            yield sections.comparison("files", "by file", "file", self._by_file())
        linked = clusters.section(self.results, self._annotated, self._labels.counts_overall)
        if linked is not None:
            yield linked
        if wanted["linking"]:
            yield linking.section(self.engine, self.results, self._annotated)
            yield linking.tags(self.results, self._annotated)
            if wanted["ablate"]:
                yield linking.ablation(self.engine, self._documents)
        yield from self._roles(folds, wanted["linking"])
        yield risk.section(self.whole, self._labels)
        yield from self._breakdowns(wanted)
        if wanted["leaks"]:
            yield sections.leaks(self.whole, show_values=show_values)

    def _roles(self, folds: int, linking: bool) -> Iterator[Section]:
        """Yield the sections on roles; none if the gold has no roles."""
        whole = roles.section(self.results)
        if whole is None:
            return
        yield whole
        if folds:
            yield roles.by_fold(self.results, folds)
        people = role_clusters.section(self.results) if linking else None
        if people is not None:
            yield people

    def _breakdowns(self, wanted: Mapping[str, bool]) -> Iterator[Section]:
        """Yield the wanted sections on labels, scores, detectors and stages."""
        if wanted["confusions"]:
            yield breakdown.confusions(self.results, self._annotated)
        if wanted["calibration"]:
            yield calibration.section(self.results, self._annotated)
        if wanted["by_detector"]:
            each = run.alone(self.engine)
            yield sections.comparison(
                "by_detector", "each detector alone", "detector", self._compared(each)
            )
        if wanted["ablate"]:
            each = {f"without {name}": one for name, one in run.without(self.engine).items()}
            yield sections.comparison(
                "ablate", "without each detector", "rules", self._compared(each)
            )
        if wanted["stages"]:
            chains = self.engine.ruleset.instances
            names = [one.name for chain in ("detectors", "resolvers") for one in chains[chain]]
            yield breakdown.stages(self.results, names)

    def _check_links(self) -> None:
        """Check that a resolver links people and the gold has clusters, before hours of work."""
        linking.linkers_of(self.engine)
        if not any(map(linking.has_people, self._documents)):
            raise AnonfilterError(
                "the gold has no clusters of people",
                hint='Mentions of one person need the same `"cluster"` in JSON lines.',
            )

    def _by_file(self) -> Mapping[str, metrics.Tally]:
        return {
            file: self._tally([one for one in self.whole if one.gold.file == file])
            for file in self._annotated
        }

    def _compared(self, engines: Mapping[str, Engine]) -> Mapping[str, metrics.Tally]:
        """Return the counts of the whole ruleset, followed by the counts of each engine."""
        others = {name: self._tally(self._score(engine, name)) for name, engine in engines.items()}
        return {_WHOLE: self._tally(self.results), **others}

    def _score(self, engine: Engine, name: str) -> Iterator[run.Scored]:
        return run.score(engine, self._documents, self._jobs, partial(self._watch, name))

    def _tally(self, results: Iterable[run.Masked]) -> metrics.Tally:
        return metrics.tally(results, self._annotated, self._labels.counts_overall)
