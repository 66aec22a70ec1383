"""Reports of a check: text, json, jsonl, sarif, github; a new one is a line in the table.

``sarif`` and ``github`` are published: no values go with them, a region has no end, which would
tell how long a value is, and a fingerprint is there only where a key makes it.
"""

from anonfilter.contract.hooks import Register, hookimpl

REPORTS = {
    "github": "github:GithubReport",
    "json": "json_report:JsonReport",
    "jsonl": "json_report:JsonLinesReport",
    "sarif": "sarif:SarifReport",
    "text": "text:TextReport",
}


@hookimpl
def anonfilter_register_reports(register: Register) -> None:
    for name, path in REPORTS.items():
        register(name, f"{__name__}.{path}")
