"""Names with a blank or a hyphen after each letter are found as a whole."""

from __future__ import annotations

import pytest
from anonfilter_english.resolvers.spaced_names import SpacedNames

from tests.english.resolvers.marking import Resolved


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("<PERSON Chase> S u l l i v a n left.", "<PERSON Chase S u l l i v a n> left."),
        ("<ORGANIZATION Pike Q u e> l l <PERSON n>", "<PERSON Pike Q u e l l n>"),
        ("<LOCATION Q u e> l l n", "<LOCATION Q u e l l n>"),
        ("ask S u l l i v a n now", "ask <PERSON S u l l i v a n> now"),
        ("<PERSON Chase S>  u  l  l  i\nv a n left", "<PERSON Chase S  u  l  l  i\nv a n> left"),
        ("<PERSON Vincent> v a n D y k e", "<PERSON Vincent v a n D y k e>"),
        ("<PERSON Chase> S-u-l-l-i-v-a-n left", "<PERSON Chase S-u-l-l-i-v-a-n> left"),
        ("<PERSON Ann> Q u e l l I think", "<PERSON Ann Q u e l l> I think"),
        ("A d a e z e  O k a f o r spoke", "<PERSON A d a e z e  O k a f o r> spoke"),
        ("C h a p t e r", "C h a p t e r"),
        ("<PERSON Chase>: a b c d e", "<PERSON Chase>: a b c d e"),
        ("<PERSON V P S R Pillai> appeared", "<PERSON V P S R Pillai> appeared"),
        ("V P <PERSON S R Pillai> appeared", "<PERSON V P S R Pillai> appeared"),
        ("V P S R <PERSON Pillai> appeared", "<PERSON V P S R Pillai> appeared"),
        ("<PERSON Chase>\n\n<ORGANIZATION J U D G> M E N T", "<PERSON Chase>\n\nJ U D G M E N T"),
        ("<ORGANIZATION C H A P T E R  O N E>", "C H A P T E R  O N E"),
        ("<ORGANIZATION P A R T T W O>", "P A R T T W O"),
        ("<PERSON Chase> H u n t e r left", "<PERSON Chase H u n t e r> left"),
        ("<PERSON Chase> and a b c d e", "<PERSON Chase> and a b c d e"),
    ],
)
def test_spaced_letters_belong_to_the_name(marked: str, expected: str, resolve) -> None:
    made: Resolved = resolve(SpacedNames, marked)
    assert made.marked == expected
