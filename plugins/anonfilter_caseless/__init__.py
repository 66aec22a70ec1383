"""A small model of our own that finds names with and without capitals."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("caseless", "anonfilter_caseless.detector:CaselessDetector")
