"""Count false finds and found people in file names: ``python benchmarks/file_names.py``.

Without arguments, it reads the names of files on a Linux machine with Python (Python's library,
installed packages, ``/usr/share``, git's own files), and invented names: dates, counters, places of
projects, technical words. Arguments are other folders to read. Each name counts once. People are
invented: every first name with every surname of two lists, written in several ways.

The names are judged as ``anonfilter check`` judges names of documents, without models.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from anonfilter.checking.names import found_in_names
from anonfilter.engine.pipeline import Engine
from anonfilter.rules import load_ruleset
from anonfilter.selection.choice import CheckedName

SEED = 20_240_301
LIMIT = 1 / 1000  # of false finds

_TOPICS = """
    annual austin award baltimore barcelona berlin bid board boston budget call camp charlotte
    city clinic coding cohort community consent control corpus dallas data denver draft export
    family farm field final focus_group follow_up geneva georgia glasgow group harbor health
    hearing hill home hospital housing interview jackson jordan kent lancaster lincoln lisbon
    london madison madrid meeting memo midline minutes montreal new_york nurses orlando oxford
    panel paris parents park phase_two phoenix pilot port_elizabeth protocol quality raw rural
    san_diego santa_cruz savannah school session sierra_leone site_visit staff study summary
    survey sydney teachers team transcript trial urban victoria_falls virginia wave winchester
    workshop youth
""".split()
_TECHNICAL = """
    README readme index utf8 u16le latin1 cp1252 ascii config schema api cli json yaml sql mysql
    postgres django flask jenkins docker kafka redis maven gradle ruby python java julia
    julia_lang scala swift rust golang max min avg len dev prod test mock alpha beta gamma delta
    norm bert roberta lemma ner nlp pos tokenizer parser lexer cuda numpy scipy pandas spark
    hadoop airflow changelog license contributing makefile setup init main utils helpers models
    views forms admin auth login token session cookie cache queue worker cron daemon socket
    proxy gateway router
""".split()
_MONTHS = """
    jan feb mar apr may jun jul aug sep oct nov dec january march april june august
""".split()
_SUFFIXES = """
    txt csv json jsonl md srt vtt
""".split()
_SHAPES = """
    {topic}_{count:02} {topic}-{other} {topic}_{other}_{count:03} {year}-{month:02}-{day:02}
    {year}{month:02}{day:02}_{topic} {topic}_{name}{year} {name}_{other_name}_{year}
    {topic}.{tech} {tech}_{other_tech} {tech}-{other_tech}-v{count} {Tech}{Other} p{count:03}
    participant_{count:04} {year}{month:02}{day:02}T{clock} {topic}_{stamp}
    {tech}.{a}.{b}.{c}.{d} {count:04} S{count:02}E{day:02}_{topic} {topic}_rev{a}_{name} {hash}
    {clock}-{count:05} IMG_{year}{month:02}{day:02}_{clock} {topic}_{day:02}.{month:02}.{year}
    {day:02}-{month:02}-{year}_{tech}
""".split()

FIRST = """
    Adaeze Agnes Ahmed Aisha Alejandro Anneliese Antonio Beatriz Bernard Bogdan Brenda Carmen
    Cedric Chiara Daniela Deborah Dimitri Edith Eleanor Emeka Fatima Francesca Gareth Giulia
    Gregory Hannah Heidi Ibrahim Imogen Ingrid Isabella Jane Jerome Joanna Jonas Kavita Kenneth
    Kwame Leticia Linda Magdalena Marcus Mirela Mohammed Monique Natasha Nkechi Olga Oluwaseun
    Patricia Pierre Priya Rachel Rajesh Ricardo Samantha Sanjay Siobhan Stefan Svetlana Tariq
    Thomas Ulrike Vanessa Walter Wilma Yolanda Yusuf Zainab Zoltan
