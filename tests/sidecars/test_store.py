"""Documents and sidecars are written together, and restore the original."""

from __future__ import annotations

import json
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from anonfilter.commands import restore
from anonfilter.contract.document import Redaction
from anonfilter.engine.pipeline import Engine, Options
from anonfilter.errors import Incomplete
from anonfilter.files import read as inputs
from anonfilter.files import staging
from anonfilter.files.locks import locked
from anonfilter.files.paths import SIDECAR
from anonfilter.files.read import LoadedFile
from anonfilter.files.staging import PENDING, reusable_name
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import Key
from anonfilter.keys.sealing import digest_of
from anonfilter.rules import parse_ruleset
from anonfilter.run import sidecar_sinks
from anonfilter.run.session import redact
from anonfilter.run.sinks import Sink
from anonfilter.sidecars import store
from anonfilter.sidecars.codec import no_marks
from anonfilter.sidecars.entries import Entry, Occurrence
from anonfilter.sidecars.memory import CorpusNumbers
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.sidecars.sidecar import Kind
from anonfilter.sidecars.sidecar_parser import parse
from tests.filtering import RULES

FORMATS = "[{use: webvtt}, {use: jsonl}, {use: csv}, {use: text}]"
ALL_FORMATS = RULES.replace("  - use: text\n", f"  {FORMATS}\n")
KEY = Key(bytes(range(32)), bytes(range(32, 64)))
CORPUS = "corpus" + 20 * "a"
BITS = [
    "Jane Smith",
    "Jane\nSmith",
    "José Núñez",
    "Quill",
    "QX-1234",
    "AB-0001",
    "QX-\u00ad1234",
    "[PERSON_1]",
    "[PERSON_2]",
    "[CODE_1]",
    "[CHAIN_7]",
    "[NOTE]",
    "[PERSON_k7f3m2qa4x]",
    " ",
    "\uff3bPERSON_1\uff3d",
    "\uff3bNOTE\uff3d",
    "\n",
    "\r\n",
    ", ",
    "e\u0301",
    "[PERSON_",
    "1]",
    '"',
    "a,b",
    "'",
    "said ",
]
STRAY = [*BITS, "\udcff", "\udcc3", "\udca9"]
TEXTS = st.lists(st.sampled_from(BITS), max_size=20).map("".join)


