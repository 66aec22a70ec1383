"""Run one side: python -P worker.py TASK.json, with the Python in which the side is installed.

It uses only public parts of anonfilter, the console script and the exported names, because modules
may move between commits. Each command runs in a fork of a process that has loaded the models of the
ruleset, so that they are loaded only once.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import IO, Any

VERSION = 1
"""Results of another version of this file are not used again."""

ENVIRONMENT = {
    "NO_COLOR": "1",
    "COLUMNS": "100",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}
SIDECAR = ".pseudonyms.yaml"
Result = dict[str, Any]


def share_models() -> None:
    """Make spaCy and onnxruntime load each model only once, and return it again."""
    import onnxruntime
    import spacy

    spacy.load = once(spacy.load)
    onnxruntime.InferenceSession = once(onnxruntime.InferenceSession)


def once(load: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that loads each model once, and then returns the loaded model."""
    loaded: dict[str, Any] = {}

    def loading(model: Any, *rest: Any, **named: Any) -> Any:
        key = repr((model, named))
        if key not in loaded:
            loaded[key] = load(model, *rest, **named)
        return loaded[key]

    return loading


def forked(work: Callable[[], int], folder: Path, standard_input: bytes = b"") -> Result:
    """Do the work in a child process in this folder; return its exit code and output."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        given.write(standard_input)
        given.seek(0)
        child = os.fork()
        if not child:
            os.chdir(folder)
            for target, file in enumerate((given, out, err)):
                os.dup2(file.fileno(), target)
            os._exit(finished(work))
        _, status = os.waitpid(child, 0)
        printed = [_all_of(out), _all_of(err)]
    return {"exit": os.waitstatus_to_exitcode(status), "stdout": printed[0], "stderr": printed[1]}


def _all_of(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("latin-1")


def finished(work: Callable[[], int]) -> int:
    """Do the work, flush its output, and return its exit code."""
    try:
        code: object = work()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        traceback.print_exc()
        code = 70
    sys.stdout.flush()
    sys.stderr.flush()
    return code if isinstance(code, int) else int(code is not None)


def command(main: Callable[[], Any], *arguments: str) -> Callable[[], int]:
    """Return a function that runs a command line."""

    def work() -> int:
        sys.argv = ["anonfilter", *arguments]
        return main() or 0

    return work


def library(engine: Any, names: Iterable[str]) -> Callable[[], int]:
    """Return a function that filters with the library, and prints each result or kind of error."""

    def work() -> int:
        for name in names:
            try:
                output = engine.redact(engine.read_document(Path(name).read_bytes(), name)).output
            except Exception as error:
                output = f"{name}: {type(error).__name__}\n".encode()
            sys.stdout.buffer.write(output)
        return 0

    return work


def written(folder: Path) -> dict[str, str]:
    """Return the files below a folder with their contents, in which each character is a byte."""
    return {
        str(path.relative_to(folder.parent)): path.read_bytes().decode("latin-1")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode("latin-1"))


class Side:
    """The anonfilter that is installed for this Python, with one ruleset."""

    def __init__(self, task: Mapping[str, Any]) -> None:
        import anonfilter

        if not Path(anonfilter.__file__).is_relative_to(task["checkout"]):
            raise SystemExit(f"{anonfilter.__file__} is not of {task['checkout']}")
        share_models()
        self.rules = task["ruleset"]
        self.corpus = task["corpus"]
        self.engine = anonfilter.Engine(anonfilter.load_ruleset(self.rules))
        self.engine.load()
        (script,) = metadata.entry_points(group="console_scripts", name="anonfilter")
        self.main = script.load()

    def call(self, folder: Path, *arguments: str, given: bytes = b"") -> Result:
        return forked(command(self.main, *arguments), folder, given)

    def ruled(self, folder: Path, name: str, *arguments: str, given: bytes = b"") -> Result:
        return self.call(folder, name, "--rules", self.rules, *arguments, given=given)

    def restored(self, folder: Path, files: Iterable[str]) -> Result:
        """Return the result of `restore` for filtered files that have a sidecar."""
        (folder / ".anonfilter").mkdir(exist_ok=True)
        (folder / ".anonfilter/corpus.yaml").write_text(self.corpus)
        names = [name.removesuffix(SIDECAR) for name in files if name.endswith(SIDECAR)]
        if not names:
            return {"exit": 0, "stdout": "", "stderr": "", "files": {}}
        result = self.call(folder, "restore", "-o", "back/", *names)
        return result | {"files": written(folder / "back")}

    def group(self, group: Mapping[str, Any], base: Result | None, folder: Path) -> Result:
        """Return the results of all commands over a group of files."""
        own = folder / "own"
        own.mkdir()
        write(own, group["files"])
        (own / ".anonfilter").mkdir()
        (own / ".anonfilter/corpus.yaml").write_text(self.corpus)
        files, some = sorted(group["files"]), group["some"]
        language = ["--assume-language"] if group["assume_language"] else []
        jobs: dict[str, Result] = {}
        jobs["detect"] = self.ruled(own, "detect", "--json", *language, *some)
        jobs["filter"] = self.ruled(own, "filter", "-o", "out", *language, *files)
        jobs["filter"]["files"] = written(own / "out")
        out = list(jobs["filter"]["files"])
        sidecars = [name for name in out if name.endswith(SIDECAR)]
        jobs["map"] = self.call(own, "map", "show", "--json", "--show-values", *sidecars)
        jobs["restore"] = self.restored(own, out)
        check = ["check", "--output", "jsonl", "--no-cache", *language]
        jobs["check"] = self.ruled(own, *check, *some)
        clean = [f"out/{name}" for name in some if f"out/{name}" in out]
        jobs["check again"] = self.ruled(own, *check, *clean)
        if group["closely"]:
            jobs |= self.closely(own, files)
        if base is not None:
            theirs = folder / "theirs"
            write(theirs, base["filter"]["files"])
            jobs["restore theirs"] = self.restored(theirs, base["filter"]["files"])
        return jobs

    def closely(self, folder: Path, files: Sequence[str]) -> dict[str, Result]:
        """Return the results of the commands that run only on the examples."""
        jobs: dict[str, Result] = {}
        texts = [name for name in files if name.endswith(".txt") and name.count(".") == 1]
        gold = [name for name in files if name.endswith(".gold.jsonl")]
        jobs["library"] = forked(library(self.engine, texts), folder)
        jobs["eval"] = self.ruled(folder, "eval", "--json", "--linking", "--stages", *gold)
        for name in texts:
            data = (folder / name).read_bytes()
            jobs[f"stdin {name}"] = self.ruled(
                folder, "filter", "--stdin-filename", name, given=data
            )
            lines = data.count(b"\n")
            for line in range(lines // 3, lines, lines // 3):
                at = f"{name}:{line}"
                jobs[f"explain {at}"] = self.ruled(folder, "explain", "--show-values", at)
        return jobs


def read(path: str) -> Result:
    with gzip.open(path, "rt") as file:
        result: Result = json.load(file)
        return result


def main(path: str) -> None:
    task = json.loads(Path(path).read_text())
    scratch = Path(tempfile.mkdtemp(prefix="anonfilter-same-"))
    try:
        home = {"HOME": "home", "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "config"}
        os.environ.update({name: str(scratch / folder) for name, folder in home.items()})
        os.environ.update(ENVIRONMENT, ANONFILTER_KEY=task["key"])
        side = Side(task)
        for at, group in enumerate(task["groups"]):
            folder = scratch / str(at)
            folder.mkdir()
            base = read(group["base"]) if group["base"] else None
            result = side.group(group, base, folder)
            shutil.rmtree(folder)
            to = Path(group["to"])
            half = to.with_suffix(".half")
            with gzip.open(half, "wt", compresslevel=3) as file:
                json.dump(result, file)
            half.replace(to)
            print(f"{task['side']}: {side.rules}: {group['name']}", file=sys.stderr, flush=True)
    finally:
        shutil.rmtree(scratch)


if __name__ == "__main__":
    main(sys.argv[1])
