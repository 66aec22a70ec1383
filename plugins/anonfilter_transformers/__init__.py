"""Hugging Face models: names by token classification, finer categories by zero-shot inference."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("token-classification", "anonfilter_transformers.detector:TokenClassifier")


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    register("zero-shot", "anonfilter_transformers.tagger:ZeroShotTagger")
