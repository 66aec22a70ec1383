"""Verdicts are stored without values, and the oldest are removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter.cache.basis import Basis
from anonfilter.cache.sealed import Cache, folder, unpack_table
from anonfilter.cache.store import ResultStore
from anonfilter.contract.document import Finding, Weight
from anonfilter.run.verdicts import KIND, VerdictFindings, Verdicts


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept = Cache.of_user()
    assert kept is not None
    return kept


def test_verdicts_are_bounded_and_the_oldest_are_removed(kept: Cache) -> None:
    for number in range(4):
        verdicts = Verdicts(ResultStore(kept, Basis(b"basis", {})))
        verdicts.add(bytes([number]) * 16, bytes(12 << 20))
        verdicts.add(bytes([number + 8]) * 16, b"")
        verdicts.save()
    (path,) = folder().glob(f"{KIND}-*")
    name = path.name.removeprefix(f"{KIND}-")
    saved = unpack_table(kept.load(KIND, name))
    assert {key[0] for key, found in saved.items() if found} == {2, 3}
    assert saved[b"\3" * 16] == bytes(12 << 20)
    verdicts.add(b"\4" * 16, bytes(33 << 20))
    verdicts.save()
    assert b"\4" * 16 not in unpack_table(kept.load(KIND, name))


FILE = 'Then Ada\u200b Okafor and "Ada" went.'
DOCUMENT = FILE.replace("\u200b", "")


def finding(value: str, start: int, end: int, **more: object) -> Finding:
    return Finding("a.txt", 1, start + 1, "PERSON", "x", 0.85, start, end, 1, value, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("findings", "places"),
    [
        ([], []),
        ([finding("Ada", 5, 8, known=True), finding("Ada", 22, 25, weight=Weight(1, 4))], []),
        ([finding("Ada Okafor", 5, 16, fails=False), finding("Ada", 22, 25)], [(5, 15), (21, 24)]),
    ],
)
def test_verdict_findings_hold_no_values(
    findings: list[Finding], places: list[tuple[int, int]]
) -> None:
    found = VerdictFindings.of(findings, places, FILE, ())
    assert found is not None
    packed = found.packed()
    assert VerdictFindings.unpacked(packed) == found
    assert found.with_values("a.txt", DOCUMENT if found.places else FILE) == tuple(findings)
    assert b"Ada" not in packed
    assert bool(packed) == bool(findings)


def test_a_result_that_cannot_be_reported_again_is_not_stored() -> None:
    assert VerdictFindings.of([finding("Ada Okafor", 5, 16)], (), FILE, ()) is None


def test_remarks_are_kept() -> None:
    found = VerdictFindings.of((), (), FILE, ["dates: two years"])
    assert found is not None
    assert VerdictFindings.unpacked(found.packed()) == found


def test_parts_of_a_key_are_kept_apart(kept: Cache) -> None:
    keys = {
        kept.digest("file", b"a", b"bc"),
        kept.digest("file", b"ab", b"c"),
        kept.digest("file", b"abc"),
        kept.digest("names", b"a", b"bc"),
        kept.digest("file", b"a", b"b", b"c"),
    }
    assert len(keys) == 5


def test_without_a_basis_nothing_is_stored() -> None:
    verdicts = Verdicts(ResultStore())
    key = verdicts.key("file", [b"text"])
    verdicts.add(key, b"")
    verdicts.save()
    assert key is None
    assert verdicts.get(key) is None
