"""``anonfilter badge``: a command of a plugin."""

import click

from anonfilter_badges.badges import is_right


@click.command("badge")
@click.argument("number")
def command(number: str) -> int:
    """Say whether the check digit of a badge's NUMBER is right; exit 1 if it is not."""
    digits = number.lstrip("#")
    if not (digits.isdecimal() and len(digits) > 1):
        raise click.UsageError("a badge has digits, such as #4711")
    right = is_right(digits)
    click.echo("right" if right else "wrong")
    return 0 if right else 1
