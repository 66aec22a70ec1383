"""Decisions are applied by the filter, while it verifies its output, and by a later check."""

from __future__ import annotations

import pytest

from anonfilter.errors import Incomplete
from tests.english.resolvers.decisions.deciding import NUMBERED, RULES, Case

PHONES = NUMBERED.replace(
    "  ORGANIZATION: {kind: indirect}", "  ORGANIZATION: {kind: indirect}\n  PHONE: {kind: direct}"
).replace("      - {label: ORG", "      - {label: PHONE, regex: '[0-9-]{12}'}\n      - {label: ORG")


@pytest.fixture
def case(tmp_path):
    def make(text: str, rules: str = "") -> Case:
        return Case(tmp_path, text, rules) if rules else Case(tmp_path, text)

    return make


def test_without_decisions_nothing_changes(case):
    one = case("Abel Tamsin met Boris Tamsin.\n")
    assert one.output == "[PERSON_1] met [PERSON_2].\n"
    assert one.filtered().beside == {}


def test_merged_people_have_one_number(case):
    one = case("Abel Tamsin met Wilma Quillfeather. Abel Tamsin left.\n")
    one.decide("merge: [<Abel Tamsin>, <Wilma Quillfeather>]")
    assert one.output == "[PERSON_1] met [PERSON_1]. [PERSON_1] left.\n"


def test_a_mention_can_be_split_off(case):
    one = case("Abel Tamsin met me. Tamsin left. Tamsin stayed.\n")
    assert one.output == "[PERSON_1] met me. [PERSON_1] left. [PERSON_1] stayed.\n"
    one.decide("split: [<Tamsin#3>]")
    assert one.output == "[PERSON_1] met me. [PERSON_1] left. [PERSON_2] stayed.\n"


def test_mentions_split_off_together_are_one_person(case):
    one = case("Abel Tamsin met me. Tamsin left. Tamsin stayed.\n")
    one.decide("split: [<Tamsin#2>, <Tamsin#3>]")
    assert one.output == "[PERSON_1] met me. [PERSON_2] left. [PERSON_2] stayed.\n"


def test_later_decisions_build_on_earlier_decisions(case):
    one = case("Abel Tamsin and Boris Tamsin. Tamsin left.\n")
    one.decide("split: [<Tamsin#3>]", "merge: [<Abel Tamsin>, <Tamsin#3>]")
    assert one.output == "[PERSON_1] and [PERSON_2]. [PERSON_1] left.\n"


def test_short_forms_of_a_merged_person_get_the_numbers_of_the_full_parts(case):
    one = case("William Quillfeather came. W. Quillfeather and Wilma Quillfeather left.\n", RULES)
    one.decide("split: [<W. Quillfeather>]")
    apart = one.output
    one.decide("merge: [<William Quillfeather>, <W. Quillfeather>]")
    assert one.output.startswith("[PERSON_1] [PERSON_2] came. [PERSON_1]. [PERSON_2] and ")
    assert apart != one.output


def test_a_role_applies_to_all_mentions(case):
    one = case("Abel Tamsin met me. Tamsin left.\n")
    one.decide("{role: JUDGE, of: [<Tamsin#2>]}")
    assert [span.category for span in one.filtered().analysis.spans] == ["JUDGE", "JUDGE"]


def test_only_kept_mentions_stay_in_the_text(case):
    one = case("Abel Tamsin met Boris Tamsin. Tamsin left.\n")
    one.decide("keep: [<Boris Tamsin>]")
    done = one.filtered()
    assert done.output == b"[PERSON_1] met Boris Tamsin. [PERSON_2] left.\n"
    assert done.findings == ()


def test_a_mention_that_is_no_person_stays_unless_it_gets_another_label(case):
    one = case("Abel Tamsin grows in Quillfeather near Tamsin.\n")
    one.decide("not_a_person: [<Quillfeather>]")
    assert one.output == "[PERSON_1] grows in Quillfeather near [PERSON_1].\n"
    one.decide("{not_a_person: [<Quillfeather>], label: ORGANIZATION}")
    assert one.output == "[PERSON_1] grows in [ORGANIZATION_1] near [PERSON_1].\n"


