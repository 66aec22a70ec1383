"""The names and aliases of a roster are replaced with every ruleset."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from anonfilter_english.knowledge.people.roster_file import Entry, Roster

from anonfilter import Engine, Options
from anonfilter.errors import AnonfilterError
from anonfilter.rules import parse_ruleset

SHIPPED = ("default", "fast", "thorough", "call", "hearing", "legal")
WRITTEN = """\
Adaeze Okafor
Okafor, Adaeze
Sunny Dee
SUNNY  DEE
The Duchess
Doc
zorro
Zorro
tomasz wierzba""".splitlines()
PEOPLE = """\
people:
  - name: Adaeze Okafor
    aliases: [Sunny Dee, the Duchess, Doc]
    role: WITNESS
  - {name: Tomasz Wierzba, aliases: zorro}
"""
SMALL = """\
anonfilter: 1
labels: {PERSON: {kind: direct, tag: '[PERSON_{n}]'}}
formats: [{use: text}]
detectors: [{use: dictionary, terms: [Quillon], label: PERSON}]
taggers: [{use: numbered}]
"""


PAGE = Path(__file__).parents[3] / "docs" / "roster.md"


def engine(rules: str, folder: Path, people: str = PEOPLE, **options: frozenset[str]) -> Engine:
    path = folder / "people.yaml"
    path.write_text(people)
    return Engine(parse_ruleset(rules, "own.yaml"), Options(rosters=(path,), **options))


def filtered(text: str, by: Engine) -> str:
    return by.redact(by.read_document(text.encode(), "a.txt")).output.decode()


def extending(name: str, more: str = "") -> str:
    return f"anonfilter: 1\nextends: {name}\n{more}"


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_a_name_of_the_roster_is_replaced(name: str, tmp_path: Path) -> None:
    by = engine(extending(name), tmp_path)
    done = {one: filtered(f"On Monday {one} left the house.", by).casefold() for one in WRITTEN}
    left = [one for one, text in done.items() if one.split()[-1].strip(",").casefold() in text]
    assert left == []


def test_rules_without_resolvers_replace_names_of_the_roster(tmp_path: Path) -> None:
    text = "Then Doc and the Duchess met Zorro."
    by = engine(SMALL, tmp_path)
    assert filtered(text, by) == "Then [PERSON_1] and [PERSON_1] met [PERSON_2]."


@pytest.mark.parametrize("name", ["fast", "default"])
def test_aliases_have_the_tag_of_their_person(name: str, tmp_path: Path) -> None:
    text = "Adaeze Okafor came. The Duchess, as Sunny Dee is called, met zorro and Tomasz Wierzba."
    assert filtered(text, engine(extending(name), tmp_path)) == (
        "[PERSON_1] came. [PERSON_1], as [PERSON_1] is called, met [PERSON_2] and [PERSON_2]."
    )


def test_an_alias_of_two_people_has_a_number_of_its_own(tmp_path: Path) -> None:
    people = "people:\n  - {name: Ada Quell, aliases: Doc}\n  - {name: Bo Fenn, aliases: Doc}\n"
    done = filtered("Ada Quell and Bo Fenn met Doc.", engine(SMALL, tmp_path, people))
    assert done == "[PERSON_1] and [PERSON_2] met [PERSON_3]."


@pytest.mark.parametrize(
    "more",
    [
        "resolvers: [{use: roles}]",
        "resolvers: [{use: exclude, terms: [Doc, the Duchess]}]",
        pytest.param("detectors: [{use: roster, enabled: false}]", marks=pytest.mark.slow),
        "detectors: [{use: dictionary, name: roster, terms: [Quillon], label: PERSON}]",
    ],
)
def test_no_other_rule_excludes_names_of_a_roster(more: str, tmp_path: Path) -> None:
    by = engine(extending("legal" if "enabled" in more else "fast", f"{more}\n"), tmp_path)
    done = filtered("There the Duchess came, and Doc.", by)
    assert "Duchess" not in done
    assert "Doc" not in done


@pytest.mark.parametrize("written", ["''", "'-'", "' '", "(Doc)", "'?!'"])
@pytest.mark.parametrize(
    ("entry", "where"), [("name: {}", ":1:17: "), ("name: Ada Quell, aliases: [{}]", ":1:38: ")]
)
def test_a_name_without_a_word_is_refused_with_its_place(
    written: str, entry: str, where: str, tmp_path: Path
) -> None:
    with pytest.raises(AnonfilterError) as raised:
        engine(SMALL, tmp_path, f"people: [{{{entry.format(written)}}}]")
    assert where in str(raised.value)
    assert raised.value.exit_code == 2


def test_common_words_need_a_capital(tmp_path: Path) -> None:
    by = engine(SMALL, tmp_path, "people: [{name: Mark Wren, aliases: [Mark, Hope]}]")
    assert filtered("We hope to mark it. Ask Mark.", by) == "We hope to mark it. Ask [PERSON_1]."


@pytest.mark.slow
def test_roles_of_a_roster_keep_people_that_the_rules_keep(tmp_path: Path) -> None:
    by = engine(extending("legal"), tmp_path, "people: [{name: Osric Penhale, role: JUDGE}]")
    assert filtered("There Osric Penhale sat.", by) == "There Osric Penhale sat."


def test_text_filtered_with_a_roster_is_clean(tmp_path: Path) -> None:
    by = engine(extending("fast"), tmp_path)
    output = filtered("There the Duchess met Zorro.", by)
    assert by.check(by.read_document(output.encode(), "a.txt")) == []


@pytest.mark.parametrize(
    "options", [{"only": frozenset({"DATE"})}, {"excepted": frozenset({"PERSON"})}]
)
def test_a_roster_of_people_who_are_not_replaced_is_refused(
    options: dict[str, frozenset[str]], tmp_path: Path
) -> None:
    with pytest.raises(AnonfilterError, match="PERSON is not replaced"):
        engine(extending("fast"), tmp_path, **options)


def test_rules_that_do_not_know_the_label_of_a_roster_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AnonfilterError, match="do not declare: PERSON"):
        engine(SMALL.replace("PERSON", "PATIENT"), tmp_path)


@pytest.mark.slow
def test_the_example_of_the_documentation_does_what_the_page_says(tmp_path: Path) -> None:
    people, text = re.findall(r"```(?:yaml|text)\n(.*?)```", PAGE.read_text(), re.DOTALL)
    done = filtered(text, engine(extending("default"), tmp_path, people))
    names = ("okafor", "adaeze", "zorro", "duchess")
    assert all(name in text.casefold() for name in names)
    assert not any(name in done.casefold() for name in names)


def test_the_documentation_lists_every_key() -> None:
    keys = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(), re.MULTILINE))
    assert keys == {*Roster.model_fields, *Entry.model_fields}


CODED = SMALL.replace("formats: [", "formats: [{use: html}, {use: jsonl}, ").replace(
    "terms: [Quillon]", "terms: [Quillon, Ward 9 North, default, the house, var]"
)


def in_page(script: str, by: Engine) -> str:
    page = f'<body><script>{script}</script><p class="{script}">So.</p></body>'
    return by.redact(by.read_document(page.encode(), "a.html")).output.decode()


@pytest.mark.parametrize(
    "name",
    [
        "Adaeze Okafor",
        "Okafor, Adaeze",
        "Sunny Dee",
        "SUNNY DEE",
        "zorro",
        "Quillon",
        "Ward 9 North",
    ],
)
def test_names_and_terms_are_found_in_text_for_programs(name: str, tmp_path: Path) -> None:
    by = engine(CODED, tmp_path, PEOPLE.replace("Doc]", "Doc, SUNNY DEE]"))
    assert name not in in_page(f"var who='{name}';", by)
    assert name not in in_page(f"f({name}.x)", by)


def test_a_check_reports_a_name_in_a_script(tmp_path: Path) -> None:
    by = engine(CODED, tmp_path)
    page = b"<body><script>var who='Adaeze Okafor';</script><p>So.</p></body>"
    assert len(by.check(by.read_document(page, "a.html"))) == 1


def test_a_name_is_found_in_a_setting_of_json(tmp_path: Path) -> None:
    by = engine(CODED, tmp_path)
    output = by.redact(by.read_document(b'{"font": "Adaeze Okafor", "a": "So."}', "a.json")).output
    assert output == b'{"font": "[PERSON_1]", "a": "So."}'


@pytest.mark.parametrize(
    "script",
    [
        "var Mark = 1; default: hope(the house)",
        "adaezeOkafor = AdaezeOkafor + Quillons",
        "doc.Doc(adaeze okafor)",
    ],
)
def test_code_without_a_name_is_unchanged(script: str, tmp_path: Path) -> None:
    people = PEOPLE + "  - {name: Mark Wren, aliases: [Mark, Hope]}\n"
    page = in_page(script, engine(CODED, tmp_path, people))
    assert page.count(script) == 2
