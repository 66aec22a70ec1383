"""Originals in long texts, which are searched in stretches."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import given
from hypothesis import strategies as st

from anonfilter.contract.document import Label, Survives
from anonfilter.engine.original_search import OriginalMatch, OriginalSearch, words_of
from anonfilter.engine.survivors import OwnOriginals

PERSON = Label("PERSON", survives=Survives.FAIL)
ORIGINALS = ["Jane Okon", "José", "Anne-Marie", "AB-345-67-890", "O'Neil", "Bell", "Жук", "J.A.N."]
WORDS = [
    "jane",
    "Okon",
    "spkOkon",
    "spkÓkon",
    "MRBell",
    "JANE",
    "2",
    "\u041ekon",
    "J",
    "a",
    "n",
    "e",
    "jose",
    "JOSÉ",
    "AB",
    "345-67",
    "890",
    "anne",
    "marie",
    "o'neil",
    "x",
    "—",
    "²",
    "ﬁ",
    "Жук",
    "_bell_",
    "be-ll",
    "-",
    ".",
    "'",
    "\n",
    "\n\n",
    "\n \n",
    "-\n  ",
]


@given(
    st.lists(st.sampled_from(ORIGINALS), min_size=1, max_size=3),
    st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from([" ", "", "\n", "\n\n"]))),
)
def test_originals_are_found_in_stretches_as_in_the_whole(
    originals: list[str], words: list[tuple[str, str]]
) -> None:
    text = "".join(word + gap for word, gap in words)
    own = OwnOriginals()
    own.add((original, PERSON) for original in originals)

    def place(match: OriginalMatch) -> tuple[int, int, bool, str]:
        return match.start, match.end, match.always, match.spells

    whole = OriginalSearch(own).matches(text, words_of(text))
    assert sorted(map(place, own.found_in_stretches(text, size=20))) == sorted(map(place, whole))


MEASURED = """
import resource
from itertools import product
from anonfilter.contract.document import Label, Survives
from anonfilter.engine.survivors import OwnOriginals

SYLLABLES = "ba ko li mu ne pra sti tor ul ven wix yo za gru dal fen hep jor qua".split()
names = [f"Jane {one}{two}{three}" for one, two, three in product(SYLLABLES, repeat=3)]
own = OwnOriginals()
own.add((name, Label("PERSON", survives=Survives.FAIL)) for name in names)
text = "So we went home, and nobody said a word about it.\\n" * 8000 + names[-1]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert list(own.found(text))
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def test_the_search_for_thousands_of_originals_takes_little_memory() -> None:
    done = subprocess.run([sys.executable, "-c", MEASURED], capture_output=True, check=True)
    assert not done.stderr
    assert int(done.stdout) < 20  # megabytes