def test_an_added_mention_is_replaced(case):
    one = case("Abel Tamsin met Ramona and Ilse Ott.\n")
    one.decide("add: [<Ramona>]", "{add: [<Ilse Ott>], to: <Abel Tamsin>}")
    assert one.output == "[PERSON_1] met [PERSON_2] and [PERSON_1].\n"


@pytest.mark.parametrize(
    "decision",
    [
        "keep: [<Abel>]",
        "keep: [<Abel Tamsin, 040-555-0199>]",
        "keep: [<Abel Tamsin, 040-555-0199, Wilma Quillfeather>]",
        "keep: [<040-555-0199>]",
        "not_a_person: [<Abel Tamsin, 040-555-0199>]",
        "not_a_person: [<040-555-0199>]",
        "{not_a_person: [<saw Abel Tamsin>], label: ORGANIZATION}",
        "keep: [<Hartwell Ltd>]",
        'keep: ["[ORGANIZATION_1]"]',
        'not_a_person: ["[PHONE_1]"]',
    ],
)
def test_a_decision_on_a_place_with_several_names_leaves_none_in_the_text(case, decision):
    one = case("I saw Abel Tamsin, 040-555-0199, Wilma Quillfeather, Hartwell Ltd.\n", PHONES)
    one.decide(decision)
    assert one.output == "I saw [PERSON_1], [PHONE_1], [PERSON_2], [ORGANIZATION_1].\n"
    (reported,) = one.remarks()
    assert "no longer matches anything" in reported


def test_an_organisation_that_is_none_stays_in_the_text(case):
    one = case("Abel Tamsin left Hartwell Ltd.\n")
    one.decide("not_a_person: [<Hartwell Ltd>]")
    assert one.output == "[PERSON_1] left Hartwell Ltd.\n"
    assert one.filtered().findings == ()


def test_another_finding_stays_if_the_decision_names_its_label(case):
    one = case("Call 040-555-0199 or 040-555-0142, Abel Tamsin.\n", PHONES)
    one.decide("{keep: [<040-555-0142>], label: PHONE}")
    done = one.filtered()
    assert done.output == b"Call [PHONE_1] or 040-555-0142, [PERSON_1].\n"
    assert done.findings == ()


def test_a_kept_label_does_not_keep_another_label(case):
    one = case("Abel Tamsin.\n", PHONES)
    one.decide("{keep: [<Abel Tamsin>], label: PHONE}")
    assert one.output == "[PERSON_1].\n"
    (reported,) = one.remarks()
    assert "no longer matches anything" in reported


def test_a_finding_gets_another_label(case):
    one = case("Call (040-555-0199), Abel Tamsin.\n", PHONES.replace("[0-9-]{12}", "\\([0-9-]+\\)"))
    one.decide("{add: [<(040-555-0199)>, <Abel Tamsin>], label: ORGANIZATION}")
    done = one.filtered()
    assert done.output == b"Call [ORGANIZATION_1], [ORGANIZATION_2].\n"
    assert done.findings == ()


def test_the_number_of_unchanged_mentions_is_reported(case):
    one = case("Abel Tamsin met Wilma Quillfeather, Boris Tamsin.\n")
    one.decide("keep: [<Abel Tamsin>]", "not_a_person: [<Boris Tamsin>]")
    assert one.remarks() == ["mentions that stay in the text by decision: 2"]


# addresses by tag


def test_a_tag_means_the_person_who_has_it_in_the_output(case):
    one = case("Abel Tamsin met Wilma Quillfeather. Wilma Quillfeather left.\n")
    one.decide('merge: ["[PERSON_1]", "[PERSON_2]"]')
    assert one.output == "[PERSON_1] met [PERSON_1]. [PERSON_1] left.\n"
    one.decide('keep: ["[PERSON_2]"]')
    assert one.output == "[PERSON_1] met Wilma Quillfeather. Wilma Quillfeather left.\n"


