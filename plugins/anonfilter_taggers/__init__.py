"""Taggers that number: one number a thing, or one number each part of a name."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    register("numbered", "anonfilter_taggers.numbered:NumberedTagger")
    register("name-parts", "anonfilter_taggers.name_parts:NamePartsTagger")
