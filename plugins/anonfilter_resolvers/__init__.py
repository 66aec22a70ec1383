"""From what detectors say to what is really there: one module a resolver."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_resolvers(register: Register) -> None:
    register("boundaries", "anonfilter_resolvers.boundaries:Boundaries")
    register("dates", "anonfilter_resolvers.dates:Dates")
    register("numeric", "anonfilter_resolvers.numeric:Numeric")
    register("exclude", "anonfilter_resolvers.exclude:Exclude")
    register("agreement", "anonfilter_resolvers.agreement:Agreement")
    register("full-names", "anonfilter_resolvers.full_names:FullNames")
    register("propagate", "anonfilter_resolvers.propagate:Propagate")
    register("reconcile", "anonfilter_resolvers.reconcile:Reconcile")
    register("overlaps", "anonfilter_resolvers.overlaps:Overlaps")
