"""The program ``python -m anonfilter.testing.probe``: reports a case's imports and results."""

from __future__ import annotations

import hashlib
import json
import os
import sys

from anonfilter.testing.case import Case
from anonfilter.testing.report_checks import check_result

_HEAVY = tuple(
    """
    PIL faster_whisper jax matplotlib numpy onnxruntime pandas presidio_analyzer pyarrow
    requests scipy sklearn spacy stanza tensorflow thinc torch transformers
    """.split()
)


def main() -> None:
    """Read a case from standard input and print the large libraries it imports, and its results.

    With the hash seed 2, the documents are read from the last to the first.
    """
    case = Case.from_json(sys.stdin.read())
    assert case.plugin
    heavy = [name for name in _HEAVY if name in sys.modules]
    names = [*case.documents]
    if os.environ["PYTHONHASHSEED"] == "2":
        names.reverse()
    results = {name: _digest(case.redact(name)) for name in names}
    if case.kind == "report":
        results[case.name] = _digest("\n".join(case.plugin.write(check_result())).encode())
    sys.stdout.write(json.dumps({"heavy": heavy, "results": results}))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


if __name__ == "__main__":
    main()
