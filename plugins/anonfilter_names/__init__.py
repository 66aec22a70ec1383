"""Names of people and places by wide lists, and by what stands beside them."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("names", "anonfilter_names.detector:NamesDetector")
