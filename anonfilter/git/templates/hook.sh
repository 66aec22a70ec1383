#!/bin/sh
@SEAL@
# Written by `anonfilter git install`; `anonfilter git uninstall` takes it out again. A hook that
# was here before lies beside this one, as @HOOK@.before-anonfilter, and runs first.

earlier=$(dirname -- "$0")/@HOOK@.before-anonfilter
@INPUT@
if [ -x "$earlier" ]; then
    @FEED@"$earlier" "$@" || exit $?
fi

# anonfilter is looked for now and not when this was written, so that a new environment changes
# nothing. Where it is not found, git stops.
command=$(git config --get anonfilter.command)
[ -n "$command" ] || command=anonfilter
@FEED@eval "$command"' @ARGUMENTS@'
code=$?
case $code in
126 | 127)
    cat >&2 <<END
anonfilter: cannot be run (it was called as: $command), so nothing was checked, and git stops here.
  Activate the environment that it is installed in, or say how it is called:
  git config anonfilter.command /path/to/anonfilter
END
    ;;
esac
exit $code
