"""Add pages to the site that are not in `docs/`: README, help of commands, schema of rules.

A hook of mkdocs, which `website/mkdocs.yml` names.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from manual import commands
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from anonfilter.contract import registry
from anonfilter.reports.ruleset import json_schema

ROOT = Path(__file__).parent.parent
SOURCE = "https://github.com/anonfilter/anonfilter/blob/main/"

# Pages whose text is elsewhere in the repository.
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}

_ROLE = re.compile(r":(?:class|func|meth|mod):(?=<code>)")
_LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add a page for each command to the navigation."""
    assert config.nav is not None
    [reference] = [part["Reference"] for part in config.nav if "Reference" in part]
    reference[-1]["Commands"] = [{name: path} for name, path, _ in _commands()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    made = {path: (ROOT / name).read_text(encoding="utf-8") for name, path in PAGES.items()}
    made |= {path: text for _, path, text in _commands()}
    made["reference/rules.md"] = rules_reference(json_schema(registry.installed()))
    made["site.css"] = (ROOT / "website/site.css").read_text(encoding="utf-8")
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point links of the repository to pages of the site, or else to the source."""
    path = page.file.src_uri
    folder = ROOT if path in PAGES.values() else (ROOT / "docs" / path).parent
    return _LINK.sub(lambda link: f"]({_target(folder, path, link[1])}{link[2] or ''})", markdown)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Remove the notation of Sphinx in docstrings (`:class:`, `::`), which Markdown lacks."""
    return _ROLE.sub("", html).replace("::</p>", ":</p>")


def _target(folder: Path, page: str, link: str) -> str:
    """Return the target of a link of a page on the site."""
    file = (folder / link).resolve()
    if not file.is_relative_to(ROOT):
        return link
    name = file.relative_to(ROOT).as_posix()
    if name not in PAGES and not name.startswith("docs/"):
        return SOURCE + name
    return posixpath.relpath(PAGES.get(name, name.removeprefix("docs/")), posixpath.dirname(page))


# commands


def _commands() -> Iterator[tuple[str, str, str]]:
    """Yield each command's name, the path of its page, and its text: the help that it prints."""
    for context in commands():
        name = str(context.info_name)
        yield name, f"reference/{name.replace(' ', '-')}.md", _command_page(context)


def _command_page(context: click.Context) -> str:
    help_text = click.unstyle(context.command.get_help(context))
    return f"# {context.info_name}\n\n```text\n{help_text}\n```\n"


# rules


def rules_reference(schema: Mapping[str, Any]) -> str:
    """Return a table for each part of a ruleset: its keys, their types, their defaults."""
    parts = schema["$defs"]
    lines = [
        "# Rules",
        "",
        "This page is generated from the schema that `anonfilter rules schema` prints. The shipped "
        "[rules.yaml](../../rules.yaml) explains each key by an example. The settings of a plugin "
        "are keys beside its name.",
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
    yield from ("| key | type | default | meaning |", "|---|---|---|---|")
    for key, value in part.get("properties", {}).items():
        # a part of the schema has a table of its own, with its defaults
        is_part = "$ref" in value and isinstance(value.get("default"), dict)
        is_shown = value.get("default") not in (None, "", [], {}) and not is_part
        default = f"`{json.dumps(value['default'], ensure_ascii=False)}`" if is_shown else ""
        meaning = " ".join(value.get("description", "").split())
        yield f"| `{key}` | {_type(value, parts)} | {_cell(default)} | {_cell(meaning)} |"


def _type(value: Mapping[str, Any], parts: Mapping[str, Any]) -> str:
    """Return the type of a value in words, with links to parts of the schema."""
    if reference := value.get("$ref"):
        name = reference.rpartition("/")[2]
        linked = "properties" in parts.get(name, {})
        anchor = re.sub(r"[^\w-]", "", name.lower())  # as mkdocs names headings
        return f"[{name}](#{anchor})" if linked else _type(parts.get(name, {}), parts)
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    if "const" in value:
        return f"`{value['const']}`"
    if among := value.get("anyOf") or value.get("oneOf"):
        return " or ".join(dict.fromkeys(_type(each, parts) for each in among))
    if value.get("type") == "array":
        return f"list of {_type(value.get('items', {}), parts)}"
    if value.get("type") == "object":
        below = value.get("additionalProperties")
        return f"mapping to {_type(below, parts)}" if isinstance(below, dict) else "mapping"
    return str(value.get("type", "anything"))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
