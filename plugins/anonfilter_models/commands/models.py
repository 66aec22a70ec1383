"""``anonfilter models``: show if the models that the rules name are installed and intact."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click

from anonfilter.commands.console import use_color
from anonfilter.commands.options import color_option, output_option, ruleset_options
from anonfilter.engine import models
from anonfilter.errors import AnonfilterError, Exit
from anonfilter.run.session import load_rules
from anonfilter.text.terminal import printable

if TYPE_CHECKING:
    from anonfilter.contract.needs import Model
    from anonfilter.contract.plugin import Plugin
    from anonfilter.rules import Instance, Ruleset


@dataclass(slots=True)
class ModelStatus:
    """A model that the rules name, with the plugins that use it, and its problem, if any."""

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
    "Exit codes: 0 all models are installed and none is altered; 2 wrong usage or rules; 3 a model "
    "is missing, of another version, altered, or not trusted.",
)
@ruleset_options
@output_option
@color_option
def command(rules: str | None, trust_local_plugins: bool, output: str, color: str) -> int:
    """List the models of the rules: their versions, and whether they are installed and intact.

    A model is intact if all its files are those with which this version of the plugin was tested.
    The command loads no model.
    """
    found = list(survey(load_rules(rules, trust_local_plugins)))
    if output == "json":
        models = [{**asdict(one), "usable": one.usable} for one in found]
        click.echo(json.dumps({"models": models}, indent=2, ensure_ascii=False))
    else:
        for line in _lines(found):
            click.echo(line, color=use_color(color))
    return Exit.OK if all(one.usable for one in found) else Exit.INCOMPLETE


def survey(ruleset: Ruleset) -> Iterator[ModelStatus]:
    """Yield the models that plugins of the rules have, and once for each plugin those named."""
    from anonfilter.contract.plugin import ShippedModel
    from anonfilter.engine.toolbox import needs_of
    from anonfilter.rules.merge import CHAINS

    named: dict[tuple[str, str], tuple[ModelStatus, Instance, Plugin]] = {}
    for chain in CHAINS:
        for instance in ruleset.instances[chain]:
            made = instance.make()
            if isinstance(made, ShippedModel):
                yield _shipped(made.shipped_model(), instance)
            for model in needs_of(made).models:
                key = (instance.registration.path.partition(":")[0], model)
                if key not in named:
                    named[key] = ModelStatus(model, []), instance, made
                named[key][0].used_by.append(instance.name)
    for one, instance, made in named.values():
        _inspect(one, instance, made)
        yield one


def _shipped(model: Model, instance: Instance) -> ModelStatus:
    """Return the status of a model that is part of a plugin."""
    one = ModelStatus(model.spec.text, [instance.name], model.path.exists(), model.version)
    if not one.installed:
        one.problem = "its files are missing"
        one.hint = f"Install {instance.registration.distribution} again."
    return one


def _inspect(one: ModelStatus, instance: Instance, made: Plugin) -> None:
    """Find a model, and compare its files with the digest in its plugin."""
    from anonfilter.contract.plugin import ModelLocator

    plugin = instance.registration.path.partition(":")[0].partition(".")[0]
    try:
        if isinstance(made, ModelLocator):
            model = made.find_model(one.model)
            one.version = model.version
        else:
            from anonfilter.contract.plugin import ModelInstaller

            install = made.how_to_install(one.model) if isinstance(made, ModelInstaller) else ""
            one.version = models.installed_version(models.parse(one.model, instance.setting.folder))
            model = models.find(one.model, instance.setting, install)
    except AnonfilterError as error:
        one.installed = bool(one.version)
        one.problem, one.hint = error.message, error.hint
        return
    one.installed = True
    intact = models.integrity(model, models.recorded(plugin))
    one.intact = intact.value
    if intact is models.Integrity.ALTERED:
        one.problem = f"the files of the model {one.model} differ from those that were tested"
        one.hint = "Install it again."


def _lines(found: Iterable[ModelStatus]) -> Iterator[str]:
    """Yield the lines of the text output, a paragraph for each model."""
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
