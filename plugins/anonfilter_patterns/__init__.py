"""Regular expressions, declared in the rules, as a detector."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("patterns", "anonfilter_patterns.detector:PatternsDetector")
