#!/bin/sh
@SEAL@
# Written by `anonfilter git install`; `anonfilter git uninstall` removes it. A hook that was here
# before is kept as @HOOK@.before-anonfilter, and runs first.

earlier=$(dirname -- "$0")/@HOOK@.before-anonfilter
@INPUT@
if [ -x "$earlier" ]; then
    @FEED@"$earlier" "$@" || exit $?
fi

# anonfilter is looked up when the hook runs, so a new environment needs no new hook. Where it is
# not found, git stops.
command=$(git config --get anonfilter.command)
[ -n "$command" ] || command=anonfilter
@FEED@eval "$command"' @ARGUMENTS@'
code=$?
case $code in
126 | 127)
    cat >&2 <<END
anonfilter: cannot be run (called as: $command), so nothing was checked, and git stops here.
  Activate the environment that it is installed in, or set how to call it:
  git config anonfilter.command /path/to/anonfilter
END
    ;;
esac
exit $code
