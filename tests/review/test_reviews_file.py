"""The file with the reviews of a document: what is written can be read again."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.decisions import reviews_file
from anonfilter_english.resolvers.decisions.reviews_file import (
    Agreed,
    Answered,
    Reviewed,
    Reviews,
    Signed,
    bound,
)
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import RulesError

NAMES = st.text(
    st.characters(exclude_categories=["C", "Z"], include_characters=" '\":#-"),
    min_size=1,
    max_size=20,
)
PLACES = st.tuples(st.integers(0, 9), st.integers(10, 20))
ANSWERED = st.builds(
    Answered,
    at=PLACES,
    answer=st.sampled_from(["", "redact", "allow once"]),
    label=st.sampled_from([None, "PERSON"]),
)
ABOUT = {"characters": 3, "digest": "0" * 16 + ":" + "a" * 32}
FILES = st.builds(
    Reviews,
    reviews=st.lists(
        st.builds(
            Reviewed,
            reviewer=NAMES,
            date=st.just("2026-11-19"),
            answers=st.lists(ANSWERED, max_size=3).map(tuple),
            **{key: st.just(value) for key, value in ABOUT.items()},
        ),
        max_size=2,
    ).map(tuple),
    signed=st.lists(
        st.builds(
            Signed,
            reviewers=st.lists(NAMES, min_size=1, max_size=2).map(tuple),
            date=st.just("2026-11-19"),
            answers=st.dictionaries(st.sampled_from(["redact", "skip"]), st.integers(0, 99)),
            agreement=st.sampled_from(
                [None, Agreed(findings=2, alike=1, kappa=0.5), Agreed(findings=1, alike=1)]
            ),
            **{key: st.just(value) for key, value in ABOUT.items()},
        ),
        max_size=2,
    ).map(tuple),
)


@given(FILES)
def test_written_data_is_read_again(tmp_path_factory, reviews):
    file = str(tmp_path_factory.mktemp("reviews") / "talk.txt")
    reviews_file.write(file, reviews)
    assert reviews_file.read(file) == reviews


def test_there_are_none_without_a_file(tmp_path):
    assert reviews_file.read(str(tmp_path / "talk.txt")) == Reviews()


def test_a_review_is_about_one_text_alone():
    review = Reviewed(reviewer="A. Marsh", date="2026-11-19", **bound("abc"))
    assert review.is_about("abc")
    assert not review.is_about("abd")


def test_mistakes_in_the_file_are_reported_without_its_words(tmp_path):
    (tmp_path / "talk.txt.reviews.yaml").write_text("anonfilter: 1\nreviews: [Quillfeather]\n")
    with pytest.raises(RulesError) as caught:
        reviews_file.read(str(tmp_path / "talk.txt"))
    assert "talk.txt.reviews.yaml:2:" in str(caught.value)
    assert "Quillfeather" not in str(caught.value)
