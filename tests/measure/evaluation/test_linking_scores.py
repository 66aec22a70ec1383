"""The linking of people, scored apart from detection: with gold mentions, and by equal surnames."""

from __future__ import annotations

import json
import sys

import pytest
from anonfilter_measure.evaluation import linking_scores
from anonfilter_measure.evaluation.evaluation import Evaluation
from anonfilter_measure.evaluation.filtered_gold import filter_gold
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.evaluation.mention_scores import annotated_labels
from anonfilter_measure.evaluation.readers import read

from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError
from anonfilter.rules import parse_ruleset

TEXT = "Wilma Abel saw Bill Quill. Then Mr. Quill and Billy left, and Orla Abel came."
PEOPLE = [
    ("Wilma Abel", "w"),
    ("Bill Quill", "b"),
    ("Mr. Quill", "b"),
    ("Billy", "b"),
    ("Orla Abel", "o"),
]
LINKING = """
resolvers:
  - use: link-people
"""
QUESTIONS = ("confusions", "by_detector", "ablate", "stages", "leaks", "calibration")


@pytest.fixture
def engine(terms_rules):
    return Engine(parse_ruleset(terms_rules + LINKING, "terms"))


@pytest.fixture
def golds(write, engine):
    """Documents of a text and the people in it, with their clusters."""

    def make(*texts, text=TEXT, **more):
        lines = []
        for people in texts:
            entities = [
                {
                    "start": text.index(name),
                    "end": text.index(name) + len(name),
                    "label": "PERSON",
                    **({"cluster": cluster} if cluster else {}),
                    **more,
                }
                for name, cluster in people
            ]
            lines.append(json.dumps({"text": text, "entities": entities}))
        path = write("gold.jsonl", "\n".join(lines))
        return list(read(str(path), Labels(engine.labels, {})))

    return make


def plain(clusters):
    return sorted(map(sorted, clusters))


def test_the_golds_mentions_are_linked_by_the_rules_that_link(engine, golds):
    [gold] = golds(PEOPLE)
    given = linking_scores.GoldPeople.of(engine, gold)
    key, response = given.linked(engine, linking_scores.linkers_of(engine))
    assert plain(key) == plain(response) == [[0], [1, 2, 3], [4]]


def test_the_baseline_takes_kin_for_one_and_knows_no_short_names(engine, golds):
    [gold] = golds(PEOPLE)
    key, response = linking_scores.GoldPeople.of(engine, gold).by_surname()
    assert plain(key) == [[0], [1, 2, 3], [4]]
    assert plain(response) == [[0, 4], [1, 2], [3]]


@pytest.mark.parametrize(
    ("name", "surname"),
    [
        ("Wilma Abel", "abel"),
        ("Abel's", "abel"),
        ("Bill Quill, Jr.", "quill"),
        ("Jr.", "jr"),
        ("Ana Peña-Ruiz III", "pena-ruiz"),
        ("Tom O\u2019Dell", "o'dell"),
        ("...", ""),
    ],
)
def test_surnames(name, surname):
    assert linking_scores.surname(name) == surname


def test_mentions_are_found_where_reading_makes_the_text_shorter(engine, golds):
    [gold] = golds([("Orla Abe\u0301l", "o")], text="Lu\u0301 and Orla Abe\u0301l.")
    given = linking_scores.GoldPeople.of(engine, gold)
    [(start, end)] = given.mentions
    assert given.document.prose[start:end] == "Orla Abél"


def test_people_without_annotation_are_not_scored(engine, golds):
    [gold] = golds([("Wilma Abel", "w"), ("Bill Quill", None), ("Mr. Quill", "b")])
    key, response = linking_scores.GoldPeople.of(engine, gold).linked(
        engine, linking_scores.linkers_of(engine)
    )
    assert plain(key) == plain(response) == [[0], [2]]
    [scored] = filter_gold(engine, [gold])
    assert [one.start for one in scored.found] == [TEXT.index("Quill"), TEXT.index("Mr. Quill") + 4]
    key, response = linking_scores.found_linked(scored, frozenset(("PERSON",)))
    assert (plain(key), plain(response)) == ([[0], [2]], [[2]])


def test_machine_annotations_are_not_judged(engine, golds):
    [gold] = golds(PEOPLE, gold="machine")
    assert not linking_scores.has_people(gold)


