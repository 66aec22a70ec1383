"""Find the spans that redact-transcripts replaces, from the markers in its output."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.speed.adapters import protocol

BEGIN, END = "\ue000", "\ue001"
_MARKER = re.compile(f"{BEGIN}([^{END}]*){END}")


def load(processes: int) -> protocol.Finder:
    from redact_transcripts import Config, Redactor

    home = f"{BEGIN}pii.home_dir{END}"
    redactor = Redactor(
        config=Config(marker_template=f"{BEGIN}{{rule}}{END}", home_dir_placeholder=home)
    )
    return lambda texts: (list(finds(text, redactor.redact_text(text))) for text in texts)


def finds(text: str, redacted: str) -> Iterator[protocol.Find]:
    """Yield the replaced stretches, between the parts of the text that the output keeps."""
    kept, rules = _MARKER.split(redacted)[::2], _MARKER.findall(redacted)
    laid = re.fullmatch("(.+?)".join(map(re.escape, kept)), text, re.S)
    if laid is None:
        raise ValueError("the output is no redaction of the text")
    for number, rule in enumerate(rules, 1):
        yield *laid.span(number), rule, 1.0


if __name__ == "__main__":
    protocol.run(load)
