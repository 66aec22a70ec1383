"""Known originals are found however they are written, and nothing else is."""

from __future__ import annotations

import struct

import pytest
from anonfilter_documents.plaintext import Plaintext
from hypothesis import example, given, settings
from hypothesis import strategies as st

from anonfilter.contract.document import Document, Label, Source, Survives
from anonfilter.contract.plugin import Setting
from anonfilter.engine.original_prefilter import Prefilter, _chunks, _parts
from anonfilter.engine.original_search import OriginalSearch, words_of
from anonfilter.engine.original_words import as_bytes, key_of
from anonfilter.errors import RulesError
from anonfilter.keys.key import Key
from anonfilter.known.index import KeyedIndex, MarkIndex
from anonfilter.known.known_originals import CorpusOriginals
from anonfilter.known.marks import Fingerprinter, MarkMaker
from anonfilter.sidecars.entries import Entry, Occurrence
from anonfilter.text.word_index import tokens

KEY = Key(b"m" * 32, b"i" * 32)
LABELS = {
    "PERSON": Label("PERSON", risk=5, survives=Survives.FAIL),
    "PHONE": Label("PHONE", risk=4, survives=Survives.FAIL),
    "PLACE": Label("PLACE"),
    "KEPT": Label("KEPT", survives=Survives.FAIL, redact=False),
}


def entry(label: str, *surfaces: str, names: tuple[str, ...] = ()) -> Entry:
    return Entry(f"[{label}_1]", label, tuple(map(Occurrence, surfaces)), names)


def read_text(text: str) -> Document:
    return Plaintext(Plaintext.Config(), Setting("text")).read(Source("a.txt", text))


def known(*entries: Entry) -> CorpusOriginals:
    marking = MarkMaker(KEY.check.prints, LABELS)
    return CorpusOriginals(MarkIndex.of((one.label, marking(one)) for one in entries), KEY.check)


def found(text: str, *entries: Entry) -> list[str]:
    """Return what is found in a text: the longest match from each place on."""
    spans = known(*entries).spans(read_text(text), LABELS)
    ends: dict[int, int] = {}
    for span in spans:
        ends[span.start] = max(span.end, ends.get(span.start, 0))
    kept, done = [], 0
    for start, end in sorted(ends.items()):
        if start >= done:
            kept.append(text[start:end])
            done = end
    return kept


JONES = entry("PERSON", "Quillon Jonesby")
WRITTEN = [
    ("by Quillon Jonesby himself", "Quillon Jonesby"),
    ("by QUILLON JONESBY himself", "QUILLON JONESBY"),
    ("by quillon jonesby himself", "quillon jonesby"),
    ("as Jonesby said", "Jonesby"),
    ("Jonesby's car", "Jonesby"),
    ("the Jonesbys' car, and Jonesby' car", "Jonesby"),
    ("Quillón Jonesbý left", "Quillón Jonesbý"),
    ("Quillon\nJonesby left", "Quillon\nJonesby"),
    ("Quillon\n    Jonesby left", "Quillon\n    Jonesby"),
    ("Mr. Jones-\nby left", "Jones-\nby"),
    ("Mr. Jones-\n   by left", "Jones-\n   by"),
    ("Quillon-Jonesby left", "Quillon-Jonesby"),
    ("the user quillon_jonesby left", "quillon_jonesby"),
    ("the user quillonjonesby left", "quillonjonesby"),
    ("the user QuillonJonesby left", "QuillonJonesby"),
    ("that is J-O-N-E-S-B-Y, yes", "J-O-N-E-S-B-Y"),
    ("that is J O N E S B Y, yes", "J O N E S B Y"),
    ("that is J. O. N. E. S. B. Y. and", "J. O. N. E. S. B. Y"),
    ("that is j, o, n, e, s, b, y, yes", "j, o, n, e, s, b, y"),
    ("have a J O N E S B Y here", "J O N E S B Y"),
    ("“Jonesby”—he said", "Jonesby"),
    ("**Quillon** Jonesby", "Quillon** Jonesby"),
]


@pytest.mark.parametrize(("text", "there"), WRITTEN)
def test_a_name_is_known_however_it_is_written(text: str, there: str) -> None:
    assert found(text, JONES) == [there]


