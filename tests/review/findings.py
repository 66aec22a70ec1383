"""Findings of invented texts, as a review has them."""

from __future__ import annotations

import re

from anonfilter_review.review_items import Item, items_of

from anonfilter.contract.document import Finding

_FOUND = re.compile(
    r"(?P<PERSON>Abel Tamsin|abel tamsin|Wilma\s+Quillfeather)|(?P<CASE>\d\d-CV-\d{4})"
)


def findings(text: str, file: str = "talk.txt") -> list[Item]:
    matches = list(_FOUND.finditer(text))
    return items_of(
        file,
        text,
        [
            Finding(
                file,
                1,
                one.start() + 1,
                str(one.lastgroup),
                "patterns",
                0.9,
                *one.span(),
                value=one[0],
            )
            for one in matches
        ],
    )
