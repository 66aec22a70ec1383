"""Ray: a run on a cluster, of which a worker is lost; and rows of a dataset."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from anonfilter_datasets.ray import FAILED, Redactor
from anonfilter_datasets.shards.shard_workers import SILENT

from anonfilter.errors import AnonfilterError
from tests.dataset_files import CORPUS, NAME, RULES, UNSETTLED, files, write

# Once there are results, it waits in a text that asks for it.
PLUGIN = """
import os, pathlib, time
from anonfilter.contract import hookimpl
from anonfilter.contract.settings import Strict

class Obedient:
    scope = "field"
    Config = Strict
    def __init__(self, config, setting): pass
    def detect(self, document, fields):
        written = (path for path in pathlib.Path("out").rglob("[!.]*") if path.is_file())
        if "WAIT" in document.prose and any(written):
            pathlib.Path(f"began.{os.getpid()}").touch()
            while not pathlib.Path("go").exists():
                time.sleep(0.05)
        return ()

@hookimpl
def anonfilter_register_detectors(register):
    register("obedient", f"{__name__}:Obedient")
"""
SCRIPT = """
import json, sys
import ray
from anonfilter_datasets.ray import Redactor

ray.init(sys.argv[1], log_to_driver=False, logging_level="error")
rows = ray.data.from_items(json.load(sys.stdin), override_num_blocks=3)
done = rows.map_batches(
    Redactor, fn_constructor_kwargs={"rules": sys.argv[2]}, batch_size=2, concurrency=1
)
print(json.dumps(sorted(done.take_all(), key=lambda row: row["id"])))
"""
ROWS = [
    {"id": 0, "text": f"{NAME} left; {NAME}'s bag stayed."},
    {"id": 1, "text": UNSETTLED},
    {"id": 2, "text": None},
    {"id": 3, "text": f"Is {NAME} back?"},
]
DONE = [
    {"id": 0, "text": "[PERSON_1] left; [PERSON_1]'s bag stayed.", FAILED: ""},
    {"id": 1, "text": None, FAILED: "CHAIN would be left"},
    {"id": 2, "text": None, FAILED: ""},
    {"id": 3, "text": "Is [PERSON_1] back?", FAILED: ""},
]


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "rules.yaml"
    path.write_text(RULES)
    return str(path)


def filtered(redactor: Redactor, rows: list[dict[str, object]]) -> list[dict[str, object]]:
    batch = {name: np.array([row[name] for row in rows], dtype=object) for name in rows[0]}
    made = redactor(batch)
    return [dict(zip(made, row, strict=True)) for row in zip(*made.values(), strict=True)]


def test_a_row_is_a_document_whatever_batch_it_is_in(rules: str) -> None:
    redactor = Redactor(rules)
    assert filtered(redactor, ROWS) == DONE
    assert [one for row in ROWS for one in filtered(redactor, [row])] == DONE
    assert filtered(redactor, [{"id": 0, "text": 7}]) == [
        {"id": 0, "text": None, FAILED: "a value in a text column is not text"}
    ]


def test_columns_are_read_together_and_others_are_passed_on(rules: str) -> None:
    row = {"who": f"is called {NAME}", "text": f"{NAME} left.", "id": NAME}
    assert filtered(Redactor(rules, ("who", "text")), [row]) == [
        {"who": "is called [PERSON_1]", "text": "[PERSON_1] left.", "id": NAME, FAILED: ""}
    ]


def test_without_its_key_there_is_no_redactor(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(rules).write_text(CORPUS)
    with pytest.raises(AnonfilterError, match="key"):
        Redactor(rules)


@pytest.mark.slow
def test_other_code_in_its_process_may_use_the_network(rules: str) -> None:
    """A dataset may be read from elsewhere by the same process; the engine may not reach it."""
    code = f"""if True:
        import socket
        from anonfilter_datasets.ray import Redactor
        made = Redactor({rules!r})({{"text": ["text"]}})
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname()).close()
        print(*made["text"])
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "text\n"), done.stderr


# on a cluster


@dataclass(frozen=True)
class Workers:
    """A cluster of two workers, and the environment of all processes."""

    process: subprocess.Popen[str]
    address: str
    environment: Mapping[str, str]

    def kill_one(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("kill\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "killed\n"

    def program(self, folder: Path, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=folder,
            env=self.environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, folder: Path, *arguments: str) -> str:
        done = self.program(folder, "-m", "anonfilter", *arguments)
        reported = done.communicate(timeout=120)[1]
        assert done.returncode == 0, reported
        return reported


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    home = tmp_path_factory.mktemp("home")
    own = {"HOME": home, "XDG_CONFIG_HOME": home / "config", "XDG_CACHE_HOME": home / "cache"}
    root = Path(__file__).parent.parent
    environment = {**os.environ, **{name: str(path) for name, path in own.items()}}
    environment |= SILENT
    environment.pop("ANONFILTER_KEY", None)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.datasets.ray_cluster"],
        env=environment,
        cwd=root,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        yield Workers(process, process.stdout.readline().strip(), environment)
        process.communicate(timeout=60)


@pytest.mark.slow
def test_a_worker_may_be_lost(cluster: Workers, tmp_path: Path) -> None:
    write(tmp_path)
    for name in ("2.txt", "3.txt"):  # the shortest, and so the last
        (tmp_path / "raw" / name).write_text("WAIT\n")
    (tmp_path / "obedient").mkdir()
    (tmp_path / "obedient/__init__.py").write_text(PLUGIN)
    waiting = CORPUS.replace("detectors:", "detectors:\n  - use: obedient")
    (tmp_path / "rules.yaml").write_text(f"{waiting}plugins: [obedient/__init__.py]\n")
    cluster.run(tmp_path, "key", "new")
    arguments = ("run", "--rules", "rules.yaml", "--trust-local-plugins", "raw")
    on_ray = ("--engine", "ray", "--address", cluster.address)
    with cluster.program(tmp_path, "-m", "anonfilter", *arguments, "out", *on_ray) as running:
        until = time.monotonic() + 120
        while len([*tmp_path.glob("began.*")]) < 2 or len(files(tmp_path / "out")) < 6:
            if running.poll() is not None or time.monotonic() > until:
                running.kill()
                pytest.fail(running.communicate()[1])
            time.sleep(0.1)
        cluster.kill_one()
        (tmp_path / "go").touch()
        reported = running.communicate(timeout=120)[1]
    assert running.returncode == 0, reported
    assert "8 shards: 16 rows written" in reported
    cluster.run(tmp_path, *arguments, "local", "--workers", "1")
    assert files(tmp_path / "out") == files(tmp_path / "local")


@pytest.mark.slow
def test_rows_of_a_dataset(cluster: Workers, rules: str, tmp_path: Path) -> None:
    program = cluster.program(tmp_path, "-c", SCRIPT, cluster.address, rules)
    out, reported = program.communicate(json.dumps(ROWS), timeout=120)
    assert program.returncode == 0, reported
    assert json.loads(out) == DONE