@pytest.mark.parametrize(
    "text",
    [
        "the Jonesbyan way, unjonesby, jonesbyland, mrsjonesbyx",
        "B-Y-J-O-N-E-S spells nothing",
        "he was [PERSON_1] [PERSON_2]",
        "Quill on Jones by",
    ],
)
def test_similar_text_is_not_an_original(text: str) -> None:
    assert found(text, JONES) == []


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("jonesby2.wav, jonesby2020a, Jonesby\u00b2", ["jonesby", "jonesby", "Jonesby"]),
        ("interviewJonesby, JonesbyInterview_final", ["Jonesby", "Jonesby"]),
        ("XMLJonesby, JONESBY7, 7jonesby7", ["Jonesby", "JONESBY", "jonesby"]),
        ("spkQuillonJonesby2", ["QuillonJonesby"]),
        ("a mrjonesby, mrsjonesby2, MsJonesby", ["jonesby", "jonesby", "Jonesby"]),
        (
            "J\u043enesby, J\u03bfnesby, spkJ\u043enesby",
            ["J\u043enesby", "J\u03bfnesby", "J\u043enesby"],
        ),
        ("Quillon Jonesby2, 2Quillon Jonesby", ["Quillon Jonesby", "Quillon Jonesby"]),
        ("spkQuillon Jonesby2", ["Quillon Jonesby"]),
    ],
)
def test_a_name_may_end_where_letters_meet_digits_or_the_case_changes(
    text: str, there: list[str]
) -> None:
    assert found(text, JONES) == there


@pytest.mark.parametrize(
    ("original", "text", "there"),
    [
        ("Ailsa McQuillon", "spkMcQuillon2, mcquillon2", ["McQuillon", "mcquillon"]),
        ("Ada Tremaine", "ada2020, spkAda", ["ada", "Ada"]),
        ("Val Tremaine", "val2, retVal, valList", ["val"]),
        ("Will May", "willPower, May2020, iWill", []),
        ("A. Hill", "aHill, AHill2, A2", []),
        (
            "Mark Stone",
            "MarkStone2, markStones, bookmark Stone2, Mark Stone2",
            ["MarkStone", "Mark Stone"],
        ),
        ("the_table", "theTable2, onTheTable", []),
        ("Шувалова", "спкШувалова2", ["Шувалова"]),
        ("J\u043enby", "spkJonby, Jonby", ["Jonby", "Jonby"]),
    ],
)
def test_short_and_everyday_words_do_not_count_inside_others(
    original: str, text: str, there: list[str]
) -> None:
    assert found(text, entry("PERSON", original)) == there


@pytest.mark.parametrize(
    ("original", "text", "there"),
    [
        ("555-010-4477", "tel5550104477x, (555) 010-4477and", ["5550104477", "555) 010-4477"]),
        ("L-90314", "inmateL90314, idL-90314x", ["L90314", "L-90314"]),
        ("90314", "room90314b, a1944b", ["90314"]),
        ("555-010-4477", "x555010447, 95550104477", []),
    ],
)
def test_a_number_may_touch_letters(original: str, text: str, there: list[str]) -> None:
    assert found(text, entry("PHONE", original)) == there


MARK = entry("PERSON", "Mark Stone")


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("a mark on the stone", []),
        ("Mark it. A Stone is there.", []),
        ("make a mark. Stone is hard", []),
        ("the mark\n\nStone is hard", []),
        ("Mark and Stone", []),
        ("M-A-R-K", []),
        ("we met Mark Stone", ["Mark Stone"]),
        ("we met MARK STONE", ["MARK STONE"]),
        ("we met mark stone", ["mark stone"]),
        ("we met Mark\nStone", ["Mark\nStone"]),
        ("M-A-R-K S-T-O-N-E", ["M-A-R-K S-T-O-N-E"]),
        ("markstone@example.org", ["markstone"]),
    ],
)
def test_parts_that_are_common_words_count_only_inside_the_full_name(
    text: str, there: list[str]
) -> None:
    assert found(text, MARK) == there


def test_a_name_of_which_each_part_has_a_tag_is_known_in_full() -> None:
    parts = entry("PERSON", "Mark", names=("Mark Stone",)), entry("PERSON", "Stone")
    assert found("Mark my words on stone", *parts) == []
    assert found("ask mark stone", *parts) == ["mark stone"]


def test_a_generational_suffix_alone_is_not_a_name() -> None:
    names = entry("PERSON", "Quillon Jonesby III"), entry("PERSON", "III")
    assert found("I-I-I saw it. (iii) Part III, I, I, I said.", *names) == []
    assert found("QUILLON JONESBY III, III", *names) == ["QUILLON JONESBY III"]


def test_a_name_is_known_by_its_letters() -> None:
    spelled = entry("PERSON", "J-O-N-B-Y")
    assert found("ask Jonby, or j o n b y", spelled) == ["Jonby", "j o n b y"]


def test_a_short_word_may_end_in_a_point_within_a_name() -> None:
    assert found("ask St. Grace Long", entry("PERSON", "St. Grace Long")) == ["St. Grace Long"]
    assert found("ask J. Stone", entry("PERSON", "J. Stone")) == ["J. Stone"]
    assert found("ask J Stone", entry("PERSON", "J. Stone")) == ["J Stone"]


