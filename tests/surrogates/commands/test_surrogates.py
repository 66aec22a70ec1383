"""Texts with surrogates: filtered, filtered again, checked, edited and restored."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from anonfilter.contract.tags import tag_shapes
from anonfilter.files.paths import SIDECAR
from tests.commands.commandline import CommandLine
from tests.containers.archives import gzipped, tarred, zipped
from tests.git_repository import Repository
from tests.surrogates.commands.small_rules import ORIGINALS, RULES, TEXT

pytestmark = pytest.mark.usefixtures("home")


def test_a_plausible_text_without_originals(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", TEXT)
    assert run("-i", "talk.txt").code == 0
    text = talk.read_text()
    assert not ORIGINALS.search(text)
    assert "[" not in text
    match = re.fullmatch(
        r"(\w+) (\w+) \((?!21-CV-1234)\d\d-[A-Z]{2}-\d{4}\) met (\w+) (\w+) on (\w+ \d+, \d{4})\.\n"
        r"(\w+) called (\w+) on (\w+ \d+, \d{4}), at \(\d{3}\) 555-01\d\d\. "
        r"(\w+) (\w+)'s brother is (\w+)\.\n",
        text,
    )
    assert match is not None
    assert match[1] == match[6].title() == match[9]
    assert match[2] == match[4] == match[10]
    assert match[3] == match[7] == match[11] != match[1]


def test_filtering_twice_changes_nothing_and_the_check_is_clean(
    run: CommandLine, corpus: Repository
) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    sidecar = Path(f"{talk}{SIDECAR}")
    before = talk.read_bytes(), sidecar.read_bytes()
    assert run("-i", "talk.txt").code == 0
    assert (talk.read_bytes(), sidecar.read_bytes()) == before
    assert run("check", "talk.txt").code == 0
    assert run("check", "talk.txt").code == 0
    assert run("map", "verify").code == 0
    assert run("restore", "talk.txt").out == TEXT
    piped = run("-", stdin=before[0])
    assert piped.out.encode() == before[0]


def test_no_name_of_a_surrogate_is_in_the_sidecar(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    sealed = Path(f"{talk}{SIDECAR}").read_text()
    assert all(word not in sealed for word in re.findall(r"[A-Z][a-z]{3,}", talk.read_text()))


def test_one_person_is_the_same_in_all_texts(run: CommandLine, corpus: Repository) -> None:
    for name, text in (("a.txt", "Wilma Quill left."), ("b.txt", "Then Abel met Wilma Quill.")):
        corpus.write(name, text)
    assert run("-o", "out", "a.txt").code == 0
    assert run("-o", "out", "b.txt").code == 0
    first = (run.folder / "out" / "a.txt").read_text().removesuffix(" left.")
    assert (run.folder / "out" / "b.txt").read_text().endswith(f" met {first}.")


def test_without_a_sidecar_a_remark_names_the_limits(run: CommandLine, folder: Path) -> None:
    Path(folder.parent / "rules" / "small.yaml").write_text(RULES)
    first, second = (run(stdin=TEXT.encode()) for _ in range(2))
    assert first.code == 0
    assert not ORIGINALS.search(first.out)
    assert "without a key" in first.err
    assert "no sidecar" in first.err
    assert first.out != second.out


def test_mentions_without_a_surrogate_keep_their_tag_and_are_counted(
    run: CommandLine, corpus: Repository
) -> None:
    talk = corpus.write("talk.txt", "Wilma came at Michaelmas.\n")
    done = run("-i", "talk.txt")
    assert re.fullmatch(r"\w+ came at \[DATE\]\.\n", talk.read_text())
    assert "DATE 1" in done.err
    assert run("restore", "talk.txt").out == "Wilma came at Michaelmas.\n"


def test_a_person_met_later_with_the_name_of_a_surrogate(
    run: CommandLine, corpus: Repository
) -> None:
    """The check of the first text fails, and filtering it again gives it another name."""
    corpus.write("talk.txt", "Then Wilma Quill left.\n")
    run("-o", "out", "talk.txt")
    out = run.folder / "out" / "talk.txt"
    name = out.read_text().removeprefix("Then ").removesuffix(" left.\n")
    rules = Path(run.folder.parent / "rules" / "small.yaml")
    rules.write_text(RULES.replace("(?i:(?:Wilma", f"(?i:{name}|(?:Wilma"))
    corpus.write("other.txt", f"So {name} came.\n")
    assert run("-o", "out", "other.txt").code == 0
    assert name not in (run.folder / "out" / "other.txt").read_text()
    checked = run("check", "out/talk.txt")
    assert (checked.code, checked.out.count("PERSON")) == (1, 1)
    said = rules.read_text()
    rules.write_text(f"{said}check: {{max_risk: 100}}\n")
    weighed = run("check", "out/talk.txt")
    assert (weighed.code, weighed.out) == (1, checked.out)
    rules.write_text(said)
    assert run("-o", "out", "talk.txt").code == 0
    assert name not in out.read_text()
    assert run("check", "out/talk.txt").code == 0


def test_a_table_and_records_keep_their_notation(run: CommandLine, corpus: Repository) -> None:
    table = corpus.write("people.csv", 'who,when\nWilma Quill,"May 4, 2019"\nAbel,x\n')
    records = corpus.write("people.jsonl", '{"who": "Wilma \\u0051uill", "id": "21-CV-1234"}\n')
    originals = table.read_bytes(), records.read_bytes()
    assert run("-i", "people.csv", "people.jsonl").code == 0
    assert not ORIGINALS.search(table.read_text() + records.read_text())
    assert table.read_text().count('"') == 2
    assert run("restore", "people.csv").out.encode() == originals[0]
    assert run("restore", "people.jsonl").out.encode() == originals[1]
    assert run("check", "people.csv", "people.jsonl").code == 0


def test_surrogates_stay_after_a_key_rotation(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    before = talk.read_bytes()
    assert run("key", "rotate").code == 0
    assert run("check", "talk.txt").code == 0
    assert run("map", "verify").code == 0
    assert run("-i", "talk.txt").code == 0
    assert talk.read_bytes() == before
    assert run("restore", "talk.txt").out == TEXT


def test_a_surrogate_of_two_people_is_reported(run: CommandLine, corpus: Repository) -> None:
    """Two branches may have given it; here a sidecar in clear is changed by hand."""
    Path(run.folder.parent / "rules" / "small.yaml").write_text(f"{RULES}sidecar: plain\n")
    corpus.write(".gitignore", f"*{SIDECAR}\n")
    corpus.write("one.txt", "Then Wilma came.\n")
    other = corpus.write("other.txt", "Then Abel came.\n")
    assert run("-i", "one.txt", "other.txt").code == 0
    assert run("map", "verify").code == 0
    name, taken = ((run.folder / each).read_text().split()[1] for each in ("other.txt", "one.txt"))
    sidecar = Path(f"{other}{SIDECAR}")
    before, _, after = sidecar.read_text().rpartition(name)
    sidecar.write_text(f"{before}{taken}{after}")
    verified = run("map", "verify")
    assert verified.code == 1
    assert "another original" in verified.out + verified.err


IN_BRACKETS = {
    "a turn": ("talk.txt", "[QUILL]: I am Ms. Quill.\n"),
    "two brackets": ("talk.txt", "[[QUILL]] and [ABEL QUILL], (Quill)\n"),
    "wide brackets": ("talk.txt", "\uff3bQUILL\uff3d: I am Ms. Quill.\n"),
    "a number of a tag": ("talk.txt", "[EXHIBIT_4711] of Quill\n"),
    "a cell": ("talk.csv", 'who,said\n[QUILL],"I, [QUILL], said"\n'),
    "escapes": ("talk.jsonl", '{"who": "\\u005bQUILL\\u005d", "said": "[\\u0051UILL]"}\n'),
    "references": ("talk.html", "<p>&#91;QUILL&#93; and [QU&#73;LL]</p>\n"),
    "markup": ("talk.html", "<p>[<b>QUILL</b>] and <i>[</i>QUILL]</p>\n"),
}


@pytest.mark.parametrize(("name", "text"), IN_BRACKETS.values(), ids=IN_BRACKETS)
@pytest.mark.parametrize("scope", ["document", "corpus"])
def test_no_surrogate_reads_as_a_tag(
    run: CommandLine, corpus: Repository, scope: str, name: str, text: str
) -> None:
    rules = RULES.replace(
        "resolvers:", r"      - {label: CASE, regex: '(?<=_)4711(?=\])'}" + "\nresolvers:"
    )
    rules = rules.replace("{use: csv}", "{use: csv}, {use: html}")
    Path(run.folder.parent / "rules" / "small.yaml").write_text(f"{rules}scope: {scope}\n")
    talk = corpus.write(name, text)
    assert run("-i", name).code == 0
    written = talk.read_text()
    assert not re.search("quill|4711", written, re.I)
    shapes = {match[0] for match in tag_shapes(written)}
    assert all(shape.startswith(("[PERSON_", "[CASE_")) for shape in shapes)
    assert run("restore", name).out == text
    assert run("map", "verify").code == 0
    assert run("check", name).code == 0
    assert run("-i", name).code == 0
    assert talk.read_text() == written


@pytest.mark.parametrize("name", ["talks.tar", "talks.zip", "talk.txt.gz", "talk.eml"])
def test_files_that_hold_others_are_as_they_were_when_filtered_again(
    run: CommandLine, corpus: Repository, name: str
) -> None:
    rules = RULES.replace("{use: csv}", "{use: csv}, {use: archive}, {use: mail}")
    Path(run.folder.parent / "rules" / "small.yaml").write_text(rules)
    files = {f"{at}.txt": TEXT.encode() * 30 * at for at in range(4)}
    mail = f"From: <a@example.org>\nContent-Type: text/plain; charset=utf-8\n\n{TEXT}".encode()
    data = {
        "talks.tar": tarred(files, kind=tarfile.GNU_FORMAT),
        "talks.zip": zipped(files),
        "talk.txt.gz": gzipped(TEXT.encode()),
        "talk.eml": mail,
    }[name]
    place = corpus.path / name
    place.write_bytes(data)
    assert run("-i", name).code == 0
    written = place.read_bytes()
    for _ in range(2):
        assert run("-i", name).code == 0
        assert place.read_bytes() == written
    assert run("check", name).code == 0
    assert run("restore", "-o", "back", name).code == 0
    assert (corpus.path / "back" / name).read_bytes() == data or name != "talks.tar"


def test_run_refuses_surrogates(run: CommandLine, corpus: Repository) -> None:
    corpus.write("in/talk.txt", TEXT)
    done = run("run", "in", "out")
    assert done.code == 2
    assert "surrogates" in done.err


def test_texts_read_in_parts_have_tags_and_are_reported(
    run: CommandLine, corpus: Repository
) -> None:
    rules = Path(run.folder.parent / "rules" / "small.yaml")
    rules.write_text(f"{RULES}limits: {{whole_megabytes: 0.0001}}\n")
    corpus.write("talk.txt", TEXT)
    done = run("-o", "out", "talk.txt")
    assert done.code == 0
    assert "[PERSON_1]" in (run.folder / "out" / "talk.txt").read_text()
    assert "in parts gets tags" in done.err
    rules.write_text(RULES)
    assert run("-i", "talk.txt").code == 0
    rules.write_text(f"{RULES}limits: {{whole_megabytes: 0.0001}}\n")
    assert run("-i", "talk.txt").code == 3


def test_several_jobs_give_each_original_its_own(run: CommandLine, corpus: Repository) -> None:
    names = [f"{at}.txt" for at in range(4)]
    texts = ("Wilma Quill", "Abel Tamsin", "Orla Deane", "Wilma Deane")
    for name, text in zip(names, texts, strict=True):
        corpus.write(name, f"So {text} came.\n")
    assert run("-j", "2", "-o", "out", *names).code == 0
    made = [(run.folder / "out" / name).read_text().split()[1:3] for name in names]
    assert made[3] == [made[0][0], made[2][1]]
    assert len({word for name in made for word in name}) == 6


def test_a_preview_shows_surrogates(run: CommandLine, corpus: Repository) -> None:
    corpus.write("talk.txt", "Then Wilma Quill left.\n")
    shown = run("--word-diff", "talk.txt").out
    assert re.search(r"\[-Wilma Quill-\]\{\+\w+ \w+\+\}", shown)


WORDS = (
    "Wilma Quill",
    "Abel",
    "Orla Deane",
    "TAMSIN",
    "21-CV-1234",
    "May 4, 2019",
    "Michaelmas",
    "(415) 555-2671",
    "met",
    "and",
    "4",
    "[PERSON_1]",
    "[CASE_7]",
    "é",
    "\n",
    "\r\n",
    ",",
    "x-",
    "'s",
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join))
def test_whatever_the_text(run: CommandLine, corpus: Repository, text: str) -> None:
    """The fixed point, the way back, the same twice, and no original."""
    places = [run.folder / name for name in ("one.txt", "two.txt")]
    for place in places:
        Path(f"{place}{SIDECAR}").unlink(missing_ok=True)
        place.write_bytes(text.encode())
        assert run("-i", place.name).code == 0
    once = places[0].read_bytes()
    assert not ORIGINALS.search(once.decode())
    assert places[1].read_bytes() == once
    assert run("-i", "one.txt").code == 0
    assert places[0].read_bytes() == once
    assert run("check", "one.txt").code == 0
    run("restore", "-o", "back/", "one.txt")
    assert (run.folder / "back" / "one.txt").read_bytes() == text.encode()
