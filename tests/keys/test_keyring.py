"""The places where a key is searched, and the errors for missing and wrong keys."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from anonfilter.errors import AnonfilterError, Exit
from anonfilter.keys import corpus as corpora
from anonfilter.keys import enclosed, keyring
from anonfilter.keys import key as keys
from anonfilter.keys.corpus import Corpus
from anonfilter.keys.key import AnyKey, Key
from tests.sidecars.identities import age_identity, public, ssh_key

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def key() -> Key:
    return Key.new()


@pytest.fixture
def corpus(tmp_path: Path, key: Key) -> Corpus:
    corpus = Corpus(tmp_path / "data", keys.random_id(), key.id)
    corpus.root.mkdir()
    corpora.create(corpus)
    return corpus


def shared(corpus: Corpus, key: Key, *recipients: str) -> Corpus:
    corpus = Corpus(corpus.root, corpus.id, corpus.key_id, recipients)
    corpus.save()
    enclosed.write(corpus, key)
    return corpus


def refused(corpus: Corpus) -> str:
    with pytest.raises(AnonfilterError) as raised:
        keyring.require_key(corpus)
    assert raised.value.exit_code == Exit.USAGE
    return str(raised.value)


def test_the_environment_comes_first(
    corpus: Corpus, key: Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring.write_key_file(keyring.key_file(corpus), key)
    assert keyring.require_key(corpus) == key
    monkeypatch.setenv("ANONFILTER_KEY", key.check.text())
    assert keyring.find_key(corpus) == key.check


def test_the_error_for_a_missing_key_has_all_ways_to_get_it(corpus: Corpus) -> None:
    assert keyring.find_key(corpus) is None
    said = refused(corpus)
    assert "ANONFILTER_KEY" in said
    assert "anonfilter key share --to" in said
    assert str(keyring.key_file(corpus)) in said


def test_a_check_key_is_not_enough_where_the_full_one_is_needed(
    corpus: Corpus, key: Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANONFILTER_KEY", key.check.text())
    assert "ANONFILTER_KEY has a check key" in refused(corpus)


@pytest.mark.parametrize("other", [Key.new(), Key.new().check], ids=["full", "check"])
def test_the_key_of_another_corpus_is_reported(
    other: AnyKey, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANONFILTER_KEY", other.text())
    assert f"ANONFILTER_KEY: has the key {other.id}" in refused(corpus)
    assert corpus.key_id in refused(corpus)
    assert other.text()[20:40] not in refused(corpus)


def test_a_mistyped_key_in_the_environment_is_not_shown(
    corpus: Corpus, key: Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANONFILTER_KEY", key.text()[:-2] + "22")
    assert refused(corpus).startswith("ANONFILTER_KEY: ")
    assert key.text()[20:40] not in refused(corpus)


def test_a_key_file_is_for_its_owner_alone_and_never_overwritten(corpus: Corpus, key: Key) -> None:
    path = keyring.key_file(corpus)
    keyring.write_key_file(path, key)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    with pytest.raises(AnonfilterError, match="exists already"):
        keyring.write_key_file(path, Key.new())
    assert keyring.find_key(corpus) == key


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_key_file_that_others_may_read_is_refused(mode: int, corpus: Corpus, key: Key) -> None:
    path = keyring.key_file(corpus)
    keyring.write_key_file(path, key)
    path.chmod(mode)
    assert f"chmod 600 {path}" in refused(corpus)


def test_a_damaged_key_file_is_an_error(corpus: Corpus, key: Key) -> None:
    path = keyring.key_file(corpus)
    keyring.write_key_file(path, key)
    path.write_bytes(b"\xff\xfe" + path.read_bytes())
    assert refused(corpus).startswith(f"{path}: has no key")


@pytest.mark.parametrize("kind", ["ed25519", "rsa"])
def test_an_ssh_key_opens_what_was_enclosed_for_it(
    kind: str, corpus: Corpus, key: Key, home: Path
) -> None:
    identity = ssh_key(home / ".ssh" / f"id_{kind}", kind)
    corpus = shared(corpus, key, "age1" + age_identity(home / "else.txt")[4:], public(identity))
    assert keyring.require_key(corpus) == key
    assert str(identity) in keyring.search_key(corpus).source
    assert key.text()[20:40].encode() not in corpus.enclosed_key.read_bytes()


def test_an_age_identity_opens_it(corpus: Corpus, key: Key, home: Path) -> None:
    folder = keyring.key_file(corpus).parent.parent
    corpus = shared(corpus, key, age_identity(folder / "identity.txt"))
    ssh_key(home / ".ssh" / "id_ed25519")
    assert keyring.require_key(corpus) == key


def test_an_identity_can_be_named(
    corpus: Corpus, key: Key, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = shared(corpus, key, age_identity(tmp_path / "mine"))
    assert "There is no identity" in refused(corpus)
    monkeypatch.setenv("ANONFILTER_IDENTITY", str(tmp_path / "mine"))
    assert keyring.require_key(corpus) == key
    monkeypatch.setenv("ANONFILTER_IDENTITY", str(tmp_path / "nothing"))
    assert "cannot be read" in refused(corpus)


def test_an_identity_that_is_no_recipient_is_refused(corpus: Corpus, key: Key, home: Path) -> None:
    corpus = shared(corpus, key, age_identity(home / "else.txt"))
    mine = ssh_key(home / ".ssh" / "id_ed25519")
    assert keyring.find_key(corpus) is None
    said = refused(corpus)
    assert "which you cannot open" in said
    assert f"not encrypted for {mine}" in said


def test_an_ssh_key_with_a_passphrase_comes_with_the_remedy(
    corpus: Corpus, key: Key, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = ssh_key(home / ".ssh" / "id_ed25519", passphrase="not in any log")
    corpus = shared(corpus, key, public(mine))
    for _ in "by default", "named":
        said = refused(corpus)
        assert "protected by a passphrase" in said
        assert "ssh-keygen -t ed25519 -N ''" in said
        monkeypatch.setenv("ANONFILTER_IDENTITY", str(mine))


def test_a_protected_key_does_not_keep_another_from_opening(
    corpus: Corpus, key: Key, home: Path
) -> None:
    ssh_key(home / ".ssh" / "id_ed25519", passphrase="not in any log")
    corpus = shared(corpus, key, public(ssh_key(home / ".ssh" / "id_rsa", "rsa")))
    assert keyring.require_key(corpus) == key


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\x00"])
def test_a_damaged_enclosure_is_an_error(
    content: bytes, corpus: Corpus, key: Key, home: Path
) -> None:
    corpus = shared(corpus, key, public(ssh_key(home / ".ssh" / "id_ed25519")))
    whole = corpus.enclosed_key.read_bytes()
    for data in (content, whole[: len(whole) // 2], whole.replace(b"A", b"B", 1)):
        corpus.enclosed_key.write_bytes(data)
        assert "key.age: is damaged" in refused(corpus)


def test_an_invalid_identity_is_reported(
    corpus: Corpus, key: Key, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = shared(corpus, key, age_identity(tmp_path / "mine"))
    ecdsa = ssh_key(tmp_path / "other", "ecdsa")
    note = tmp_path / "note.txt"
    note.write_text("AGE-SECRET-KEY-1MISTYPED\n")
    for path in (ecdsa, note, tmp_path / "other.pub"):
        monkeypatch.setenv("ANONFILTER_IDENTITY", str(path))
        assert "has no identity that age can use" in refused(corpus)


def test_a_teammates_rotation_is_followed_if_the_new_key_was_made_from_the_old(
    corpus: Corpus, key: Key, home: Path
) -> None:
    mine = public(ssh_key(home / ".ssh" / "id_ed25519"))
    keyring.write_key_file(keyring.key_file(corpus), key)
    new = key.rotated()
    rotated = shared(corpus.with_key(new.id), new, mine)
    assert keyring.require_key(rotated) == new
    rotated = shared(corpus.with_key(new.id), new, age_identity(home / "else.txt"))
    assert f"has the key {key.id}" in refused(rotated)


def test_a_key_that_a_stranger_enclosed_for_all_is_refused(
    corpus: Corpus, key: Key, home: Path
) -> None:
    """Otherwise a writer of the repository could make others seal for them."""
    mine = public(ssh_key(home / ".ssh" / "id_ed25519"))
    keyring.write_key_file(keyring.key_file(corpus), key)
    strange = Key.new()
    swapped = shared(corpus.with_key(strange.id), strange, mine)
    assert "not made from yours" in refused(swapped)


def test_an_unfinished_rotation_refuses_every_key(
    corpus: Corpus, key: Key, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANONFILTER_KEY", key.text())
    Corpus(corpus.root, corpus.id, corpus.key_id, (), key.rotated().id).save()
    corpus = corpora.load(corpus.root)
    assert "anonfilter key rotate" in refused(corpus)
