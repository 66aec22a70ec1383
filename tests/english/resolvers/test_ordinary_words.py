"""Ordinary words that models took for names are dropped."""

from __future__ import annotations

from dataclasses import replace

import pytest
from anonfilter_english.resolvers.ordinary_words import OrdinaryWords

from anonfilter.contract.document import Span
from anonfilter.contract.plugin import Setting
from anonfilter.testing.growth import grows_no_faster
from tests.english.resolvers.marking import Resolved, accounted, document_of, marked_document


def kept(marked: str, *seconds: str) -> str:
    """Return the marked text after the resolver; another model also found the ``seconds``."""
    document, spans = marked_document(marked)
    spans = [replace(s, detector="spacy") if s.detector == "model" else s for s in spans]
    second = [
        replace(span, detector="caseless", score=0.9)
        for span in spans
        if document.text[span.start : span.end] in seconds
    ]
    resolver = OrdinaryWords(OrdinaryWords.Config(), Setting("ordinary-words"))
    found, changes = resolver.resolve(document, [*spans, *second])
    accounted([*spans, *second], found, changes)
    alone = [span for span in found if span.detector != "caseless"]
    return Resolved(document, spans, alone, changes).marked


SAME = ""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # in lower case
        ("It was done <PERSON feloniously>, Ana said.", "It was done feloniously, Ana said."),
        ("It was <LOCATION syphilis>, he said. No one knew.", SAME),  # names may have no capitals
        ("My cousin Ana has <LOCATION syphilis>.", "My cousin Ana has syphilis."),
        ("The <ORGANIZATION food committee> met Ana.", "The food committee met Ana."),
        ("I saw <PERSON okonkwo> with Ana.", SAME),
        ("I saw <PERSON grace> with Ana.", SAME),
        ("Ana and Bob live in <LOCATION london>, with Ana.", SAME),
        (
            "Ana's is the same <PERSON mike> as my <PERSON mike>. The mikes are new, Ana.",
            "Ana's is the same mike as my mike. The mikes are new, Ana.",
        ),
        ("Ana knows my <PERSON mike>. Ask <PERSON mike>.", SAME),
        ("Ana has my <PERSON mike>. The mikes are new. I am with <PERSON Mike>.", SAME),
        # in capitals for emphasis
        ("I have <ORGANIZATION TIME> for that, Ana.", "I have TIME for that, Ana."),
        ("It is <ORGANIZATION MUCH NICER> with Ana.", "It is MUCH NICER with Ana."),
        ("THE <ORGANIZATION TIME> IS COME\nHe said so to Ana.", SAME),
        ("I am with <ORGANIZATION OPEC> and Ana.", SAME),
        # statutes
        ("Her claim under <PERSON RICO> in Ohio", "Her claim under RICO in Ohio"),
        ("<PERSON RICO>: I was there with Ana.", SAME),
        ("I met <PERSON Rico> and Ana.", SAME),
        # a capital only at the start of a sentence
        (
            "<ORGANIZATION Time> is short, Ana. <ORGANIZATION Time> flies.",
            "Time is short, Ana. Time flies.",
        ),
        ("<PERSON Feloniously>, said Ana.", "Feloniously, said Ana."),
        ("So <PERSON Correction> it is.", SAME),
        ("I said. <PERSON Mark> said so.", SAME),
        ("<PERSON Will>, come here.", SAME),
        ("<ORGANIZATION Time> is it, at <ORGANIZATION Time>.", SAME),
        ("<ORGANIZATION Target> hired him.", SAME),
        ("<LOCATION Paradise> burned.", SAME),
        ("<PERSON Lindqvist> went.", SAME),
        # in lower case elsewhere
        ("<PERSON Blorp> it. I will blorp Ana.", "Blorp it. I will blorp Ana."),
        ("<PERSON Osric> it. I will osric Ana.", SAME),  # a name of many people
        ("He saw <PERSON Blorp>. I will blorp it.", SAME),
        ("<PERSON Blorp>. <PERSON Ana Blorp>. I will blorp it.", SAME),
        ("<PERSON Blorp>. It is Ana.", SAME),
        # without capitals
        ("get down and <PERSON boogie>, ana", "get down and boogie, ana"),
        ("my sister <PERSON hope> came", SAME),
        ("so <PERSON okonkwo> came", SAME),
        ("That is v as in <PERSON v>, Ana.", SAME),  # spelled out
        # other labels
        ("It was done <DATE feloniously>, he said.", SAME),
    ],
)
def test_words_that_stay(before: str, after: str) -> None:
    assert kept(before) == (after or before)


@pytest.mark.parametrize("score", [0.5, 0.95])
@pytest.mark.parametrize(
    "text",
    ["<PERSON@caseless=0 Time>. So said Ana.", "I read <ORGANIZATION@caseless=0 TIME>, Ana."],
)
def test_a_span_with_a_high_score_stays(text: str, score: float) -> None:
    document, spans = marked_document(text.replace("=0", f"={score}"))
    resolver = OrdinaryWords(OrdinaryWords.Config(), Setting("ordinary-words"))
    found, _ = resolver.resolve(document, spans)
    assert bool(found) is (score > 0.85)


