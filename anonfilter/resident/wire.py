"""Defines what client and server share: their common setting, the socket, and the messages."""

from __future__ import annotations

import os
import socket
import sys
import zlib
from collections.abc import Iterator, Sequence

import anonfilter
from anonfilter.resident.client import folder, is_private

READY, GO, DONE = b"ready", b"go", b"D"
RUN, STATUS, STOP = "run", "status", "stop"

_LENGTH = 8
_LARGEST = 1 << 24  # more than Linux allows for arguments and environment
_LONGEST_PATH = 100  # of a socket; systems differ
_NAMESPACES = ("mnt", "pid", "user", "net")
# Variables that libraries, or Python, read once, when they start.
_READ_ONCE = tuple(
    """
    PYTHON ANONFILTER_PLUGINS LC_ LANG TZ HOME XDG_CACHE_HOME TMPDIR TEMP TMP HF_
    HUGGINGFACE TRANSFORMERS TOKENIZERS TORCH PYTORCH CUDA ORT_ ONNX OMP_ KMP_ GOMP_ MKL_
    OPENBLAS GOTO_ BLIS_ NUMEXPR VECLIB NPY_ SPACY STANZA TLDEXTRACT LD_ DYLD_ MALLOC_
    GLIBC_ OPENSSL_ SSL_
    """.split()
)


class Mismatch(OSError):
    """An error for a process that does not follow the protocol."""


def process_setting() -> str:
    """Return, as text, the properties that a server must share with the process of its client.

    A fork of the server cannot change them: the installation, the user, the namespaces, and the
    environment variables that libraries read when they start.
    """
    top = os.stat("/")
    parts: list[object] = [
        anonfilter.__version__,
        anonfilter.__file__,
        sys.version,
        sys.executable,
        sys.prefix,
        sys.path,
        sys.flags,
        sys.warnoptions,
        sorted(sys._xoptions.items()),
        os.getuid(),
        os.geteuid(),
        os.getgid(),
        os.getegid(),
        sorted(os.getgroups()),
        top.st_dev,
        top.st_ino,
        *_namespaces(),
    ]
    parts += sorted(item for item in os.environ.items() if item[0].startswith(_READ_ONCE))
    return "\n".join(map(repr, parts))


def _namespaces() -> Iterator[str]:
    """Yield the ids of the Linux namespaces of this process; "" on other systems."""
    for name in _NAMESPACES:
        try:
            yield os.readlink(f"/proc/self/ns/{name}")
        except OSError:
            yield ""


def socket_path(of: str) -> str:
    """Return the path of the socket for this setting."""
    return os.path.join(folder(), f"{anonfilter.__version__}-{zlib.crc32(os.fsencode(of)):08x}")


def short_path(path: str, folder: int) -> str:
    """Return a form of a socket's path that is short enough for the system.

    A long path is given relative to the open ``folder``. Without /proc, it is returned unchanged.
    """
    if len(os.fsencode(path)) <= _LONGEST_PATH or not os.path.isdir("/proc/self/fd"):
        return path
    return f"/proc/self/fd/{folder}/{os.path.basename(path)}"


def connect(path: str, seconds: float) -> socket.socket:
    """Connect to this user's server at this path; raise ``OSError`` if there is none."""
    if not is_private(os.path.dirname(path)):
        raise Mismatch("the folder of the socket is not private")
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    folder = os.open(os.path.dirname(path), os.O_RDONLY | os.O_DIRECTORY)
    try:
        server.settimeout(seconds)
        server.connect(short_path(path, folder))
        require_same_user(server)
    except BaseException:
        server.close()
        raise
    finally:
        os.close(folder)
    return server


def require_same_user(peer: socket.socket) -> None:
    """Raise an error if the process at the other end of a socket is that of another user.

    Some systems do not show the user of a socket; then nothing is refused.
    """
    option = getattr(socket, "SO_PEERCRED", None)
    if option is not None:
        credentials = peer.getsockopt(socket.SOL_SOCKET, option, 12)
        if int.from_bytes(credentials[4:8], sys.byteorder) != os.geteuid():
            raise Mismatch("another user's process")


def send(peer: socket.socket, *groups: Sequence[str]) -> None:
    """Send lists of words without NUL, such as arguments and variables."""
    words = [word for group in groups for word in (str(len(group)), *group)]
    data = os.fsencode("\0".join(words))
    peer.sendall(len(data).to_bytes(_LENGTH, "big") + data)


def receive(peer: socket.socket) -> list[list[str]]:
    """Receive the lists of words of one message."""
    length = int.from_bytes(receive_exactly(peer, _LENGTH), "big")
    if length > _LARGEST:
        raise Mismatch("too long a message")
    words = iter(os.fsdecode(receive_exactly(peer, length)).split("\0"))
    try:
        return [[next(words) for _ in range(int(count))] for count in words]
    except (ValueError, RuntimeError) as error:
        if os.environ.get("ANONFILTER_DEBUG"):  # not the words: variables can hold a key
            sys.stderr.write(f"malformed message of {length} bytes: {type(error).__name__}\n")
        raise Mismatch("not a message") from error


def receive_exactly(peer: socket.socket, size: int) -> bytes:
    """Receive this number of bytes; raise ``Mismatch`` if the connection is closed earlier."""
    data = b""
    while len(data) < size:
        more = peer.recv(size - len(data))
        if not more:
            raise Mismatch("closed before its end")
        data += more
    return data
