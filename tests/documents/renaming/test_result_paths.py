"""Places for renamed files: one for each original, one name for each folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from anonfilter_documents.renaming.proposed_names import Proposal
from anonfilter_documents.renaming.result_paths import choose_paths
from hypothesis import given
from hypothesis import strategies as st

from anonfilter.errors import AnonfilterError


def placed(
    folder: Path, wanted: dict[str, str], remembered: dict[str, str] | None = None
) -> dict[str, str]:
    return choose_paths(
        folder, {path: Proposal(new) for path, new in wanted.items()}, remembered or {}
    )


def test_a_folder_has_the_name_that_tells_least(tmp_path: Path) -> None:
    wanted = {"May Sun/a.txt": "May [PERSON_1]/a.txt", "May Sun/b.txt": "[PERSON_3]/b.txt"}
    assert list(placed(tmp_path, wanted).values()) == ["[PERSON_3]/a.txt", "[PERSON_3]/b.txt"]


def test_numbers_stand_before_the_suffix_and_letter_case_is_no_difference(tmp_path: Path) -> None:
    wanted = {"a.tar.gz": "T.tar.gz", "b.tar.gz": "t.tar.gz", "c/x": "T-2.tar.gz/x"}
    assert list(placed(tmp_path, wanted).values()) == ["T.tar.gz", "t-2.tar.gz", "T-2.tar.gz-2/x"]


def test_remembered_places_stay(tmp_path: Path) -> None:
    (tmp_path / "[P_1]").mkdir()
    (tmp_path / "[P_1]" / "a").touch()
    remembered = {"[P_1]/a": "Jane/a", "[P_2]/a": "Bob/a"}
    assert placed(tmp_path, {"Jane/b": "[P_4]/b"}, remembered) == {"Jane/b": "[P_1]/b"}
    assert placed(tmp_path, {"Abe/a": "[P_1]/a"}, remembered) == {"Abe/a": "[P_1]-2/a"}
    assert placed(tmp_path, {"Bob/a": "Bob/a"}, remembered) == {"Bob/a": "Bob/a"}


def test_unknown_files_block_new_names_only(tmp_path: Path) -> None:
    (tmp_path / "[P_1]").touch()
    (tmp_path / "notes").touch()
    assert placed(tmp_path, {"notes": "notes"}) == {"notes": "notes"}
    with pytest.raises(AnonfilterError, match="exists already"):
        placed(tmp_path, {"Jane": "[P_1]"})


_NAMES = st.lists(
    st.sampled_from(["Jane", "Bob", "[P_1]", "[P_1]-2", "a.txt"]), min_size=3, max_size=3
)
_TAGS = st.sampled_from(["[P_1]", "[P_2]", "[p_1]", "a.txt"])


@given(st.dictionaries(_NAMES.map("/".join), st.lists(_TAGS, min_size=3, max_size=3)))
def test_no_two_originals_share_a_path_whatever_they_would_be_called(
    wanted: dict[str, list[str]],
) -> None:
    new = placed(Path("there is no such folder"), {one: "/".join(to) for one, to in wanted.items()})
    for depth in range(1, 4):
        pairs = {
            ("/".join(one.split("/")[:depth]), "/".join(to.split("/")[:depth]).casefold())
            for one, to in new.items()
        }
        assert len({one for one, _ in pairs}) == len({to for _, to in pairs}) == len(pairs)
