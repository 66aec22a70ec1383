"""Run the rules over annotated documents, and build the sections that the command prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError
from anonfilter.reports.tables import Section
from anonfilter_measure.evaluation import (
    calibration,
    cluster_scores,
    filtered_gold,
    linking_scores,
    mention_scores,
    residual_risk,
    role_cluster_scores,
    role_scores,
    score_tables,
)
from anonfilter_measure.evaluation.gold import GoldDocument
from anonfilter_measure.evaluation.gold_labels import Labels

_WHOLE = "all"

# As `filtered_gold.Watch`, for the rules of the given name.
Watch = Callable[
    [str, filtered_gold.NumberedRedactions, Sequence[int]], filtered_gold.NumberedRedactions
]


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
        self._reviewed = [filtered_gold.reviewed_result(one) for one in documents if one.reviewed]
        self._labels = labels
        self._jobs = jobs
        self._watch = watch
        self._annotated = mention_scores.annotated_labels(documents)

    @cached_property
    def results(self) -> list[filtered_gold.FilteredGold]:
        return list(self._score(self.engine, _WHOLE))

    @cached_property
    def whole(self) -> list[filtered_gold.GoldResult]:
        """The results for all documents; reviewed texts are not filtered."""
        return [*self.results, *self._reviewed]

    @cached_property
    def tally(self) -> mention_scores.Tally:
        return self._tally(self.whole)

    def sections(
        self,
        wanted: Mapping[str, bool],
        show_values: bool,
        *,
        folds: int = 0,
        without: Sequence[str] = (),
    ) -> Iterator[Section]:
        """Yield the sections of every evaluation, and the wanted sections.

        With ``folds``, also yield the accuracy of roles in each of so many folds of the documents.
        ``without``: detectors without which the rules are scored too, one at a time.
        """
        self._check_clusters(linking=wanted["linking"])
        if without:  # an unknown name is an error before hours of work
            filtered_gold.engines_without_one_detector(self.engine, without)
        yield score_tables.by_label(self.tally)
        if self._documents:
            yield score_tables.false_masks(self.tally)
        if len(self._annotated) > 1:
            yield score_tables.comparison("files", "by file", "file", self._by_file())
        linked = cluster_scores.section(self.results, self._annotated, self._labels.counts_overall)
        if linked is not None:
            yield linked
        if wanted["linking"]:
            yield linking_scores.section(self.engine, self.results, self._annotated)
            yield linking_scores.tags(self.results, self._annotated)
            if wanted["ablate"]:
                yield linking_scores.ablation(self.engine, self._documents)
        yield from self._roles(folds, wanted["linking"])
        yield residual_risk.section(self.whole, self._labels)
        yield from self._breakdowns(wanted, without)
        if wanted["leaks"]:
            yield score_tables.leaks(self.whole, show_values=show_values)

    def _roles(self, folds: int, linking: bool) -> Iterator[Section]:
        """Yield the sections on roles; none if the gold has no roles."""
        whole = role_scores.section(self.results)
        if whole is None:
            return
        yield whole
        if folds:
            yield role_scores.by_fold(self.results, folds)
        people = role_cluster_scores.section(self.results) if linking else None
        if people is not None:
            yield people

    def _comparisons(
        self, key: str, title: str, of: str, engines: Mapping[str, Engine]
    ) -> Iterator[Section]:
        """Yield the scores of each engine beside those of the whole rules, also by label."""
        others = {name: self._tally(self._score(engine, name)) for name, engine in engines.items()}
        tallies = {_WHOLE: self._tally(self.results), **others}
        yield score_tables.comparison(key, title, of, tallies)
        yield score_tables.comparison_by_label(key, title, of, tallies)

    def _breakdowns(self, wanted: Mapping[str, bool], without: Sequence[str]) -> Iterator[Section]:
        """Yield the wanted sections about labels, scores, detectors and stages."""
        if wanted["confusions"]:
            yield score_tables.confusions(self.results, self._annotated)
        if wanted["calibration"]:
            yield calibration.section(self.results, self._annotated)
        if wanted["by_detector"]:
            each = filtered_gold.engines_with_one_detector(self.engine)
            yield from self._comparisons("by_detector", "each detector alone", "detector", each)
        if wanted["ablate"] or without:
            names = () if wanted["ablate"] else without
            each = filtered_gold.engines_without_one_detector(self.engine, names)
            each = {f"without {name}": one for name, one in each.items()}
            yield from self._comparisons("ablate", "without each detector", "rules", each)
        if wanted["stages"]:
            chains = self.engine.ruleset.instances
            names = [one.name for chain in ("detectors", "resolvers") for one in chains[chain]]
            yield score_tables.stages(self.results, names)

    def _check_clusters(self, *, linking: bool) -> None:
        """Raise an error, before hours of work, if clusters or links could not be scored."""
        if any(mention.cluster for gold in self._documents for mention in gold.mentions):
            cluster_scores.require_scipy()
        if linking:
            linking_scores.linkers_of(self.engine)
        if linking and not any(map(linking_scores.has_people, self._documents)):
            raise AnonfilterError(
                "the gold has no clusters of people",
                hint='Mentions of one person need the same `"cluster"` in JSON lines.',
            )

    def _by_file(self) -> Mapping[str, mention_scores.Tally]:
        return {
            file: self._tally([one for one in self.whole if one.gold.file == file])
            for file in self._annotated
        }

    def _score(self, engine: Engine, name: str) -> Iterator[filtered_gold.FilteredGold]:
        return filtered_gold.filter_gold(
            engine, self._documents, self._jobs, partial(self._watch, name)
        )

    def _tally(self, results: Iterable[filtered_gold.GoldResult]) -> mention_scores.Tally:
        return mention_scores.tally(results, self._annotated, self._labels.counts_overall)
