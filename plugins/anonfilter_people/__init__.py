"""People: who is who in a document, what each of them is there, and what a reader decided."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("roster", "anonfilter_people.roles.detector:RosterDetector")


@hookimpl
def anonfilter_register_resolvers(register: Register) -> None:
    register("link-people", "anonfilter_people.linking.resolver:LinkPeople")
    register("roles", "anonfilter_people.roles.resolver:Roles")
    register("reconcile-roles", "anonfilter_people.roles.reconcile:ReconcileRoles")
    register("decisions", "anonfilter_people.decisions.resolver:Decisions")


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    register("roles", "anonfilter_people.roles.tagger:RoleTagger")
