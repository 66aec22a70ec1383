"""Loading a spaCy pipeline by name and version."""

from __future__ import annotations

import warnings
from typing import Any

from anonfilter.hookspecs import Setting


def load_pipeline(spec: str, setting: Setting) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import spacy

        name = spec.partition("==")[0]
        return spacy.load(
            name, exclude=["tagger", "parser", "attribute_ruler", "lemmatizer", "senter"]
        )