def test_spans_of_other_detectors_stay() -> None:
    text = "It was <PERSON@dictionary boogie>, Ana said. We <PERSON boogie>."
    assert kept(text) == text.replace("@dictionary", "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I am at <ORGANIZATION CARE> now.", SAME),
        ("<PERSON Blorp> it. I will blorp Ana.", SAME),
        ("so <PERSON boogie> came", SAME),
        ("It was <PERSON feloniously> done by Ana.", "It was feloniously done by Ana."),
    ],
)
def test_a_second_model_is_evidence_of_a_name(before: str, after: str) -> None:
    assert kept(before, "CARE", "Blorp", "boogie", "feloniously") == (after or before)


@pytest.mark.slow
def test_time_grows_linearly_with_the_text() -> None:
    def resolve(count: int) -> None:
        line = "Blorp TIME with Ana feloniously blorp. "
        document = document_of(line * count)
        spans = [
            Span(at + len(line) * n, at + len(line) * n + length, "PERSON", "spacy")
            for n in range(count)
            for at, length in ((0, 5), (6, 4), (20, 11))
        ]
        OrdinaryWords(OrdinaryWords.Config(), Setting("ordinary-words")).resolve(document, spans)

    assert grows_no_faster(resolve, 2_000)


def weighed(marked: str, labels: object = None) -> str:
    """Return the marked text after the resolver; each span has its own score."""
    document, spans = marked_document(marked)
    spans = [replace(s, detector="caseless") if s.detector == "model" else s for s in spans]
    setting = Setting("ordinary-words", labels=labels) if labels else Setting("ordinary-words")
    found, changes = OrdinaryWords(OrdinaryWords.Config(), setting).resolve(document, spans)
    accounted(spans, found, changes)
    return Resolved(document, spans, found, changes).marked


PLACE = "<LOCATION=0.06 downtown branch> of the <LOCATION=0.33 branch>"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"So Ana left the {PLACE}.", "So Ana left the downtown branch of the branch."),
        (
            "At the <LOCATION=0.3 branch>, Ana saw a <PERSON=0.2 branch>.",
            "At the branch, Ana saw a branch.",
        ),
        # a higher score, mostly a person, a capital, another detector, a rare word
        (
            "At the <LOCATION=0.6 branch>, Ana saw a <LOCATION=0.2 branch>.",
            "At the <LOCATION branch>, Ana saw a <LOCATION branch>.",
        ),
        (
            "With <PERSON=0.3 branch>, Ana saw <LOCATION=0.2 branch>.",
            "With <PERSON branch>, Ana saw <LOCATION branch>.",
        ),
        ("So Ana left the <LOCATION=0.1 Branch>.", "So Ana left the <LOCATION Branch>."),
        ("So Ana left the <LOCATION@patterns=0.1 branch>.", "So Ana left the <LOCATION branch>."),
        ("So Ana left <LOCATION=0.1 penhale branch>.", "So Ana left <LOCATION penhale branch>."),
        # without capitals
        ("so ana left the <LOCATION=0.3 branch>.", "so ana left the <LOCATION branch>."),
    ],
)
def test_common_words_in_lower_case_with_low_scores_are_no_place(before: str, after: str) -> None:
    assert weighed(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "See the <ORGANIZATION GNU General Public Licenses>, Ana.",
            "See the <OTHER GNU General Public Licenses>, Ana.",
        ),
        (
            "The <ORGANIZATION Clean Air Act of 1990> was, Ana said, his.",
            "The <OTHER Clean Air Act of 1990> was, Ana said, his.",
        ),
        (
            "Ana, <ORGANIZATION General\n Public>\n LICENSE",
            "Ana, <OTHER General\n Public>\n LICENSE",
        ),
        (
            "Under the <ORGANIZATION General Public> License, Ana, the <ORGANIZATION GPL>.",
            "Under the <OTHER General Public> License, Ana, the <OTHER GPL>.",
        ),
        (
            "The <PERSON Freedom of Information Act>, Ana",
            "The <OTHER Freedom of Information Act>, Ana",
        ),
        (
            "The <ORGANIZATION Data Encryption Standard>, Ana",
            "The <OTHER Data Encryption Standard>, Ana",
        ),
        # with a name in it, of a firm, an organisation, a newspaper, a longer name, a person
        ("The <ORGANIZATION Penhale Act>, said Ana.", SAME),
        ("The <ORGANIZATION Corvin Public License>, said Ana.", SAME),
        ("The <ORGANIZATION Shell> License, said Ana.", SAME),
        ("The <ORGANIZATION Institute of Standards>, said Ana.", SAME),
        ("The <ORGANIZATION Office for Nuclear Regulation>, said Ana.", SAME),
        ("The <ORGANIZATION Evening Standard>, said Ana.", SAME),
        ("The <LOCATION Convention Center>, said Ana.", SAME),
        ("The <ORGANIZATION General Public License Foundation>, said Ana.", SAME),
        ("So <PERSON Grant Act> and Ana.", SAME),
        ("So the <ORGANIZATION GPL> and Ana.", SAME),
        (
            "So <ORGANIZATION@dictionary Clean Air Act> and Ana.",
            "So <ORGANIZATION Clean Air Act> and Ana.",
        ),
        ("so the <ORGANIZATION clean air act> and ana.", SAME),
    ],
)
def test_licences_and_laws_with_english_names_get_the_label_of_things(
    labels: object, before: str, after: str
) -> None:
    assert weighed(before, labels) == (after or before)


def test_a_thing_is_dropped_if_the_rules_have_no_label_for_it() -> None:
    assert weighed("The <ORGANIZATION Clean Air Act>, Ana") == "The Clean Air Act, Ana"
