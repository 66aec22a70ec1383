"""Runs a command on some cores and prints what it took, as JSON: launch.py CORES SECONDS COMMAND...

It is a program of its own, and small, as the peak memory of a process begins with that of the
process which started it. The command is killed, with all that it started, after SECONDS. What it
prints goes nowhere.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time


def main() -> None:
    cores, seconds, command = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.setsid()
        if hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execvp(command[0], command)
    killed = []

    def kill(*_: object) -> None:
        killed.append(True)
        os.killpg(child, signal.SIGKILL)

    signal.signal(signal.SIGALRM, kill)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    _, status, used = os.wait4(child, 0)
    took = time.perf_counter() - start
    signal.setitimer(signal.ITIMER_REAL, 0)
    peak = used.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e6 / 1024)
    print(
        json.dumps(
            {
                "seconds": took,
                "cpu": used.ru_utime + used.ru_stime,
                "megabytes": peak,
                "exit": os.waitstatus_to_exitcode(status),
                "killed": bool(killed),
            }
        )
    )


if __name__ == "__main__":
    main()
