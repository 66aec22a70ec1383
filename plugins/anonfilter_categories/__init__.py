"""Finer categories for places, organisations and groups: STATE, POLICE_DEPARTMENT, RELIGION, …"""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    register("category", "anonfilter_categories.tagger:CategoryTagger")
