"""Each detector alone, and the rules without it: the other parts and loaded models are shared."""

from __future__ import annotations

import pytest
from anonfilter_measure.evaluation.filtered_gold import (
    engines_with_one_detector,
    engines_without_one_detector,
)

from anonfilter.contract.document import Source
from anonfilter.engine.pipeline import Engine
from anonfilter.errors import AnonfilterError

TEXT = "Jane Smith of Port Ellery, file QX-1234."


def filtered(engine: Engine) -> str:
    return engine.redact(engine.read(Source("a.txt", TEXT))).output.decode()


def test_each_detector_alone_and_without_each(terms_engine: Engine) -> None:
    only, left = engines_with_one_detector(terms_engine), engines_without_one_detector(terms_engine)
    assert filtered(only["patterns"]) == "Jane Smith of Port Ellery, file [CODE_1]."
    assert filtered(left["patterns"]) == filtered(only["dictionary"])
    assert "QX-1234" in filtered(left["patterns"])
    assert filtered(left["dictionary"]) == filtered(only["patterns"])


def test_the_whole_stays_whole(terms_engine: Engine) -> None:
    before = filtered(terms_engine)
    assert filtered(engines_with_one_detector(terms_engine)["dictionary"]) != before
    assert filtered(terms_engine) == before


def test_nothing_is_made_or_loaded_again(terms_engine: Engine) -> None:
    whole = {instance.name: made for instance, made in terms_engine.parts()}
    for engine in engines_with_one_detector(terms_engine).values():
        for instance, made in engine.parts():
            assert made is whole[instance.name]


def test_a_single_detector_cannot_be_left_out(terms_engine: Engine) -> None:
    with pytest.raises(AnonfilterError, match="none is left"):
        engines_without_one_detector(engines_with_one_detector(terms_engine)["patterns"])
