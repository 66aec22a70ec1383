"""``anonfilter rules``: creates, checks, shows and describes rulesets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from anonfilter import __version__
from anonfilter.commands.console import write_new
from anonfilter.commands.options import ruleset_options, warn_of_gaps
from anonfilter.errors import AnonfilterError, Exit, RulesError
from anonfilter.run.session import load_rules
from anonfilter.text.terminal import escape_for_log, one_line, printable

if TYPE_CHECKING:
    from anonfilter.rules import Ruleset

# The schema of this release, for editors; anonfilter does not read it.
SCHEMA = (
    f"https://raw.githubusercontent.com/anonfilter/anonfilter/v{__version__}"
    "/schemas/rules.schema.json"
)
_STARTER = """\
# yaml-language-server: $schema={schema}
# How this repository's texts are anonymised. `anonfilter rules show` prints the merged rules,
# `anonfilter rules check` runs the examples below.
anonfilter: 1

# All other rules come from the ruleset that ships with anonfilter. Its version is pinned, so that
# an update of anonfilter does not change results.
extends: default=={version}

# Labels: what is found, and how it is treated.
#labels:
#  CASE_NUMBER: {{kind: direct, risk: 4, tag: '[CASE_{{n}}]', survives: fail}}
#  ORGANIZATION: {{redact: false}}         # found, and left in the text

# Plugins are merged by name with those of the default; `anonfilter plugins` lists them.
#detectors:
#  - use: patterns
#    without: [nickname-big]              # the names of patterns to leave out
#    patterns:
#      - label: CASE_NUMBER
#        regex: '\\b\\d{{2}}-CV-\\d{{4,6}}\\b'
#        examples: ['filed as 21-CV-10482']
#        counterexamples: ['pages 21-22']

# More files that `anonfilter check` scans, besides those of the default; `!` excludes.
#documents:
#  - 'transcripts/'
#  - '!README.md'

# What fails a check: kinds (direct, indirect) or labels. Other findings add up by their labels'
# risks: in one document, and as mean + SD over all checked documents.
#check:
#  fail_on: [direct]
#  max_risk: 8
#  max_corpus_risk: 5
"""


@click.group(
    "rules",
    epilog="\b\nExamples:\n  anonfilter rules init\n  anonfilter rules check\n"
    "  anonfilter rules show --rules fast",
)
def command() -> None:
    """Create, check, show or describe a ruleset."""


@command.command(
    "init", epilog="\b\nExample:\n  anonfilter rules init && $EDITOR .anonfilter/rules.yaml"
)
def init() -> int:
    """Write a commented ruleset to .anonfilter/rules.yaml, here.

    It extends the default in its current version. An existing ruleset is not replaced.
    """
    from anonfilter.rules import find, load_ruleset

    path = Path(".anonfilter", "rules.yaml")
    own = Path("rules.yaml").absolute()
    if not path.exists() and find.ruleset(None, Path.cwd())[0] == str(own):
        raise AnonfilterError(
            f"is already in force here, and {path} would replace it",
            where=own.name,
            hint="Edit it, or remove it first.",
        )
    text = _STARTER.format(schema=SCHEMA, version=load_ruleset("default").model.version)
    write_new(path, text, str(path))
    return Exit.OK


@command.command(
    "check",
    epilog="\b\nExamples:\n  anonfilter rules check\n  anonfilter rules check my-rules.yaml",
)
@click.argument("files", nargs=-1, metavar="[NAME|FILE]...")
@ruleset_options
def check(files: tuple[str, ...], rules: str | None, trust_local_plugins: bool) -> int:
    """Check the keys, values and examples of rulesets. No model is loaded.

    Without a name, the ruleset in force here is checked. A warning names each part that the rules
    switch off although other parts depend on it; warnings do not change the exit code.
    """
    from anonfilter.engine.pipeline import Engine
    from anonfilter.rules import find

    problems = 0
    for name in files or (rules,):
        try:
            ruleset = load_rules(name, trust_local_plugins)
            found = list(_problems(ruleset))
        except AnonfilterError as error:
            if len(files) < 2:
                raise
            found = str(error).splitlines()
        for problem in found:
            click.echo(escape_for_log(problem), err=True)
        problems += len(found)
        if not found:
            warn_of_gaps(Engine(ruleset))
            click.echo(f"{one_line(find.display(ruleset.origin))}: no problem found", err=True)
    return Exit.USAGE if problems else Exit.OK


def _problems(ruleset: Ruleset) -> Iterator[str]:
    """Yield the problems that plugins find in their settings, each with its place."""
    from anonfilter.contract.plugin import SettingsChecker
    from anonfilter.engine.pipeline import Engine

    for instance, made in Engine(ruleset).parts(deferred=True):
        if isinstance(made, SettingsChecker):
            for problem in made.check():
                at = problem.at if isinstance(problem, RulesError) else ()
                yield f"{instance.settings.locate(at)}: {instance.name}: {problem}"


@command.command(
    "show",
    epilog="\b\nExamples:\n  anonfilter rules show\n  anonfilter rules show default --full | less",
)
@click.argument("name", required=False, metavar="[NAME|FILE]")
@click.option("--full", is_flag=True, help="Include the patterns of its packs.")
@ruleset_options
def show(name: str | None, full: bool, rules: str | None, trust_local_plugins: bool) -> int:
    """Print the ruleset in force, merged with all that it extends."""
    from anonfilter.reports.ruleset import as_yaml
    from anonfilter.reports.versions import published_digest
    from anonfilter.rules import find

    ruleset = load_rules(name or rules, trust_local_plugins)
    files = ", which extends ".join(find.display(origin) for origin in ruleset.files)
    click.echo(
        f"# from {one_line(files)}\n# digest of the rules alone: {published_digest(ruleset)}"
    )
    click.echo(printable(as_yaml(ruleset, full=full)), nl=False)
    return Exit.OK


@command.command("schema", epilog="\b\nExample:\n  anonfilter rules schema > rules.schema.json")
def schema() -> int:
    """Print a JSON Schema of rulesets and settings, for editors.

    The schema includes the plugins that are installed here. Rulesets of `rules init` name the
    published schema, which has the plugins of anonfilter only.
    """
    from anonfilter.contract import registry as plugins
    from anonfilter.reports.ruleset import json_schema

    lines = []  # one for each value, and for each definition
    for key, value in json_schema(plugins.installed()).items():
        if key == "$defs":
            inner = ",\n".join(f"  {json.dumps(name)}: {json.dumps(value[name])}" for name in value)
            lines.append(f'"$defs": {{\n{inner}\n}}')
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
    click.echo("{\n" + ",\n".join(lines) + "\n}")
    return Exit.OK
