"""``resolve``: a resolver of the default rules' labels over marked text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from anonfilter.contract.plugin import Setting
from tests import shipped
from tests.english.resolvers.marking import Resolved, accounted, marked_document


@pytest.fixture(scope="session")
def labels() -> Any:
    """The labels of the default rules."""
    return shipped.ruleset().labels


Resolve = Callable[..., Resolved]


@pytest.fixture
def resolve(labels: Any, tmp_path: Path) -> Resolve:
    """``resolve(Resolver, marked text, option=...)``."""

    def run(resolver: Any, marked: str, **config: Any) -> Resolved:
        precedence = config.pop("detectors", ("patterns", "model"))
        setting = Setting(resolver.__name__, folder=tmp_path, labels=labels, precedence=precedence)
        document, spans = marked_document(marked)
        made = resolver(resolver.Config.model_validate(config), setting)
        found, changes = made.resolve(document, spans)
        accounted(spans, found, changes)
        return Resolved(document, spans, found, changes)

    return run
