"""Measure the search for known originals: ``python benchmarks/known.py``.

It makes a corpus of invented names in sealed sidecars, and then searches text without these names,
and text with a name in every document. Times are CPU seconds.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from anonfilter_documents.plaintext import Plaintext
from anonfilter_english.knowledge.people.name_list import bearers, names

from anonfilter.contract.document import Document, Label, Source, Survives
from anonfilter.contract.plugin import Setting
from anonfilter.files.paths import SIDECAR
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import Key, random_id
from anonfilter.known import loading
from anonfilter.known.known_originals import CorpusOriginals
from anonfilter.known.marks import MarkMaker
from anonfilter.sidecars.codec import seal_map
from anonfilter.sidecars.entries import Entry, Map, Occurrence
from anonfilter.sidecars.sidecar import Kind, Sidecar, render
from anonfilter.text.words import common_words

LABELS = {"PERSON": Label("PERSON", risk=5, survives=Survives.FAIL)}
IN_A_SIDECAR = 100
WORDS = 10_000  # in a document
AIM = 10.0

T = TypeVar("T")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--names", type=int, default=100_000, help="how many are known")
    parser.add_argument("--megabytes", type=int, default=100, help="how much text")
    options = parser.parse_args()
    rng = random.Random(20)
    people = list(invented_people(rng, options.names))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
        key = Key.new()
        corpus = Corpus(Path(folder), random_id(), key.id)
        write_sidecars(corpus, key, people)
        files = list(loading.sources_on_disk(corpus))
        print(f"{len(people):,} known names in {len(files):,} sidecars")
        first, known = timed(lambda: loading.known_from(corpus, key.check, files))
        print(f"  opened for the first time  {first:6.2f} s")
        again, known = timed(lambda: loading.known_from(corpus, key.check, files))
        print(f"  from the sealed cache      {again:6.2f} s, {len(known):,} marks")
    search(rng, known, people, options.megabytes * 1_000_000)


def search(rng: random.Random, known: CorpusOriginals, people: Sequence[str], size: int) -> None:
    plain, holding = (size_and_seconds(rng, known, who, size) for who in ((), people))
    for what, (megabytes, seconds, found) in (
        ("with none of them", plain),
        ("with a name in every document", holding),
    ):
        print(f"{megabytes:.0f} MB of text {what}: {seconds:.1f} s, {found:,} found")
    print(f"  aim: {AIM:.0f} s; met: {'yes' if max(plain[1], holding[1]) <= AIM else 'NO'}")


def size_and_seconds(
    rng: random.Random, known: CorpusOriginals, people: Sequence[str], size: int
) -> tuple[float, float, int]:
    done, seconds, found = 0, 0.0, 0
    for document in documents(rng, people):
        taken, spans = timed(partial(known.spans, document, LABELS))
        done, seconds, found = done + len(document.text), seconds + taken, found + len(spans)
        if done >= size:
            break
    return done / 1e6, seconds, found


def invented_people(rng: random.Random, count: int) -> Iterator[str]:
    """Yield random pairs of real first names and surnames."""
    given = [word for word in names() if bearers(word).given >= 2]
    family = [word for word in names() if bearers(word).surname]
    for _ in range(count):
        yield f"{rng.choice(given).capitalize()} {rng.choice(family).capitalize()}"


def write_sidecars(corpus: Corpus, key: Key, people: Sequence[str]) -> None:
    marking = MarkMaker(key.check.prints, LABELS)
    for at in range(0, len(people), IN_A_SIDECAR):
        entries = (
            Entry(f"[PERSON_{number}]", "PERSON", (Occurrence(name),))
            for number, name in enumerate(people[at : at + IN_A_SIDECAR], 1)
        )
        document = random_id()
        known = Map(document, "talk.txt", "", {one.tag: one for one in entries})
        state = seal_map(known, corpus.id, key, marking)
        data = render(Sidecar(Kind.SEALED, corpus.id, document, state))
        (corpus.root / f"talk{at}.txt{SIDECAR}").write_bytes(data)


def documents(rng: random.Random, people: Sequence[str]) -> Iterator[Document]:
    """Yield documents of everyday words, with tags as in filtered text; common words occur most.

    If there are ``people``, each document has one of their names.
    """
    words = sorted(common_words())
    rng.shuffle(words)
    weights = [1 / (rank + 1) for rank in range(len(words))]
    reader = Plaintext(Plaintext.Config(), Setting("text"))
    while True:
        chosen = rng.choices(words, weights, k=WORDS)
        chosen[::50] = ["[PERSON_1]"] * len(chosen[::50])
        if people:
            chosen[rng.randrange(WORDS)] = rng.choice(people)
        sentences = [" ".join(chosen[at : at + 14]).capitalize() for at in range(0, WORDS, 14)]
        paragraphs = (". ".join(sentences[at : at + 6]) for at in range(0, len(sentences), 6))
        yield reader.read(Source("talk.txt", ".\n\n".join(paragraphs)))


def timed(call: Callable[[], T]) -> tuple[float, T]:
    before = time.process_time()
    result = call()
    return time.process_time() - before, result


if __name__ == "__main__":
    main()
