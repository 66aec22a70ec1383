"""Rotation seals a whole corpus with a new key, after any interruption."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from anonfilter_corpus import key_rotation, unopened_files
from anonfilter_corpus.key_rotation import Resealing

from anonfilter.errors import AnonfilterError, Incomplete
from anonfilter.keys import corpus as corpora
from anonfilter.keys import key as keys
from anonfilter.keys import keyring
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import Key
from anonfilter.known import roster
from anonfilter.known.marks import MarkMaker
from anonfilter.sidecars import store
from anonfilter.sidecars.codec import no_marks, open_marks, open_state
from anonfilter.sidecars.entries import Map
from anonfilter.sidecars.policy import SidecarPolicy
from anonfilter.sidecars.sidecar import Kind, Sidecar, render
from anonfilter.sidecars.sidecar_files import document_of, find_sealed_files, find_sidecars
from anonfilter.sidecars.sidecar_parser import parse
from tests.sidecars.sealed import ENTRIES, known, person, plain, sealed

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    key = Key.new()
    corpus = Corpus(tmp_path / "data", keys.random_id(), key.id)
    corpus.root.mkdir()
    corpora.create(corpus)
    keyring.write_key_file(keyring.key_file(corpus), key)
    return corpus


def sealed_with(key: Key, corpus: Corpus, one: Map) -> Sidecar:
    return sealed(one, MarkMaker(key.check.prints), key=key, corpus=corpus.id)


def write(corpus: Corpus, key: Key, count: int) -> list[Path]:
    paths = []
    for number in range(count):
        path = corpus.root / f"{number % 7}" / f"{number}.txt.pseudonyms.yaml"
        path.parent.mkdir(exist_ok=True)
        one = known(*ENTRIES, person(3, f"Tolliver {number}"), document=keys.random_id())
        path.write_bytes(render(sealed_with(key, corpus, one)))
        paths.append(path)
    return paths


def opens(path: Path, corpus: Corpus, key: Key) -> Map:
    sidecar = parse(path.read_bytes(), str(path))
    return open_state(sidecar, sidecar.state, corpus.id, key)


def rotated(corpus: Corpus) -> Corpus:
    """Rotate as the command does."""
    planned = key_rotation.planned(corpus)
    paths = list(find_sealed_files(corpus))
    assert not key_rotation.problems(planned, paths)
    key_rotation.begin(planned)
    for path in paths:
        key_rotation.reseal(planned, path, document_of(path, corpus.root, ""))
    return key_rotation.finish(planned)


def test_all_opens_with_the_new_key_and_nothing_with_the_old(corpus: Corpus) -> None:
    old = keyring.require_key(corpus)
    paths = write(corpus, old, 9)
    before = {path: opens(path, corpus, old) for path in paths}
    after = rotated(corpus)
    new = keyring.require_key(after)
    assert after == corpora.load(corpus.root)
    assert new.id == after.key_id != old.id
    assert {path: opens(path, after, new) for path in paths} == before
    for path in paths:
        with pytest.raises(AnonfilterError, match="no line opens"):
            opens(path, corpus, old)


def test_fingerprints_are_those_of_the_new_check_key(corpus: Corpus) -> None:
    """Holders of the old check key can no longer confirm guesses."""
    old = keyring.require_key(corpus)
    (path,) = write(corpus, old, 1)
    whole = opens(path, corpus, old)
    new = keyring.require_key(rotated(corpus))
    expected = sealed_with(new, corpus, whole)
    assert path.read_bytes() == render(expected)
    marks = {one.tag: one.marks for one in open_marks(expected, corpus.id, new.check)}
    assert marks["[PERSON_1]"]
    assert "[DAY]" not in marks


def test_a_document_in_the_middle_of_being_replaced_keeps_both_states(corpus: Corpus) -> None:
    key = keyring.require_key(corpus)
    first, second = known(*ENTRIES[:2]), known(*ENTRIES)
    sidecar = sealed_with(key, corpus, first).pending(sealed_with(key, corpus, second).state)
    new = key.rotated()
    again = Resealing(sidecar, (new, key)).sidecar()
    assert [open_state(again, one, corpus.id, new) for one in again.states] == [first, second]


def test_lines_of_several_keys_are_sealed_with_the_first(corpus: Corpus) -> None:
    """A merge of a branch from before a rotation leaves such a file."""
    old = keyring.require_key(corpus)
    new = old.rotated()
    one, other = sealed_with(old, corpus, known()), sealed_with(new, corpus, known())
    lines = zip(one.state.lines, other.state.lines, strict=True)
    mixed = tuple(pair[at % 2] for at, pair in enumerate(lines))
    state = type(one.state)(one.state.about, mixed)
    again = Resealing(one.settled(state), (new, old)).sidecar()
    assert again.state == other.state
    with pytest.raises(Incomplete, match="none of your keys opens this line"):
        Resealing(one.settled(state), (new,)).sidecar()


def test_unopened_sidecars_are_found_before_anything_changes(corpus: Corpus) -> None:
    key = keyring.require_key(corpus)
    good, bad = write(corpus, key, 2)
    bad.write_bytes(render(sealed_with(Key.new(), corpus, known())))
    planned = key_rotation.planned(corpus)
    (problem,) = key_rotation.problems(planned, [good, bad])
    assert problem.where.startswith(f"{bad}:5:1")
    assert len(keyring.kept_keys(corpus)) == 1


def test_the_roster_is_sealed_again_with_the_sidecars(corpus: Corpus) -> None:
    old = keyring.require_key(corpus)
    write(corpus, old, 1)
    names = [("PERSON", "Ottoline Varga"), ("PERSON", "Casimir Okafor-Lund")]
    lines = [roster.RosterSeal(corpus.id, old).line(name, label) for label, name in names]
    corpus.roster.write_bytes(
        roster.render(roster.Roster(corpus.id).with_lines(line for line in lines if line))
    )
    after = rotated(corpus)
    new = keyring.require_key(after)
    read = roster.parse(corpus.roster.read_bytes(), "roster.yaml")
    assert sorted(roster.open_names(read, corpus.id, [new])) == sorted(names)
    assert not list(unopened_files.unopened(after, new, find_sealed_files(after)))
    assert len(list(unopened_files.unopened(after, old, find_sealed_files(after)))) == 2
    assert len(list(unopened_files.unopened(after, old.check, find_sealed_files(after)))) == 2


def test_plain_and_foreign_sidecars_stay_as_they_are(corpus: Corpus) -> None:
    planned = key_rotation.planned(corpus)
    path = corpus.root / "a.txt.pseudonyms.yaml"
    for other in (plain(known()), sealed(known())):
        path.write_bytes(render(other))
        assert key_rotation.resealed(planned, path) is None


def test_sidecars_of_a_corpus(corpus: Corpus, tmp_path: Path) -> None:
    for name in ("a.txt", "maps/b/c.txt", ".git/d.txt", "other/.anonfilter/e.txt", "module/f.txt"):
        path = corpus.root / f"{name}.pseudonyms.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    (corpus.root / "other" / ".anonfilter" / "corpus.yaml").touch()
    (corpus.root / "module" / ".git").touch()
    (corpus.root / "linked.pseudonyms.yaml").symlink_to(corpus.root / "a.txt.pseudonyms.yaml")
    beside, mapped = find_sidecars(corpus.root)
    assert document_of(beside, corpus.root, "maps") == corpus.root / "a.txt"
    assert document_of(mapped, corpus.root, "maps") == corpus.root / "b" / "c.txt"


def test_a_rotation_that_was_begun_elsewhere_is_not_resumed(corpus: Corpus) -> None:
    Corpus(corpus.root, corpus.id, corpus.key_id, (), Key.new().id).save()
    with pytest.raises(AnonfilterError, match="on another machine"):
        key_rotation.planned(corpora.load(corpus.root))


def test_a_key_changed_during_a_run_is_noticed(corpus: Corpus) -> None:
    corpus.require_unchanged()
    corpus.file.write_text("# a comment\n" + corpus.text())
    corpus.require_unchanged()
    rotated(corpus)
    with pytest.raises(Incomplete, match="was changed during the run"):
        corpus.require_unchanged()


def test_a_run_that_began_before_writes_nothing_with_the_old_key(corpus: Corpus) -> None:
    policy = SidecarPolicy(Kind.SEALED, corpus, "", corpus.root)
    document = corpus.root / "hearing.txt"
    place = policy.place(document)
    entries = {"[PERSON_3]": person(3, "Tolliver")}
    assert policy.key
    rotated(corpus)
    with (
        store.opened(policy, document, place, document.name, "hearing.txt") as record,
        pytest.raises(Incomplete, match="was changed during the run"),
        store.writing(record, entries, b"Tolliver", b"[PERSON_3]", b"Tolliver", no_marks),
    ):
        pass
    assert not place.exists()


@pytest.mark.slow
def test_killed_at_any_moment_the_next_run_finishes(corpus: Corpus) -> None:
    old = keyring.require_key(corpus)
    paths = write(corpus, old, 150)
    before = {path.name: opens(path, corpus, old) for path in paths}
    command = [sys.executable, "-m", "anonfilter", "key", "rotate", "--rules", "fast"]
    chance = random.Random(6)
    unfinished = 0
    for _ in range(8):
        running = subprocess.Popen(command, cwd=corpus.root, stderr=subprocess.PIPE)
        while running.poll() is None and not corpora.load(corpus.root).rotating_to:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.6))
        running.send_signal(signal.SIGKILL)
        _, said = running.communicate()
        assert running.returncode in (0, -signal.SIGKILL), said.decode()
        now = corpora.load(corpus.root)
        unfinished += bool(now.rotating_to)
        some = keyring.kept_keys(now).values()
        for path in paths:
            sidecar = parse(path.read_bytes(), str(path))
            Resealing(sidecar, tuple(some)).sidecar()
    assert unfinished
    if corpora.load(corpus.root).rotating_to:
        subprocess.run(command, cwd=corpus.root, check=True, capture_output=True)
    after = corpora.load(corpus.root)
    new = keyring.require_key(after)
    assert {path.name: opens(path, after, new) for path in paths} == before
    assert not [path for path in corpus.root.rglob("*") if path.suffix == ".tmp"]
    assert os.stat(keyring.key_file(after)).st_mode & 0o777 == 0o600