@pytest.fixture(autouse=True)
def _key(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANONFILTER_KEY", KEY.text())


def engine(**more: str) -> Engine:
    said = "".join(f"{key}: {value}\n" for key, value in more.items())
    rules = parse_ruleset(ALL_FORMATS + said, "short")
    numbering = CorpusNumbers(KEY.tags) if more.get("scope") == "corpus" else None
    return Engine(rules, Options(assume_language=True, numbering=numbering))


ENGINE, DERIVING = engine(), engine(scope="corpus")


def policy_in(folder: Path, sidecar: str = "sealed") -> SidecarPolicy:
    corpus = Corpus(folder, CORPUS, KEY.id)
    corpus.file.parent.mkdir(exist_ok=True)
    corpus.save()
    return SidecarPolicy(Kind(sidecar), corpus, "", folder)


def filter_in_place(one: Engine, policy: SidecarPolicy, path: Path) -> Redaction:
    with sidecar_sinks.in_place(one, policy, [str(path)])(str(path)) as sink:
        return taken(one, sink, inputs.read_file(str(path)))


def filter_to(one: Engine, policy: SidecarPolicy, path: Path, place: Path) -> Redaction:
    with sidecar_sinks.below(one, policy, {str(path): place})(str(path)) as sink:
        return taken(one, sink, inputs.read_file(str(path)))


def taken(one: Engine, sink: Sink, source: LoadedFile) -> Redaction:
    done = redact(one, source, sink.memory(source))
    assert not done.findings
    sink.take(source, done)
    return done


def restored(policy: SidecarPolicy, path: Path) -> bytes:
    return restore.from_file(policy, str(path))[1]


def sidecar_of(path: Path) -> Path:
    return path.with_name(path.name + SIDECAR)


@st.composite
def files(draw: st.DrawFn) -> tuple[str, bytes]:
    kind = draw(st.sampled_from(["txt", "txt", "jsonl", "csv", "vtt"]))
    if kind == "txt":
        text = "".join(draw(st.lists(st.sampled_from(STRAY), max_size=25)))
        codec, errors = draw(
            st.sampled_from(
                [
                    ("utf-8", "surrogateescape"),
                    ("utf-8-sig", "surrogateescape"),
                    ("utf-16", "surrogatepass"),
                ]
            )
        )
        return "any.txt", text.encode(codec, errors)
    texts = draw(st.lists(TEXTS, min_size=1, max_size=4))
    if kind == "jsonl":
        ascii_only = draw(st.booleans())
        return "any.jsonl", "".join(
            json.dumps({"text": one, "id": 7, "who": "Quill"}, ensure_ascii=ascii_only) + "\n"
            for one in texts
        ).encode()
    if kind == "csv":
        cells = (one.replace('"', '""') for one in texts)
        return "any.csv", ("name,said\n" + "".join(f'Quill,"{c}"\n' for c in cells)).encode()
    cues = (
        f"00:0{at}.000 --> 00:0{at}.900\n<v Jane Smith>{' '.join(one.split())} <b>Quill</b> x\n\n"
        for at, one in enumerate(texts)
    )
    return "any.vtt", ("WEBVTT\n\n" + "".join(cues)).encode()


@contextmanager
def fresh() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(os.path.realpath(folder))


@settings(deadline=None, max_examples=60)
@given(files(), st.sampled_from(["sealed", "plain"]), st.booleans(), st.sampled_from([0, 1]))
def test_filtered_text_is_restored_to_the_byte(
    file: tuple[str, bytes], sidecar: str, in_place: bool, scope: int
) -> None:
    (name, data), one = file, (ENGINE, DERIVING)[scope]
    with fresh() as folder:
        policy = policy_in(folder, sidecar)
        path, place = folder / name, folder / "out" / name
        path.write_bytes(data)
        if in_place:
            place = path
            done = filter_in_place(one, policy, path)
        else:
            done = filter_to(one, policy, path, place)
        assert place.read_bytes() == done.output
        assert restored(policy, place) == data
        before = {one: one.read_bytes() for one in folder.rglob("any*")}
        filter_in_place(one, policy, place)
        assert {one: one.read_bytes() for one in folder.rglob("any*")} == before


@settings(deadline=None, max_examples=60)
@given(TEXTS, TEXTS)
def test_text_that_is_added_later_is_restored_with_the_rest(first: str, more: str) -> None:
    with fresh() as folder:
        policy, path = policy_in(folder), folder / "any.txt"
        path.write_bytes(first.encode())
        try:
            filter_in_place(ENGINE, policy, path)
            with open(path, "ab") as file:
                file.write(b"\n\n" + more.encode())
            filter_in_place(ENGINE, policy, path)
        except Incomplete:  # a tag without an entry was added
            assume(False)
        original = restored(policy, path)
        assert original.startswith(first.encode() + b"\n\n")


def kept(folder: Path, text: str = "Quill met Jane Smith.\n") -> tuple[SidecarPolicy, Path]:
    path = folder / "note.txt"
    path.write_text(text)
    policy = policy_in(folder)
    filter_in_place(ENGINE, policy, path)
    return policy, path


def test_known_people_keep_their_numbers_and_new_ones_follow(tmp_path: Path) -> None:
    policy, path = kept(tmp_path)
    assert path.read_text() == "[PERSON_1] met [PERSON_2] [PERSON_3].\n"
    lines = sidecar_of(path).read_text().splitlines()
    path.write_text("José Núñez and " + path.read_text().replace("[PERSON_1] met", "") + "QX-1234")
    filter_in_place(ENGINE, policy, path)
    assert path.read_text() == "[PERSON_4] [PERSON_5] and  [PERSON_2] [PERSON_3].\n[CODE_1]"
    again = sidecar_of(path).read_text().splitlines()
    assert "[PERSON_1]" not in sidecar_of(path).read_text()
    assert [line for line in lines if "_2]" in line] == [line for line in again if "_2]" in line]


def test_an_original_that_is_filtered_again_keeps_its_numbers(tmp_path: Path) -> None:
    policy, source, place = policy_in(tmp_path), tmp_path / "a.txt", tmp_path / "out" / "a.txt"
    source.write_text("Quill and Jane Smith.")
    filter_to(ENGINE, policy, source, place)
    source.write_text("José Núñez, Jane Smith and Quill. [PERSON_4]")
    filter_to(ENGINE, policy, source, place)
    assert place.read_text() == (
        "[PERSON_5] [PERSON_6], [PERSON_2] [PERSON_3] and [PERSON_1]. [PERSON_4]"
    )
    assert restored(policy, place) == source.read_bytes()
    assert parse(sidecar_of(place).read_bytes(), "a").coming is None


def test_a_tag_of_the_original_stands_for_itself(tmp_path: Path) -> None:
    policy, path = kept(tmp_path, "[PERSON_1] is Quill.\n")
    assert path.read_text() == "[PERSON_1] is [PERSON_2].\n"
    assert restored(policy, path) == b"[PERSON_1] is Quill.\n"


def test_a_tag_in_wide_brackets_keeps_them(tmp_path: Path) -> None:
    text = "\uff3bPERSON_1\uff3d and [PERSON_1] met Quill, \uff3bNOTE\uff3d.\n"
    policy, path = kept(tmp_path, text)
    assert restored(policy, path) == text.encode()


def test_a_document_without_personal_data_gets_no_sidecar(tmp_path: Path) -> None:
    policy, path = kept(tmp_path, "nothing\n")
    assert not sidecar_of(path).exists()
    assert restored(policy, path) == b"nothing\n"


def test_a_lost_entry_is_not_taken_for_a_tag_that_was_there(tmp_path: Path) -> None:
    policy, path = kept(tmp_path)
    sidecar = sidecar_of(path)
    lines = sidecar.read_text().splitlines(keepends=True)
    sidecar.write_text("".join(line for line in lines if "[PERSON_2]" not in line))
    before = path.read_bytes(), sidecar.read_bytes()
    for attempt in (lambda: filter_in_place(ENGINE, policy, path), lambda: restored(policy, path)):
        with pytest.raises(Incomplete, match=r"note\.txt:1:16: \[PERSON_2\] has no entry"):
            attempt()
    assert (path.read_bytes(), sidecar.read_bytes()) == before


# what is tried before anything is replaced


@contextmanager
def replacing(folder: Path, original: bytes, output: bytes) -> Iterator[tuple[Path, store.Writing]]:
    """Replace a document, of which only Quill has an entry."""
    path = folder / "a.txt"
    path.write_bytes(original)
    entries = {"[PERSON_1]": Entry("[PERSON_1]", "PERSON", (Occurrence("Quill"),))}
    policy, place = policy_in(folder), sidecar_of(path)
    with (
        store.opened(policy, path, place, "a.txt", "a.txt") as record,
        store.writing(record, entries, original, output, original, no_marks) as steps,
    ):
        steps.add_document(path, output, "a.txt", None)
        yield path, steps
    assert path.read_bytes() == original
    assert not place.exists()


def test_text_that_restore_would_refuse_is_not_written(tmp_path: Path) -> None:
    with (
        replacing(tmp_path, b"Quill. [NOTE]", b"[PERSON_1]. [NOTE]") as (_, steps),
        pytest.raises(Incomplete, match=r"nothing was written: \[NOTE\] has no entry"),
    ):
        steps.take(lambda: None)


@pytest.mark.parametrize("use", ["document", "sidecar", "sidecar before"])
def test_the_files_on_disk_are_tried(tmp_path: Path, use: str) -> None:
    """A disk may keep other bytes than it was given."""
    with replacing(tmp_path, b"Quill. P", b"[PERSON_1]. P") as (path, steps):
        place = sidecar_of(path)
        damaged = {
            "document": reusable_name(path),
            "sidecar": reusable_name(place),
            "sidecar before": reusable_name(place, PENDING),
        }[use]
        damaged.write_bytes(damaged.read_bytes().replace(b"P", b"p", 1))
        with pytest.raises(Incomplete, match="nothing was written"):
            steps.take(lambda: None)


# what is left when a run ends between two steps


@pytest.mark.parametrize("in_place", [True, False])
@pytest.mark.parametrize("renames", range(4))
def test_a_run_may_be_killed_after_every_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, renames: int, in_place: bool
) -> None:
    policy = policy_in(tmp_path)
    source, place = tmp_path / "a.txt", tmp_path / "out" / "a.txt"
    source.write_text("Quill.")
    filter_to(ENGINE, policy, source, place)
    source.write_text("Quill and Jane Smith.")
    if in_place:
        place.write_text(place.read_text() + " Jane Smith.")
    old = place.read_bytes()
    left = [renames]
    rename = os.replace

    def stop(*names: Path) -> None:
        if left[0] == 0:
            os._exit(9)
        left[0] -= 1
        rename(*names)

    def run() -> None:
        if in_place:
            filter_in_place(ENGINE, policy, place)
        else:
            filter_to(ENGINE, policy, source, place)

    child = os.fork()
    if child == 0:
        monkeypatch.setattr(os, "replace", stop)
        run()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == (9 if renames < 3 else 0)
    new = (
        b"[PERSON_1]. [PERSON_2] [PERSON_3]."
        if in_place
        else (b"[PERSON_1] and [PERSON_2] [PERSON_3].")
    )
    assert place.read_bytes() == (old if renames < 2 else new)
    if not in_place or renames >= 2:
        assert b"Quill" in restored(policy, place)
    run()
    assert place.read_bytes() == new
    assert b"Jane Smith" in restored(policy, place)
    assert parse(sidecar_of(place).read_bytes(), "a").coming is None
    assert list(tmp_path.rglob(".anonfilter-*")) == []


