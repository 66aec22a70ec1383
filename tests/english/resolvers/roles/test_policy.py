"""`people:` in the rules: whose names stay, by role; and the tags of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter import Engine
from anonfilter.engine.pipeline import Options
from anonfilter.errors import AnonfilterError
from anonfilter.rules import parse_ruleset

RULES = """
anonfilter: 1
labels:
  PERSON: {kind: direct, risk: 5, tag: roles, survives: fail}
  ORGANIZATION: {kind: indirect, risk: 2, tag: roles}
  LOCATION: {kind: indirect, risk: 2, tag: roles}
formats:
  - use: text
detectors:
  - use: roster
  - use: dictionary
    case: capital
    terms:
      - {term: Everard Quillon, label: PERSON}
      - {term: Quillon, label: PERSON}
      - {term: Osric Penhale, label: PERSON}
      - {term: Marcus Quillon, label: PERSON}
      - {term: Penhale, label: PERSON}
      - {term: Ines Duarte, label: PERSON}
      - {term: Corvin Harbour Ltd, label: ORGANIZATION}
      - {term: Arden, label: LOCATION}
resolvers:
  - use: link-people
    open: nearest
  - use: roles
  - use: reconcile-roles
    default_role: WITNESS
taggers:
  - use: roles
people:
  redact: [WITNESS]
  keep: [JUDGE]