def test_tags_are_those_of_the_text_without_decisions(case):
    one = case("Abel Tamsin met Wilma Quillfeather and Boris Tamsin.\n")
    one.decide('merge: ["[PERSON_1]", "[PERSON_2]"]', 'keep: ["[PERSON_3]"]')
    assert one.output == "[PERSON_1] met [PERSON_1] and Boris Tamsin.\n"


def test_an_earlier_decision_by_place_does_not_change_what_a_tag_means(case):
    one = case("Abel Tamsin met me. Tamsin left. Wilma Quillfeather stayed.\n")
    assert one.output == "[PERSON_1] met me. [PERSON_1] left. [PERSON_2] stayed.\n"
    one.decide("split: [<Tamsin#2>]", 'keep: ["[PERSON_2]"]')
    assert one.output == "[PERSON_1] met me. [PERSON_2] left. Wilma Quillfeather stayed.\n"
    one.decide("split: [<Tamsin#2>]", 'keep: ["[PERSON_3]"]')
    assert one.output == "[PERSON_1] met me. [PERSON_2] left. [PERSON_3] stayed.\n"


def test_the_tags_of_several_parts_address_one_person(case):
    text = "Abel Tamsin met Boris Tamsin. Boris Tamsin left.\n"
    one = case(text, RULES)
    one.decide('keep: ["[PERSON_3] [PERSON_2]"]')
    assert one.output == "[PERSON_1] [PERSON_2] met Boris Tamsin. Boris Tamsin left.\n"


def test_a_tag_of_several_people_selects_none_of_them(case):
    one = case("Abel Tamsin met Boris Tamsin.\n", RULES)
    one.decide('keep: ["[PERSON_2]"]')
    assert one.output == "[PERSON_1] [PERSON_2] met [PERSON_3] [PERSON_2].\n"
    assert one.remarks() == [
        "decision 1 (keep) no longer matches anything: the tag stands for several people"
    ]


# decisions that no longer match


def test_a_decision_without_a_match_is_reported_and_the_others_are_applied(case):
    one = case("Abel Tamsin met Wilma Quillfeather.\n")
    one.decide("merge: [<met>, [900, 904]]", 'keep: ["[PERSON_9]"]', "keep: [<Abel Tamsin>]")
    assert one.output == "Abel Tamsin met [PERSON_1].\n"
    assert [remark.partition(":")[0] for remark in one.remarks()] == [
        "decision 1 (merge) no longer matches anything",
        "decision 2 (keep) no longer matches anything",
        "mentions that stay in the text by decision",
    ]


def test_nothing_is_left_in_a_text_that_changed(case):
    one = case("Abel Tamsin met Wilma Quillfeather.\n")
    one.decide(
        "keep: [<Abel Tamsin>]",
        "not_a_person: [<Wilma Quillfeather>]",
        "merge: [<Abel Tamsin>, <Wilma Quillfeather>]",
        characters=12,
    )
    assert one.output == "[PERSON_1] met [PERSON_1].\n"
    assert len(one.remarks()) == 2


def test_a_lost_mention_makes_the_filter_fail(case):
    one = case("Abel Tamsin met Ramona.\n")
    one.decide("add: [<Ramona>]", characters=12)
    with pytest.raises(Incomplete, match=r"decision 1 \(add\) no longer matches anything"):
        one.filtered()


def test_a_place_inside_a_word_matches_nothing(case):
    one = case("Abel Tamsin met Quillfeather.\n")
    one.decide("keep: [<Quill>]", "keep: [<feather>]")
    assert one.output == "[PERSON_1] met [PERSON_2].\n"
    assert len(one.remarks()) == 2


def test_remarks_have_no_values(case):
    one = case("Abel Tamsin met Quillfeather.\n")
    one.decide("keep: [<Quill>]", "merge: [<met>, <Abel>]")
    assert not any(name in remark for remark in one.remarks() for name in ("Tamsin", "Quill"))


