"""The checks for plugins' authors: each fails where a plugin breaks the promise that it is about.

The plugins are those that `anonfilter plugins new` writes, each with one thing changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from anonfilter import kit
from anonfilter.testing import Case, checks

DOCUMENTS: dict[str, dict[str, str | bytes]] = {
    "detector": {"note.txt": "Ask #4711.\n\nA café: #20331, #4711.\n"},
    "resolver": {"note.txt": "Ask QX-1234b.\n\nA café: QX-9876.\n"},
    "tagger": {"note.txt": "Ask QX-1234.\n\nA café: QX-ab.\n"},
    "format": {"talk.badges": "# QX-1234\nAda\tAsk QX-1234.\nBen\tA café.\n"},
    "report": {},
}
Make = Callable[..., Case]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """A case with the plugin of this kind, in which a text is replaced."""

    def making(kind: str, old: str = "", new: str = "") -> Case:
        files = kit.files(kind, "badges")
        module = files["anonfilter_badges/plugin.py"]
        assert old in module
        hook = files["anonfilter_badges/__init__.py"].replace(
            '"anonfilter_badges.plugin:Badges"', 'f"{__name__}:Badges"'
        )
        (tmp_path / "badges.py").write_text(module.replace(old, new, 1) + hook)
        rules = tmp_path / "rules.yaml"
        text = files.get("rules.yaml", "anonfilter: 1\nextends: fast\n")
        rules.write_text(f"{text}\nplugins: [badges.py]\n")
        return Case(kind, "badges", rules, DOCUMENTS[kind])

    return making


def failure(case: Case, check: str) -> str:
    """What the check of this name says of a plugin that breaks it."""
    by_name = {one.__name__: one for one in checks(case.kind)}
    with pytest.raises(AssertionError) as failed:
        by_name[check](case)
    return str(failed.value)


FIND = "yield Span(*match.span(), self._label, self._name)"


@pytest.mark.parametrize(
    ("kind", "old", "new", "check", "said"),
    [
        (
            "detector",
            FIND,
            "start = match.start() - field.start\n"
            "                yield Span(start, start + 5, self._label, self._name)",
            "reads_each_field_alone",
            "is outside the field",
        ),
        (
            "detector",
            "for field in fields:",
            "for field in fields[1:]:",
            "reads_each_field_alone",
            "depend on other fields",
        ),
        (
            "detector",
            "*match.span()",
            "match.end(), match.start()",
            "has_exact_offsets",
            "is outside the text or empty",
        ),
        (
            "detector",
            "self._name)\n",
            "'badges-2')\n",
            "has_exact_offsets",
            "does not have the detector 'badges'",
        ),
        (
            "detector",
            "self._label, self._name)",
            "'OTHER', self._name)",
            "has_exact_offsets",
            "the rules have no label OTHER",
        ),
        (
            "detector",
            "self._label, self._name)",
            "self._label, self._name, 2.0)",
            "has_exact_offsets",
            "the score 2.0 is not from 0 to 1",
        ),
        ("detector", 'rf"#', 'rf"##', "has_exact_offsets", "in none of the documents"),
        (
            "resolver",
            "changes.append",
            "list[Change]().append",
            "explains_its_changes",
            "no `Change` has it",
        ),
        (
            "resolver",
            '"ended inside a word"',
            '""',
            "explains_its_changes",
            "a change has no reason",
        ),
        (
            "tagger",
            "mention.span.end, tag)",
            "mention.span.end, tag.lower())",
            "writes_declared_tags",
            "is no tag of the templates",
        ),
        (
            "tagger",
            "mention.span.end, tag)",
            "mention.span.end + 1, tag)",
            "writes_declared_tags",
            "is outside its mention",
        ),
        (
            "format",
            "builder.add_field(at + len(who) + 1, at",
            "builder.add_field(at, at",
            "writes_in_the_right_place",
            "overlaps the one before",
        ),
        (
            "format",
            'at + len(line), "speech")',
            'at + len(line), "speech", str.upper)',
            "writes_in_the_right_place",
            "reads differently there",
        ),
        (
            "format",
            "if not tab:",
            "if not tab: raise ValueError\n                if not tab:",
            "refuses_damaged_files",
            "raises ValueError",
        ),
        (
            "report",
            "one_line(file.where)",
            "file.where",
            "prints_safely",
            "a control character from the name of a file",
        ),
        (
            "report",
            "counts = Counter",
            "yield 'clean'\n        return\n        counts = Counter",
            "reports_every_finding",
            "does not show each finding",
        ),
    ],
)
def test_broken_promises_are_reported(
    make: Make, kind: str, old: str, new: str, check: str, said: str
) -> None:
    assert said in failure(make(kind, old, new), check)


def test_remaining_findings_of_the_last_round_are_detected(make: Make) -> None:
    first_alone = make("detector", FIND, f"{FIND}\n                break")
    many = replace(
        first_alone, documents={"note.txt": " ".join(f"#{4711 + at}" for at in range(30))}
    )
    assert "still contains personal data" in failure(many, "settles")


def test_quadratic_time_is_detected(make: Make) -> None:
    slow = make("detector", FIND, f"{FIND}\n            max(one.end for one in [*fields] * 4)")
    slow = replace(slow, documents={"note.txt": "Ask #4711.\n\n"}, most_characters=32_000)
    assert "grows faster than the length of a text of note.txt repeated" in failure(
        slow, "grows_linearly"
    )


def test_a_different_result_in_a_fork_is_detected(make: Make) -> None:
    here = f"if os.getpid() == {os.getpid()}:\n                    {FIND}"
    alone = make("detector", FIND, f"import os\n                {here}")
    assert "differs from that in its parent" in failure(alone, "works_in_a_fork")


def test_a_result_that_cannot_be_pickled_is_detected(make: Make) -> None:
    odd = make("detector", "self._label, self._name)", "self._label, self._name, rule=lambda: 1)")
    assert "cannot be pickled" in failure(odd, "works_in_a_fork")


@pytest.mark.slow
def test_dependence_on_the_hash_seed_is_detected(make: Make) -> None:
    odd = make("detector", "{config.digits},", "{4 + hash('badges') % 3},")
    odd = replace(odd, documents={"note.txt": "Ask #4711, #47112, #471123."})
    assert "hash seed" in failure(odd, "is_deterministic")


@pytest.mark.slow
def test_dependence_on_earlier_documents_is_detected(make: Make) -> None:
    odd = make(
        "detector",
        FIND,
        f"if self.__dict__.setdefault('first', match[0]) == match[0]:\n                    {FIND}",
    )
    odd = replace(odd, documents={"a.txt": "Ask #4711.", "b.txt": "Ask #1234."})
    assert "documents that were read before" in failure(odd, "is_deterministic")


@pytest.mark.slow
def test_an_early_import_of_a_library_is_detected(make: Make) -> None:
    heavy = make("detector", "import re\n", "import re\nimport numpy\n")
    assert "numpy is imported before" in failure(heavy, "loads_late")


def test_rules_without_the_plugin_are_refused(make: Make) -> None:
    other = replace(make("detector"), name="others")
    assert "do not use the detector 'others'" in failure(other, "has_exact_offsets")


def test_the_page_about_plugins_has_each_check() -> None:
    page = (Path(__file__).parents[2] / "docs/plugins.md").read_text()
    for kind in kit.KINDS:
        assert [one.__name__ for one in checks(kind) if f"| `{one.__name__}` |" not in page] == []
