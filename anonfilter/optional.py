"""Optional libraries of our dependencies, which are not imported where they are not needed.

thinc tries torch, cupy and h5py, presidio tries stanza and transformers, and both do without.
Where they are installed, each start with spaCy or presidio would load them for seconds and use
nothing of them. A plugin that uses one imports it itself. Only the command line, which owns its
process, leaves them out: spaCy then stays without torch for as long as it runs.

Plugins of pydantic are left out as well: they would be given the values of settings, which may be
names, and pydantic reads the metadata of all that is installed to find them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import entry_points

LIBRARIES = ("cupy", "h5py", "stanza", "torch", "transformers")

# Where packages add pipes to spaCy, such as spacy-curated-transformers, which runs on torch; and
# the modules that do so in every installation of ours, and without torch.
_ADDING = ("spacy_architectures", "spacy_factories", "thinc_layers")
_ALWAYS_THERE = frozenset({"presidio_analyzer", "spacy_legacy"})

_leave_out = False


def whole_process() -> None:
    """Leave them out in this process, unless a spaCy pipe may run on torch."""
    global _leave_out
    _leave_out = True
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"


def owns_process() -> bool:
    """Whether what this process imports is up to the command line."""
    return _leave_out


@cache
def _may_run_on_torch() -> bool:
    return any(_added(group) for group in _ADDING)


def _added(group: str) -> frozenset[str]:
    modules = {entry.module.partition(".")[0] for entry in entry_points(group=group)}
    return frozenset(modules - _ALWAYS_THERE)


@contextmanager
def left_out() -> Iterator[None]:
    """Hide the libraries that are not yet loaded from imports in this context.

    To Python, a module that is ``None`` in `sys.modules` is not installed.
    """
    leave_out = _leave_out and not _may_run_on_torch()
    absent = [name for name in LIBRARIES if name not in sys.modules] if leave_out else []
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]
