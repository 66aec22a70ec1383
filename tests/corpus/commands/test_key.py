"""``anonfilter key``: create, share, export and show the key of a corpus."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from anonfilter_corpus import key_rotation

from anonfilter.files.folders import config
from anonfilter.keys import enclosed, keyring
from anonfilter.keys import key as keys
from anonfilter.keys.corpus import Corpus, load
from anonfilter.keys.key import CheckKey, Key
from anonfilter.sidecars.sidecar import render
from tests.commands.commandline import CommandLine
from tests.sidecars.identities import age_identity, public, ssh_key
from tests.sidecars.sealed import initials, known, sealed

pytestmark = pytest.mark.usefixtures("home")


def own_key(corpus: Corpus) -> Path:
    return keyring.key_file(corpus)


def test_a_new_corpus_has_its_key_outside_the_repository(run: CommandLine) -> None:
    result = run("key", "new")
    assert (result.code, result.out) == (0, "")
    corpus = load(run.folder)
    assert stat.S_IMODE(own_key(corpus).stat().st_mode) == 0o600
    assert ".anonfilter/corpus.yaml" in result.err
    assert str(own_key(corpus)) in result.err
    assert [path.name for path in run.folder.rglob("*")] == [".anonfilter", "corpus.yaml"]
    key = keyring.require_key(corpus)
    for said in (result.err, corpus.file.read_text()):
        assert key.text()[20:40] not in said


def test_an_existing_corpus_stays_unchanged(run: CommandLine) -> None:
    run("key", "new")
    before = load(run.folder), own_key(load(run.folder)).read_text()
    for options in ((), ("--print",)):
        result = run("key", "new", *options)
        assert (result.code, result.out) == (2, "")
        assert "there is already a corpus" in result.err
    assert before == (load(run.folder), own_key(load(run.folder)).read_text())


def test_a_key_can_be_printed_instead_and_comes_back_by_the_environment(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = run("key", "new", "--print")
    corpus = load(run.folder)
    assert not own_key(corpus).exists()
    assert result.out.strip() not in result.err
    assert run("key", "export").code == 2
    monkeypatch.setenv("ANONFILTER_KEY", result.out)
    assert run("key", "export").out == result.out


def test_a_corpus_can_take_the_key_in_the_environment(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Key.new()
    monkeypatch.setenv("ANONFILTER_KEY", key.check.text())
    assert "a check key is not enough" in run("key", "new").err
    monkeypatch.setenv("ANONFILTER_KEY", key.text())
    assert run("key", "new", "--print").code == 2
    assert run("key", "new").code == 0
    assert not own_key(load(run.folder)).exists()
    assert run("key", "export").out.strip() == key.text()


def test_no_key_is_left_if_the_corpus_cannot_be_written(run: CommandLine) -> None:
    (run.folder / ".anonfilter").write_text("in the way")
    assert run("key", "new").code == 3
    assert not [path for path in config().rglob("*") if path.is_file()]


@pytest.mark.parametrize("words", [("share", "--to", "age1"), ("export",), ("status",)])
def test_without_a_corpus_the_first_step_is_named(words: tuple[str, ...], run: CommandLine) -> None:
    result = run("key", *words)
    assert (result.code, result.out) == (2, "")
    assert "anonfilter key new" in result.err


def test_a_team_shares_the_key_through_the_repository(run: CommandLine, home: Path) -> None:
    run("key", "new")
    key = keyring.require_key(load(run.folder))
    mine = ssh_key(home / ".ssh" / "id_ed25519")
    other = age_identity(home / "other.txt")
    result = run("key", "share", "--to", str(mine) + ".pub", "--to", other)
    assert result.code == 0, result.err
    assert "somebody@example.org" in result.err
    assert load(run.folder).recipients == (public(mine), other)
    own_key(load(run.folder)).unlink()
    assert run("key", "export").out.strip() == key.text()
    assert f"opened with {mine}" in run("key", "status").out


def test_recipients_are_added_once_whatever_their_comment(run: CommandLine, home: Path) -> None:
    run("key", "new")
    mine = public(ssh_key(home / "mine"))
    run("key", "share", "--to", mine)
    run("key", "share", "--to", mine.rpartition(" ")[0] + " work", "--to", mine)
    assert load(run.folder).recipients == (mine,)
    other = age_identity(home / "other.txt")
    run("key", "share", "--to", other, "--to", f"{other} at work")
    assert load(run.folder).recipients == (mine, other)


def test_a_removed_recipient_cannot_open_the_key_and_rotation_is_advised(
    run: CommandLine, home: Path
) -> None:
    run("key", "new")
    mine, other = ssh_key(home / ".ssh" / "id_ed25519"), age_identity(home / "other.txt")
    run("key", "share", "--to", public(mine), "--to", other)
    result = run("key", "share", "--remove", str(mine) + ".pub")
    assert result.code == 0
    assert "anonfilter key rotate" in result.err
    corpus = load(run.folder)
    assert corpus.recipients == (other,)
    assert "is not shared with" in run("key", "share", "--remove", public(mine)).err
    assert run("key", "share", "--remove", other).code == 0
    assert not corpus.enclosed_key.exists()
    own_key(corpus).unlink()
    assert run("key", "status").code == 3


def test_sharing_takes_the_full_key(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    run("key", "new")
    check = run("key", "export", "--check").out
    monkeypatch.setenv("ANONFILTER_KEY", check)
    result = run("key", "share", "--to", "age1whoever")
    assert result.code == 2
    assert "has a check key" in result.err


def test_unsupported_recipients_are_refused_before_writing(run: CommandLine, home: Path) -> None:
    run("key", "new")
    ecdsa = ssh_key(home / "ecdsa", "ecdsa")
    private = ssh_key(home / "private")
    secret = (home / "secret.txt", age_identity(home / "secret.txt"))[0].read_text().split()[-1]
    for given in (public(ecdsa), str(ecdsa) + ".pub", str(private), secret, "age1mistyped", "x"):
        result = run("key", "share", "--to", given)
        assert result.code == 2
        assert "public key" in result.err
        assert secret not in result.err
        assert "OPENSSH" not in result.err
    assert not load(run.folder).enclosed_key.exists()
    assert run("key", "share").code == 2


def test_the_check_key_opens_nothing_and_comes_with_a_word_of_caution(run: CommandLine) -> None:
    run("key", "new")
    result = run("key", "export", "--check")
    key = keys.parse(result.out, "here")
    assert isinstance(key, CheckKey)
    assert key == keyring.require_key(load(run.folder)).check
    assert "a secret" in result.err
    assert result.out.strip() not in result.err


def test_status_says_which_key_is_here(run: CommandLine, monkeypatch: pytest.MonkeyPatch) -> None:
    run("key", "new")
    corpus = load(run.folder)
    key = keyring.require_key(corpus)
    result = run("key", "status")
    assert result.code == 0
    assert f"{corpus.key_id}; here: full" in result.out
    assert str(own_key(corpus)) in result.out
    assert "none" in result.out
    monkeypatch.setenv("ANONFILTER_KEY", key.check.text())
    assert "here: for checking" in run("key", "status").out
    assert key.check.text() not in run("key", "status").out
    monkeypatch.setenv("ANONFILTER_KEY", "")
    own_key(corpus).unlink()
    result = run("key", "status")
    assert (result.code, "here: none" in result.out) == (3, True)


def sealed_document(run: CommandLine, name: str, key: Key | None = None) -> Path:
    """A sidecar as the filter writes it."""
    corpus = load(run.folder)
    path = run.folder / f"{name}.pseudonyms.yaml"
    key = key or keyring.require_key(corpus)
    document = known(document=keys.random_id())
    path.write_bytes(render(sealed(document, initials, key=key, corpus=corpus.id)))
    return path


def test_rotation_seals_all_again_and_says_what_it_cannot_do(run: CommandLine, home: Path) -> None:
    run("key", "new")
    run("key", "share", "--to", public(ssh_key(home / ".ssh" / "id_ed25519")))
    old = keyring.require_key(load(run.folder))
    path = sealed_document(run, "a.txt")
    before = path.read_bytes()
    result = run("key", "rotate")
    assert result.code == 0, result.err
    assert "sealed 1 of 1 files again" in result.err
    for word in ("history", "old key", "Older branches", "export --check", "key.age", "somebody@"):
        assert word in result.err
    new = keyring.require_key(load(run.folder))
    assert new.id != old.id
    assert path.read_bytes() != before
    assert run("key", "status").code == 0
    for key in (new, old):
        assert key.text()[20:40] not in result.err
    own_key(load(run.folder)).unlink()
    assert run("key", "export").out.strip() == new.text()


def test_rotation_with_the_key_from_the_environment(
    run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = run("key", "new", "--print").out
    monkeypatch.setenv("ANONFILTER_KEY", printed)
    sealed_document(run, "a.txt")
    result = run("key", "rotate")
    assert result.code == 0, result.err
    assert "ANONFILTER_KEY has the old key" in result.err
    assert "or was rotated" in run("key", "status").err
    monkeypatch.delenv("ANONFILTER_KEY")
    assert run("key", "status").code == 0


def test_a_sidecar_that_does_not_open_stops_rotation_before_it_begins(run: CommandLine) -> None:
    run("key", "new")
    before = load(run.folder)
    sealed_document(run, "a.txt", Key.new())
    result = run("key", "rotate")
    assert result.code == 3
    assert "a.txt.pseudonyms.yaml:5:1" in result.err
    assert "nothing was changed" in result.err
    assert load(run.folder) == before
    result = run("key", "status")
    assert result.code == 3
    assert "files: 1; not opened: 1" in result.out


def test_sidecars_of_a_merged_branch_are_sealed_with_the_current_key(run: CommandLine) -> None:
    run("key", "new")
    old = keyring.require_key(load(run.folder))
    run("key", "rotate")
    rotated = load(run.folder)
    path = sealed_document(run, "merged.txt", old)
    result = run("key", "status")
    assert (result.code, "rotate --no-new-key" in result.err) == (3, True)
    assert "sealed 1 of 1" in run("key", "rotate", "--no-new-key").err
    assert load(run.folder) == rotated
    assert run("key", "status").code == 0
    before = path.read_bytes()
    assert "sealed 0 of 1" in run("key", "rotate", "--no-new-key").err
    assert path.read_bytes() == before


def test_an_interrupted_rotation_is_reported_and_resumed(run: CommandLine) -> None:
    run("key", "new")
    sealed_document(run, "a.txt")
    planned = key_rotation.planned(load(run.folder))
    key_rotation.begin(planned)
    for words in (("export",), ("share", "--to", "age1x"), ("rotate", "--no-new-key")):
        result = run("key", *words)
        assert (result.code, "anonfilter key rotate" in result.err) == (2, True)
    assert planned.key.id in run("key", "status").out
    assert run("key", "rotate").code == 0
    assert load(run.folder).key_id == planned.key.id
    assert run("key", "status").code == 0


def test_nothing_is_sealed_with_a_replaced_key(run: CommandLine, home: Path) -> None:
    mine = age_identity(config() / "identity.txt")
    run("key", "new")
    run("key", "share", "--to", mine)
    corpus = load(run.folder)
    own_key(corpus).unlink()  # as a colleague who pulls has it
    (run.folder / "a.txt").write_text("We met Wilma Quillfeather.\n")
    assert run("filter", "-i", "a.txt").code == 0
    strange = Key.new()
    swapped = corpus.with_key(strange.id)
    swapped.save()
    enclosed.write(swapped, strange)
    (run.folder / "b.txt").write_text("We met Abel Tamsin.\n")
    for words in (("filter", "-i", "b.txt"), ("check", "b.txt"), ("key", "status")):
        result = run(*words)
        assert result.code == 2
        assert "was not made from it" in result.err
    assert (run.folder / "b.txt").read_text() == "We met Abel Tamsin.\n"
    assert not (run.folder / "b.txt.pseudonyms.yaml").exists()
    assert run("key", "accept", corpus.key_id).code == 2
    assert run("key", "accept", strange.id).code == 0
    assert strange.id in run("key", "status").out
    swapped.enclosed_key.unlink()
    assert run("key", "accept", strange.id).code == 2
