"""What the core itself registers: plain text."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_formats(register: Register) -> None:
    register("text", "anonfilter.formats.plaintext:Plaintext")
