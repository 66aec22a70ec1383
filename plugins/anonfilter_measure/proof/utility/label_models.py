"""Models that predict the label of a text: logistic regression and naive Bayes on its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from anonfilter_measure.proof.utility.training_records import Record

MODELS = ("logistic regression", "naive Bayes")


def scores(
    train: Sequence[Record], tests: Sequence[Sequence[Record]], seed: int
) -> Iterator[tuple[str, list[float]]]:
    """Yield the macro F1 of each model, trained once, on each of the test sets."""
    from sklearn.metrics import f1_score

    for name in MODELS:
        model = _model(name, seed)
        model.fit([one.text for one in train], [one.label for one in train])
        macro_f1 = partial(f1_score, average="macro", zero_division=0)
        yield (
            name,
            [
                float(
                    macro_f1([one.label for one in test], model.predict([one.text for one in test]))
                )
                for test in tests
            ],
        )


def _model(name: str, seed: int) -> Any:
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.pipeline import make_pipeline

    if name == "naive Bayes":
        return make_pipeline(CountVectorizer(ngram_range=(1, 2)), MultinomialNB())
    return make_pipeline(
        TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True),
        LogisticRegression(C=10, max_iter=1000, random_state=seed),
    )
