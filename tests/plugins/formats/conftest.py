"""The command line, for formats as users meet them."""

from tests.commands.conftest import folder, run

__all__ = ["folder", "run"]
