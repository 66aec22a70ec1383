"""How much of the product a run loads: real runs, with an empty cache."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.size import RUNS, lines_of, loaded


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "modules", "lines"),
    [
        ("--version", 15, 1_500),
        ("a line, rules fast", 180, 20_000),
        ("a line with a name, rules fast", 205, 24_700),
    ],
)
def test_a_run_loads_little_of_the_product(
    name: str, modules: int, lines: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    files = loaded(*RUNS[name])
    assert 0 < len(files) <= modules
    assert lines_of(files) <= lines


def test_a_run_without_findings_loads_nothing_that_it_does_not_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    files = {file.as_posix() for file in loaded(*RUNS["a line, rules fast"])}
    unused = tuple(
        """
        run/check_file run/long_files run/worker_pool run/sidecar_sinks streams/ checking/
        sidecars/ commands/progress link_people/linker
        """.split()
    )
    assert not [file for file in files if any(part in file for part in unused)]
