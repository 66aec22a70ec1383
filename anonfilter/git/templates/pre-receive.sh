#!/bin/sh
# Refuses a push that would bring personal data into this repository: the pre-receive hook of a
# server's bare repository. Written by `anonfilter ci init pre-receive`.
#
#   git config anonfilter.command '/opt/anonfilter/bin/anonfilter'   how to run it, if not on PATH
#   git config anonfilter.rules   /etc/anonfilter/rules.yaml         rules of the server's own
#
# Checks each commit that no branch or tag of this repository has yet, with its message and files,
# and the names of new branches and tags. Rules, allow list and baseline are those of the default
# branch as it was before the push, so that no push can soften them.
#
# While this runs, the new objects are in quarantine: git finds them through GIT_OBJECT_DIRECTORY
# and GIT_QUARANTINE_PATH, and deletes them if this script ends with anything but 0.

refuse() {
    echo "anonfilter: $1" >&2
    exit 1
}

new=
while read -r _ after name; do
    case $after in
    *[!0]*) # not all zeros: deleting a branch or tag adds nothing
        new="$new $after"
        set -- "$@" --ref "$name"
        ;;
    esac
done
[ -n "$new" ] || exit 0

command=$(git config --get anonfilter.command)
[ -n "$command" ] || command=anonfilter
rules=$(git config --get anonfilter.rules)
if [ -n "$rules" ]; then
    set -- "$@" --rules "$rules"
elif git rev-parse --quiet --verify 'HEAD^{commit}' >/dev/null; then
    set -- "$@" --rules-from HEAD
elif [ -n "$(git for-each-ref --count=1)" ]; then
    refuse "there are no rules: HEAD of this repository names a branch that does not exist (git symbolic-ref HEAD refs/heads/…)"
else # the first push brings the rules
    first=${new# }
    set -- "$@" --rules-from "${first%% *}"
fi

eval "$command"' check --history "${new# } --not --all" "$@"'
code=$?
case $code in
0) ;;
1) refuse "personal data was found (see above), so the push is refused. Rewrite the commits that hold it." ;;
126 | 127) refuse "cannot be run on this server (called as: $command), so the push is refused." ;;
*) refuse "the check is incomplete (exit code $code, see above), so the push is refused." ;;
esac
