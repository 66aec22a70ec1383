"""Fields of a long document that several processes share: found is what one process finds."""

from __future__ import annotations

import pytest

from anonfilter import workers
from anonfilter.contract.document import Source
from anonfilter.engine.pipeline import Engine

TEXT = "\n\n".join(
    f"Jane Smith met Quill in Port Ellery about QX-{number:04}, " + "and it rained. " * (number % 9)
    for number in range(800)
)


@pytest.mark.parametrize("jobs", [2, 3])
def test_the_same_is_found(terms_engine: Engine, jobs: int) -> None:
    assert len(TEXT) > 2 * workers.LARGE
    document = terms_engine.read(Source("long.txt", TEXT))
    whole = terms_engine.redact(document)
    terms_engine.jobs = jobs
    shared = terms_engine.redact(document)
    assert shared.output == whole.output
    assert shared.analysis.candidates == whole.analysis.candidates
    assert shared.tagged == whole.tagged


def test_one_field_is_not_divided(terms_engine: Engine) -> None:
    source = Source("long.txt", TEXT.replace("\n\n", " "))
    document = terms_engine.read(source)
    whole = terms_engine.redact(document)
    terms_engine.jobs = 2
    assert terms_engine.redact(document).output == whole.output
