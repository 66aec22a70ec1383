"""The labels of annotated text: their names in the rules, and their risk."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from anonfilter.contract.document import Kind, Label
from anonfilter.contract.label_names import find_label
from anonfilter.contract.settings import LabelName, Strict

if TYPE_CHECKING:
    from anonfilter.rules import Ruleset


class GoldLabel(Strict):
    """A label's entry in ``gold_labels.yaml``."""

    risk: int
    kind: Kind
    base: str = ""
    of_speaker: bool = False


class _Declared(Strict):
    labels: dict[LabelName, GoldLabel]
    aliases: dict[str, LabelName]


@cache
def _declared() -> _Declared:
    from ruamel.yaml import YAML

    text = resources.files(__package__).joinpath("gold_labels.yaml").read_text("utf-8")
    read: Any = YAML(typ="safe").load(text)
    return _Declared.model_validate(read)


class Labels:
    """The labels of a ruleset, and the labels that only gold uses.

    - ``mapped`` maps gold labels to labels of the rules.
    - ``stated`` has the labels whose risk the rules state, which takes precedence.
    - ``stems`` has the names of the tags that the rules can write.
    - ``unknown`` collects the labels of the gold that are unknown to the rules and to
      ``gold_labels.yaml``.
    """

    def __init__(
        self,
        rules: Mapping[str, Label],
        mapped: Mapping[str, str],
        stated: Collection[str] = (),
        stems: Collection[str] = (),
    ) -> None:
        self._rules = rules
        self._mapped = mapped
        self._stated = stated
        self._stems = stems
        self.unknown: set[str] = set()

    def named(self, raw: str) -> str:
        """Return the label for a name in the gold; record and return an unknown name."""
        name = raw.strip().upper().replace("-", "_").replace(" ", "_")
        if raw in self._mapped:
            return self._mapped[raw]
        known = self._known(name)
        if not known:
            self.unknown.add(name)
        return known or name

    def of_tag(self, stem: str) -> str:
        """Return the label of tags with this name; "" if there is none."""
        return self._mapped.get(stem) or self._known(stem) or (stem if stem in self._stems else "")

    def _known(self, name: str) -> str:
        """Return the label with this name or a shorter form of it: PERSON for PERSON_NAME."""
        declared = _declared()
        return find_label(name, {*self._rules, *declared.labels}, declared.aliases)

    def scored(self, name: str) -> str:
        """Return the label by which a mention is scored: its own label, or the base label."""
        declared = _declared().labels.get(name)
        return name if name in self._rules or declared is None else declared.base or name

    def counts_overall(self, label: str) -> bool:
        """Return True if the overall scores count a label.

        A label of the rules counts if they replace it; any other label counts if it has a risk.
        """
        if label in self._rules:
            return self._rules[label].redact
        return self.of(label).risk > 0

    def of(self, name: str) -> GoldLabel:
        """Return the risk and kind of a label: as the rules state them, else ``gold_labels.yaml``.

        A label that is not in ``gold_labels.yaml`` has those of the rules, or their defaults.
        """
        declared = _declared().labels.get(name)
        own = self._rules.get(name, Label(name))
        if declared is None:
            return GoldLabel(risk=own.risk, kind=own.kind)
        if name in self._stated:
            return declared.model_copy(update={"risk": own.risk, "kind": own.kind})
        return declared


def stated_risks(ruleset: Ruleset) -> frozenset[str]:
    """Return the labels whose risk the rules state explicitly."""
    labels = ruleset.model.labels.items()
    return frozenset(name for name, rules in labels if "risk" in rules.model_fields_set)
