"""presidio-analyzer's recognizers as a detector, without a second model."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("presidio", "anonfilter_presidio.detector:PresidioDetector")
