"""The decisions that follow from an edited list of people."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.decisions.decisions_file import Decision
from anonfilter_review.people.worksheet import Person, Unreadable, decisions, parse

BEFORE = """
p1 WITNESS
  10-20  1:11  Abel Tamsin
  30-36  2:1   Tamsin
  50-56  2:21  Tamsin

p2 JUDGE keep
  70-88  3:1   Wilma Quillfeather

p3
  90-96  4:1   Ilse
"""


def changed(*pairs: tuple[str, str]) -> list[Decision]:
    after = BEFORE
    for old, new in pairs:
        assert old in after
        after = after.replace(old, new)
    return decisions(parse(BEFORE), parse(after), frozenset())


def test_a_sheet_has_a_block_for_each_person_and_a_line_for_each_mention():
    assert parse(f"# a remark\n{BEFORE}") == {
        "p1": Person("WITNESS", False, [(10, 20), (30, 36), (50, 56)]),
        "p2": Person("JUDGE", True, [(70, 88)]),
        "p3": Person("", False, [(90, 96)]),
    }


def test_an_unchanged_sheet_has_no_decisions():
    assert changed() == []


def test_two_blocks_with_one_id_are_merged():
    assert changed(("p3\n", "p1\n")) == [Decision(merge=((10, 20), (90, 96)))]


def test_a_line_under_a_new_id_is_split_off():
    after = changed(("  50-56  2:21  Tamsin\n", ""), ("p3\n", "brother\n  50-56\n\np3\n"))
    assert after == [Decision(split=((50, 56),))]


def test_a_line_moved_to_a_person_belongs_to_that_person():
    after = changed(("  50-56  2:21  Tamsin\n", ""), ("p3\n", "p3\n  50-56\n"))
    assert after == [Decision(split=((50, 56),)), Decision(merge=((90, 96), (50, 56)))]


def test_roles_and_kept_people_are_decisions():
    assert changed(("p1 WITNESS", "p1 VICTIM"), ("p3\n", "p3 OFFICER keep\n")) == [
        Decision(role="VICTIM", of=((10, 20),)),
        Decision(role="OFFICER", of=((90, 96),)),
        Decision(keep=((90, 96),)),
    ]


def test_a_merged_person_gets_the_role_without_a_decision():
    assert changed(("p3\n", "p1\n")) == changed(("p3\n", "p1 WITNESS\n"))


def test_a_deleted_line_is_no_person():
    assert changed(("  90-96  4:1   Ilse\n", "")) == [Decision(not_a_person=((90, 96),))]


def test_a_deleted_or_kept_line_of_an_organisation_is_no_person():
    after = parse(BEFORE.replace("  90-96  4:1   Ilse\n", ""))
    bodies = frozenset({(90, 96)})
    assert decisions(parse(BEFORE), after, bodies) == [Decision(not_a_person=((90, 96),))]
    after = parse(BEFORE.replace("p3\n", "p3 keep\n"))
    assert decisions(parse(BEFORE), after, bodies) == [Decision(not_a_person=((90, 96),))]


def test_a_new_line_adds_a_mention():
    assert changed(("p3\n", "p3\n  100-104\n")) == [Decision(add=((100, 104),), to=(90, 96))]
    assert changed(("p3\n", "aunt RELATIVE\n  100-104\n  110-114\np3\n")) == [
        Decision(add=((100, 104),)),
        Decision(add=((110, 114),), to=(100, 104)),
        Decision(role="RELATIVE", of=((100, 104),)),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        "  10-20  first\n" + BEFORE,
        BEFORE + "  ten-twenty\n",
        BEFORE + "  10-20\n",
        BEFORE + "  9-4\n",
        BEFORE + "p4 judge\n",
    ],
)
def test_invalid_lines_are_refused(wrong):
    with pytest.raises(Unreadable):
        parse(wrong)