def test_everyday_words_count_only_with_capitals() -> None:
    """A detector may have taken them for a name; texts are full of them."""
    boy = entry("PERSON", "Yellow Table")
    assert found("at the yellow table, a Yellow table", boy) == []
    assert found("at the Yellow Table, YELLOW TABLE", boy) == ["Yellow Table", "YELLOW TABLE"]


def test_everyday_words_of_an_address_count_only_without_blanks() -> None:
    address = entry("PERSON", "the_table")
    assert found("at the table", address) == []
    assert found("ask the_table, the.table", address) == ["the_table", "the.table"]


@pytest.mark.parametrize(
    "original", ["555-010-4477", "(555) 010 4477", "5550104477", "555.010.4477"]
)
@pytest.mark.parametrize(
    "text", ["555-010-4477", "(555) 010-4477", "5550104477", "555 010 4477", "555.010.4477"]
)
def test_a_number_is_known_in_any_groups(original: str, text: str) -> None:
    phone = entry("PHONE", original)
    assert found(f"call {text}, please", phone) == [text.removeprefix("(")]
    assert found("call 555 010 4478 or 5551 0104477", phone) == []


def test_a_number_is_known_digit_by_digit() -> None:
    assert found("it is 5 5 5 0 1 0 4 4 7 7, yes", entry("PHONE", "555-010-4477")) == [
        "5 5 5 0 1 0 4 4 7 7"
    ]
    long = "DE68 2105 0170 0012 3456 78"
    for text in (long, long.replace(" ", ""), long.replace(" ", "-").lower()):
        assert found(f"to {text}.", entry("PHONE", long)) == [text]
    assert found(f"to {long}9.", entry("PHONE", long)) == []


def test_a_few_digits_may_be_a_year() -> None:
    assert found("in 1944, on page 310", entry("PHONE", "1944", "310", "3-10")) == []
    assert found("inmate 90314, room 9-0314", entry("PHONE", "90314")) == ["90314", "9-0314"]


def test_letters_may_stand_before_the_digits_of_a_number() -> None:
    for original in ("L-90314", "L90314", "L 90314"):
        for text in ("L-90314", "L90314", "l 90314"):
            assert found(f"inmate {text} came", entry("PHONE", original)) == [text]


@pytest.mark.parametrize(
    ("original", "text", "there"),
    [
        ("Anne-Marie", "Anne Marie, Annemarie", ["Anne Marie", "Annemarie"]),
        ("Annemarie", "anne-marie", ["anne-marie"]),
        ("O'Quillon", "OQuillon, O’Quillon, o quillon", ["OQuillon", "O’Quillon", "o quillon"]),
        ("OQuillon", "O'Quillon", ["O'Quillon"]),
        ("Quillon", "they'quillon", ["quillon"]),
        ("José Müñoz", "jose munoz", ["jose munoz"]),
        ("jose munoz", "JOSÉ MU\u0308N\u0303OZ", ["JOSÉ MU\u0308N\u0303OZ"]),
        ("Straßmeier", "STRASSMEIER", ["STRASSMEIER"]),
        ("Жуков", "ЖУКОВ", ["ЖУКОВ"]),
        ("Quil\u00adlon", "Quillon", ["Quillon"]),
        ("Jos\\u00e9bel", "José, Josébel", ["Josébel"]),
        ("Quill&eacute;n", "Quillén", ["Quillén"]),
        ("Quillon\nJonesby", "Quillon Jonesby", ["Quillon Jonesby"]),
    ],
)
def test_variants(original: str, text: str, there: list[str]) -> None:
    document = read_text(text)
    spans = known(entry("PERSON", original)).spans(document, LABELS)
    shown = {
        document.source.text[slice(*document.origin.extent(span.start, span.end))] for span in spans
    }
    assert set(there) <= shown


def test_labels_that_may_survive_are_not_looked_for() -> None:
    marking = MarkMaker(KEY.check.prints, LABELS)
    assert marking(entry("PLACE", "Port Quillon")) == b""
    assert marking(entry("LITERAL", "[PERSON_1]")) == b""
    assert found("in Port Quillon", entry("PLACE", "Port Quillon")) == []
    assert found("in Port Quillon", entry("KEPT", "Port Quillon")) == []
    both = entry("PERSON", "Quillon"), entry("PHONE", "Quillon")
    assert {span.label for span in known(*both).spans(read_text("Quillon"), LABELS)} == {"PERSON"}


