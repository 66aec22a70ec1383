"""Formats that speech and data sets come in."""

from anonfilter.hookspecs import Register, hookimpl


@hookimpl
def anonfilter_register_detectors(register: Register) -> None:
    register("keyed", "anonfilter_formats.keyed:Keyed")


@hookimpl
def anonfilter_register_formats(register: Register) -> None:
    register("webvtt", "anonfilter_formats.webvtt:WebVTT")
    register("srt", "anonfilter_formats.srt:SubRip")
    register("jsonl", "anonfilter_formats.json_lines:JsonLines")
    register("csv", "anonfilter_formats.csv_table:CsvTable")
