"""Originals become less exact values, in tags that only the rules can write."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from anonfilter import Engine
from anonfilter.contract.tags import is_generalised
from anonfilter.errors import RulesError
from anonfilter.rules import parse_ruleset
from anonfilter.testing import Case, Check, checks
from tests.commands.commandline import CommandLine
from tests.git_repository import Repository

RULES = """
anonfilter: 1
labels:
  AGE: {tag: '[AGE]', generalise: {band: 5}}
  DATE: {tag: '[DATE]', generalise: {to: month}}
  BORN: {tag: '[BORN]', generalise: {to: year}}
  DECADE: {tag: '[DECADE]', generalise: {to: decade}}
  COUNTRY: {tag: '[COUNTRY]', generalise: {to: country, home: US}}
  LOCATION: {tag: '[LOCATION]', generalise: {to: region}}
  AREA: {tag: '[AREA]', generalise: {to: urban-rural}}
  CONTINENT: {tag: '[CONTINENT]', generalise: {to: continent}}
  JOB: {tag: '[JOB]', generalise: {to: group}}
  ORGANIZATION: {tag: '[ORGANIZATION]', generalise: {to: kind}}
  PAY: {tag: '[PAY]', generalise: {range: 10000}}
formats: [{use: text}, {use: csv}]
detectors:
  - use: patterns
    patterns:
      - {label: AGE, regex: 'age (?P<value>[^.]+)\\.', examples: [age 7.]}
      - {label: DATE, regex: 'on (?P<value>[^.]+)\\.', examples: [on May 3.]}
      - {label: BORN, regex: 'born (?P<value>[^.]+)\\.', examples: [born 1971.]}
      - {label: DECADE, regex: 'around (?P<value>[^.]+)\\.', examples: [around 1971.]}
      - {label: COUNTRY, regex: 'from (?P<value>[^.,]+)', examples: [from Paris]}
      - {label: LOCATION, regex: 'lives in (?P<value>[^.,]+)', examples: [lives in Paris]}
      - {label: AREA, regex: 'near (?P<value>[^.,]+)', examples: [near Paris]}
      - {label: CONTINENT, regex: 'toured (?P<value>[^.,]+)', examples: [toured Mali]}
      - {label: JOB, regex: 'a trained (?P<value>[^.]+)\\.', examples: [a trained nurse.]}
      - {label: ORGANIZATION, regex: 'works at (?P<value>[^.]+)\\.', examples: [works at Ace Bank.]}
      - {label: PAY, regex: 'earns (?P<value>[^;\ufffc]+);', examples: ['earns 5;']}
