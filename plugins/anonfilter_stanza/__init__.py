"""stanza's named-entity recognition as a detector (extra ``stanza``)."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("stanza", "anonfilter_stanza.detector:StanzaDetector")