def test_a_label_that_the_rules_do_not_declare_is_an_error_of_the_rules() -> None:
    marks = MarkMaker(KEY.check.prints).of(["Quillon"])
    other = CorpusOriginals(MarkIndex.of([("WITNESS", marks)]), KEY.check)
    with pytest.raises(RulesError, match="do not declare: WITNESS"):
        other.require_declared(LABELS, "rules.yaml")


def test_an_index_is_packed_without_a_word_of_what_it_knows() -> None:
    marking = MarkMaker(KEY.check.prints, LABELS)
    entries = [JONES, MARK, entry("PHONE", "555-010-4477")]
    marks = [(one.label, marking(one)) for one in entries]
    packed = MarkIndex.of(marks).packed()
    assert packed == MarkIndex.of(reversed(marks)).packed()
    for word in (b"quillon", b"jonesby", b"mark", b"stone", b"5550104477", b"010"):
        assert word not in packed.lower()
    again = CorpusOriginals(MarkIndex.unpacked(packed), KEY.check)
    text = read_text("Quillon Jonesby, Mark Stone, 555 010 4477")
    assert again.spans(text, LABELS) == known(*entries).spans(text, LABELS)
    for end in range(0, len(packed), 7):
        with pytest.raises((ValueError, struct.error)):
            MarkIndex.unpacked(packed[:end])


def test_another_key_knows_nothing() -> None:
    marks = MarkMaker(KEY.check.prints, LABELS)(JONES)
    other = CorpusOriginals(MarkIndex.of([("PERSON", marks)]), Key(b"x" * 32, b"i" * 32).check)
    assert other.spans(read_text("Quillon Jonesby"), LABELS) == []


NAMES = [
    JONES,
    MARK,
    entry("PERSON", "J. Stone"),
    entry("PERSON", "Anne-Marie Ó Quillon"),
    entry("PHONE", "555-010-4477"),
    entry("PHONE", "L-90314"),
]
PIECES = st.sampled_from(
    [
        "Quillon",
        "jonesby",
        "Jones-\nby",
        "mark",
        "STONE",
        "J",
        "J.",
        "j o n e s b y",
        "a",
        "i",
        "Anne",
        "Marie",
        "annemarie",
        "Ó",
        "o'quillon",
        "M-A-R-K",
        "S T O N E",
        "l",
        "90314",
        "L-90",
        "314",
        "555",
        "010",
        "4477",
        "0104477",
        "\ufffc",
        "’s",
        "é",
        "—",
        "“",
        "12.5",
        "½",
        "ﬁ",
        "-",
        "'",
        "_",
        "x\u0301",
        "2",
        "spk",
        "mr",
        "XJonesby",
        "QuillonJ",
        "Marie2",
        "J\u043enesby",
        "\u041e",
    ]
)
TEXTS = st.lists(st.tuples(PIECES, st.sampled_from(["", " ", "-", "\n", ". ", "'", "\n\n", "_"])))


@settings(max_examples=500)
@given(TEXTS)
@example([("L", " "), ("90314", "")])
@example([("j o n e s b y", "-"), ("90314", "")])
@example([("J.", "-"), ("—", ""), ("S T O N E", "")])
def test_the_prefilter_misses_nothing(pieces: list[tuple[str, str]]) -> None:
    text = "".join(piece + gap for piece, gap in pieces)
    marking = MarkMaker(KEY.check.prints, LABELS)
    index = MarkIndex.of((one.label, marking(one)) for one in NAMES)
    originals = KeyedIndex(index, Fingerprinter(KEY.check.prints))
    if any(OriginalSearch(originals).matches(text, words_of(text))):
        assert Prefilter(originals).candidates(["", text, "word"]) == [1]


def test_consecutive_texts_are_prefiltered_separately() -> None:
    marking = MarkMaker(KEY.check.prints, LABELS)
    index = MarkIndex.of((one.label, marking(one)) for one in NAMES)
    prefilter = Prefilter(KeyedIndex(index, Fingerprinter(KEY.check.prints)))
    assert prefilter.candidates(["Mark", "Stone", "j o n", "e s b y", "555 010", "4477"]) == []
    assert prefilter.candidates(
        ["a i", "j o n e s b y", "x", "MARK STONE", "l", "90314", "l90314"]
    ) == [1, 3, 6]


@given(st.text())
@example("ﬁn ½ e\u0301 İstanbul ﷺ ⒈ K ſ")
def test_prefilter_and_search_read_the_same_words(text: str) -> None:
    quick = [part for chunk in _chunks(text.replace("-\n", " ")) for part in _parts(chunk)]
    exact = [as_bytes(key_of(token.folded)) for token in tokens(text.replace("-\n", " "))]
    assert quick == [word for word in exact if word]
