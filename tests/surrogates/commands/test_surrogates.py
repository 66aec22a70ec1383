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
from anonfilter.keys import keyring
from anonfilter.keys.corpus import load
from tests.commands.commandline import CommandLine
from tests.containers.archives import gzipped, tarred, zipped
from tests.git_repository import Repository

RULES = r"""
anonfilter: 1
name: small
labels:
  PERSON: {kind: direct, risk: 5, survives: fail}
  CASE: {kind: indirect, tag: '[CASE_{n}]', survives: fail}
  DATE: {kind: indirect, tag: '[DATE]'}
  PHONE_NUMBER: {kind: direct, survives: fail}
formats: [{use: text}, {use: csv}, {use: jsonl}]
detectors:
  - use: patterns
    patterns:
      - label: PERSON
        regex: '\b(?i:(?:Wilma|Abel|Orla)(?: (?:Quill|Tamsin|Deane))?|Quill|Tamsin|Deane)\b'
      - {label: CASE, regex: '\b\d\d-CV-\d{4}\b', examples: [21-CV-1234]}
      - {label: DATE, regex: '\b(?:March|May) \d{1,2}, \d{4}\b|\bMichaelmas\b'}
      - {label: PHONE_NUMBER, regex: '\(\d{3}\) \d{3}-\d{4}'}
resolvers: [{use: link-people}]
taggers:
  - use: numbered
  - {use: surrogate, labels: ['*']}
"""
TEXT = (
    "Wilma Quill (21-CV-1234) met Abel Quill on March 3, 2019.\nWILMA called Abel on May 4, 2019, "
    "at (415) 555-2671. Wilma Quill's brother is Abel.\n"
)
ORIGINALS = re.compile(
    r"\b(?:wilma|abel|orla|quill|tamsin|deane|21-CV-1234|May 4, 2019|.415. 555-2671)\b", re.I
)

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def corpus(run: CommandLine, repository: Repository) -> Repository:
    """A corpus with a key, and rules with surrogates."""
    assert run("key", "new").code == 0
    Path(run.folder.parent / "rules" / "small.yaml").write_text(RULES)
    return repository


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


