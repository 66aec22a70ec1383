"""Run presidio's BatchAnalyzerEngine with its defaults, except for the model."""

from __future__ import annotations

from importlib import resources
from typing import Any

import yaml
from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine
from presidio_analyzer.nlp_engine import NlpEngineProvider
from tldextract import TLDExtract, tldextract

from benchmarks.speed.adapters import protocol
from benchmarks.speed.adapters.spacy_ner import MODEL


def load(processes: int) -> protocol.Finder:
    tldextract.TLD_EXTRACTOR = TLDExtract(cache_dir=None, suffix_list_urls=())  # no network
    text = resources.files("presidio_analyzer").joinpath("conf/default.yaml").read_text("utf-8")
    configuration: Any = yaml.safe_load(text)
    configuration["models"] = [{"lang_code": "en", "model_name": MODEL}]
    provider = NlpEngineProvider(nlp_configuration=configuration)
    engine = AnalyzerEngine(nlp_engine=provider.create_engine(), supported_languages=["en"])
    batch = BatchAnalyzerEngine(analyzer_engine=engine)
    return lambda texts: (
        [(one.start, one.end, one.entity_type, one.score) for one in results]
        for results in batch.analyze_iterator(
            texts, language="en", batch_size=64, n_process=processes
        )
    )


if __name__ == "__main__":
    protocol.run(load)
