"""``anonfilter run``: datasets in shards, with the processes of this machine."""

from __future__ import annotations

import fcntl
import gzip
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
from tests.dataset_files import CORPUS, NAME, OTHER, RULES, UNSETTLED, files, write

# It ends a process that reads DIE, and adds a person to a shard when it reads GROW; each once.
PLUGIN = """
import os, pathlib, signal
from anonfilter.contract import hookimpl
from anonfilter.contract.settings import Strict

class Hostile:
    scope = "field"
    Config = Strict
    def __init__(self, config, setting): pass
    def detect(self, document, fields):
        done = pathlib.Path("done")
        if "DIE" in document.prose and not done.exists():
            done.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if "GROW" in document.prose and not done.exists():
            done.touch()
            with open("raw/1.txt", "a") as file:
                file.write("He is called Ola Berg.")
        return ()

@hookimpl
def anonfilter_register_detectors(register):
    register("hostile", f"{__name__}:Hostile")
"""
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


def test_finished_shards_are_not_filtered_again(run: CommandLine, corpus: Path) -> None:
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
    (dataset / "raw/letter.pdf").touch()
    time.sleep(_CLOCKS)
    done = run("run", "raw", "out", "--report", "report.json")
    assert done.code == 3
    assert "raw/0.jsonl:4: set aside: this is not JSON" in done.err.splitlines()
    assert "raw/0.jsonl:6: set aside: CHAIN would be left (patterns)" in done.err.splitlines()
    assert "anonfilter: raw/binary.txt: " in done.err
    assert "anonfilter: raw/elsewhere: is a folder" in done.err
    assert "raw: outside, though they may hold text: .pdf 1" in done.err
    assert "3 rows set aside, and not in the result" in done.err.splitlines()
    assert NAME not in done.err
    out = files(dataset / "out")
    assert [*out] == ["0.jsonl", "0.txt", "1.jsonl", "deep/0.parquet", "deep/1.parquet"]
    lines = out["0.jsonl"].splitlines()
    assert (len(lines), lines[3:]) == (5, [b"", b'{"text": "x"}'])
    reported = json.loads((dataset / "report.json").read_text())
    assert (reported["failed"], reported["left"], reported["incomplete"]) == (3, 0, 2)
    assert {"file": "raw/1.txt", "row": 1, "reason": "CHAIN would be left (patterns)"} in (
        reported["places"]
    )
    again = run("run", "raw", "out")
    assert again.code == 3
    assert "8 shards, 6 of them done before" in again.err
    assert "3 rows set aside, and not in the result" in again.err


@pytest.mark.parametrize("megabytes", ["16", "0.0001"])
@pytest.mark.parametrize("scope", ["corpus", "document"])
def test_a_name_in_a_row_that_is_kept_aside_is_not_left_in_others(
    run: CommandLine, corpus: Path, scope: str, megabytes: str
) -> None:
    rules = CORPUS if scope == "corpus" else RULES
    limits = f"limits: {{whole_megabytes: {megabytes}}}\n"
    Path(os.environ["ANONFILTER_RULES"]).write_text(rules + limits)
    rows = [f"Ola Berg met {NAME}.", f"He is called Ola Berg. {UNSETTLED}", "Ola Berg left."]
    lines = "".join(f"{json.dumps({'text': text})}\n" for text in rows)
    (corpus / "raw/0.jsonl").write_text(lines)
    (corpus / "raw/kept.txt").write_text(f"He is called Lo Ferrant. {UNSETTLED}")
    (corpus / "raw/1.txt").write_text("Lo Ferrant left.")
    done = run("run", "raw", "out")
    assert done.code == 3
    assert "2 rows set aside, and not in the result" in done.err.splitlines()
    out = files(corpus / "out")
    assert "kept.txt" not in out
    assert len(out["0.jsonl"].splitlines()) == 2
    assert b"Ola Berg" not in out["0.jsonl"]
    assert (b"Lo Ferrant" in out["1.txt"]) == (scope == "document")  # no shard knows another


