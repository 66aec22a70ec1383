"""Libraries that others import only because they happen to be there, and that we do not need.

thinc tries torch, cupy and h5py, presidio tries stanza and transformers; what is missing they do
without. Where a user has them for other work, each of our starts would load all of them, for
seconds, and use nothing of them. (A plugin that does use one imports it itself.)

Who imports us decides what is loaded in their process: for them nothing is left out, since spaCy
would stay without torch for as long as it runs. The command line owns its process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import entry_points

LIBRARIES = ("cupy", "h5py", "stanza", "torch", "transformers")

# Where packages add pipes to spaCy, such as spacy-curated-transformers, which runs on torch; and
# the modules that do so in every installation of ours, and without torch.
_ADDING = ("spacy_architectures", "spacy_factories", "thinc_layers")
_ALWAYS_THERE = frozenset({"presidio_analyzer", "spacy_legacy"})

_leave_out = False


def whole_process() -> None:
    """From here on, leave them out; not where a pipe of spaCy's may run on torch."""
    global _leave_out
    _leave_out = not any(_added(group) for group in _ADDING)


def _added(group: str) -> frozenset[str]:
    modules = {entry.module.partition(".")[0] for entry in entry_points(group=group)}
    return frozenset(modules - _ALWAYS_THERE)


@contextmanager
def left_out() -> Iterator[None]:
    """To what is imported in here, those libraries that are not yet loaded are missing.

    Python takes a module that is ``None`` in `sys.modules` for one that is not installed.
    """
    absent = [name for name in LIBRARIES if name not in sys.modules] if _leave_out else []
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in absent:
            del sys.modules[name]
