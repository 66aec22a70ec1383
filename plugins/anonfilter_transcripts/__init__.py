"""Transcripts of speech: covers, speakers, names spelled out, and numbers as they are said."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("front-page", "anonfilter_transcripts.cover.front_page:FrontPage")
    register("speakers", "anonfilter_transcripts.speakers:Speakers")
    register("spelled", "anonfilter_transcripts.spelling.spelled:Spelled")
    register("phonetic", "anonfilter_transcripts.phonetic.detector:Phonetic")
    register("spoken", "anonfilter_transcripts.spoken.detector:Spoken")


@hookimpl
def anonfilter_register_resolvers(register: Register) -> None:
    register("cut-offs", "anonfilter_transcripts.names.cut_offs:CutOffs")
    register("spellings", "anonfilter_transcripts.spelling.spellings:Spellings")
    register("variants", "anonfilter_transcripts.names.variants:Variants")
    register("recording", "anonfilter_transcripts.resolvers.recording:Recording")
    register("evidence", "anonfilter_transcripts.resolvers.evidence:Evidence")
    register("identifiers", "anonfilter_transcripts.resolvers.identifiers:Identifiers")
    register("answers", "anonfilter_transcripts.resolvers.answers:Answers")
    register("handles", "anonfilter_transcripts.names.handles:Handles")
    register("numeric-runs", "anonfilter_transcripts.numeric_runs.resolver:NumericRuns")


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    register("date-parts", "anonfilter_transcripts.taggers.date_parts:DateParts")
    register("numbers-only", "anonfilter_transcripts.taggers.numbers_only:NumbersOnly")
