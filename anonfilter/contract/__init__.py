"""The data types, protocols and hooks that a plugin is written against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anonfilter.contract.book import Book as Book
from anonfilter.contract.document import BareValue as BareValue
from anonfilter.contract.document import Change as Change
from anonfilter.contract.document import Document as Document
from anonfilter.contract.document import Doubt as Doubt
from anonfilter.contract.document import Field as Field
from anonfilter.contract.document import Finding as Finding
from anonfilter.contract.document import Kind as Kind
from anonfilter.contract.document import Label as Label
from anonfilter.contract.document import Mention as Mention
from anonfilter.contract.document import Replacement as Replacement
from anonfilter.contract.document import Source as Source
from anonfilter.contract.document import Span as Span
from anonfilter.contract.document import Survives as Survives
from anonfilter.contract.document import Tag as Tag
from anonfilter.contract.document import TaggedMention as TaggedMention
from anonfilter.contract.document import Timing as Timing
from anonfilter.contract.needs import Model as Model
from anonfilter.contract.needs import ModelSpec as ModelSpec
from anonfilter.contract.needs import Needs as Needs
from anonfilter.contract.plugin import Detector as Detector
from anonfilter.contract.plugin import Format as Format
from anonfilter.contract.plugin import Resolver as Resolver
from anonfilter.contract.plugin import Setting as Setting
from anonfilter.contract.plugin import Tagger as Tagger
from anonfilter.contract.tags import TagGrammar as TagGrammar
from anonfilter.contract.tags import Template as Template

if TYPE_CHECKING:
    from anonfilter.contract.hooks import hookimpl as hookimpl
    from anonfilter.contract.report import CheckResult as CheckResult
    from anonfilter.contract.report import Report as Report
    from anonfilter.contract.settings import LabelName as LabelName
    from anonfilter.contract.settings import Strict as Strict

_MODULES = {
    "CheckResult": "report",
    "LabelName": "settings",
    "Report": "report",
    "Strict": "settings",
    "hookimpl": "hooks",
}


def __getattr__(name: str) -> Any:
    """Import what not every run needs, such as pluggy, when a name of it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
