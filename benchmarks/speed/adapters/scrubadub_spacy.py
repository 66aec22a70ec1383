"""Run scrubadub with its detectors and that of scrubadub_spacy, which also finds places."""

from __future__ import annotations

from collections.abc import Iterator

import scrubadub
from scrubadub_spacy.detectors import SpacyEntityDetector

from benchmarks.speed.adapters import protocol
from benchmarks.speed.adapters.spacy_ner import MODEL

NAMES = {"PERSON", "ORG", "GPE", "LOC", "FAC"}


def load(processes: int) -> protocol.Finder:
    # It downloads a model that is not called as spaCy's are.
    SpacyEntityDetector.check_spacy_model = staticmethod(lambda model: True)
    scrubber = scrubadub.Scrubber()
    scrubber.add_detector(SpacyEntityDetector(model=MODEL, named_entities=NAMES))

    def finds(texts: list[str]) -> Iterator[list[protocol.Find]]:
        found: list[list[protocol.Find]] = [[] for _ in texts]
        for filth in scrubber.iter_filth_documents(texts):
            parts = getattr(filth, "filths", [filth])
            found[int(filth.document_name)].append((filth.beg, filth.end, parts[0].type, 1.0))
        return iter(found)

    return finds


if __name__ == "__main__":
    protocol.run(load)