def test_findings_are_linked_by_rules_surnames_and_gold(engine, write):
    text = "Jane Smith saw Quill, and Quill saw Jane Smith."
    people = [(0, 10, "j"), (15, 20, "a"), (26, 31, "b"), (36, 46, "j")]
    entities = [
        {"start": start, "end": end, "label": "PERSON", "cluster": cluster}
        for start, end, cluster in people
    ]
    path = write("gold.jsonl", json.dumps({"text": text, "entities": entities}))
    [scored] = filter_gold(engine, read(str(path), Labels(engine.labels, {})))
    labels = frozenset(("PERSON",))
    assert plain(linking_scores.found_linked(scored, labels)[1]) == [[0, 3], [1, 2]]
    assert plain(linking_scores.found_by_surname(scored, labels)[1]) == [[0, 3], [1, 2]]
    assert plain(linking_scores.found_as_marked(scored, labels)[1]) == [[0, 3], [1], [2]]


def test_each_kind_of_evidence_can_be_left_out(engine, golds):
    [gold] = golds(PEOPLE)
    rows = linking_scores.ablation(engine, [gold]).data
    assert {"all", "without nicknames", "without titles", "without turns"} <= rows.keys()
    assert rows["all"]["macro"]["mean"]["f1"] == 1
    assert rows["without nicknames"]["macro"]["mean"]["f1"] < 1
    assert rows["without turns"] == rows["all"]


def test_evidence_that_the_rules_leave_out_stays_out(terms_rules, golds):
    engine = Engine(
        parse_ruleset(terms_rules + LINKING + "    without: [nicknames, titles]\n", "terms")
    )
    [gold] = golds(PEOPLE)
    rows = linking_scores.ablation(engine, [gold]).data
    assert rows["all"]["macro"]["mean"]["f1"] < 1
    assert not {"without nicknames", "without titles"} & rows.keys()


def test_the_section(engine, golds):
    documents = golds(PEOPLE, [], PEOPLE[:1])
    section = linking_scores.section(
        engine, list(filter_gold(engine, documents)), annotated_labels(documents)
    )
    assert section.data["documents"] == 2
    given, found = section.data["gold_mentions"], section.data["end_to_end"]
    assert given["rules"]["macro"]["mean"]["f1"] == 1
    assert given["equal_surnames"]["macro"]["mean"]["f1"] < 1
    assert list(found) == ["rules", "equal_surnames", "gold"]
    assert [row[:2] for row in section.sheet.rows] == [
        ("gold mentions", "rules"),
        ("gold mentions", "equal surnames"),
        ("end to end", "rules"),
        ("end to end", "equal surnames"),
        ("end to end", "gold"),
    ]


TAGS = """anonfilter: 1
labels: {{PERSON: {{tag: {tag}}}}}
formats: [{{use: text}}]
detectors: [{{use: dictionary, label: PERSON, terms: [Wilma Abel, Bill Quill, Quill]}}]
resolvers: [{{use: overlaps}}, {{use: link-people}}]
taggers: [{{use: numbered}}, {{use: name-parts}}]
"""


@pytest.mark.parametrize(("tag", "splits"), [("numbered", 0), ("name-parts", 1)])
def test_the_output_is_scored_by_its_tags(golds, tag, splits):
    documents = golds([("Wilma Abel", "w"), ("Bill Quill", "b"), ("Mr. Quill", "b")])
    engine = Engine(parse_ruleset(TAGS.format(tag=tag), "tags"))
    section = linking_scores.tags(list(filter_gold(engine, documents)), annotated_labels(documents))
    assert section.data["identity"]["false_splits"] == 0
    assert section.data["tag"]["false_splits"] == splits  # [PERSON_3] [PERSON_4], and [PERSON_4]
    assert section.data["tag"]["false_merges"] == 0
    assert [row[0] for row in section.sheet.rows] == ["tag", "identity"]


def test_a_missing_scipy_is_reported_before_anything_is_run(engine, golds, monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    asked = dict.fromkeys((*QUESTIONS, "linking"), False)
    labels = Labels(engine.labels, {})
    with_clusters = Evaluation(engine, golds([("Wilma Abel", "w")]), labels)
    with pytest.raises(AnonfilterError, match="needs scipy"):
        next(with_clusters.sections(asked, show_values=False))
    without = Evaluation(engine, golds([("Wilma Abel", None)]), labels)
    assert "labels" in [section.key for section in without.sections(asked, show_values=False)]


@pytest.mark.parametrize("cluster", ["w", None])
def test_nothing_is_run_if_nothing_could_be_judged(engine, terms_engine, golds, cluster):
    asked = {**dict.fromkeys(QUESTIONS, False), "linking": True}
    documents = golds([("Wilma Abel", cluster)])
    one = terms_engine if cluster else engine
    evaluation = Evaluation(one, documents, Labels(one.labels, {}))
    with pytest.raises(AnonfilterError, match="links people" if cluster else "of one person"):
        next(evaluation.sections(asked, show_values=False))
