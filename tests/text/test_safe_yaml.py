"""YAML is read as the library reads it, only faster."""

from __future__ import annotations

import pytest
from ruamel.yaml import YAML

from anonfilter.text.safe_yaml import reader


@pytest.mark.parametrize(
    "text",
    [
        "a: yes\nb: 0o10\nc: 1_000\nd: 12:30\ne: ~\nf: 2020-01-01\ng: 1e3\nh: ''\ni: null\nj: true",
        "%YAML 1.1\n---\na: yes\nb: 010\n",
        "[1, -2.5, .inf, 'x', {y: [z]}]",
        "&a [1]",
        "",
    ],
)
def test_values_are_of_the_same_types(text: str) -> None:
    assert repr(reader().load(text)) == repr(YAML(typ="safe").load(text))
