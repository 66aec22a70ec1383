"""The shipped ruleset `legal` with its real models: what a judgment becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from anonfilter_measure.evaluation.filtered_gold import filter_gold
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.evaluation.readers import read
from anonfilter_measure.evaluation.role_scores import section

from anonfilter.engine.pipeline import Engine, Options
from tests import shipped

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"


@pytest.fixture(scope="module")
def legal() -> Engine:
    return Engine(shipped.ruleset("legal"), Options(assume_language=True))


@pytest.fixture(scope="module")
def filtered(legal: Engine) -> str:
    """The example filtered; what comes out is finished: clean, and the same when filtered again."""
    return finished(legal, "judgment")


def finished(legal: Engine, name: str) -> str:
    path = EXAMPLES / f"{name}.txt"
    done = legal.redact(legal.read_document(path.read_bytes(), path.name))
    assert done.findings == ()
    out = legal.read_document(done.output, path.name)
    assert legal.check(out) == []
    assert legal.redact(out).output == done.output
    return done.output.decode()


GONE = """
    Penhale Essery Mahmooda Fars[iy] Marchetti Tamsin Jory Okonjo Wendell Abara Brzeska Voss
    Calloway Delacourt Corvin Bramble
""".split()
STAYS = [
    "Mr. Justice Everard Quillon",
    "Dr. Anselm Riedweg",
    "Ms. Noor Halabi",
    "Neither Dr. Riedweg",
    "Fenwick v. Ashdown Dock Co. [1931] AC 562",
    "Tressider v Crown Estates Board (1988)",
    "Ysolde Karras, The Law",
    "As Karras says",
]


@pytest.mark.parametrize("name", GONE)
def test_replaced_people(filtered: str, name: str) -> None:
    assert not re.search(name, filtered, re.I)


@pytest.mark.parametrize("words", STAYS)
def test_people_who_stay(filtered: str, words: str) -> None:
    assert words in filtered


def test_tags_tell_the_role(filtered: str) -> None:
    for line in (
        r"The Claimant, \[PARTY_1\], says that\nthe First Respondent, Mr. \[PARTY_2\], promised",
        r"Mr. \[WITNESS_1\], who kept .* no\ndock was free that winter. \[WITNESS_1\]",
        r"Ms. \[WITNESS_2\]\ntestified .* Ms. \[WITNESS_2\] was less certain",
        r"Ms. \[RELATIVE_1\], was present",
        r"Detective Sergeant \[OFFICER_1\] .* Sgt. \[OFFICER_1\]'s notebook",
        r"Interpreter: Ms. \[INTERPRETER_1\]",
        r"For the Respondents: Mr. \[LAWYER_3\] Q.C.",
    ):
        assert re.search(line, filtered), line


@pytest.mark.parametrize(
    ("name", "mentions", "people"),
    [
        ("judgment", 0.85, 0.75),
        ("award", 0.85, 0.85),
        ("appeal", 0.85, 0.8),
        ("chamber", 0.9, 0.9),
        ("sport", 0.85, 0.85),
        ("opinion", 0.75, 0.65),
    ],
)
def test_roles_are_those_of_the_gold(
    legal: Engine, name: str, mentions: float, people: float
) -> None:
    """And people with a replaced role do not stay."""
    gold = read(str(EXAMPLES / f"{name}.gold.jsonl"), Labels(legal.labels, {}))
    made = section(list(filter_gold(legal, gold)))
    assert made is not None
    overall = made.data["overall"]
    assert overall["accuracy"] >= mentions
    assert overall["people_accuracy"] >= people
    stay = {role for role, one in made.data.items() if one["stay"] and role != "overall"}
    assert stay <= {"JUDGE", "ARBITRATOR", "TRIBUNAL_MEMBER", "AUTHOR", "CITED"}


@pytest.mark.parametrize(
    ("name", "goes", "stays"),
    [
        (
            "award",
            ["Nadia", "Kestrel", "Hoekstra", "Abreu", "Sandoval", "Menon", "Tamsel"],
            [
                "Mr. Chukwuemeka Obi, S.C.",
                "Sir Gervase Thorne",
                "Judge Wilhelmina Crane",
                "Arkley v Dunmere Canal Co [1974] 1 WLR 911",
            ],
        ),
        (
            "appeal",
            ["Pandhare", "Sawle", "Keshav", "Suraj ", "Raghu", "Kotwal"],
            ["JUSTICE V. R. SARABHOJ", "Chitnis, J.", "Rameshwar Dubey v. State"],
        ),
        (
            "chamber",
            [
                "Veszpremi",
                "VESZPREMI",
                "Oltvanyi",
                "P.V.",
                "K.L.",
                "G.S.",
                "Komarocz",
                "33412",
                "4.Fk-22",
            ],
            [
                "Birgitta Sundqvall, President",
                "Krzysztof Bielanka, judges",
                "Andras Kelemvari",
                "Marialena Drosouli, Section Registrar",
                "no. 21934/05, §§ 87-93, ECHR 2010",
                "(Act no. IV of 1978)",
                "Optional Protocol",
            ],
        ),
        (
            "sport",
            ["Vantongel", "Whitlowe", "Harkaway", "Merriweal", "2016/A/4381", "Pellworth"],
            [
                "Livio Castranova QC, Solicitor-Advocate",
                "Judge Dorian Jessopp",
                "CAS 2008/A/1744 Pellegard",
            ],
        ),
        (
            "opinion",
            ["Washbourne", "Ambrosini", "Tuttleby", "OSTERBERG", "12-3377", "05521", "05-0418"],
            [
                "28 U.S.C. § 2254",
                "461 U.S. 702, 711 (1983)",
                "Fed. R. App. P. 22(b)",
                "Ill. Rev. Stat. ch. 38",
                "Chief Justice Fairweathers",
                "Stanley Sackston",
            ],
        ),
    ],
)
def test_other_courts(legal: Engine, name: str, goes: list[str], stays: list[str]) -> None:
    out = finished(legal, name)
    assert [word for word in goes if word in out] == []
    assert [words for words in stays if words not in out] == []
