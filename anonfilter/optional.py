"""Hides optional libraries of our dependencies from imports that do not need them.

thinc tries to import torch, cupy and h5py, presidio tries stanza and transformers, and both work
without them. If they are installed, each start with spaCy or presidio would load them for seconds
without using them. A plugin that uses one of them imports it itself. Only the command line, which
owns its process, hides them; spaCy then has no torch until the process ends.

Plugins of pydantic are disabled as well: they would see the values of settings, which may be names,
and pydantic reads the metadata of everything that is installed to find them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points

LIBRARIES = ("cupy", "h5py", "stanza", "torch", "transformers")

# The groups with which packages add pipes to spaCy (spacy-curated-transformers runs on torch), and
# the modules that do so without torch in each of our installations.
_ADDING = ("spacy_architectures", "spacy_factories", "thinc_layers")
_ALWAYS_THERE = frozenset({"presidio_analyzer", "spacy_legacy"})

_leave_out = False


def whole_process() -> None:
    """Let ``left_out`` hide the libraries in this process, and disable plugins of pydantic."""
    global _leave_out
    _leave_out = True
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"


def owns_process() -> bool:
    """Return True if ``whole_process`` was called: the command line decides what is imported."""
    return _leave_out


@cache
def _may_run_on_torch() -> bool:
    entries = (entry for group in _ADDING for entry in entry_points(group=group))
    return not {entry.module.partition(".")[0] for entry in entries} <= _ALWAYS_THERE


@contextmanager
def left_out() -> Iterator[None]:
    """Hide the libraries that are not loaded yet from imports in this context.

    Nothing is hidden unless ``whole_process`` was called, or if an installed extension of spaCy may
    need torch. Python treats a module that is None in ``sys.modules`` as not installed.
    """
    leave_out = _leave_out and not _may_run_on_torch()
    absent = [name for name in LIBRARIES if name not in sys.modules] if leave_out else []
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]
