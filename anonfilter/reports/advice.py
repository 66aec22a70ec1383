"""What a label's findings are and what to do about them, in the words that reports share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from anonfilter.contract.document import Kind, Label
from anonfilter.text.values import hide_values

_REDACT = (
    "`anonfilter filter --in-place FILE` puts a tag in its place. If it may stay, "
    "`anonfilter allow` lets it, with a reason; the rules can let all of a kind, in `labels`."
)
_KINDS = {
    Kind.DIRECT: "identifies a person by itself",
    Kind.INDIRECT: "identifies a person together with other things",
}


@hide_values
@dataclass(frozen=True, slots=True)
class Advice:
    """``severe`` is what breaks the promise at once; ``risk`` goes from 0 to 5."""

    title: str
    meaning: str
    remedy: str
    severe: bool
    kind: str = ""
    risk: int = 5


# what a check itself calls a finding, whatever the rules' labels are
OWN = {
    "ROSTER": Advice(
        "List of people in clear",
        "A roster names people in clear, and is about to be committed.",
        "`git rm --cached FILE` takes it out of the index; keep it where git ignores it.",
        severe=True,
    ),
    "PLAIN_SIDECAR": Advice(
        "Originals in clear",
        "A sidecar holds the originals of its document in clear, and is about to be committed.",
        "`git rm --cached FILE` takes it out of the index, and .gitignore keeps it out.",
        severe=True,
    ),
    "KEY": Advice(
        "Key of the corpus",
        "A key of anonfilter, or an age identity that opens one, is in a file: all who can read "
        "the file can read the originals of the corpus, or try names and numbers.",
        "Take it out of every commit, then `anonfilter key rotate`: all who have seen this key can "
        "open what was sealed with it. Share keys with `anonfilter key share`.",
        severe=True,
    ),
    "LOST_ENTRY": Advice(
        "Tag without an entry",
        "The document's sidecar does not know this tag, so its original is lost.",
        "Take document and sidecar from git again, or filter the original again; for tags that "
        "were written by hand, `anonfilter -i FILE` makes entries.",
        severe=False,
        risk=0,
    ),
    "CORPUS_RISK": Advice(
        "Documents that add up to too much",
        "Mean and standard deviation of what is left in the documents are, together, more than "
        "`max_corpus_risk` in the rules allows. It is told of the document with the most.",
        "Redact more there, or in others: each value left in a document counts once.",
        severe=False,
    ),
}


def advice(name: str, labels: Mapping[str, Label]) -> Advice:
    """What to say of the findings of one label."""
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
