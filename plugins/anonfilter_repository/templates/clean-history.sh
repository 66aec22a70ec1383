#!/bin/sh
# Replaces what `anonfilter git clean-history` found in the history by its filtered twins.
# Run it in a fresh clone, which holds nothing else: git clone --mirror --no-local REPOSITORY CLONE
# Needs git-filter-repo. Each file here is named by the git object that it replaces.

ANONFILTER_TWINS=$(cd "$(dirname "$0")" && pwd) || exit
export ANONFILTER_TWINS
exec git filter-repo "$@" --blob-callback '
import os
twin = os.path.join(os.environb[b"ANONFILTER_TWINS"], b"blobs", blob.original_id)
if os.path.exists(twin):
    with open(twin, "rb") as file:
        blob.data = file.read()
' --commit-callback '
import os
twin = os.path.join(os.environb[b"ANONFILTER_TWINS"], b"messages", commit.original_id)
if os.path.exists(twin):
    with open(twin, "rb") as file:
        commit.message = file.read()
' --tag-callback '
import os
twin = os.path.join(os.environb[b"ANONFILTER_TWINS"], b"messages", tag.original_id or b"none")
if os.path.exists(twin):
    with open(twin, "rb") as file:
        tag.message = file.read()
'
