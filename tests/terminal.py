"""A program in its own terminal, as a user sees it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_STYLES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_PATIENCE = 600.0  # seconds: what takes so long has come to a stop, on a busy machine too


class Terminal:
    def __init__(
        self, command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
    ) -> None:
        self._own, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "TERM": "xterm", **(environment or {})},
            stdin=other,
            stdout=other,
            stderr=other,
            preexec_fn=self._take_terminal,
        )
        os.close(other)
        self._raw = b""
        self._at = 0

    @staticmethod
    def _take_terminal() -> None:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    @property
    def screen(self) -> str:
        """All that was ever shown, without colours."""
        text = self._raw.decode(errors="replace").replace("\r\n", "\n")
        return _STYLES.sub("", text)

    def press(self, keys: str) -> None:
        os.write(self._own, keys.encode())

    def expect(self, text: str) -> None:
        """Wait until something is shown, after what was last waited for."""
        until = time.monotonic() + _PATIENCE
        while (found := self.screen.find(text, self._at)) < 0:
            assert self._read(until - time.monotonic()), f"{text!r} was not shown:\n{self.screen}"
        self._at = found + len(text)

    def end(self, pressing: str = "") -> int:
        """Wait until it ends; its exit code. ``pressing`` is pressed again while nothing happens: a
        key that comes before the program listens is lost, as it is for people."""
        until = time.monotonic() + _PATIENCE
        while (left := until - time.monotonic()) > 0:
            if self._read(min(left, 3.0) if pressing else left):
                continue
            if not pressing or self.process.poll() is not None:
                break
            self.press(pressing)
        code = self.process.wait(max(1.0, until - time.monotonic()))
        self.hang_up()
        return code

    def hang_up(self) -> None:
        """The window is closed."""
        if self._own >= 0:
            os.close(self._own)
            self._own = -1

    def close(self) -> None:
        self.hang_up()
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    def _read(self, seconds: float) -> bool:
        """Whether more came, in time."""
        ready, _, _ = select.select([self._own], [], [], max(0.0, seconds))
        if not ready:
            return False
        try:
            data = os.read(self._own, 65536)
        except OSError:  # Linux reports this when the other side is closed
            return False
        self._raw += data
        return bool(data)
