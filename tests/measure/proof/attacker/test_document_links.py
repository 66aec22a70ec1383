"""Documents are linked by rare words, and compared with the names in the originals."""

from __future__ import annotations

from anonfilter_measure.proof.attacker.document_links import linked
from anonfilter_measure.proof.attacker.name_forms import Forms
from anonfilter_measure.proof.attacker.text_pairs import Known

TEXTS = [
    "We kept the zorvane by the blumquist all winter.",
    "A blumquist is what you need for a zorvane.",
    "We kept the boat by the river all winter.",
    "The river is what you need for a boat, or a zorvane.",
]


def forms(*named: tuple[str, int]) -> Forms:
    found = Forms()
    for name, document in named:
        found.add([Known(name, "PERSON")], document)
    return found


def test_two_rare_words_link_two_documents() -> None:
    of = forms(("Adaeze Okonkwo", 0), ("Adaeze Okonkwo", 1), ("Abel Tamsin", 2), ("Abel Tamsin", 3))
    found = linked(TEXTS, of)
    assert found.claimed == {(0, 1)} == found.right
    assert (found.true, found.all) == ({(0, 1), (2, 3)}, 6)


def test_names_in_all_documents_link_none() -> None:
    of = forms(*(("Adaeze Okonkwo", number) for number in range(6)))
    assert linked([*TEXTS, "a", "b"], of).true == frozenset()
    assert linked(TEXTS, forms(("Adaeze", 0), ("Adaeze", 1))).right == frozenset()
