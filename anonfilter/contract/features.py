"""What each optional feature of anonfilter adds, so that a missing feature can be named."""

from __future__ import annotations

import os

from anonfilter.errors import Incomplete

FEATURES = {
    "archive": {"commands": "deposit log"},
    "audio": {"recognisers": "faster-whisper pocketsphinx whisper-tiny", "commands": "audio"},
    "corpus": {"commands": "key map start"},
    "datasets": {"commands": "run"},
    "documents": {
        "commands": "formats",
        "formats": "archive ass chat csv ctm eaf html jsonl mail markdown notebook office qdpx rtf "
        "sami sbv srt stm table text textgrid ttml webvtt xml",
    },
    "editor": {"commands": "serve"},
    "english": {"commands": "roster"},
    "measure": {"commands": "eval redteam report"},
    "models": {
        "commands": "models",
        "detectors": "presidio spacy stanza token-classification",
        "taggers": "zero-shot",
    },
    "pdf": {"commands": "convert", "formats": "pdf"},
    "reports": {"reports": "github json jsonl sarif text"},
    "repository": {"commands": "ci git sync"},
    "review": {"commands": "people review"},
    "surrogates": {"taggers": "surrogate"},
}
"""The names of the plugins of each kind, by feature."""
_EXTRAS = {"archive": "[archive]", "audio": "[audio]", "editor": "[lsp]", "pdf": "[pdf]"}
"""The extras that install the libraries of features."""


def feature_of(kind: str, name: str) -> str:
    """Return the feature that has a plugin of this kind and name; "" if none has."""
    has_it = (one for one, plugins in FEATURES.items() if name in plugins.get(kind, "").split())
    return next(has_it, "")


def missing(feature: str, doing: str, where: str = "") -> Incomplete:
    """Return the error for a file that needs a feature; ``doing`` says what the feature does."""
    return Incomplete(
        f"the feature {feature}, which {doing}, is not installed",
        where=where,
        hint=how_to_install(feature),
    )


def how_to_install(feature: str) -> str:
    """Return a hint for a feature that is missing."""
    listed = os.environ.get("ANONFILTER_PLUGINS")
    if listed is not None and feature not in (name.strip() for name in listed.split(",")):
        return f"The environment variable ANONFILTER_PLUGINS leaves it out: add {feature}."
    extra = _EXTRAS.get(feature, "")
    return f"Install it: python -m pip install --force-reinstall 'anonfilter{extra}'"
