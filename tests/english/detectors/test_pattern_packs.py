"""Packs are files of patterns, shipped with anonfilter or written by a user."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from anonfilter_documents.plaintext import Plaintext
from anonfilter_english.detectors.patterns.pattern_packs import PackRules, PatternRules, shipped

from anonfilter.cache.basis import NamedFiles
from anonfilter.contract.document import Source
from anonfilter.contract.plugin import Setting
from anonfilter.errors import RulesError
from anonfilter.reports.versions import full_digest
from anonfilter.rules import Ruleset, load_ruleset
from anonfilter.rules.nodes import load

RULES = """anonfilter: 1
labels:
  CODE: {kind: direct}
  CASE: {kind: direct}
formats: [{use: text}]
taggers: [{use: numbered}]
detectors:
  - use: patterns
"""
PACK = """define:
  code: 'Q\\d+'
patterns:
  - name: code
    label: CODE
    regex: '{{code}}'
    examples: ['a [[Q1]]']
"""

Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


def rules(write: Write, *settings: str, name: str = "rules.yaml") -> Ruleset:
    path = write(name, RULES + "".join(f"    {line}\n" for line in settings))
    return load_ruleset(str(path))


def detector(ruleset: Ruleset) -> Any:
    return next(one for one in ruleset.instances["detectors"] if one.name == "patterns").make()


def found(ruleset: Ruleset, text: str) -> list[tuple[str, str]]:
    """Return the found values with the names of their patterns."""
    document = Plaintext(Plaintext.Config(), Setting("text")).read(Source("a.txt", text))
    spans = detector(ruleset).detect(document, document.fields)
    return sorted((document.text[span.start : span.end], span.rule) for span in spans)


def wrong(write: Write, *settings: str) -> str:
    with pytest.raises(RulesError) as caught:
        detector(rules(write, *settings))
    return str(caught.value)


# Packs of a user


def test_a_pack_can_be_used_beside_patterns_of_the_rules(write: Write) -> None:
    write("packs/ours.yaml", PACK)
    both = rules(
        write, "packs: [packs/ours.yaml]", "patterns: [{label: CASE, regex: 'case {{code}}'}]"
    )
    assert found(both, "Q1 and case Q2") == [("Q1", "code"), ("Q2", "code"), ("case Q2", "CASE-1")]


def test_the_path_of_a_pack_is_relative_to_the_rules(write: Write) -> None:
    write("shared/packs/ours.yaml", PACK)
    rules(write, "packs: [packs/ours.yaml]", name="shared/base.yaml")
    path = write("own/rules.yaml", "anonfilter: 1\nextends: ../shared/base.yaml\n")
    assert found(load_ruleset(str(path)), "Q1") == [("Q1", "code")]


def test_a_pack_can_include_packs_and_each_is_used_once(write: Write) -> None:
    write("packs/a.yaml", "packs: [b.yaml, pieces]\n" + PACK)
    write("packs/b.yaml", "patterns: [{name: case, label: CASE, regex: 'case{{sp}}{{code}}'}]\n")
    ours = rules(write, "packs: [packs/b.yaml, packs/a.yaml, pieces]")
    assert found(ours, "case Q2") == [("Q2", "code"), ("case Q2", "case")]
    files = {Path(path).name for path in NamedFiles(ours).all()}
    assert {"a.yaml", "b.yaml", "pieces.yaml"} <= files


def test_definitions_of_the_rules_apply_to_packs(write: Write) -> None:
    write("ours.yaml", PACK)
    assert found(rules(write, "packs: [ours.yaml]", "define: {code: 'R\\d'}"), "Q1 R2") == [
        ("R2", "code")
    ]


def test_a_pattern_can_be_switched_off(write: Write) -> None:
    write("ours.yaml", PACK)
    off = rules(
        write, "packs: [ours.yaml]", "without: [code]", "patterns: [{label: CASE, regex: 'R\\d'}]"
    )
    assert found(off, "Q1 R2") == [("R2", "CASE-1")]


def test_a_shipped_pattern_can_be_switched_off(write: Write) -> None:
    text = "My 4111 1111 1111 1111."
    own = "anonfilter: 1\nextends: default\ndetectors: [{use: patterns, without: [card-shape]}]\n"
    assert ("4111 1111 1111 1111", "card-shape") in found(load_ruleset("default"), text)
    without = found(load_ruleset(str(write("rules.yaml", own))), text)
    assert [rule for _, rule in without] == ["card"]


# The digest says whether rules still say the same


def test_the_contents_of_a_pack_change_the_digest_of_the_rules(write: Write) -> None:
    ours = write("ours.yaml", PACK)
    before = rules(write, "packs: [ours.yaml]")
    ours.write_text("# a comment\n" + PACK)
    assert full_digest(rules(write, "packs: [ours.yaml]")) == full_digest(before)
    ours.write_text(PACK.replace("Q", "R"))
    assert full_digest(rules(write, "packs: [ours.yaml]")) != full_digest(before)
    assert str(ours) in NamedFiles(before).all()


def test_the_files_of_shipped_packs_are_known() -> None:
    named = (NamedFiles(load_ruleset(name)).all() for name in ("hearing", "legal"))
    files = {Path(path).name for paths in named for path in paths}
    assert {f"{name}.yaml" for name in shipped()} - files == {"amounts.yaml"}  # users add it


# What is wrong is said with its place


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("packs: [date]", "rules.yaml:9:13: there is no pack 'date'; did you mean 'dates'?"),
        ("packs: [dates, our.yaml]", "rules.yaml:9:20: there is no pack 'our.yaml'"),
        ("packs: ours.yaml", "rules.yaml:9:12: `packs:` must be a list"),
        ("packs: [1]", "rules.yaml:9:13: an entry of `packs:` must be a name or a path"),
    ],
)
def test_an_unknown_pack_is_an_error_with_the_nearest_name(
    write: Write, settings: str, expected: str
) -> None:
    write("ours.yaml", PACK)
    assert expected in wrong(write, settings)


def test_an_unknown_pattern_is_an_error_with_the_nearest_name(write: Write) -> None:
    write("ours.yaml", PACK)
    message = wrong(write, "packs: [ours.yaml]", "without: [code, cod]")
    assert "rules.yaml:10:21: without: there is no pattern 'cod'; did you mean 'code'?" in message


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("patterns:", "pattern:", "ours.yaml:3:1: unknown key 'pattern'; did you mean 'patterns'?"),
        ("    regex:", "    regx:", "ours.yaml:6:5: unknown key 'regx'; did you mean 'regex'?"),
        ("'{{code}}'", "'('", "ours.yaml:6:12: pattern code: regex is not a valid regex"),
        (
            "{{code}}",
            "{{cod}}",
            "ours.yaml:6:12: pattern code: no piece of regex is defined as 'cod'",
        ),
        ("label: CODE", "label: COD", "ours.yaml:5:12: pattern code: the rules declare no label"),
        ("define:\n", "define: [\n", "ours.yaml:3:1: not valid YAML"),
        (PACK, "- a\n", "ours.yaml:1:1: a pack must be a mapping"),
        ("define:", "packs: [ours.yaml]\ndefine:", "ours.yaml:1:9: packs include each other in"),
        ("define:", "packs: [other.yaml]\ndefine:", "ours.yaml:1:9: there is no pack 'other.yaml'"),
        (
            "code: 'Q",
            "sp: 'Q",
            "ours.yaml:2:3: the piece 'sp' is already defined differently at packs/pieces.yaml:3:3",
        ),
    ],
)
def test_errors_have_the_place_in_the_pack(write: Write, old: str, new: str, expected: str) -> None:
    write("ours.yaml", PACK.replace(old, new))
    assert expected in wrong(write, "packs: [pieces, ours.yaml]")


# The shipped packs


def patterns_of(pack: str) -> tuple[PatternRules, ...]:
    text = (
        resources.files("anonfilter_english.detectors.patterns")
        .joinpath("packs", f"{pack}.yaml")
        .read_text()
    )
    return PackRules.model_validate(load(text, pack).plain()).patterns


@pytest.mark.parametrize("pack", shipped())
def test_each_shipped_pattern_has_a_name_and_examples_of_both_kinds(pack: str) -> None:
    bare = [
        one for one in patterns_of(pack) if not (one.name and one.examples and one.counterexamples)
    ]
    assert bare == []


@pytest.mark.parametrize("pack", shipped())
def test_a_shipped_pack_can_be_used_alone(pack: str, write: Write) -> None:
    only = f"{{use: patterns, replace: true, packs: [{pack}]}}"
    own = f"anonfilter: 1\nextends: hearing\ndetectors: [{only}]\n"
    assert detector(load_ruleset(str(write("rules.yaml", own)))).check() == []


def test_names_of_shipped_patterns_are_unique() -> None:
    names = Counter(one.name for pack in shipped() for one in patterns_of(pack))
    assert [name for name, times in names.items() if times > 1] == []
