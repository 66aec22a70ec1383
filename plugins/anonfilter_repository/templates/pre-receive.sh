#!/bin/sh
# Refuses a push that would bring personal data into this repository: the pre-receive hook of a
# server's bare repository. Written by `anonfilter ci init pre-receive`.
#
#   git config anonfilter.command '/opt/anonfilter/bin/anonfilter'   how to run it, if not on PATH
#   git config anonfilter.rules   /etc/anonfilter/rules.yaml         rules of the server's own
#   git config anonfilter.strict  true        also refuses texts that the rules do not name
#   git config anonfilter.deadline 4s         ends the check after this time, and refuses the push
#   git config anonfilter.passUnreached true  accepts what was not checked by then, and names it
#
# Only the settings of this repository and of the machine count (git config --local, --system).
#
# Checks each commit that no branch or tag of this repository has yet, with its message and files,
# and the names of new branches and tags. Rules, allow list and baseline are those of the default
# branch as it was before the push, so that no push decides what it is judged by. Where there is no
# default branch yet, the rules that anonfilter ships count, and no allow list or baseline.
#
# While this runs, the new objects are in quarantine: git finds them through GIT_OBJECT_DIRECTORY
# and GIT_QUARANTINE_PATH, and deletes them if this script ends with anything but 0.

refuse() {
    echo "anonfilter: $1" >&2
    exit 1
}

setting() {
    git config --local $2 --get "anonfilter.$1" || git config --system $2 --get "anonfilter.$1" 2>/dev/null
}

unset ANONFILTER_RULES # the environment may be that of the user who pushes
command=$(setting command)
rules=$(setting rules)
default=$(git symbolic-ref --quiet HEAD)

new=
creates_default=
while read -r _ after name; do
    case $after in
    *[!0]*) # not all zeros
        new="$new $after"
        set -- "$@" --ref "$name"
        [ "$name" != "$default" ] || creates_default=yes
        ;;
    *) # deleting a branch or tag adds nothing, but the default branch has the rules
        deleted=$(git symbolic-ref --quiet "$name" || echo "$name")
        [ "$deleted" != "$default" ] || [ -n "$rules" ] ||
            refuse "the default branch has the rules, so it cannot be deleted by a push."
        ;;
    esac
done
[ -n "$new" ] || exit 0

shipped=
if [ -n "$rules" ]; then
    set -- "$@" --rules "$rules"
elif git rev-parse --quiet --verify 'HEAD^{commit}' >/dev/null; then
    set -- "$@" --rules-from HEAD
elif [ -z "$creates_default" ] && [ -n "$(git for-each-ref --count=1)" ]; then
    refuse "there are no rules: HEAD of this repository names a branch that does not exist. Push that branch ($default), or name another one on the server (git symbolic-ref HEAD refs/heads/…)."
else
    shipped=yes
    set -- "$@" --rules default
fi
deadline=$(setting deadline)
if [ -n "$deadline" ]; then
    set -- "$@" --deadline "$deadline"
    [ "$(setting passUnreached --type=bool 2>/dev/null)" != true ] || set -- "$@" --pass-unreached
fi
# A name without a value is true for git; what is no truth value for git counts as one.
if setting strict >/dev/null && [ "$(setting strict --type=bool 2>/dev/null)" != false ]; then
    set -- "$@" --strict
fi

eval "${command:-anonfilter}"' check --history "${new# } --not --all" "$@"'
code=$?
[ $code = 0 ] || [ -z "$shipped" ] ||
    echo "anonfilter: this repository has no default branch yet, so the shipped rules were used: rules, allow list and baseline of the pushed commits do not count. On the server, git config anonfilter.rules names other rules, and git fetch brings commits without this check." >&2
case $code in
0) ;;
1) refuse "personal data was found (see above), so the push is refused. Rewrite the commits that hold it." ;;
126 | 127) refuse "cannot be run on this server (called as: ${command:-anonfilter}), so the push is refused." ;;
*) refuse "the check is incomplete (exit code $code, see above), so the push is refused." ;;
esac