def test_shards_of_gzip_are_unpacked_and_packed_again(run: CommandLine, corpus: Path) -> None:
    assert run("run", "raw", "plain").code == 0
    packed = ("0.txt", "1.jsonl", "deep/1.parquet")
    for name in packed:
        path = corpus / "raw" / name
        with gzip.open(f"{path}.gz", "wb") as file:
            file.write(path.read_bytes())
        path.unlink()
    assert run("run", "raw", "out").code == 0
    plain, out = files(corpus / "plain"), files(corpus / "out")
    for name in packed:
        again = out.pop(f"{name}.gz")
        assert again[4:8] == bytes(4)  # no time
        out[name] = gzip.decompress(again)
    assert out == plain
    assert run("run", "raw", "new", "--no-cache").code == 0
    assert files(corpus / "new") == files(corpus / "out")


def test_shards_that_are_not_unpacked_are_incomplete(run: CommandLine, dataset: Path) -> None:
    whole = gzip.compress((dataset / "raw/1.jsonl").read_bytes())
    (dataset / "raw/torn.jsonl.gz").write_bytes(whole[:-4])
    (dataset / "raw/none.jsonl.gz").touch()
    (dataset / "raw/binary.txt.gz").write_bytes(gzip.compress(b"\0\1" * 9))
    (dataset / "raw/other.jsonl.zst").write_bytes(b"\x28\xb5\x2f\xfd")
    with gzip.open(dataset / "raw/row.jsonl.gz", "wt") as file:
        file.write(f'{{"text": "{UNSETTLED}"}}\n')
    done = run("run", "raw", "out")
    assert done.code == 3
    reported = done.err.splitlines()
    assert "anonfilter: raw/torn.jsonl.gz: this is not a complete gzip file" in reported
    assert "anonfilter: raw/none.jsonl.gz: this is not a complete gzip file" in reported
    assert any(line.startswith("anonfilter: raw/binary.txt.gz: holds a NUL") for line in reported)
    assert any(line.startswith("anonfilter: raw/other.jsonl.zst: is a compr") for line in reported)
    assert "raw/row.jsonl.gz:1: set aside: CHAIN would be left (patterns)" in reported
    assert [name for name in files(dataset / "out") if ".gz" in name or ".zst" in name] == [
        "row.jsonl.gz"
    ]


@pytest.fixture
def hostile(corpus: Path) -> tuple[str, ...]:
    """How to run with rules that have the plugin."""
    (corpus / "hostile").mkdir()
    (corpus / "hostile/__init__.py").write_text(PLUGIN)
    rules = CORPUS.replace("detectors:", "detectors:\n  - use: hostile")
    (corpus / "rules.yaml").write_text(f"{rules}plugins: [hostile/__init__.py]\n")
    return "run", "--rules", "rules.yaml", "--trust-local-plugins", "raw", "out"


@pytest.mark.parametrize(
    ("says", "why"),
    [
        ("DIE", "the process that worked on this shard has ended: signal 9"),
        ("GROW", "changed while it was"),
    ],
)
def test_a_shard_whose_names_the_others_do_not_know_is_incomplete(
    run: CommandLine, corpus: Path, hostile: tuple[str, ...], says: str, why: str
) -> None:
    with (corpus / "raw/1.txt").open("a") as file:
        file.write(f" {says}. Lo Ferrant is called Ola Berg.")
    workers = "2" if says == "DIE" else "1"
    done = run(*hostile, "--workers", workers)
    assert done.code == 3
    assert f"anonfilter: raw/1.txt: {why}" in done.err
    assert "1 file incomplete" in done.err.splitlines()
    again = run(*hostile, "--workers", workers)
    assert again.code == 0
    assert b"Ola Berg" not in b"".join(files(corpus / "out").values())


def test_one_run_at_a_time_writes_to_a_folder(run: CommandLine, dataset: Path) -> None:
    (dataset / "out").mkdir()
    (dataset / "out/.anonfilter-0123456789abcdef.tmp").write_text("half a shard of the other")
    other = os.open(dataset / "out", os.O_RDONLY)
    fcntl.flock(other, fcntl.LOCK_EX)
    done = run("run", "raw", "out")
    os.close(other)
    assert done.code == 2
    assert (
        "anonfilter: out: another run, or a worker of a killed run, writes to this folder"
        in done.err
    )
    assert len(files(dataset / "out")) == 1
    assert run("run", "raw", "out").code == 0
    assert len(files(dataset / "out")) == 6