def test_an_edited_text_is_filtered_and_restored(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    before = talk.read_text()
    talk.write_text(f"A new line.\n{before}Wilma Quill again, and Orla Deane.\n")
    checked = run("check", "talk.txt")
    assert (checked.code, checked.out.count("PERSON")) == (1, 2)
    assert run("-i", "talk.txt").code == 0
    after = talk.read_text()
    assert after.startswith(f"A new line.\n{before}{before.split(' (')[0]} again, and ")
    assert not ORIGINALS.search(after)
    assert run("restore", "talk.txt").out == (
        f"A new line.\n{TEXT}Wilma Quill again, and Orla Deane.\n"
    )


def test_a_name_that_was_edited_is_not_restored(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    talk.write_text(re.sub(r" met \w+ ", " met Zora ", talk.read_text()))
    done = run("restore", "talk.txt")
    assert (done.code, done.out) == (3, "")
    assert "edited" in done.err


LINES = (
    "It was about noon on that day when Wilma Quill came into the room.\n"
    "Nobody had been asked by then, and Abel Quill stayed where he was.\n"
    "In the end both of them left, as Wilma Quill had said they would.\n"
)


def test_a_copied_line_has_the_original_twice(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", LINES)
    run("-i", "talk.txt")
    copied = talk.read_text() + talk.read_text().splitlines(keepends=True)[1]
    talk.write_text(copied)
    expected = LINES + LINES.splitlines(keepends=True)[1]
    assert run("restore", "talk.txt").out == expected
    assert run("check", "talk.txt").code == 0
    assert run("-i", "talk.txt").code == 0
    assert talk.read_text() == copied
    assert run("restore", "talk.txt").out == expected
    assert run("map", "verify").code == 0


def test_lines_that_changed_places_are_restored(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", LINES)
    run("-i", "talk.txt")
    talk.write_text("".join(reversed(talk.read_text().splitlines(keepends=True))))
    assert run("check", "talk.txt").code == 0
    expected = "".join(reversed(LINES.splitlines(keepends=True)))
    assert run("restore", "talk.txt").out == expected
    assert run("-i", "talk.txt").code == 0
    assert run("restore", "talk.txt").out == expected


def test_a_surrogate_elsewhere_may_be_another_person(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", LINES)
    run("-i", "talk.txt")
    name = talk.read_text().partition(" when ")[2].split()[0]
    talk.write_text(f"{talk.read_text()}And {name} was there too.\n")
    for command in (("restore",), ("-i",), ("check",), ("map", "verify")):
        done = run(*command, "talk.txt")
        assert done.code == (1 if command == ("map", "verify") else 3)
        assert "talk.txt:4:5: a name that is a surrogate of this" in done.out + done.err
        assert name not in done.out + done.err
    assert name in talk.read_text()


def test_an_edited_surrogate_is_reported_by_its_place(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", LINES)
    run("-i", "talk.txt")
    text = talk.read_text()
    name = text.partition(" when ")[2].split()[0]
    talk.write_text(text.replace(f" when {name} ", " when Zora ", 1))
    verified = run("map", "verify")
    assert verified.code == 1
    assert "talk.txt:1:36: a surrogate was edited here" in verified.out + verified.err
    restored = run("restore", "talk.txt")
    assert (restored.code, restored.out) == (3, "")
    assert "talk.txt:1:36: a surrogate was edited here" in restored.err


def test_a_check_key_tells_surrogates_from_names_and_no_key_is_incomplete(
    run: CommandLine, corpus: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    found = load(run.folder)
    key = keyring.require_key(found)
    keyring.key_file(found).unlink()
    monkeypatch.setenv(keyring.VARIABLE, key.check.text())
    assert run("check", "talk.txt").code == 0
    monkeypatch.delenv(keyring.VARIABLE)
    checked = run("check", "talk.txt")
    assert checked.code == 3
    assert "surrogates" in checked.err


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


def test_a_surrogate_that_is_replaced_by_its_tag_is_reported(
    run: CommandLine, corpus: Repository
) -> None:
    talk = corpus.write("talk.txt", "Then Wilma Quill left.\n")
    run("-i", "talk.txt")
    name = talk.read_text().removeprefix("Then ").removesuffix(" left.\n")
    rules = Path(run.folder.parent / "rules" / "small.yaml")
    rules.write_text(RULES.replace("(?i:(?:Wilma", f"(?i:{name}|(?:Wilma"))
    corpus.write("other.txt", f"So {name} came.\n")
    run("-i", "other.txt")
    again = run("-i", "talk.txt")
    assert (again.code, name in talk.read_text()) == (0, False)
    assert "a tag is used again in 1 place" in again.err
    assert run("restore", "talk.txt").out == "Then Wilma Quill left.\n"
    assert "used again" not in run("-i", "talk.txt").err


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


def test_a_moved_document_keeps_them(run: CommandLine, corpus: Repository) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    talk.rename(talk.with_name("moved.txt"))
    Path(f"{talk}{SIDECAR}").rename(talk.with_name(f"moved.txt{SIDECAR}"))
    assert run("map", "adopt", "moved.txt").code == 0
    assert run("check", "moved.txt").code == 0
    assert run("restore", "moved.txt").out == TEXT


def test_a_copy_without_its_sidecar_is_not_taken_for_the_original(
    run: CommandLine, corpus: Repository
) -> None:
    talk = corpus.write("talk.txt", TEXT)
    run("-i", "talk.txt")
    corpus.write("copy.txt", talk.read_text())
    corpus.write("plain.txt", "It was a fine day.\n")
    restored = run("restore", "copy.txt")
    assert (restored.code, restored.out) == (3, "")
    assert "has surrogates" in restored.err
    assert run("restore", "plain.txt").out == "It was a fine day.\n"


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
    assert (corpus.path / "back").read_bytes() == data or name != "talks.tar"


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