"""


def engine(more: str = "", *rosters: Path) -> Engine:
    return Engine(parse_ruleset(RULES + more, "test.yaml"), Options(rosters=rosters))


def filtered(text: str, by: Engine | None = None) -> str:
    """The text filtered; what comes out is clean, and the same when filtered again."""
    by = by or engine()
    done = by.redact(by.read_document(text.encode(), "a.txt"))
    assert done.findings == ()
    out = by.read_document(done.output, "a.txt")
    assert by.check(out) == []
    assert by.redact(out).output == done.output
    return done.output.decode()


def test_a_judge_stays_and_a_witness_goes() -> None:
    text = "Justice Everard Quillon heard Osric Penhale. Penhale left. Quillon stayed."
    assert filtered(text) == (
        "Justice Everard Quillon heard [WITNESS_1]. [WITNESS_1] left. Quillon stayed."
    )


def test_tags_are_counted_by_role_and_person() -> None:
    text = (
        "Osric Penhale came. Inmate Marcus Quillon and the interpreter, Ines Duarte, were there, "
        "in Arden. Penhale and Ines Duarte left."
    )
    assert filtered(text) == (
        "[WITNESS_1] came. Inmate [INMATE_1] and the interpreter, [INTERPRETER_1], were there, "
        "in [LOCATION_1]. [WITNESS_1] and [INTERPRETER_1] left."
    )


def test_a_surname_shared_with_a_replaced_person_is_replaced() -> None:
    text = "Justice Everard Quillon sat. The witness, Marcus Quillon, spoke. So Quillon said."
    out = filtered(text)
    assert out.startswith("Justice Everard Quillon sat. The witness, [WITNESS_1], spoke.")
    assert out.count("Quillon") == 1


@pytest.mark.parametrize(
    "text",
    [
        # one mention of another role outweighs any number of the kept one
        "Judge Osric Penhale sat. Judge Osric Penhale spoke. The victim, Osric Penhale, fell.",
        # a title that contradicts: another person with the same surname
        "Mr. Justice Quillon sat. Ms. Quillon left. Mr. Justice Quillon rose.",
        # the judge is spoken to; nothing else shows the role
        "He told the judge Osric Penhale fell. Then Osric Penhale left.",
        "Coram:\nOsric Penhale\n\nHe left.",
    ],
)
def test_a_person_with_a_contradicting_mention_is_replaced(text: str) -> None:
    out = filtered(text)
    assert "Penhale" not in out
    assert "Ms. Quillon" not in out


def test_a_surname_does_not_carry_a_kept_role_to_another_full_name() -> None:
    out = filtered("Mr. Justice Quillon sat. Then Marcus Quillon and Everard Quillon left.")
    assert "Marcus" not in out
    assert "Everard" not in out


def test_a_person_with_an_uncertain_role_has_the_role_and_is_replaced() -> None:
    assert filtered("He told the judge Osric Penhale fell.") == "He told the judge [JUDGE_1] fell."


def test_a_mention_that_is_linked_with_doubt_does_not_stay() -> None:
    text = (
        "Mr. Justice Everard Quillon sat with Mr. Justice Marcus Quillon. Then Quillon spoke. "
        "Mr. Justice Everard Quillon rose."
    )
    out = filtered(text)
    assert "Everard Quillon rose" in out
    assert "Then [JUDGE_1] spoke" in out


def test_a_role_of_the_rules_own_is_named_in_one_place() -> None:
    rules = RULES.replace(
        "- use: roles\n  - use: rec",
        "- use: roles\n    roles: {MEDIATOR: {nouns: [mediator]}}\n  - use: rec",
    )
    by = Engine(parse_ruleset(rules, "test.yaml"))
    assert filtered("The mediator, Ines Duarte, rose.", by) == "The mediator, [MEDIATOR_1], rose."


def test_a_body_may_be_a_party() -> None:
    assert filtered("Corvin Harbour Ltd, the Claimant, paid.") == "[PARTY_1], the Claimant, paid."


def test_a_roster_says_who_stays_and_who_is_found(tmp_path: Path) -> None:
    people = tmp_path / "people.yaml"
    people.write_text(
        "people:\n  - {name: Osric Penhale, role: JUDGE}\n  - {name: Ysolde Karras, role: VICTIM}\n"
    )
    text = "Osric Penhale saw ysolde karras."
    assert filtered(text, engine("", people)) == "Osric Penhale saw [VICTIM_1]."


@pytest.mark.parametrize(
    ("people", "stays"), [("{keep: [INMATE]}", True), ("{keep: [PRISONER]}", True), ("{}", False)]
)
def test_rules_that_extend_others_say_the_opposite(
    tmp_path: Path, people: str, stays: bool
) -> None:
    base = tmp_path / "base.yaml"
    base.write_text(RULES.replace("redact: [WITNESS]", "redact: [WITNESS, INMATE]"))
    own = tmp_path / "own.yaml"
    text = f"anonfilter: 1\nextends: ./base.yaml\npeople: {people}\n"
    if "PRISONER" in people:  # another name of a role that the base redacts: the safe one wins
        stays = False
    by = Engine(parse_ruleset(text, str(own)))
    assert ("Penhale" in filtered("Inmate Osric Penhale came.", by)) is stays


def wrong(people: str, rules: str = RULES) -> str:
    text = rules[: rules.index("people:")].lstrip() + f"people: {people}\n"
    with pytest.raises(AnonfilterError) as caught:
        Engine(parse_ruleset(text, "mine.yaml"))
    return str(caught.value)


def test_mistakes_have_their_place() -> None:
    line = RULES.lstrip()[: RULES.lstrip().index("people:")].count("\n") + 1
    assert f"mine.yaml:{line}:17: unknown role 'JUDG'; did you mean 'JUDGE'?" in wrong(
        "{keep: [JUDG]}"
    )
    assert f"mine.yaml:{line}:10: unknown key 'kep'; did you mean 'keep'?" in wrong(
        "{kep: [JUDGE]}"
    )
    assert "JUDGE is in `redact` and in `keep`" in wrong("{keep: [JUDGE], redact: [JUDGE]}")


def test_keeping_a_role_needs_a_resolver_that_finds_roles() -> None:
    rules = "anonfilter: 1\nextends: fast\npeople: {keep: [JUDGE]}\n"
    with pytest.raises(AnonfilterError, match="no resolver of the rules finds roles"):
        Engine(parse_ruleset(rules, "mine.yaml"))


def test_the_roster_is_an_option_of_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from anonfilter.commands.main import main

    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.yaml").write_text(RULES.lstrip())
    (tmp_path / "people.yaml").write_text("people: [{name: Ysolde Karras, role: VICTIM}]\n")
    (tmp_path / "a.txt").write_text("Then Ysolde Karras left.\n")
    codes = {}
    for arguments in (["a.txt"], ["check", "a.txt"], ["detect", "a.txt"], ["explain", "a.txt:1"]):
        with pytest.raises(SystemExit) as stopped:
            main([*arguments, "--roster", "people.yaml"])
        codes[arguments[0]] = stopped.value.code
    out = capfd.readouterr().out
    assert codes == {"a.txt": 0, "check": 1, "detect": 0, "explain": 0}
    assert "Then [VICTIM_1] left." in out
    assert "Karras" not in out


def test_rules_that_extend_legal_keep_more_roles() -> None:
    """README and rules say so: lawyers and experts go, unless they are named under `keep:`."""
    own = "anonfilter: 1\nextends: legal\npeople: {keep: [LAWYER, EXPERT]}\n"
    kept = parse_ruleset(own, "own.yaml").model.people.keep
    shipped = parse_ruleset("anonfilter: 1\nextends: legal\n", "own.yaml").model.people
    assert {"LAWYER", "EXPERT"}.isdisjoint(shipped.keep)
    assert {"JUDGE", "LAWYER", "EXPERT"} <= set(kept)


def test_a_roster_makes_one_of_a_name_and_its_alias(tmp_path: Path) -> None:
    """In all documents of a corpus, whose tags derive from the roster's name."""
    roster = tmp_path / "people.yaml"
    roster.write_text("people:\n  - {name: Marcus Quillon, aliases: [Osric Penhale]}\n")
    text = "Marcus Quillon left. Osric Penhale stayed."
    assert filtered(text) == "[WITNESS_1] left. [WITNESS_2] stayed."
    by = engine("", roster)
    assert filtered(text, by) == "[WITNESS_1] left. [WITNESS_1] stayed."
    alone = by.redact(by.read_document(b"Osric Penhale stayed.", "b.txt"))
    assert [one.mention.span.canonical for one in alone.tagged] == ["marcus quillon"]