def test_a_document_that_changes_during_the_run_keeps_its_sidecar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy, path = kept(tmp_path)
    path.write_text(path.read_text() + "José Núñez\n")
    before = sidecar_of(path).read_bytes()
    put = staging.Staged.put

    def put_and_edit(self: staging.Staged) -> None:
        put(self)
        path.write_text(path.read_text() + "and more\n")

    with monkeypatch.context() as patched:
        patched.setattr(staging.Staged, "put", put_and_edit)
        with pytest.raises(Incomplete, match="changed while it was being read"):
            filter_in_place(ENGINE, policy, path)
    assert "and more" in path.read_text()
    assert parse(before, "a").state == parse(sidecar_of(path).read_bytes(), "a").state
    filter_in_place(ENGINE, policy, path)
    assert restored(policy, path).endswith("José Núñez\nand more\nand more\n".encode())


def test_a_lock_is_one_whatever_the_path_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, link = tmp_path / "a.txt", tmp_path / "link.txt"
    path.touch()
    link.symlink_to(path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    locks = tmp_path / "cache" / "anonfilter" / "locks"
    with locked(path):
        assert len(list(locks.iterdir())) == 1
        child = os.fork()
        if child == 0:
            signal.alarm(1)
            with locked(link):
                os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGALRM
    assert list(locks.iterdir()) == []


def test_no_two_runs_have_a_lock_and_a_killed_one_leaves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "count"
    path.write_text("0")
    children = []
    for _ in range(4):
        children.append(os.fork())
        if children[-1] == 0:
            for _ in range(25):
                with locked(path):
                    path.write_text(str(int(path.read_text()) + 1))
            with locked(path):
                path.write_text(str(int(path.read_text()) + 1))
                os.kill(os.getpid(), signal.SIGKILL)
    for child in children:
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    with locked(path):
        assert path.read_text() == "104"


def test_a_lock_that_cannot_be_created_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    cache.write_text("no folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    with pytest.raises(Incomplete, match="cannot be locked: Not a directory") as raised:
        locked(tmp_path / "a.txt").__enter__()
    assert "XDG_CACHE_HOME" in raised.value.hint


def test_the_digest_of_a_document_identifies_its_sidecar(tmp_path: Path) -> None:
    policy, path = kept(tmp_path)
    other = tmp_path / "other.txt"
    other.write_text("[PERSON_1], another one.\n")
    sidecar_of(path).rename(sidecar_of(other))
    with pytest.raises(Incomplete, match="belongs to another document"):
        filter_in_place(ENGINE, policy, other)
    path.rename(other)
    filter_in_place(ENGINE, policy, other)
    assert restored(policy, other) == b"Quill met Jane Smith.\n"
    with store.opened(policy, other, sidecar_of(other), "other.txt", "other.txt") as record:
        known = record.open(other.read_bytes())
        assert known is not None
        assert known.name == "other.txt"
        assert known.digest == digest_of(other.read_bytes(), known.document)
