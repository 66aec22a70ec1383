"""The command line, for formats as users meet them."""

from tests.commands.conftest import folder, repository, run

__all__ = ["folder", "repository", "run"]
