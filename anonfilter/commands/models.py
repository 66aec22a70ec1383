"""``anonfilter models``: are the models that the rules name there, and what we tested?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click

from anonfilter.commands.common import color_option, rules_option, trust_option, use_color
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.session import load_rules
from anonfilter.text.terminal import printable

if TYPE_CHECKING:
    from anonfilter.contract.document import Model
    from anonfilter.contract.plugin import Plugin
    from anonfilter.rules import Instance, Ruleset


@dataclass(slots=True)
class Named:
    """A model that the rules name, and what became of looking for it."""

    model: str
    used_by: list[str]
    installed: bool = False
    version: str = ""
    intact: str = ""
    problem: str = ""
    hint: str = ""

    @property
    def usable(self) -> bool:
        return self.installed and not self.problem


@click.command(
    "models",
    epilog="\b\nExamples:\n  anonfilter models\n  anonfilter models --output json\n\n"
    "Exit codes: 0 all models are there and as tested, or not among those tested; 2 usage or rules "
    "are wrong; 3 a model is missing, of another version, altered, or not trusted.",
)
@rules_option
@trust_option
@click.option(
    "--output",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to report.",
)
@color_option
def command(rules: str | None, trust_local_plugins: bool, output: str, color: str) -> int:
    """List the models that the rules name: installed? which version? intact?

    Intact means that all its files are, byte for byte, those of the model that this version of
    the plugin was tested with. Nothing of a model is loaded for that.
    """  # fmt: skip
    found = list(survey(load_rules(rules, trust_local_plugins)))
    if output == "json":
        models = [{**asdict(one), "usable": one.usable} for one in found]
        click.echo(json.dumps({"models": models}, indent=2, ensure_ascii=False))
    else:
        for line in _lines(found):
            click.echo(line, color=use_color(color))
    return Exit.OK if all(one.usable for one in found) else Exit.INCOMPLETE


def survey(ruleset: Ruleset) -> Iterator[Named]:
    """Each model that the rules name, once for each plugin and folder that it is used from."""
    from anonfilter.engine.toolbox import needs_of
    from anonfilter.rules.merge import CHAINS

    named: dict[tuple[str, str], tuple[Named, Instance, Plugin]] = {}
    for chain in CHAINS:
        for instance in ruleset.instances[chain]:
            made = instance.make()
            for model in needs_of(made).models:
                key = (instance.registration.path.partition(":")[0], model)
                if key not in named:
                    named[key] = Named(model, []), instance, made
                named[key][0].used_by.append(instance.name)
    for one, instance, made in named.values():
        _look(one, instance, made)
        yield one


def _look(one: Named, instance: Instance, made: Plugin) -> None:
    """Find a model and compare its files with the digest that its plugin brings."""
    from anonfilter_plugins.shared import models

    from anonfilter.contract.plugin import Locating

    plugin = instance.registration.path.partition(":")[0].rpartition(".")[0]
    try:
        if isinstance(made, Locating):
            model = made.find_model(one.model)
            one.version = model.version
        else:
            model = _found(one, instance, made)
    except AnonfilterError as error:
        one.installed = bool(one.version)
        one.problem, one.hint = error.message, error.hint
        return
    one.installed = True
    intact = models.integrity(model, models.recorded(plugin))
    one.intact = intact.value
    if intact is models.Integrity.ALTERED:
        one.problem = f"the files of the model {one.model} are not those that were tested"
        one.hint = "Install it again, or find out who changed it."


def _found(one: Named, instance: Instance, made: Plugin) -> Model:
    """A package or a directory; of a package it is told which version is there, even if wrong."""
    from anonfilter_plugins.shared import models

    from anonfilter.contract.plugin import Installing

    install = made.how_to_install(one.model) if isinstance(made, Installing) else ""
    one.version = models.installed_version(models.parse(one.model, instance.setting.folder))
    return models.find(one.model, instance.setting, install)


def _lines(found: Iterable[Named]) -> Iterator[str]:
    """A model a paragraph, for a person."""
    listed = list(found)
    if not listed:
        yield "The rules name no model."
    for one in listed:
        yield click.style(printable(one.model), bold=True)
        yield f"  used by    {', '.join(one.used_by)}"
        version = f", version {one.version}" if one.version else ""
        yield f"  installed  {'yes' if one.installed else 'no'}{printable(version)}"
        if one.intact:
            yield f"  intact     {one.intact}"
        if one.problem:
            yield click.style(f"  problem    {printable(one.problem)}", fg="red")
            yield f"             {printable(one.hint)}"
