"""Has the texts of reports about each label: what a finding means, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from anonfilter.contract.document import Kind, Label
from anonfilter.text.values import hide_values

_REDACT = (
    "`anonfilter filter --in-place FILE` replaces it with a tag. If it may stay, use "
    "`anonfilter allow`, which records a reason; `labels` in the rules can allow a whole label."
)
_KINDS = {
    Kind.DIRECT: "identifies a person by itself",
    Kind.INDIRECT: "identifies a person together with other things",
}


@hide_values
@dataclass(frozen=True, slots=True)
class Advice:
    """The texts about the findings of a label; ``severe`` findings are errors, not warnings."""

    title: str
    meaning: str
    remedy: str
    severe: bool
    kind: str = ""
    risk: int = 5


# The labels of findings that a check reports under any rules.
OWN = {
    "ROSTER": Advice(
        "List of people in clear",
        "A roster, which names people in clear, is about to be committed.",
        "`git rm --cached FILE` removes it from the index. Keep it where Git ignores it.",
        severe=True,
    ),
    "PLAIN_SIDECAR": Advice(
        "Originals in clear",
        "A sidecar with the originals of its document in clear is about to be committed.",
        "`git rm --cached FILE` removes it from the index, and .gitignore keeps it out.",
        severe=True,
    ),
    "KEY": Advice(
        "Key of the corpus",
        "A key of anonfilter, or an age identity that opens one, is in a file. Everyone who can "
        "read the file can read the originals of the corpus, or test names and numbers.",
        "Remove it from every commit, then run `anonfilter key rotate`: everyone who has seen this "
        "key can open what was sealed with it. Share keys with `anonfilter key share`.",
        severe=True,
    ),
    "LOST_ENTRY": Advice(
        "Tag without an entry",
        "The sidecar of the document has no entry for this tag, so its original is lost.",
        "Restore document and sidecar from Git, or filter the original again. For tags that were "
        "written by hand, `anonfilter -i FILE` makes entries.",
        severe=False,
        risk=0,
    ),
    "CORPUS_RISK": Advice(
        "Too much risk in all documents together",
        "The risk of the documents (mean plus standard deviation) exceeds `max_corpus_risk` in the "
        "rules. The finding is reported for the document with the highest risk.",
        "Redact more in this document or in others. Each value counts once in a document.",
        severe=False,
    ),
}


def advice(name: str, labels: Mapping[str, Label]) -> Advice:
    """Return the texts about the findings of a label."""
    label = labels.get(name)
    if label is None:
        return OWN.get(name) or Advice(
            f"Unredacted {name}", "Personal data that must not be here.", _REDACT, severe=True
        )
    return Advice(
        f"Unredacted {name}",
        f"It {_KINDS[label.kind]} ({label.kind}); the harm of a miss is {label.risk} of 5.",
        _REDACT,
        severe=label.kind is Kind.DIRECT,
        kind=str(label.kind),
        risk=label.risk,
    )
