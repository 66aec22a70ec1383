"""The cache returns what was saved, and treats everything else as a miss."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from anonfilter.cache.sealed import Bound, Cache

DATA = b"Wilma Quillfeather"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "anonfilter" / "kept"


@pytest.mark.parametrize("data", [b"", b"\0", DATA, bytes(100_000)])
def test_stored_values_are_loaded_and_sealed_on_disk(folder: Path, data: bytes) -> None:
    cache = Cache(bytes(64))
    cache.save("names", "one", data)
    assert Cache(bytes(64)).load("names", "one") == data
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert data not in path.read_bytes() or len(data) < 2


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_damage_is_a_miss(folder: Path, damage: bytes | None) -> None:
    cache = Cache(bytes(64))
    cache.save("names", "one", DATA)
    path = cache.path("names", "one")
    path.write_bytes(path.read_bytes()[:-1] if damage is None else damage)
    assert cache.load("names", "one") is None


def test_a_file_opens_under_its_own_name_and_key_only(folder: Path) -> None:
    cache = Cache(bytes(64))
    cache.save("names", "one", DATA)
    assert Cache(b"1" * 64).load("names", "one") is None
    cache.path("names", "one").rename(cache.path("names", "two"))
    assert cache.load("names", "two") is None


def test_the_least_recently_used_files_are_removed(folder: Path) -> None:
    cache = Cache(bytes(64), {"names": Bound(3, 1_000)})
    for number in range(4):
        cache.save("names", str(number), DATA)
        if number:
            assert cache.load("names", "0")
    assert sorted(path.name for path in folder.iterdir()) == ["names-0", "names-2", "names-3"]


def test_entries_over_the_total_size_are_removed(folder: Path) -> None:
    cache = Cache(bytes(64), {"names": Bound(9, 1_000)})
    for number, size in enumerate((200, 200, 700, 200)):
        cache.save("names", str(number), bytes(size))
        os.utime(cache.path("names", str(number)), (number, number))
    cache.save("names", "4", b"")
    assert sorted(path.name for path in folder.iterdir()) == ["names-2", "names-3", "names-4"]


def test_a_secret_that_others_can_read_is_not_used(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "own" / "secret"
    assert Cache.of_user(secret)
    secret.chmod(0o640)
    assert Cache.of_user(secret) is None
    assert Cache.of_user() is not None


def test_without_room_every_load_is_a_miss(folder: Path) -> None:
    folder.parent.mkdir()
    folder.write_text("no folder")
    cache = Cache(bytes(64))
    cache.save("names", "one", DATA)
    cache.update("names", "one", lambda there: there or DATA)
    assert cache.load("names", "one") is None
