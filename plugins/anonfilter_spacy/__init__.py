"""spaCy's named-entity recognition as a detector."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("spacy", "anonfilter_spacy.detector:SpacyDetector")
