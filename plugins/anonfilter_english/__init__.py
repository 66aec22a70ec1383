"""English: the detectors, resolvers and taggers of the default rules, and their word lists."""

from anonfilter.contract.hooks import Register, hookimpl

DETECTORS = {
    "caseless": "detectors.caseless.caseless:CaselessDetector",
    "chat-names": "detectors.chat_names:ChatNames",
    "dictionary": "detectors.dictionary.dictionary:DictionaryDetector",
    "front-page": "detectors.front_page.front_page:FrontPage",
    "keyed": "detectors.keyed:Keyed",
    "mail-names": "detectors.mail_names:MailNames",
    "named-numbers": "detectors.named_numbers:NamedNumbers",
    "names": "detectors.names.names_in_context:NamesDetector",
    "patterns": "detectors.patterns.patterns:PatternsDetector",
    "phonetic": "detectors.phonetic.phonetic:Phonetic",
    "roster": "detectors.roster:RosterDetector",
    "speakers": "detectors.speakers:Speakers",
    "spelled": "detectors.spelled:Spelled",
    "spoken": "detectors.spoken.spoken:Spoken",
}
RESOLVERS = {
    "ages-beside-names": "resolvers.ages_beside_names:AgesBesideNames",
    "agreement": "resolvers.agreement:Agreement",
    "answers": "resolvers.answers:Answers",
    "boundaries": "resolvers.boundaries:Boundaries",
    "categories": "resolvers.categories:Categories",
    "code-names": "resolvers.code_names:CodeNames",
    "cut-offs": "resolvers.cut_offs.cut_offs:CutOffs",
    "cut-numbers": "resolvers.cut_numbers:CutNumbers",
    "dates": "resolvers.dates:Dates",
    "decisions": "resolvers.decisions.decisions:Decisions",
    "evidence": "resolvers.evidence:Evidence",
    "ordinary-words": "resolvers.ordinary_words:OrdinaryWords",
    "exclude": "resolvers.exclude:Exclude",
    "full-names": "resolvers.full_names:FullNames",
    "handles": "resolvers.handles:Handles",
    "hyphenated-names": "resolvers.hyphenated_names:HyphenatedNames",
    "identifiers": "resolvers.identifiers:Identifiers",
    "link-people": "resolvers.link_people.link_people:LinkPeople",
    "number-names": "resolvers.number_names:NumberNames",
    "numeric": "resolvers.numeric:Numeric",
    "numeric-runs": "resolvers.numeric_runs.numeric_runs:NumericRuns",
    "overlaps": "resolvers.overlaps:Overlaps",
    "propagate": "resolvers.propagate:Propagate",
    "reconcile": "resolvers.reconcile:Reconcile",
    "reconcile-roles": "resolvers.roles.reconcile_roles:ReconcileRoles",
    "recording": "resolvers.recording:Recording",
    "roles": "resolvers.roles.roles:Roles",
    "schema-values": "resolvers.schema_values:SchemaValues",
    "spaced-names": "resolvers.spaced_names:SpacedNames",
    "spellings": "resolvers.spellings.spellings:Spellings",
    "turn-labels": "resolvers.turn_labels:TurnLabels",
    "variants": "resolvers.variants:Variants",
}
# Resolvers that change findings only: they are imported when a document has findings.
DEFERRED = {
    "ages-beside-names",
    "agreement",
    "boundaries",
    "code-names",
    "exclude",
    "full-names",
    "handles",
    "hyphenated-names",
    "link-people",
    "number-names",
    "numeric",
    "ordinary-words",
    "overlaps",
    "propagate",
    "reconcile",
    "schema-values",
    "turn-labels",
}
# The regex that a text must match for a resolver to have any effect.
ONLY_IF = {
    "ages-beside-names": r"\d|\([a-z]",
    "code-names": r"\w\(\)|[A-Z\d]_[A-Z\d]|\b(?:self|cls)\.|\bclass \w+[(:]|@[\w.]+[ \t]*\n|:\d+\)",
    "cut-numbers": r"-[ \t]*\n|\d{3}[ -]\d{3}",
    "hyphenated-names": r"-[ \t]*\n",
    "number-names": r"\d",
    "spaced-names": r"(?<!\w)(?:[^\W\d_](?:[ \t]{1,3}|[\n-])){3}",
}
TAGGERS = {
    "category": "taggers.category.category_tags:CategoryTagger",
    "date-parts": "taggers.date_part_tags:DateParts",
    "generalise": "taggers.generalise.generalise_tagger:GeneraliseTagger",
    "name-parts": "taggers.name_part_tags:NamePartsTagger",
    "numbered": "taggers.numbered_tags:NumberedTagger",
    "numbers-only": "taggers.number_only_tags:NumbersOnly",
    "roles": "taggers.role_tags:RoleTagger",
}
COMMANDS = {
    "roster": (
        "commands.roster:command",
        "Keep a sealed list of known names for every check to find.",
    )
}


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    for name, path in DETECTORS.items():
        register(name, f"{__name__}.{path}")


@hookimpl
def anonfilter_register_resolvers(register: Register) -> None:
    for name, path in RESOLVERS.items():
        only_if = ONLY_IF.get(name, "")
        register(name, f"{__name__}.{path}", deferred=name in DEFERRED, only_if=only_if)


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    for name, path in TAGGERS.items():
        register(name, f"{__name__}.{path}")


@hookimpl
def anonfilter_register_commands(register: Register) -> None:
    for name, (path, summary) in COMMANDS.items():
        register(name, f"{__name__}.{path}", summary=summary)


@hookimpl
def anonfilter_register_extensions(register: Register) -> None:
    register("names", f"{__name__}.file_name_check")
