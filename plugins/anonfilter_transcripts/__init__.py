"""Transcripts of speech: covers, speakers, names spelled out, and numbers as they are said."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("front-page", "anonfilter_transcripts.front_page:FrontPage")
    register("speakers", "anonfilter_transcripts.speakers:Speakers")
    register("spelled", "anonfilter_transcripts.spelled:Spelled")
    register("phonetic", "anonfilter_transcripts.phonetic:Phonetic")
    register("spoken", "anonfilter_transcripts.spoken:Spoken")


@hookimpl
def anonfilter_register_resolvers(register: Register) -> None:
    register("cut-offs", "anonfilter_transcripts.cut_offs:CutOffs")
    register("spellings", "anonfilter_transcripts.spellings:Spellings")
    register("variants", "anonfilter_transcripts.variants:Variants")
    register("recording", "anonfilter_transcripts.recording:Recording")
    register("evidence", "anonfilter_transcripts.evidence:Evidence")
    register("identifiers", "anonfilter_transcripts.identifiers:Identifiers")
    register("answers", "anonfilter_transcripts.answers:Answers")
    register("handles", "anonfilter_transcripts.handles:Handles")
    register("numeric-runs", "anonfilter_transcripts.numeric_runs:NumericRuns")


@hookimpl
def anonfilter_register_taggers(register: Register) -> None:
    register("date-parts", "anonfilter_transcripts.date_parts:DateParts")
    register("numbers-only", "anonfilter_transcripts.numbers_only:NumbersOnly")