""".split()
LAST = """
    Abernathy Adeyemi Alvarez Andersson Banerjee Bauer Brown Callahan Castellanos Chaudhry Cohen
    Delacroix Dubois Ekwueme Eriksen Fernandez Fitzgerald Gallagher Garcia Gutierrez Hernandez
    Hoffmann Hughes Ivanov Jankowski Jimenez Johnson Kaplan Khan Kowalski Kumar Lindqvist
    MacDonald Marchetti Mbeki McCarthy Mensah Moreau Mueller Murphy Nakamura Nguyen Novak
    O'Brien Okafor Olsen Onyango Papadopoulos Patel Pereira Petrov Quarnby Ramirez Rossi Sanchez
    Schneider Singh Smith Sullivan Svensson Takahashi Thompson Vasquez Wagner Williams Wojcik
    Yilmaz Zimmermann
""".split()
WAYS = {
    "first_last": "{first}_{last}.txt",
    "FirstLast": "{First}{Last}.txt",
    "LastFirst": "{Last}{First}.txt",
    "last, first": "{Last}, {First}.txt",
    "date_first-last_id": "2024-03-01_{first}-{last}_07.csv",
    "interview_first_m_last": "interview_{first}_m_{last}.txt",
    "folder": "{first}.{last}/notes.txt",
}


def ordinary(number: int, seed: int = SEED) -> Iterator[str]:
    """Yield invented file names without names of people."""
    chance = random.Random(seed)
    for _ in range(number):
        tech, other_tech = chance.choices(_TECHNICAL, k=2)
        topic, other = chance.choices(_TOPICS, k=2)
        name, other_name = chance.choices(_MONTHS, k=2)
        shape = chance.choice(_SHAPES).format(
            topic=topic,
            other=other,
            tech=tech,
            other_tech=other_tech,
            name=name,
            other_name=other_name,
            Tech=tech.title(),
            Other=other.title(),
            year=chance.randint(1990, 2026),
            month=chance.randint(1, 12),
            day=chance.randint(1, 28),
            count=chance.randint(1, 999),
            clock=f"{chance.randint(0, 23):02}{chance.randint(0, 59):02}{chance.randint(0, 59):02}",
            stamp=chance.randint(10**9, 2 * 10**9),
            hash=f"{chance.getrandbits(64):016x}",
            a=chance.randint(0, 20),
            b=chance.randint(0, 30),
            c=chance.randint(0, 9),
            d=chance.randint(0, 9),
        )
        yield f"{shape}.{chance.choice(_SUFFIXES)}"


def of_people(way: str) -> Iterator[str]:
    """Yield file names with every first name and every surname."""
    for first in FIRST:
        for last in LAST:
            yield WAYS[way].format(first=first.lower(), last=last.lower(), First=first, Last=last)


def real(folders: Iterable[Path]) -> Iterator[str]:
    """Yield the names of all files and folders below these folders, each once."""
    seen = set[str]()
    for folder in folders:
        for _, below, files in os.walk(folder):
            seen.update((*below, *files))
    yield from sorted(seen)


def found(engine: Engine, names: Iterable[str]) -> list[str]:
    """Return the names in which something is found."""
    judged = [CheckedName(name, prose=True) for name in names]
    return sorted({path for _, path in found_in_names(engine, judged)})


def _folders() -> list[Path]:
    git = subprocess.run(["git", "--exec-path"], capture_output=True, text=True, check=True).stdout
    known = (sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"), "/usr/share", git.strip())
    return [Path(one) for one in known if os.path.isdir(one)]


def main() -> None:
    engine = Engine(load_ruleset("fast"))
    folders = [Path(one) for one in sys.argv[1:]] or _folders()
    for what, names in (("real", list(real(folders))), ("invented", list(ordinary(20_000)))):
        begun = time.process_time()
        false = found(engine, names)
        each = (time.process_time() - begun) / len(names) * 1000
        print(
            f"{what}: {len(false):,} found in {len(names):,} names, "
            f"{len(false) / len(names):.3%}; {each:.2f} ms a name"
        )
        for name in false[:50]:
            print(f"    {name!a}")
    for way in WAYS:
        names = list(of_people(way))
        paths = found(engine, names)
        print(
            f"{way}: {min(len(paths), len(names)) / len(names):.1%} of {len(names):,} people found"
        )


if __name__ == "__main__":
    main()
