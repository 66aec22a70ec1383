"""``python -m anonfilter``."""

import sys

# "-m" puts the current folder first on the path: a repository that is being checked must not
# decide what `import spacy` means.
if sys.path and not getattr(sys.flags, "safe_path", False):
    del sys.path[0]

from anonfilter.commands.main import main

main()
