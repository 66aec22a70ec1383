"""Scores of mentions: exact scores are those of a library."""

from __future__ import annotations

import json

import pytest
from anonfilter_measure.evaluation import mention_scores
from anonfilter_measure.evaluation.filtered_gold import FilteredGold, FoundMention, filter_gold
from anonfilter_measure.evaluation.gold import GoldDocument, GoldMention
from anonfilter_measure.evaluation.gold_labels import Labels
from anonfilter_measure.evaluation.readers import conll, read
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

TAGS = st.sampled_from(["O", "O", "B-PERSON", "I-PERSON", "B-PLACE", "I-PLACE"])


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pairs=st.lists(st.tuples(TAGS, TAGS), min_size=1, max_size=30))
@pytest.mark.filterwarnings("ignore")
def test_exact_scores_are_those_of_seqeval(pairs, terms_engine):
    gold, guessed = ([pair[at] for pair in pairs] for at in (0, 1))
    scored = FilteredGold(
        GoldDocument(
            "1",
            "w " * len(pairs),
            tuple(
                GoldMention(2 * first, 2 * last + 1, label)
                for first, last, label in conll.chunks(gold)
            ),
            "",
            "f",
            1,
        ),
        tuple(
            FoundMention(2 * first, 2 * last + 1, label, "", "")
            for first, last, label in conll.chunks(guessed)
        ),
        (),
        terms_engine.redact(terms_engine.read_document(b"w", "w")),
    )
    ours = mention_scores.tally([scored], {"f": frozenset(("PERSON", "PLACE"))}, lambda label: True)
    from seqeval.metrics import classification_report  # takes a second

    theirs = classification_report([gold], [guessed], output_dict=True, zero_division=0)
    rows = {"micro avg": ours.overall, **ours.labels}
    for label in theirs.keys() & rows.keys():
        scores = rows[label].scores()
        for name in ("precision", "recall"):
            assert (scores[f"exact_{name}"] or 0) == pytest.approx(theirs[label][name])
        if scores["exact_f1"] is not None:
            assert scores["exact_f1"] == pytest.approx(theirs[label]["f1-score"])


def tally(engine, write, text, *entities, **more):
    line = json.dumps(
        {
            "text": text,
            "entities": [
                {
                    "start": text.index(part),
                    "end": text.index(part) + len(part),
                    "label": label,
                    **more,
                }
                for part, label in entities
            ],
        }
    )
    known = Labels(engine.labels, {})
    documents = list(read(str(write("gold.jsonl", line)), known))
    results = list(filter_gold(engine, documents))
    return mention_scores.tally(
        results, mention_scores.annotated_labels(documents), known.counts_overall
    )


def test_masked_asks_for_every_name_token_and_no_title(terms_engine, write):
    found = tally(
        terms_engine,
        write,
        "Judge Quill met Jane Smith and Abel Quill in Port Ellery.",
        ("Judge Quill", "PERSON"),
        ("Jane Smith", "PERSON"),
        ("Abel Quill", "PERSON"),
    )
    person = found.labels["PERSON"]
    assert (person.gold, person.found, person.masked) == (3, 3, 2)
    assert (person.overlap_gold, person.exact_gold) == (3, 1)


def test_masked_does_not_ask_for_the_label(terms_engine, write):
    found = tally(terms_engine, write, "In Port Ellery.", ("Port Ellery", "PERSON"))
    assert found.labels["PERSON"].scores()["masked"] == 1
    assert found.labels["PERSON"].scores()["recall"] == 0


def test_words_masked_in_vain_are_counted_per_thousand(terms_engine, write):
    found = tally(
        terms_engine,
        write,
        "Jane Smith left Port Ellery on Monday evening",
        ("Jane Smith", "PERSON"),
    )
    assert (found.words, found.false, found.false_as_annotated) == (8, 3, 0)
    assert found.per_thousand(found.false) == 375


def test_a_label_without_annotations_does_not_count_against_the_rules(terms_engine, write):
    found = tally(terms_engine, write, "Jane Smith, Port Ellery", ("Jane Smith", "PERSON"))
    assert found.overall.scores()["precision"] == 1
    assert "PLACE" not in found.labels


def test_machine_annotations_are_not_scored(terms_engine, write):
    found = tally(terms_engine, write, "Jane Smith", ("Jane Smith", "PERSON"), gold="silver")
    assert found.labels == {}
    assert found.false == 0


def test_kept_labels_are_not_part_of_the_overall_score(terms_engine, write):
    found = tally(
        terms_engine,
        write,
        "Blue Herons, Jane Smith",
        ("Blue Herons", "TEAM"),
        ("Jane Smith", "PERSON"),
    )
    assert found.labels["TEAM"].scores()["masked"] == 0
    assert found.overall.scores()["masked"] == 1


def test_a_value_that_does_not_identify_is_not_a_leak(terms_engine, write):
    found = tally(terms_engine, write, "Abel, of the fable", ("Abel", "PERSON"), identifying=False)
    assert found.labels["PERSON"].gold == 1
    assert found.labels["PERSON"].scores()["masked"] is None
