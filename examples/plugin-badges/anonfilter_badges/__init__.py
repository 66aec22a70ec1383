"""Badge numbers for anonfilter: a plugin of several kinds in one package.

It is imported whenever anonfilter starts, so it imports nothing else.
"""

from anonfilter.contract.hooks import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("badges", "anonfilter_badges.badges:BadgeDetector")


@hookimpl
def anonfilter_register_resolvers(register: Register) -> None:
    register("badge-lists", "anonfilter_badges.badges:BadgeLists")


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    register("badge-sites", "anonfilter_badges.badges:BadgeSites")


@hookimpl
def anonfilter_register_recognisers(register: Register) -> None:
    register("touch-tones", "anonfilter_badges.touch_tones:TouchTones")


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    register("badge", "anonfilter_badges.command:command")
