"""Lists of terms, in the rules or in files, as a detector."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("dictionary", "anonfilter_dictionary.detector:DictionaryDetector")
