"""The command line, for formats as users meet them."""

from tests.cli.conftest import folder, run

__all__ = ["folder", "run"]
