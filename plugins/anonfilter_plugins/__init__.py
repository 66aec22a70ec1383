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
FORMATS: dict[str, tuple[str, str | None]] = {  # with the suffixes that each reads
    "archive": ("archive.archive:Archive", ".zip .tar .tgz .gz"),
    "ass": ("captions.ass:SubStation", ".ass .ssa"),
    "chat": ("timed.chat:CHAT", ".cha"),
    "csv": ("csv.csv_table:CsvTable", ".csv .tsv .tab .psv"),
    "ctm": ("timed.ctm:CTM", ".ctm"),
    "eaf": ("timed.eaf:EAF", ".eaf"),
    "html": ("markup.html:Html", ".html .htm .xhtml .shtml"),
    "jsonl": ("json.json_lines:JsonLines", ".jsonl .ndjson .json .geojson .jsonld"),
    "mail": ("mail:MailFormat", ".eml .mbox .mbx .mht .mhtm .mhtml"),
    "markdown": ("markdown.markdown:Markdown", ".md .markdown .mdx .qmd .rmd"),
    "notebook": ("json.notebook:Notebook", ".ipynb"),
    "office": (
        "office.office:Office",
        ".docx .docm .dotx .dotm .xlsx .xlsm .xltx .pptx .pptm .potx .ppsx"
        " .odt .ods .odp .ott .ots .otp .epub",
    ),
    "rtf": ("rtf.rtf:RichText", ".rtf"),
    "sami": ("captions.sami:SAMI", ".smi .sami"),
    "sbv": ("captions.sbv:SBV", ".sbv"),
    "srt": ("captions.srt:SubRip", ".srt"),
    "stm": ("timed.stm:STM", ".stm"),
    "table": ("json.table:Table", ".parquet .arrow .feather .ipc"),
    "text": ("plaintext:Plaintext", None),
    "textgrid": ("timed.textgrid:TextGrid", ".textgrid"),
    "ttml": ("timed.ttml:TTML", ".ttml .dfxp"),
    "webvtt": ("captions.webvtt:WebVTT", ".vtt"),
    "xml": (
        "markup.xml:Xml",
        ".xml .tei .eaf .ttml .dfxp .trs .exb .cmdi .svg .rss .atom .opml .xsl .kml .gpx .fb2",
    ),
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
    for name, (path, suffixes) in FORMATS.items():
        own = None if suffixes is None else suffixes.split()
        register(name, f"{__name__}.formats.{path}", suffixes=own)


@hookimpl
def anonfilter_register_recognisers(register: Register) -> None:
    for name, path in RECOGNISERS.items():
        register(name, f"{__name__}.recognisers.{path}", deferred=name == "pocketsphinx")


@hookimpl
def anonfilter_register_reports(register: Register) -> None:
    _register(register, "reports", REPORTS)


def _register(register: Register, kind: str, table: dict[str, str]) -> None:
    for name, path in table.items():
        register(name, f"{__name__}.{kind}.{path}")