def test_pipes_are_incomplete(run: CommandLine, dataset: Path) -> None:
    os.mkfifo(dataset / "raw/pipe.txt")
    (dataset / "raw/endless.txt").symlink_to("/dev/zero")
    (dataset / "out").mkdir()
    os.mkfifo(dataset / "out/older.txt")
    done = run("run", "raw", "out")
    assert done.code == 3
    for name in ("raw/pipe.txt", "raw/endless.txt", "out/older.txt"):
        assert f"anonfilter: {name}: is not a regular file" in done.err.splitlines()
    assert "8 shards: 14 rows written" in done.err


def test_unread_files_in_the_result_are_reported(run: CommandLine, dataset: Path) -> None:
    (dataset / "out").mkdir()
    (dataset / "out/older.pdf").touch()
    assert "out: outside, though they may hold text: .pdf 1" in run("run", "raw", "out").err


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
    assert "raw/0.jsonl:151: set aside: CHAIN would be left (patterns)" in done.err.splitlines()
    assert "1 row set aside, and not in the result" in done.err.splitlines()
    out = files(corpus / "out")
    texts = {json.loads(line)["text"] for line in out["0.jsonl"].splitlines()}
    table = parquet.read_table(io.BytesIO(out["deep/0.parquet"]))
    assert len(texts) == 1
    assert table.to_pydict() == {"text": [*texts] * 100}
    assert not re.search(rb"Wilma|Rosa", b"".join(out.values()))


def test_remaining_personal_data_in_the_result_is_found(run: CommandLine, dataset: Path) -> None:
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


@pytest.mark.parametrize("texts", [[], ["left."]])
def test_a_name_in_the_name_of_a_column_is_not_written(
    run: CommandLine, dataset: Path, texts: list[str]
) -> None:
    table = pa.table({NAME: pa.array(texts, pa.string())})
    parquet.write_table(table, dataset / "raw/deep/0.parquet")
    parquet.write_table(table.rename_columns(["text"]), dataset / "raw/deep/1.parquet")
    (dataset / "out").mkdir()
    parquet.write_table(table, dataset / "out/older.parquet")
    done = run("run", "raw", "out")
    assert done.code == 1
    why = "anonfilter: raw/deep/0.parquet: the name of a column would change"
    assert why in done.err.splitlines()
    assert "out/older.parquet:1:3: PERSON (patterns, 0.90)" in done.err.splitlines()
    written = [name for name in files(dataset / "out") if name.startswith("deep")]
    assert written == ["deep/1.parquet"]


def test_a_name_in_the_name_of_a_shard_is_found(run: CommandLine, corpus: Path) -> None:
    (corpus / "raw/1.txt").rename(corpus / "raw/Rosa Marchetti.txt")
    done = run("run", "raw", "out")
    assert done.code == 1
    assert "out/Rosa Marchetti.txt:1:1: PERSON (filename, 1.00)" in done.err.splitlines()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("raw", "raw/out"), "one of the two folders is inside the other"),
        (("raw", "."), "one of the two folders is inside the other"),
        (("raw/deep", "0.txt"), "is a file"),
        (("empty", "out"), "no shards here"),
        (("nothing", "out"), "nothing: there is no such file"),
        (("raw", "out", "--address", "10.0.0.1:6379"), "--address needs --engine ray"),
        (("raw", "out", "--report", "0.txt"), "exists"),
    ],
)
def test_wrong_usage(run: CommandLine, dataset: Path, arguments: tuple[str, ...], why: str) -> None:
    (dataset / "empty").mkdir()
    (dataset / "0.txt").touch()
    done = run("run", *arguments)
    assert done.code == (3 if "nothing" in arguments else 2)
    assert why in done.err
    assert not (dataset / "out").exists()


@pytest.mark.slow
def test_a_missing_cluster_is_reported_at_once(dataset: Path) -> None:
    command = [sys.executable, "-m", "anonfilter", "run", "raw", "out", "--engine", "ray"]
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{closed.getsockname()[1]}"
        done = subprocess.run([*command, "--address", address], capture_output=True, text=True)
    assert done.returncode == 2
    assert f"anonfilter: {address}: Ray cannot be reached: ConnectionRefusedError" in done.stderr


@pytest.mark.slow
def test_ray_ends_with_the_run_that_started_it(dataset: Path) -> None:
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
