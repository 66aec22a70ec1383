"""The feature `reports`: the reports of `anonfilter check`, one line in the table for each.

``sarif`` and ``github`` are published: they have no values, a region has no end, which would reveal
the length of a value, and findings have a fingerprint only if a key makes it.
"""

from anonfilter.contract.hooks import Register, hookimpl

REPORTS = {
    "github": "github_report:GithubReport",
    "json": "json_report:JsonReport",
    "jsonl": "json_report:JsonLinesReport",
    "sarif": "sarif_report:SarifReport",
    "text": "text_report:TextReport",
}


@hookimpl
def anonfilter_register_reports(register: Register) -> None:
    for name, path in REPORTS.items():
        register(name, f"{__name__}.{path}")
