"""The key in key.age is remembered, and another key in its place is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from anonfilter.errors import AnonfilterError
from anonfilter.files import folders
from anonfilter.keys import corpus as corpora
from anonfilter.keys import enclosed, keyring, known_keys
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import Key, random_id
from tests.sidecars.identities import age_identity

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def mine() -> str:
    """The public half of the user's identity, which corpus.yaml lists."""
    return age_identity(folders.config() / "identity.txt")


def enclosing(root: Path, key: Key, recipient: str, corpus_id: str = "") -> Corpus:
    """Write a corpus as an attacker with write access to the repository would."""
    corpus = Corpus(root, corpus_id or random_id(), key.id, (recipient,))
    corpus.file.parent.mkdir(parents=True, exist_ok=True)
    corpus.save()
    enclosed.write(corpus, key)
    return corpora.load(root)


def refused(corpus: Corpus) -> str:
    for asked in (keyring.find_key, keyring.require_key):
        with pytest.raises(AnonfilterError) as raised:
            asked(corpus)
    return str(raised.value)


def test_the_first_key_is_remembered_and_named_once(
    tmp_path: Path, mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    key = Key.new()
    corpus = enclosing(tmp_path / "data", key, mine)
    assert keyring.require_key(corpus) == key
    said = capsys.readouterr().err
    assert f"the key {key.id} of this corpus is new" in said
    assert keyring.require_key(corpus) == key
    assert not capsys.readouterr().err
    kept = known_keys.file()
    assert kept.stat().st_mode & 0o777 == 0o600
    for text in (said, kept.read_text()):
        assert key.text()[20:40] not in text
    assert len(kept.read_text().splitlines()) == 1


def test_a_key_that_cannot_be_remembered_is_not_called_remembered(
    tmp_path: Path, mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = enclosing(tmp_path / "data", Key.new(), mine)
    known_keys.file().mkdir(parents=True)
    with pytest.raises(AnonfilterError, match="cannot be read"):
        keyring.require_key(corpus)
    known_keys.file().rmdir()
    known_keys.file().symlink_to(tmp_path / "missing" / "file")
    keyring.require_key(corpus)
    printed = capsys.readouterr().err
    assert "cannot be stored" in printed
    assert "is remembered" not in printed


def test_a_key_in_its_place_is_refused_until_it_is_accepted(tmp_path: Path, mine: str) -> None:
    key, strange = Key.new(), Key.new()
    corpus = enclosing(tmp_path / "data", key, mine)
    keyring.require_key(corpus)
    swapped = enclosing(tmp_path / "data", strange, mine, corpus.id)
    said = refused(swapped)
    assert f"was {key.id} before, and {strange.id} was not made from it" in said
    assert f"anonfilter key accept {strange.id}" in said
    assert "key.age" in said
    assert strange.text()[20:40] not in said
    known_keys.remember(swapped, strange)
    assert keyring.require_key(swapped) == strange
    assert refused(enclosing(tmp_path / "data", key, mine, corpus.id))  # nor is it put back


def test_a_rotation_is_distinguished_from_an_unknown_key(tmp_path: Path, mine: str) -> None:
    key = Key.new()
    corpus = enclosing(tmp_path / "data", key, mine)
    keyring.require_key(corpus)
    assert "was made from it" in refused(
        enclosing(tmp_path / "data", key.rotated(), mine, corpus.id)
    )


def test_another_corpus_in_its_folder_is_refused(tmp_path: Path, mine: str) -> None:
    key, strange = Key.new(), Key.new()
    corpus = enclosing(tmp_path / "data", key, mine)
    keyring.require_key(corpus)
    swapped = enclosing(tmp_path / "data", strange, mine)
    assert f"had the corpus {corpus.id} before" in refused(swapped)
    other = enclosing(tmp_path / "other", strange, mine, swapped.id)
    assert keyring.require_key(other) == strange  # a corpus of its own
    assert refused(swapped)  # though its key is known elsewhere


def test_a_key_in_a_file_detects_another_corpus(tmp_path: Path, mine: str) -> None:
    key = Key.new()
    corpus = enclosing(tmp_path / "data", key, mine)
    keyring.write_key_file(keyring.key_file(corpus), key)
    assert keyring.require_key(corpus) == key
    assert "before" in refused(enclosing(tmp_path / "data", Key.new(), mine))


def test_a_clone_elsewhere_is_the_same_corpus(
    tmp_path: Path, mine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    key, new = Key.new(), Key.new()
    corpus = enclosing(tmp_path / "data", key, mine)
    clone = enclosing(tmp_path / "clone", key, mine, corpus.id)
    keyring.require_key(corpus)
    capsys.readouterr()
    keyring.require_key(clone)
    assert not capsys.readouterr().err
    known_keys.remember(enclosing(tmp_path / "data", new, mine, corpus.id), new)
    assert refused(clone)
    assert keyring.require_key(enclosing(tmp_path / "clone", new, mine, corpus.id)) == new


def test_the_users_own_rotation_is_accepted(tmp_path: Path, mine: str) -> None:
    key = Key.new()
    corpus = enclosing(tmp_path / "data", key, mine)
    keyring.require_key(corpus)
    new = key.rotated()
    keyring.replace_key(corpus, new)
    rotated = enclosing(tmp_path / "data", new, mine, corpus.id)
    assert keyring.require_key(rotated) == new
    keyring.key_file(corpus).unlink()
    assert keyring.require_key(rotated) == new


def test_a_key_in_the_environment_outranks_known_keys(
    tmp_path: Path, mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Key.new()
    monkeypatch.setenv("ANONFILTER_KEY", key.text())
    corpus = enclosing(tmp_path / "data", key, mine)
    assert keyring.require_key(corpus) == key
    assert not known_keys.file().exists()
    swapped = enclosing(tmp_path / "data", Key.new(), mine, corpus.id)
    assert "ANONFILTER_KEY: has the key" in refused(swapped)
    assert keyring.require_key(replace(swapped, key_id=key.id)) == key


def test_a_short_id_is_not_what_is_compared(tmp_path: Path, mine: str) -> None:
    """Ten characters can be searched for: another key with the same id is another key."""
    key = Key.new()
    corpus = enclosing(tmp_path / "data", key, mine)
    keyring.require_key(corpus)
    same_id = Key(key.master, Key.new().identity)
    assert same_id.id == key.id
    assert refused(enclosing(tmp_path / "data", same_id, mine, corpus.id))


def test_an_unreadable_memory_is_an_error(tmp_path: Path, mine: str) -> None:
    known_keys.file().mkdir(parents=True)
    assert "cannot be read" in refused(enclosing(tmp_path / "data", Key.new(), mine))


@pytest.mark.parametrize("line", ["", "a b c d\n", "a b c d {\n"])
def test_a_damaged_line_is_an_error_with_its_place(tmp_path: Path, mine: str, line: str) -> None:
    key = Key.new()
    corpus = enclosing(tmp_path / "data", key, mine)
    keyring.require_key(corpus)
    with known_keys.file().open("a") as file:
        file.write(line + "\n")
    assert f"{known_keys.file()}:2" in refused(corpus)
