#!/bin/sh
# Replaces files and messages with findings by the texts that `anonfilter git clean-history` filtered.
# Run it in a fresh clone, which holds nothing else: git clone --mirror --no-local REPOSITORY CLONE
# Needs git-filter-repo. Each file here is named by the git object that it replaces.

ANONFILTER_FILTERED=$(cd "$(dirname "$0")" && pwd) || exit
export ANONFILTER_FILTERED
exec git filter-repo "$@" --blob-callback '
import os
filtered = os.path.join(os.environb[b"ANONFILTER_FILTERED"], b"blobs", blob.original_id)
if os.path.exists(filtered):
    with open(filtered, "rb") as file:
        blob.data = file.read()
' --commit-callback '
import os
filtered = os.path.join(os.environb[b"ANONFILTER_FILTERED"], b"messages", commit.original_id)
if os.path.exists(filtered):
    with open(filtered, "rb") as file:
        commit.message = file.read()
' --tag-callback '
import os
filtered = os.path.join(os.environb[b"ANONFILTER_FILTERED"], b"messages", tag.original_id or b"none")
if os.path.exists(filtered):
    with open(filtered, "rb") as file:
        tag.message = file.read()
'
