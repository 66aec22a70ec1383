"""``FILE.decisions.yaml``: what is valid in it, and that it has no names."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.decisions.decisions_file import Decision, parse, to_bytes

from anonfilter.errors import Incomplete, RulesError
from tests.english.resolvers.decisions.deciding import NUMBERED, Case

ALL = (
    Decision(merge=((6, 17), "[PERSON_2]")),
    Decision(split=((30, 34),)),
    Decision(role="JUDGE", of=("[WITNESS_1] [WITNESS_2]",)),
    Decision(not_a_person=((40, 44),)),
    Decision(not_a_person=((50, 54),), label="LOCATION"),
    Decision(keep=((60, 64), (70, 74))),
    Decision(add=((80, 84),), to=(6, 17)),
    Decision(add=((90, 94),)),
    Decision(keep=((100, 104),), label="PHONE"),
    Decision(add=((110, 114),), label="PHONE"),
)


TEXT = "Abel Tamsin met Mary. " * 50 + "\udc80"


@pytest.mark.parametrize("decisions", [ALL, ALL[:1], ()])
def test_written_decisions_read_the_same(decisions):
    file = parse(to_bytes(TEXT, decisions), "notes.decisions.yaml")
    assert file.characters == len(TEXT)
    assert file.is_about(TEXT)
    assert not file.is_about(TEXT.replace("a", "b"))
    assert file.decisions == decisions


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ("- merge: [Wilma Quillfeather]", "never by its words"),
        ("- merge: ['[PERSON_1] Quillfeather']", "never by its words"),
        ("- keep: [[9, 4]]", "a place is [start, end]"),
        ("- keep: []", "keep"),
        ("- {keep: [[1, 2]], split: [[1, 2]]}", "a decision has exactly one of the keys"),
        ("- {of: [[1, 2]]}", "a decision has exactly one of the keys"),
        ("- {role: JUDGE}", "`role` needs `of`, which lists mentions of the person"),
        ("- {keep: [[1, 2]], to: [3, 4]}", "`to` needs `add`"),
        ("- {merge: [[1, 2]], label: PHONE}", "`label` needs `not_a_person` or `keep`"),
        ("- {add: [[1, 2]], to: [3, 4], label: PHONE}", "one of them"),
        ("- {role: judge, of: [[1, 2]]}", "role"),
        ("- {mege: [[1, 2]]}", "did you mean 'merge'"),
        ("- {Quillfeather: [[1, 2]]}", "unknown key"),
        ("- {Quillfeather: 1, Quillfeather: 2}", "not valid YAML, a key twice, or"),
        ("- keep: *Quillfeather", "not valid YAML"),
        ("- {role: Wilma Quillfeather, of: [[1, 2]]}", "role does not match"),
    ],
)
def test_mistakes_are_reported_with_their_place(line, reported):
    text = f"anonfilter: 1\ncharacters: 9\ndecisions:\n  {line}\n"
    with pytest.raises(RulesError) as error:
        parse(text.encode(), "notes.decisions.yaml")
    assert "notes.decisions.yaml:4:" in str(error.value)
    assert reported in str(error.value)
    assert not any(word in str(error.value) for word in ("Quillfeather", "mege"))


def test_a_broken_link_makes_its_document_incomplete(tmp_path):
    one = Case(tmp_path, "Abel Tamsin left.\n")
    one.beside.symlink_to(tmp_path / "gone.yaml")
    with pytest.raises(Incomplete, match="there is no such file"):
        one.filtered()


@pytest.mark.parametrize(
    ("decision", "reported"),
    [
        ("{role: QUILLFEATHER, of: [<Abel Tamsin>]}", ":4:12: unknown role; there are: "),
        ("{not_a_person: [<Abel Tamsin>], label: QUILLFEATHER}", "unknown label; there are: PERS"),
    ],
)
def test_an_unknown_role_or_label_makes_its_document_incomplete(tmp_path, decision, reported):
    one = Case(tmp_path, "Abel Tamsin left.\n")
    one.decide(decision)
    with pytest.raises(Incomplete) as error:
        one.filtered()
    assert reported in str(error.value)
    assert "QUILLFEATHER" not in str(error.value)


def test_an_invalid_file_makes_its_document_incomplete(tmp_path):
    one = Case(tmp_path, "Abel Tamsin left.\n")
    one.beside.write_text("anonfilter: 1\ndecisions: []\n")
    with pytest.raises(Incomplete, match="the key `characters:` is missing"):
        one.filtered()


def test_roles_of_the_rules_are_known(tmp_path):
    rules = NUMBERED.replace(
        "  - use: decisions",
        "  - use: roles\n    roles: {FERRYMAN: {nouns: [ferryman]}}\n  - use: decisions",
    )
    one = Case(tmp_path, "Abel Tamsin left.\n", rules)
    one.decide("{role: FERRYMAN, of: [<Abel Tamsin>]}")
    assert [span.category for span in one.filtered().analysis.spans] == ["FERRYMAN"]


def test_the_salt_of_the_digest_is_new_or_that_of_the_previous_file():
    one, other = to_bytes(TEXT, ALL), to_bytes(TEXT, ALL)
    assert one != other
    assert to_bytes(TEXT, ALL, one) == one
    unbound = b"anonfilter: 1\ncharacters: 9\n"
    assert b"digest" not in to_bytes(TEXT, ALL, unbound, bound=False)
    assert parse(unbound, "notes.decisions.yaml").is_about("123456789")
