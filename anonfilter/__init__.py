"""anonfilter: a Git-friendly anonymiser for text."""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` takes longer than all else that a client imports

__version__ = "0.1.0"

if TYPE_CHECKING:
    from typing import Any

    from anonfilter.contract.hooks import hookimpl
    from anonfilter.engine.pipeline import Engine, Options
    from anonfilter.engine.text_call import redact
    from anonfilter.rules import load_ruleset

__all__ = ["Engine", "Options", "__version__", "hookimpl", "load_ruleset", "redact"]


def __dir__() -> list[str]:
    """Return the entry points of the library too, so that `help` and completion show them."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Return an entry point of the library, which is imported when first used."""
    if name in ("Engine", "Options"):
        from anonfilter.engine import pipeline as engine

        return getattr(engine, name)
    if name == "redact":
        from anonfilter.engine.text_call import redact

        return redact
    if name == "hookimpl":
        from anonfilter.contract.hooks import hookimpl

        return hookimpl
    if name == "load_ruleset":
        from anonfilter.rules import load_ruleset

        return load_ruleset
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
