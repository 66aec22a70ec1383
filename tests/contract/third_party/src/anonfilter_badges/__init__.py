"""A detector, a resolver, a tagger and a command from outside."""

from anonfilter import hookimpl


@hookimpl
def anonfilter_register_detectors(register):
    register("badges", "anonfilter_badges.plugin:BadgeDetector")
    register("phones-home", "anonfilter_badges.plugin:PhonesHome")
    register("broken", "anonfilter_badges.does_not_exist:Nothing")


@hookimpl
def anonfilter_register_resolvers(register):
    register("short", "anonfilter_badges.plugin:DropShort")


@hookimpl
def anonfilter_register_taggers(register):
    register("stars", "anonfilter_badges.plugin:StarTagger")


@hookimpl
def anonfilter_register_commands(register):
    register("greet", "anonfilter_badges.plugin:greet")
