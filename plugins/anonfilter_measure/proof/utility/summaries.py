"""Summaries of texts: some of their sentences, which a model chooses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any

from anonfilter_english.knowledge.sentences import ends_sentence

from anonfilter.errors import AnonfilterError
from anonfilter_measure.proof.utility.training_records import Record

MODELS = ("first sentences", "learned sentences")
_WORD = re.compile(r"\w+")
_MARK = re.compile(r"[.!?;](?=\s)")
_BEST = 3  # the most sentences of a text that are examples of what to choose
_SHARE = 3  # the examples are at most one in so many sentences


def scores(
    train: Sequence[Record], tests: Sequence[Sequence[Record]], seed: int
) -> Iterator[tuple[str, list[float]]]:
    """Yield the mean ROUGE-1 (F1) of each way to choose sentences, on each of the test sets."""
    budget = round(fmean(len(words(one.summary)) for one in train))
    yield (
        MODELS[0],
        [_mean(test, [range(len(sentences(one.text))) for one in test], budget) for test in tests],
    )
    chooser = Chooser(train, seed)
    yield MODELS[1], [_mean(test, [chooser.ranked(one) for one in test], budget) for test in tests]


def words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def rouge(chosen: Sequence[str], summary: Sequence[str]) -> float:
    """Return ROUGE-1: the F1 of the words that two texts share."""
    shared = (Counter(chosen) & Counter(summary)).total()
    return 2 * shared / (len(chosen) + len(summary)) if shared else 0.0


def sentences(text: str) -> list[str]:
    """Return the sentences of a text; a line end also ends a sentence."""
    found: list[str] = []
    for line in text.split("\n"):
        start = 0
        for mark in _MARK.finditer(line):
            if ends_sentence(line, mark.start()):
                found.append(line[start : mark.end()].strip())
                start = mark.end()
        found.append(line[start:].strip())
    return [one for one in found if one]


def _mean(records: Sequence[Record], ranked: Sequence[Sequence[int]], budget: int) -> float:
    return fmean(
        rouge(_chosen(sentences(one.text), order, budget), words(one.summary))
        for one, order in zip(records, ranked, strict=True)
    )


def _chosen(said: Sequence[str], order: Sequence[int], budget: int) -> list[str]:
    """Return the first ``budget`` words of the sentences in this order."""
    chosen: list[str] = []
    for at in order:
        chosen += words(said[at])
        if len(chosen) >= budget:
            break
    return chosen[:budget]


class Chooser:
    """A logistic regression on the words of a sentence, its place, and its likeness to the text."""

    def __init__(self, train: Sequence[Record], seed: int) -> None:
        from sklearn.feature_extraction.text import TfidfVectorizer
        from sklearn.linear_model import LogisticRegression

        self._words = TfidfVectorizer(sublinear_tf=True, min_df=2)
        self._words.fit([sentence for one in train for sentence in sentences(one.text)])
        self._model = LogisticRegression(class_weight="balanced", max_iter=1000, random_state=seed)
        said = [sentences(one.text) for one in train]
        examples = [
            choice
            for of_text, record in zip(said, train, strict=True)
            for choice in _like(of_text, record.summary)
        ]
        if len(set(examples)) < 2:
            raise AnonfilterError(
                "no sentence can be chosen for a summary: texts need several sentences, and "
                "words of their summaries"
            )
        self._model.fit(self._features(said), examples)

    def ranked(self, record: Record) -> list[int]:
        """Return the numbers of a text's sentences, the best first."""
        said = sentences(record.text)
        if not said:
            return []
        likely = self._model.predict_proba(self._features([said]))[:, 1]
        return sorted(range(len(said)), key=lambda at: (-likely[at], at))

    def _features(self, texts: Sequence[Sequence[str]]) -> Any:
        import numpy as np
        from scipy.sparse import csr_matrix, hstack, vstack

        rows = []
        for said in texts:
            if not said:
                continue
            known = self._words.transform(said)
            centre = np.asarray(known.mean(axis=0)).T
            places = np.arange(len(said)) / len(said)
            lengths = np.log1p([len(one.split()) for one in said]) / 5
            asked = [float(one.endswith("?")) for one in said]
            more = np.column_stack([np.asarray(known @ centre), places, lengths, asked])
            rows.append(hstack([known, csr_matrix(more)]))
        return vstack(rows).tocsr()


def _like(said: Sequence[str], summary: str) -> list[int]:
    """Return 1 for each sentence that is among the most similar to the summary, else 0."""
    wanted = words(summary)
    alike = [rouge(words(one), wanted) for one in said]
    best = sorted(range(len(said)), key=lambda at: (-alike[at], at))
    best = best[: max(1, min(_BEST, len(said) // _SHARE))]
    return [int(at in best and alike[at] > 0) for at in range(len(said))]
