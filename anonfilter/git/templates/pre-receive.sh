#!/bin/sh
# Refuses a push that would bring personal data into this repository; for a server's bare
# repository, as its hook pre-receive. Written by `anonfilter ci init pre-receive`.
#
#   git config anonfilter.command '/opt/anonfilter/bin/anonfilter'   how to run it, if not on PATH
#   git config anonfilter.rules   /etc/anonfilter/rules.yaml         rules of the server's own
#
# What is checked: each commit that no branch or tag of this repository has yet, its message and
# its files, and the names of new branches and tags. The rules, the allow list and the baseline are
# those of the default branch as it was before the push, so that no push can soften them.
#
# While this runs, the new objects are in quarantine: git finds them through GIT_OBJECT_DIRECTORY
# and GIT_QUARANTINE_PATH, and throws them away if this script ends with anything but 0.

refuse() {
    echo "anonfilter: $1" >&2
    exit 1
}

new=
while read -r _ after name; do
    case $after in
    *[!0]*) # else nothing but zeros: a branch or a tag that goes away brings nothing
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
    refuse "no rules to go by: HEAD of this repository names a branch that is not there (git symbolic-ref HEAD refs/heads/…)"
else # the first push brings the rules
    first=${new# }
    set -- "$@" --rules-from "${first%% *}"
fi

eval "$command"' check --history "${new# } --not --all" "$@"'
code=$?
case $code in
0) ;;
1) refuse "personal data was found (see above), and nothing was taken. Rewrite the commits that hold it." ;;
126 | 127) refuse "cannot be run on this server (it was called as: $command), so nothing was taken." ;;
*) refuse "not all could be checked (exit code $code, see above), so nothing was taken." ;;
esac
