"""Makes the pages of the site that stand elsewhere: README, help of commands, schema of rules.

A hook of mkdocs, which `website/mkdocs.yml` names.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from anonfilter.commands.manual import commands
from anonfilter.contract import registry
from anonfilter.reports.ruleset import json_schema

ROOT = Path(__file__).parent.parent
SOURCE = "https://github.com/anonfilter/anonfilter/blob/main/"

# Pages whose text stands elsewhere in the repository.
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}

_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put a page for each command into the navigation."""
    assert config.nav is not None
    [reference] = [part["Reference"] for part in config.nav if "Reference" in part]
    reference[-1]["Commands"] = [{name: path} for name, path, _ in _commands()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made."""
    made = {path: (ROOT / name).read_text(encoding="utf-8") for name, path in PAGES.items()}
    made |= {path: text for _, path, text in _commands()}
    made["reference/rules.md"] = rules_reference(json_schema(registry.installed()))
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links of the repository lead to pages of the site, or else to the source."""
    path = page.file.src_uri
    folder = ROOT if path in PAGES.values() else (ROOT / "docs" / path).parent
    return _LINK.sub(lambda link: f"]({_target(folder, path, link[1])}{link[2] or ''})", markdown)


def _target(folder: Path, page: str, link: str) -> str:
    """Where a link of a page leads on the site."""
    file = (folder / link).resolve()
    if not file.is_relative_to(ROOT):
        return link
    name = file.relative_to(ROOT).as_posix()
    if name not in PAGES and not name.startswith("docs/"):
        return SOURCE + name
    return posixpath.relpath(PAGES.get(name, name.removeprefix("docs/")), posixpath.dirname(page))


# commands


def _commands() -> Iterator[tuple[str, str, str]]:
    """The name of each command, the path of its page, and the text: the help that it prints."""
    for context in commands():
        name = str(context.info_name)
        yield name, f"reference/{name.replace(' ', '-')}.md", _command_page(context)


def _command_page(context: click.Context) -> str:
    help_text = click.unstyle(context.command.get_help(context))
    return f"# {context.info_name}\n\n```text\n{help_text}\n```\n"


# rules


def rules_reference(schema: Mapping[str, Any]) -> str:
    """A table for each part of a ruleset: its keys, what they may be, their defaults."""
    parts = schema["$defs"]
    lines = [
        "# Rules",
        "",
        "Made from the schema that `anonfilter rules schema` prints. The shipped "
        "[rules.yaml](../../rules.yaml) explains each by an example; settings of a plugin stand "
        "beside its name.",
    ]
    lines += _part("A ruleset", schema, parts)
    for name in sorted(parts):
        if "properties" in parts[name]:
            lines += _part(name, parts[name], parts)
    return "\n".join(lines) + "\n"


def _part(name: str, part: Mapping[str, Any], parts: Mapping[str, Any]) -> Iterator[str]:
    yield from ("", f"## {name}", "")
    if described := part.get("description"):
        yield from (" ".join(described.split()), "")
    yield from ("| key | is | default | |", "|---|---|---|---|")
    for key, value in part.get("properties", {}).items():
        default = f"`{value['default']}`" if value.get("default") not in (None, "", [], {}) else ""
        told = " ".join(value.get("description", "").split())
        yield f"| `{key}` | {_type(value, parts)} | {_cell(default)} | {_cell(told)} |"


def _type(value: Mapping[str, Any], parts: Mapping[str, Any]) -> str:
    """What a value may be, in words; parts of the schema are links."""
    if reference := value.get("$ref"):
        name = reference.rpartition("/")[2]
        linked = "properties" in parts.get(name, {})
        anchor = re.sub(r"[^\w-]", "", name.lower())  # as mkdocs names headings
        return f"[{name}](#{anchor})" if linked else _type(parts.get(name, {}), parts)
    if "enum" in value:
        return ", ".join(f"`{one}`" for one in value["enum"])
    if "const" in value:
        return f"`{value['const']}`"
    if among := value.get("anyOf") or value.get("oneOf"):
        return " or ".join(dict.fromkeys(_type(one, parts) for one in among))
    if value.get("type") == "array":
        return f"list of {_type(value.get('items', {}), parts)}"
    if value.get("type") == "object":
        below = value.get("additionalProperties")
        return f"mapping to {_type(below, parts)}" if isinstance(below, dict) else "mapping"
    return str(value.get("type", "anything"))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
