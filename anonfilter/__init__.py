"""anonfilter: a Git-friendly anonymiser for text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from anonfilter.engine import Engine, Options
    from anonfilter.hookspecs import hookimpl
    from anonfilter.rules import load_ruleset

__all__ = ["Engine", "Options", "__version__", "hookimpl", "load_ruleset"]


def __getattr__(name: str) -> Any:
    """The library's entry points, imported when first used."""
    if name in ("Engine", "Options"):
        from anonfilter import engine

        return getattr(engine, name)
    if name == "hookimpl":
        from anonfilter.hookspecs import hookimpl

        return hookimpl
    if name == "load_ruleset":
        from anonfilter.rules import load_ruleset

        return load_ruleset
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
