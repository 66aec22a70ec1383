"""Our own plugins pass the checks of `anonfilter.testing`."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter.engine.pipeline import Engine
from anonfilter.testing import Case, checks

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = "anonfilter: 1\nextends: hearing\ndetectors: [{use: caseless, enabled: false}]\n"
MOST = 9_000  # characters of each: the cover, and some pages
APART = {"loads_late", "is_deterministic", "grows_linearly", "works_in_a_fork"}  # by tests of ours
AT_WORK = {
    "detector": ["front-page", "names", "patterns", "speakers", "spelled", "spoken"],
    "resolver": [
        "agreement",
        "answers",
        "boundaries",
        "categories",
        "evidence",
        "full-names",
        "identifiers",
        "link-people",
        "overlaps",
        "propagate",
        "spellings",
    ],
    "tagger": ["date-parts", "name-parts", "numbered"],
}


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Case("detector", "patterns", RULES).engine


@pytest.mark.parametrize(
    ("kind", "name"), [(kind, name) for kind, names in AT_WORK.items() for name in names]
)
def test_our_plugins_pass_the_checks(kind: str, name: str, engine: Engine) -> None:
    texts = {one: (EXAMPLES / one).read_text()[:MOST] for one in ("hearing.txt", "panel.txt")}
    case = Case(kind, name, RULES, texts)
    case.__dict__["engine"] = engine  # one for all: it takes longer to make than to use
    for check in checks(kind):
        if check.__name__ not in {*APART, "settles"}:
            check(case)


@pytest.mark.parametrize("name", ["github", "json", "jsonl", "sarif", "text"])
def test_our_reports_pass_the_checks(name: str) -> None:
    for check in checks("report"):
        if check.__name__ not in APART:
            check(Case("report", name))