taggers: [{use: numbered}]
"""
TEXT = "She is age 37. She was born 3 May 1971. He lives in Toronto, and earns $45,500 a year;\n"
CASE = Case("tagger", "generalise", RULES, {"note.txt": TEXT})


@pytest.mark.slow
@pytest.mark.parametrize("check", checks("tagger"))
def test_a_promise_of_plugins_is_kept(check: Check) -> None:
    check(CASE)


@pytest.mark.parametrize(
    ("text", "filtered"),
    [
        ("age 37.", "age [AGE: 35-39]."),
        ("age thirty-nine.", "age [AGE: 35-39]."),
        ("age 0.", "age [AGE: 0-4]."),
        ("age 89.", "age [AGE: 85-89]."),
        ("age 94.", "age [AGE: 90+]."),
        ("age six months.", "age [AGE]."),
        ("age 37 or 41.", "age [AGE]."),
        ("age 437.", "age [AGE]."),
        ("on 3 May 1971.", "on [DATE: May 1971]."),
        ("on Monday, the third of May, nineteen seventy-one.", "on [DATE: May 1971]."),
        ("on 1971-05-03.", "on [DATE: May 1971]."),
        ("on 25/12/1985.", "on [DATE: December 1985]."),
        ("on 03/04/1985.", "on [DATE: 1985]."),
        ("on 3 May.", "on [DATE: May]."),
        ("on the 1970s.", "on [DATE: 1970s]."),
        ("on the 3rd.", "on [DATE]."),
        ("on 3 May '71.", "on [DATE]."),
        ("on 1970/71.", "on [DATE]."),
        ("on 31/25/1985.", "on [DATE]."),
        ("born 3 May 1971.", "born [DATE: 1971]."),
        ("born 3 May.", "born [BORN]."),
        ("around 1968.", "around [DATE: 1960s]."),
        ("around 1968 or 1969.", "around [DATE: 1960s]."),
        ("around 1969 or 1970.", "around [DECADE]."),
        ("from Lyon", "from [PLACE: France]"),
        ("from Cambridge", "from [PLACE: United States]"),
        ("from England", "from [PLACE: United Kingdom]"),
        ("from Fenwick on the Quill", "from [COUNTRY]"),
        ("lives in Toronto", "lives in [PLACE: Ontario]"),
        ("lives in Glasgow", "lives in [PLACE: Scotland]"),
        ("lives in Paris", "lives in [PLACE: France]"),
        ("lives in Paris, Texas", "lives in [PLACE: Texas], Texas"),
        ("lives in Cambridge", "lives in [LOCATION]"),
        ("lives in Georgia", "lives in [PLACE: Georgia]"),
        ("near Toronto", "near [PLACE: urban]"),
        ("near Aldeburgh", "near [PLACE: rural]"),
        ("near France", "near [AREA]"),
        ("toured Mali", "toured [PLACE: Africa]"),
        ("a trained senior staff nurse.", "a trained [OCCUPATION: Health Professionals]."),
        (
            "a trained veterinary nurse.",
            "a trained [OCCUPATION: Health Technicians and Assistants].",
        ),
        ("a trained fire-eater.", "a trained [JOB]."),
        ("works at St Mary's Hospital.", "works at [ORGANIZATION: hospital]."),
        ("works at Quillfeather.", "works at [ORGANIZATION]."),
        ("earns £45,500 a year;", "earns £[AMOUNT: 40000-49999] a year;"),
        ("earns 25/25/1985;", "earns [PAY];"),
        ("earns 1.2 million;", "earns [AMOUNT: 1200000-1209999];"),
        ("earns 45k;", "earns [AMOUNT: 40000-49999];"),
        ("earns forty-five thousand;", "earns [AMOUNT: 40000-49999];"),
        ("earns 45 or 46 thousand;", "earns [PAY];"),
    ],
)
def test_an_original_becomes_less_exact_or_gets_the_plain_tag(text: str, filtered: str) -> None:
    assert CASE.filtered(text) == filtered
    assert CASE.filtered(filtered) == filtered
    assert not CASE.engine.check(CASE.engine.read_document(filtered.encode(), "note.txt"))


@pytest.mark.parametrize(
    "tag",
    [
        "[AGE: 37]",
        "[AGE: 36-40]",
        "[AGE: 35-44]",
        "[DATE: 3 May 1971]",
        "[DATE: Wilma Quillfeather]",
        "[PLACE: Aldeburgh]",
        "[OCCUPATION: nurse]",
        "[AMOUNT: 45500]",
        "[AMOUNT: 45500-55499]",
        "[NAME: France]",
    ],
)
def test_only_values_of_the_rules_are_tags(tag: str) -> None:
    """A real value in the form of a tag is read like any other text."""
    assert CASE.engine.grammar.find(tag) == ()


def test_the_form_of_a_tag_shows_that_it_is_generalised() -> None:
    assert is_generalised("[AGE: 35-39]")
    assert not is_generalised("[AGE]")
    assert not is_generalised("[AGE_35]")
    assert not is_generalised("[NOTE: laughs]")


def test_a_cell_is_quoted_and_its_neighbours_stay(tmp_path: Path) -> None:
    source = b"who,what\n1,She is age 37.\n"
    output = CASE.engine.redact(CASE.engine.read_document(source, "t.csv")).output
    assert output == b"who,what\n1,She is age [AGE: 35-39].\n"


@pytest.mark.parametrize(
    "settings", ["{}", "{band: 5, to: year}", "{band: 1}", "{to: street}", "{to: year, home: Uk}"]
)
def test_settings_that_say_nothing_or_two_things_are_refused(settings: str) -> None:
    with pytest.raises(RulesError):
        parse_ruleset(RULES.replace("{band: 5}", settings), "rules.yaml")


def test_rules_that_extend_others_can_switch_it_off(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(RULES)
    own = "anonfilter: 1\nextends: base.yaml\nlabels: {AGE: {generalise: null}}\n"
    engine = Engine(parse_ruleset(own, str(tmp_path / "own.yaml")))
    document = engine.read_document(b"age 37. born 1971.", "note.txt")
    assert engine.redact(document).output == b"age [AGE]. born [DATE: 1971]."


@pytest.mark.usefixtures("home")
def test_the_sidecar_restores_what_was_generalised(
    run: CommandLine, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two originals have the same tag, and each place gets its own again."""
    rules = run.folder.parent / "rules" / "general.yaml"
    rules.write_text(RULES)
    monkeypatch.setenv("ANONFILTER_RULES", str(rules))
    run("key", "new")
    original = "She is age 37. He is age 39. They met on 3 May 1971.\nA note: [AGE: 36].\n"
    path = repository.write("talk.txt", original)
    assert run("-i", "talk.txt").code == 0
    filtered = path.read_text()
    assert filtered.startswith("She is age [AGE: 35-39]. He is age [AGE: 35-39].")
    assert run("check", "talk.txt").code == 0
    assert run("-i", "talk.txt").code == 0
    assert path.read_text() == filtered
    assert run("map", "verify").code == 0
    assert run("restore", "talk.txt").out == original


