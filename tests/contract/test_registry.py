"""Plugins that lack what their kind needs are refused with their name and their file."""

from __future__ import annotations

from pathlib import Path

import pytest

from anonfilter.contract.registry import with_local
from anonfilter.errors import PluginError


@pytest.mark.parametrize(
    ("kind", "body", "missing"),
    [
        ("detectors", "scope = 'field'", "`Config`, `detect`"),
        ("resolvers", "Config = None", "`resolve`"),
        ("taggers", "Config = replace = None", "`templates`"),
        ("formats", "Config = None", "`read`"),
        ("reports", "pass", "`write`"),
    ],
)
def test_a_missing_method_is_named_with_its_plugin_and_file(
    tmp_path: Path, kind: str, body: str, missing: str
) -> None:
    file = tmp_path / "badges.py"
    file.write_text(
        "from anonfilter.contract import hookimpl\n\n"
        f"class Badges:\n    {body}\n\n"
        f"@hookimpl\ndef anonfilter_register_{kind}(register):\n"
        "    register('badges', f'{__name__}:Badges')\n"
    )
    registration = with_local([file]).require(kind, "badges")
    with pytest.raises(PluginError) as caught:
        registration.load()
    message = str(caught.value)
    assert message.startswith(f"{file}: ")
    assert "'badges' (Badges of plugin 'anonfilter_local_badges')" in message
    assert f"has no {missing}\n" in message


def test_a_misspelled_hook_is_named_with_the_one_that_is_meant(tmp_path: Path) -> None:
    file = tmp_path / "badges.py"
    file.write_text(
        "from anonfilter.contract import hookimpl\n\n"
        "@hookimpl\ndef anonfilter_register_detector(register):\n    pass\n"
    )
    with pytest.raises(PluginError, match="anonfilter_register_detectors"):
        with_local([file])
