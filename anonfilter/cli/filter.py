"""``anonfilter [FILE]...``: text in, text without identifiers out."""

from __future__ import annotations

import sys

import click

from anonfilter.cli.common import make_engine, rules_options


@click.command("filter")
@click.argument("files", nargs=-1)
@rules_options
def command(files, rules, trust_local_plugins, only, excepted, assume_language):  # type: ignore
    engine = make_engine(rules, trust_local_plugins, only, excepted, assume_language)
    done = engine.redact(engine.decode(sys.stdin.buffer.read(), "standard input"))
    sys.stdout.buffer.write(done.output)
