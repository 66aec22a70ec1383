"""What a plugin is written against: the types that flow, the protocols, tags and hooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anonfilter.contract.book import Book
from anonfilter.contract.document import (
    Bare,
    Change,
    Document,
    Field,
    Finding,
    Kind,
    Label,
    Mention,
    Model,
    ModelSpec,
    Needs,
    Replacement,
    Said,
    Source,
    Span,
    Survives,
    Tag,
    Tagged,
    Unsure,
)
from anonfilter.contract.plugin import Detector, Format, Resolver, Setting, Tagger
from anonfilter.contract.report import Checked, Report
from anonfilter.contract.tags import TagGrammar, Template

if TYPE_CHECKING:
    from anonfilter.contract.hooks import hookimpl
    from anonfilter.contract.settings import LabelName, Strict

__all__ = [
    "Bare",
    "Book",
    "Change",
    "Checked",
    "Detector",
    "Document",
    "Field",
    "Finding",
    "Format",
    "Kind",
    "Label",
    "LabelName",
    "Mention",
    "Model",
    "ModelSpec",
    "Needs",
    "Replacement",
    "Report",
    "Resolver",
    "Said",
    "Setting",
    "Source",
    "Span",
    "Strict",
    "Survives",
    "Tag",
    "TagGrammar",
    "Tagged",
    "Tagger",
    "Template",
    "Unsure",
    "hookimpl",
]


def __getattr__(name: str) -> Any:
    """Names that need pluggy or pydantic, imported when first used."""
    if name == "hookimpl":
        from anonfilter.contract.hooks import hookimpl

        return hookimpl
    if name in ("LabelName", "Strict"):
        from anonfilter.contract import settings

        return getattr(settings, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