# the decisions file of the filtered text


def test_the_filtered_text_gets_a_decisions_file(case):
    one = case("Abel Tamsin met Wilma Quillfeather in Tamsin, Quillfeather.\n")
    one.decide(
        "merge: [<Abel Tamsin>, <Wilma Quillfeather>]",
        "keep: [<Wilma Quillfeather>]",
        "not_a_person: [<Tamsin#2>]",
    )
    done = one.filtered()
    filtered = Case(one.folder, done.output.decode())
    assert filtered.text == "[PERSON_1] met Wilma Quillfeather in Tamsin, [PERSON_1].\n"
    one.beside.write_bytes(done.beside[".decisions.yaml"])
    assert "merge" not in one.beside.read_text()
    again = filtered.filtered()
    assert again.output.decode() == filtered.text
    assert again.beside == done.beside
    (reported,) = [remark.reason for remark in again.analysis.remarks]
    assert reported == "mentions that stay in the text by decision: 2"


def test_the_new_decisions_file_has_the_labels_of_kept_mentions(case):
    one = case("Abel Tamsin, 040-555-0199, and Hartwell Ltd.\n", PHONES)
    one.decide(
        "{keep: [<040-555-0199>], label: PHONE}", "{keep: [<Hartwell Ltd>], label: ORGANIZATION}"
    )
    done = one.filtered()
    filtered = Case(one.folder, done.output.decode(), PHONES)
    assert filtered.text == "[PERSON_1], 040-555-0199, and Hartwell Ltd.\n"
    one.beside.write_bytes(done.beside[".decisions.yaml"])
    again = filtered.filtered()
    assert again.output == done.output
    assert again.beside == done.beside


def test_names_of_a_kept_role_stay_while_the_output_is_verified(case):
    rules = RULES.replace("detectors:", "people: {keep: [JUDGE]}\ndetectors:").replace(
        "  - use: decisions", "  - use: roles\n  - use: reconcile-roles\n  - use: decisions"
    )
    one = case("Abel Tamsin met Wilma Quillfeather. Wilma Quillfeather left.\n", rules)
    one.decide("{role: JUDGE, of: [<Wilma Quillfeather>]}")
    done = one.filtered()
    text = done.output.decode()
    assert text == "[PERSON_1] [PERSON_2] met Wilma Quillfeather. Wilma Quillfeather left.\n"
    one.beside.write_bytes(done.beside[".decisions.yaml"])
    assert Case(one.folder, text, rules).output == text


def test_without_its_decisions_file_the_filtered_text_is_filtered_completely(case):
    one = case("Abel Tamsin met Wilma Quillfeather.\n")
    one.decide("keep: [<Wilma Quillfeather>]")
    filtered = Case(one.folder, one.output)
    one.beside.unlink()
    assert filtered.output == "[PERSON_1] met [PERSON_2].\n"


def test_a_kept_name_is_no_leak_of_the_same_name_elsewhere(case):
    one = case("Abel Tamsin met Tamsin. Wilma Quillfeather met Quillfeather.\n")
    one.decide("keep: [<Tamsin#2>]")
    assert one.filtered().findings == ()
    assert one.output == "[PERSON_1] met Tamsin. [PERSON_2] met [PERSON_2].\n"


def test_places_count_the_characters_of_the_file_before_cleaning(case):
    one = case(
        "A soft\u00adhyphen, and caf\u0065\u0301.\r\nAbel Tamsin met Wilma Quillfeather.\r\n"
    )
    one.decide("keep: [<Wilma Quillfeather>]")
    assert one.output.endswith("[PERSON_1] met Wilma Quillfeather.\r\n")


def test_rules_without_the_resolver_ignore_decisions(case):
    one = case("Abel Tamsin left.\n", RULES.replace("  - use: decisions\n", ""))
    one.decide("keep: [<Abel Tamsin>]")
    assert one.output == "[PERSON_1] [PERSON_2] left.\n"