def test_a_file_name_gets_plain_tags(
    run: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some systems allow no colon in the name of a file."""
    rules = folder.parent / "rules" / "general.yaml"
    rules.write_text("anonfilter: 1\nextends: fast\nlabels: {AGE: {generalise: {band: 5}}}\n")
    monkeypatch.setenv("ANONFILTER_RULES", str(rules))
    (folder / "Woman aged 37.txt").write_text("She is aged 37.\n")
    assert run("--rename", "-o", "out", "Woman aged 37.txt").code == 0
    assert (folder / "out" / "Woman aged [AGE].txt").read_text() == "She is aged [AGE: 35-39].\n"


def test_the_name_of_a_sheet_can_be_generalised() -> None:
    """Excel allows neither brackets nor a colon in it."""
    rules = """
anonfilter: 1
extends: fast
labels: {LOCATION: {generalise: {to: country}}}
detectors: [{use: dictionary, terms: [Lyon], label: LOCATION}]
"""
    book, written = Workbook(), io.BytesIO()
    book.active.title = "Lyon"
    book.active.append(["Town"])
    book.active.append(["Lyon"])
    book.save(written)
    case = Case("tagger", "generalise", rules, {"towns.xlsx": written.getvalue()})
    filtered = case.redact("towns.xlsx")
    sheets = load_workbook(io.BytesIO(filtered))
    assert sheets.sheetnames == ["\uff3bPLACE\uff1a France\uff3d"]
    assert list(sheets.active.values) == [("Town",), ("[PLACE: France]",)]
    assert not case.engine.check(case.engine.read_document(filtered, "towns.xlsx"))


def test_occupations_and_amounts_have_a_list_and_a_pack() -> None:
    rules = """
anonfilter: 1
extends: fast
labels:
  PROFESSION: {redact: true, generalise: {to: group}}
  AMOUNT: {redact: true, generalise: {range: 10000}}
detectors:
  - use: dictionary
    name: occupations
    lists: [occupations]
    label: PROFESSION
    case: ignore
    after: names
  - {use: patterns, packs: [amounts]}
"""
    case = Case("tagger", "generalise", rules, {"note.txt": ""})
    text = (
        "Mr Baker was a staff nurse. Nurses got £21,500, "
        "and bus drivers nineteen thousand pounds.\n"
    )
    nurse = "[OCCUPATION: Health Professionals]"
    assert case.filtered(text) == (
        f"Mr [PERSON_1] was a staff {nurse}. {nurse} got "
        "£[AMOUNT: 20000-29999], and "
        "[OCCUPATION: Drivers and Mobile Plant Operators] [AMOUNT: 10000-19999] pounds.\n"
    )
