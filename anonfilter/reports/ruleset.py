"""Writes a merged ruleset as YAML, and the JSON Schema of rulesets for editors."""

from __future__ import annotations

from io import StringIO
from typing import Any

from anonfilter.contract.registry import Registry
from anonfilter.errors import AnonfilterError
from anonfilter.rules.load import Ruleset
from anonfilter.rules.merge import CHAINS
from anonfilter.rules.schema import RulesetModel, use_in

_PLACING: dict[str, Any] = {
    "before": {"type": "string", "description": "the inherited plugin to come before"},
    "after": {"type": "string", "description": "the inherited plugin to come after"},
    "replace": {"type": "boolean", "description": "true: drop the inherited settings"},
}


def as_yaml(ruleset: Ruleset, *, full: bool = False) -> str:
    """Return a merged ruleset as YAML, without `extends`.

    With ``full``, it has the content of the files that settings name, such as packs of patterns.
    """
    from ruamel.yaml import YAML

    yaml = YAML(typ="safe")
    yaml.width = 100
    yaml.sort_base_mapping_type_on_output = False  # type: ignore[assignment]
    plain = ruleset.in_full() if full else ruleset.node.plain()
    plain = {key: value for key, value in plain.items() if key != "extends"}
    stream = StringIO()
    yaml.dump(plain, stream)
    return stream.getvalue()


def json_schema(registry: Registry) -> dict[str, Any]:
    """Return the JSON Schema of rulesets, with the settings of all installed plugins.

    No setting is required, since a ruleset may inherit it.
    """
    schema = RulesetModel.model_json_schema()
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **schema,
        "title": "anonfilter ruleset",
    }
    for chain in CHAINS:
        variants = []
        for name in registry.names(chain):
            variant, definitions = _entry(registry, chain, name)
            variants.append(variant)
            schema.setdefault("$defs", {}).update(definitions)
        not_installed = {
            "type": "object",
            "properties": {"use": {"type": "string", "not": {"enum": registry.names(chain)}}},
            "required": ["use"],
        }
        schema["properties"][chain]["items"] = {"anyOf": [*variants, not_installed]}
    return schema


def _entry(registry: Registry, chain: str, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a plugin's entries in rules, and the definitions to which it refers."""
    try:
        config = registry.require(chain, name).load().Config
    except AnonfilterError:  # It does not import; `anonfilter plugins` shows the reason.
        return {"properties": {"use": {"const": name}}, "required": ["use"]}, {}
    prefix = f"{chain}.{name}."
    described = config.model_json_schema(ref_template="#/$defs/" + prefix + "{model}")
    definitions = {f"{prefix}{key}": value for key, value in described.get("$defs", {}).items()}
    entry = {
        "title": name,
        "description": described.get("description", ""),
        "type": "object",
        "properties": {
            **described.get("properties", {}),
            **use_in(chain).model_json_schema()["properties"],
            **_PLACING,
            "use": {"const": name, "description": f"the {chain[:-1]} {name!r}"},
        },
        "required": ["use"],
        "additionalProperties": bool(described.get("additionalProperties", False)),
    }
    return entry, definitions
