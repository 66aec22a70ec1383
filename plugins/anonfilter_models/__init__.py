"""The feature `models`: detectors and taggers that run presidio, spaCy, stanza and transformers.

Each needs an extra. The default rules use none of them.
"""

from anonfilter.contract.hooks import Register, hookimpl

DETECTORS = {
    "presidio": "presidio.presidio:PresidioDetector",
    "spacy": "spacy.spacy_ner:SpacyDetector",
    "stanza": "stanza.stanza_ner:StanzaDetector",
    "token-classification": "token_classification.token_classification:TokenClassifier",
}
TAGGERS = {"zero-shot": "zero_shot:ZeroShotTagger"}


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    for name, path in DETECTORS.items():
        register(name, f"{__name__}.{path}")


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    for name, path in TAGGERS.items():
        register(name, f"{__name__}.{path}")


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    summary = "Show whether the models that the rules name are installed and intact."
    register("models", f"{__name__}.commands.models:command", summary=summary)
