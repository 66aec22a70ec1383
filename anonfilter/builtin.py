"""What the core itself registers: plain text, and how a check is reported."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_formats(register: Register) -> None:
    register("text", "anonfilter.formats.plaintext:Plaintext")


@hookimpl
def anonfilter_register_reports(register: Register) -> None:
    register("text", "anonfilter.report.text:TextReport")
    register("json", "anonfilter.report.data:JsonReport")
    register("jsonl", "anonfilter.report.data:JsonLinesReport")
    register("sarif", "anonfilter.report.sarif:SarifReport")
    register("github", "anonfilter.report.github:GithubReport")
