"""``anonfilter run``: datasets in shards, with the processes of this machine."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from tests.commands.commandline import CommandLine
from tests.datasets import CORPUS, NAME, OTHER, RULES, UNSETTLED, files, write

_CLOCKS = 2.2  # seconds: what was just written may have been read in another state

pytestmark = pytest.mark.usefixtures("home")


@pytest.fixture
def dataset(run: CommandLine, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two shards of each kind, and rules that number each by itself."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent / "cache"))
    Path(os.environ["ANONFILTER_RULES"]).write_text(RULES)
    write(folder)
    return folder


@pytest.fixture
def corpus(run: CommandLine, dataset: Path) -> Path:
    """The same with a key, and rules that give a name the same tag everywhere."""
    Path(os.environ["ANONFILTER_RULES"]).write_text(CORPUS)
    assert run("key", "new").code == 0
    return dataset


def test_each_shard_is_filtered_as_a_file_is(run: CommandLine, dataset: Path) -> None:
    done = run("run", "raw", "out", "--workers", "1")
    assert (done.code, done.out) == (0, "")
    assert "6 shards: 14 rows written" in done.err
    assert "tags are numbered shard by shard" in done.err
    one = files(dataset / "out")
    assert [*one] == [*files(dataset / "raw")]
    assert run("-o", "filtered", "raw/1.jsonl", "raw/1.txt").code == 0
    for name in ("1.jsonl", "1.txt"):
        assert one[name] == (dataset / "filtered/raw" / name).read_bytes()
    table = parquet.read_table(io.BytesIO(one["deep/1.parquet"]))
    lines = [json.loads(line) for line in one["1.jsonl"].splitlines()]
    assert table.to_pylist() == lines
    assert lines[0] == {"id": 0, "text": "[PERSON_1] left on day 1."}
    assert run("run", "raw", "two", "--workers", "2", "--no-cache").code == 0
    assert files(dataset / "two") == one
    assert run("run", "raw/1.txt", "alone").code == 0
    assert files(dataset / "alone") == {"1.txt": one["1.txt"]}


def test_with_a_key_a_name_found_once_is_replaced_everywhere(
    run: CommandLine, corpus: Path
) -> None:
    assert OTHER in (corpus / "raw/1.jsonl").read_text()
    done = run("run", "raw", "out", "--workers", "2")
    assert done.code == 0
    out = files(corpus / "out")
    table = parquet.read_table(io.BytesIO(out.pop("deep/1.parquet"))).to_pylist()
    assert table == [json.loads(line) for line in out["1.jsonl"].splitlines()]
    assert OTHER.encode() not in b"".join(out.values())
    tag = out["0.txt"].decode().removeprefix("She is called ").removesuffix(".\n")
    assert tag.startswith("[PERSON_")
    assert all(f"So {tag} said.".encode() in out[name] for name in ("0.jsonl", "1.txt"))
    assert not [name for name in out if name.endswith(".yaml")]


def test_without_the_key_nothing_is_written(run: CommandLine, dataset: Path) -> None:
    Path(os.environ["ANONFILTER_RULES"]).write_text(CORPUS)
    done = run("run", "raw", "out")
    assert done.code == 2
    assert "anonfilter key new" in done.err
    assert not (dataset / "out").exists()


def test_what_is_done_is_not_done_again(run: CommandLine, corpus: Path) -> None:
    def times() -> dict[str, int]:
        return {name: (corpus / "out" / name).stat().st_mtime_ns for name in files(corpus / "out")}

    time.sleep(_CLOCKS)
    assert run("run", "raw", "out").code == 0
    first, before = files(corpus / "out"), times()
    (corpus / "out/deep/.anonfilter-0123456789abcdef.tmp").write_text("half a shard")
    again = run("run", "raw", "out")
    assert again.code == 0
    assert "6 shards, 6 of them done before: 14 rows written" in again.err
    assert (files(corpus / "out"), times()) == (first, before)

    (corpus / "raw/1.txt").write_text(f"{OTHER} is {NAME}.\n")  # no one new
    assert "6 shards, 5 of them done before" in run("run", "raw", "out").err
    assert {name for name, at in times().items() if at != before[name]} == {"1.txt"}
    (corpus / "out/0.txt").write_text(f"{NAME} is back.\n")  # not as it was
    assert "6 shards, 5 of them done before" in run("run", "raw", "out").err
    assert files(corpus / "out")["0.txt"] == first["0.txt"]

    (corpus / "raw/1.txt").write_text("He is called Ola Berg.\n")
    done = run("run", "raw", "out")
    assert "done before" not in done.err
    assert b"Ola Berg" not in files(corpus / "out")["0.jsonl"]
    assert run("run", "raw", "new", "--no-cache").code == 0
    assert files(corpus / "out") == files(corpus / "new")


def test_rows_that_fail_are_kept_aside_named_and_counted(run: CommandLine, dataset: Path) -> None:
    with (dataset / "raw/0.jsonl").open("a") as file:
        file.write(f'{{"text": "{NAME}, cut off\n\n{{"text": "{UNSETTLED}"}}\n{{"text": "x"}}\n')
    (dataset / "raw/1.txt").write_text(UNSETTLED)
    (dataset / "raw/binary.txt").write_bytes(b"\x00\x01" * 9)
    (dataset / "raw/elsewhere").symlink_to(dataset / "raw/deep")
    (dataset / "raw/letter.docx").touch()
    time.sleep(_CLOCKS)
    done = run("run", "raw", "out", "--report", "report.json")
    assert done.code == 3
    assert "raw/0.jsonl:4: kept aside: is no JSON" in done.err.splitlines()
    assert "raw/0.jsonl:6: kept aside: CHAIN would be left (patterns)" in done.err.splitlines()
    assert "anonfilter: raw/binary.txt: " in done.err
    assert "anonfilter: raw/elsewhere: is a folder" in done.err
    assert "outside, though they may hold text: .docx 1" in done.err
    assert "3 rows kept aside, and not in the result" in done.err.splitlines()
    assert NAME not in done.err
    out = files(dataset / "out")
    assert [*out] == ["0.jsonl", "0.txt", "1.jsonl", "deep/0.parquet", "deep/1.parquet"]
    lines = out["0.jsonl"].splitlines()
    assert (len(lines), lines[3:]) == (5, [b"", b'{"text": "x"}'])
    told = json.loads((dataset / "report.json").read_text())
    assert (told["failed"], told["left"], told["incomplete"]) == (3, 0, 2)
    assert {"file": "raw/1.txt", "row": 1, "reason": "CHAIN would be left (patterns)"} in (
        told["places"]
    )
    again = run("run", "raw", "out")
    assert again.code == 3
    assert "8 shards, 6 of them done before" in again.err
    assert "3 rows kept aside, and not in the result" in again.err


def test_a_long_shard_is_read_in_parts(run: CommandLine, corpus: Path) -> None:
    rules = Path(os.environ["ANONFILTER_RULES"])
    rules.write_text(f"{CORPUS}limits: {{whole_megabytes: 0.002}}\n")
    rows = [f'{{"id": {at}, "text": "{NAME} met {OTHER}."}}\n' for at in range(200)]
    rows[150] = f'{{"text": "{UNSETTLED}"}}\n'
    (corpus / "raw/0.jsonl").write_text("".join(rows))
    columns = {"text": [f"{NAME} met {OTHER}."] * 100}
    parquet.write_table(pa.table(columns), corpus / "raw/deep/0.parquet")
    done = run("run", "raw", "out", "--workers", "1")
    assert done.code == 3
    assert "raw/0.jsonl:151: kept aside: CHAIN would be left (patterns)" in done.err.splitlines()
    assert "1 row kept aside, and not in the result" in done.err.splitlines()
    out = files(corpus / "out")
    texts = {json.loads(line)["text"] for line in out["0.jsonl"].splitlines()}
    table = parquet.read_table(io.BytesIO(out["deep/0.parquet"]))
    assert len(texts) == 1
    assert table.to_pydict() == {"text": [*texts] * 100}
    assert not re.search(rb"Wilma|Rosa", b"".join(out.values()))


def test_what_is_left_in_the_result_is_found(run: CommandLine, dataset: Path) -> None:
    assert run("run", "raw", "out").code == 0
    (dataset / "out/older.jsonl").write_text(f'{{}}\n{{"text": "{NAME}"}}\n')
    parquet.write_table(
        parquet.read_table(dataset / "raw/deep/0.parquet"), dataset / "out/older.parquet"
    )
    done = run("run", "raw", "out")
    assert done.code == 1
    assert "out/older.jsonl:2:11: PERSON (patterns, 0.90)" in done.err.splitlines()
    assert "2 places left in the result" in done.err.splitlines()
    (dataset / "out/older.jsonl").unlink()
    (dataset / "out/older.parquet").write_text("torn")
    done = run("run", "raw", "out")
    assert done.code == 3
    assert "anonfilter: out/older.parquet: cannot be read as Parquet" in done.err


def test_a_name_in_the_name_of_a_shard_is_found(run: CommandLine, corpus: Path) -> None:
    (corpus / "raw/1.txt").rename(corpus / "raw/Rosa Marchetti.txt")
    done = run("run", "raw", "out")
    assert done.code == 1
    assert "out/Rosa Marchetti.txt:1:1: PERSON (filename, 1.00)" in done.err.splitlines()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("raw", "raw/out"), "one of the two holds the other"),
        (("raw", "."), "one of the two holds the other"),
        (("raw/deep", "0.txt"), "is a file"),
        (("empty", "out"), "holds no shards"),
        (("raw", "out", "--address", "10.0.0.1:6379"), "--address needs --engine ray"),
        (("raw", "out", "--report", "0.txt"), "exists"),
    ],
)
def test_wrong_usage(run: CommandLine, dataset: Path, arguments: tuple[str, ...], why: str) -> None:
    (dataset / "empty").mkdir()
    (dataset / "0.txt").touch()
    done = run("run", *arguments)
    assert done.code == 2
    assert why in done.err
    assert not (dataset / "out").exists()


@pytest.mark.slow
def test_where_no_cluster_answers_it_is_said_at_once(dataset: Path) -> None:
    command = [sys.executable, "-m", "anonfilter", "run", "raw", "out", "--engine", "ray"]
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{closed.getsockname()[1]}"
        done = subprocess.run([*command, "--address", address], capture_output=True, text=True)
    assert done.returncode == 2
    assert f"anonfilter: {address}: Ray cannot be reached: ConnectionRefusedError" in done.stderr


@pytest.mark.slow
def test_ray_ends_with_what_began_it(dataset: Path) -> None:
    """It is started on this machine for one run; a signal ends both, with the signal's code."""
    command = [sys.executable, "-m", "anonfilter", "run", "raw", "out", "--engine", "ray"]
    (dataset / "raw/long.txt").write_text(f"{UNSETTLED}\n" * 20_000)
    with subprocess.Popen([*command, "--workers", "2"]) as running:
        while not (dataset / "out").exists():
            assert running.poll() is None
            time.sleep(0.1)
        running.terminate()
        assert running.wait(timeout=60) == 128 + signal.SIGTERM
    names = [*files(dataset / "out")]
    assert "long.txt" not in names
