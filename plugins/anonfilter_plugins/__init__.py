"""The plugins that anonfilter brings: one line each, the kind and the name that rules use.

Nothing behind a path is imported before a ruleset uses it.
"""

from anonfilter.contract.hooks import Register, hookimpl

DETECTORS = {
    "caseless": "caseless.caseless:CaselessDetector",
    "dictionary": "dictionary.dictionary:DictionaryDetector",
    "front-page": "front_page.front_page:FrontPage",
    "keyed": "keyed:Keyed",
    "mail-names": "mail_names:MailNames",
    "names": "names.names_in_context:NamesDetector",
    "patterns": "patterns.patterns:PatternsDetector",
    "phonetic": "phonetic.phonetic:Phonetic",
    "presidio": "presidio.presidio:PresidioDetector",
    "roster": "roster:RosterDetector",
    "spacy": "spacy.spacy_ner:SpacyDetector",
    "speakers": "speakers:Speakers",
    "spelled": "spelled:Spelled",
    "spoken": "spoken.spoken:Spoken",
    "stanza": "stanza.stanza_ner:StanzaDetector",
    "token-classification": "token_classification.token_classification:TokenClassifier",
}
RESOLVERS = {
    "agreement": "agreement:Agreement",
    "answers": "answers.answers:Answers",
    "boundaries": "boundaries:Boundaries",
    "categories": "categories:Categories",
    "cut-offs": "cut_offs.cut_offs:CutOffs",
    "dates": "dates:Dates",
    "decisions": "decisions.decisions:Decisions",
    "evidence": "evidence:Evidence",
    "ordinary-words": "ordinary_words:OrdinaryWords",
    "exclude": "exclude:Exclude",
    "full-names": "full_names:FullNames",
    "handles": "handles:Handles",
    "identifiers": "identifiers:Identifiers",
    "link-people": "link_people.link_people:LinkPeople",
    "numeric": "numeric:Numeric",
    "numeric-runs": "numeric_runs.numeric_runs:NumericRuns",
    "overlaps": "overlaps:Overlaps",
    "propagate": "propagate:Propagate",
    "reconcile": "reconcile:Reconcile",
    "reconcile-roles": "roles.reconcile_roles:ReconcileRoles",
    "recording": "recording.recording:Recording",
    "roles": "roles.roles:Roles",
    "schema-values": "schema_values:SchemaValues",
    "spellings": "spellings.spellings:Spellings",
    "turn-labels": "turn_labels:TurnLabels",
    "variants": "variants:Variants",
}
TAGGERS = {
    "category": "category.category:CategoryTagger",
    "date-parts": "date_parts:DateParts",
    "name-parts": "name_parts:NamePartsTagger",
    "numbered": "numbered:NumberedTagger",
    "numbers-only": "numbers_only:NumbersOnly",
    "roles": "role_tags:RoleTagger",
    "surrogate": "surrogate.surrogate:SurrogateTagger",
    "zero-shot": "zero_shot:ZeroShotTagger",
}
FORMATS = {
    "archive": "archive.archive:Archive",
    "ass": "captions.ass:SubStation",
    "chat": "timed.chat:CHAT",
    "csv": "csv.csv_table:CsvTable",
    "ctm": "timed.ctm:CTM",
    "eaf": "timed.eaf:EAF",
    "html": "markup.html:Html",
    "jsonl": "json.json_lines:JsonLines",
    "mail": "mail:MailFormat",
    "markdown": "markdown.markdown:Markdown",
    "notebook": "json.notebook:Notebook",
    "office": "office.office:Office",
    "rtf": "rtf.rtf:RichText",
    "sami": "captions.sami:SAMI",
    "sbv": "captions.sbv:SBV",
    "srt": "captions.srt:SubRip",
    "stm": "timed.stm:STM",
    "table": "json.table:Table",
    "text": "plaintext:Plaintext",
    "textgrid": "timed.textgrid:TextGrid",
    "ttml": "timed.ttml:TTML",
    "webvtt": "captions.webvtt:WebVTT",
    "xml": "markup.xml:Xml",
}
RECOGNISERS = {
    "faster-whisper": "faster_whisper:FasterWhisper",
    "pocketsphinx": "pocketsphinx:PocketSphinx",
}
REPORTS = {
    "github": "github:GithubReport",
    "json": "json_report:JsonReport",
    "jsonl": "json_report:JsonLinesReport",
    "sarif": "sarif:SarifReport",
    "text": "text:TextReport",
}


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    _register(register, "detectors", DETECTORS)


@hookimpl
def anonfilter_register_resolvers(register: Register) -> None:
    _register(register, "resolvers", RESOLVERS)


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    _register(register, "taggers", TAGGERS)


@hookimpl
def anonfilter_register_formats(register: Register) -> None:
    _register(register, "formats", FORMATS)


@hookimpl
def anonfilter_register_recognisers(register: Register) -> None:
    _register(register, "recognisers", RECOGNISERS)


@hookimpl
def anonfilter_register_reports(register: Register) -> None:
    _register(register, "reports", REPORTS)


def _register(register: Register, kind: str, table: dict[str, str]) -> None:
    for name, path in table.items():
        register(name, f"{__name__}.{kind}.{path}")
