"""presidio's URL recognizer, restricted to valid host names.

presidio's pattern ends at the letters of a top-level domain even inside a word, and matches an
ellipsis: "Well...Come in", "He saw Mr.Sanders".
"""

from __future__ import annotations

import copy
import re
from typing import Any

import tldextract
from presidio_analyzer.predefined_recognizers import UrlRecognizer

_ELLIPSIS = re.compile(r"(?<!/)\.{2,}(?!/)")
_REST_OF_NAME = re.compile(r"[\w-]*(?:\.[\w-]+)*(?:/[^\s()<>\"']*)?")
_ADDRESS = re.compile(r"[\"']?(?P<scheme>\w+://)?(?P<host>[^/\"']*)")
_NEXT_SENTENCE = re.compile(r".*\.[A-Z][a-z]|[^A-Z]*\.[A-Z][a-z]+")


class HostRecognizer(UrlRecognizer):
    """The URL recognizer of presidio, extended to whole addresses with a known domain suffix."""

    def __init__(self, **options: Any) -> None:
        super().__init__(name="UrlRecognizer", **options)

    def analyze(self, text: str, entities: list[str], *rest: Any, **options: Any) -> list[Any]:
        plain = _ELLIPSIS.sub(lambda match: " " * len(match[0]), text)
        found = []
        for result in super().analyze(plain, entities, *rest, **options):
            whole = copy.copy(result)
            if plain[result.end - 1].isalnum():
                rest_of_name = _REST_OF_NAME.match(plain, result.end)
                assert rest_of_name is not None
                whole.end = rest_of_name.end()
            address = plain[whole.start : whole.end].rstrip(".,;:!?")
            whole.end = whole.start + len(address)
            if _is_address(address):
                found.append(whole)
        return found


def _is_address(text: str) -> bool:
    match = _ADDRESS.match(text)
    assert match is not None
    if match["scheme"]:
        return True
    if _NEXT_SENTENCE.fullmatch(match["host"]):  # a blank is missing: "the end.It was"
        return False
    return bool(tldextract.extract(match["host"]).fqdn)
