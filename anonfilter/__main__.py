"""The entry point of ``anonfilter`` and ``python -m anonfilter``."""

from __future__ import annotations

import sys

if __name__ == "__main__" and sys.path and not getattr(sys.flags, "safe_path", False):
    # "-m" puts the current folder first on the path: a repository that is being checked must not
    # decide what `import spacy` means.
    del sys.path[0]

from anonfilter.resident import client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Run the command on the resident server, or in this process if no server does; then exit."""
    try:
        code = client.run_on_server(sys.argv[1:])
    except KeyboardInterrupt:
        code = client.INTERRUPTED
    if code is None:
        from anonfilter.commands.main import main as run

        run()
    sys.exit(code)


if __name__ == "__main__":
    main()
