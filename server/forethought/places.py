"""Where things live: the data folder, and the runtime folder that holds the daemon's socket.

Both are for their owner alone. Locks and the log are in the data folder, because it is what they
protect: two front ends with different runtime folders still find the same daemon.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from forethought.errors import Unavailable

# macOS allows 104 bytes for a socket's path, Linux 108, both with the final zero.
_SOCKET_PATH_BYTES = 103


def home() -> Path:
    """The data folder, created when it is missing; `FORETHOUGHT_HOME` says where, else the platform."""
    folder = Path(os.environ.get("FORETHOUGHT_HOME") or _platform_home())
    try:
        folder = folder.expanduser()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = folder.resolve(strict=True)
        found = folder.stat()
        # Tighten a folder the user made for us, never one that is shared, such as /tmp.
        if _open_to_others(found) and found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX:
            folder.chmod(0o700)
    except (OSError, RuntimeError) as problem:  # RuntimeError: nobody knows where ~ is
        raise Unavailable(f"the data folder cannot be used: {problem}") from None
    _require_private(folder)
    return folder


def runtime() -> Path:
    """The folder of the socket, created when it is missing."""
    folder = _runtime_folder()
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as problem:
        raise Unavailable(f"the runtime folder {folder} cannot be made: {problem.strerror}") from None
    _require_private(folder)
    return folder


def socket_path() -> Path:
    """Where the daemon of this data folder listens: one daemon for each folder, whatever its name."""
    return runtime() / _socket_name()


def start_lock() -> Path:
    """Held by the front end that starts a daemon, so that thirty of them start one."""
    return home() / "start.lock"


def lifetime_lock() -> Path:
    """Held by whoever has the stores open, for as long as it lives; its text says where it listens."""
    return home() / "engine.lock"


def log() -> Path:
    return home() / "daemon.log"


def _platform_home() -> Path:
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/forethought")
    return Path(os.environ.get("XDG_DATA_HOME") or "~/.local/share") / "forethought"


def _runtime_folder() -> Path:
    own_name = f"forethought-{os.geteuid()}"
    base = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(base) / "forethought" if base and _is_ours(base) else Path(tempfile.gettempdir()) / own_name
    fits = len(os.fsencode(folder / _socket_name())) <= _SOCKET_PATH_BYTES
    return folder if fits else Path("/tmp") / own_name


def _socket_name() -> str:
    return hashlib.sha256(os.fsencode(home())).hexdigest()[:12] + ".sock"


def _is_ours(folder: str) -> bool:
    """Whether a folder is the user's own: after `su`, XDG_RUNTIME_DIR still names somebody else's."""
    try:
        return os.stat(folder).st_uid == os.geteuid()  # noqa: PTH116 - one stat, no path arithmetic
    except OSError:
        return False


def _require_private(folder: Path) -> None:
    """Anyone may make a folder in /tmp before we do: trust it only when it is ours alone."""
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise Unavailable(f"{folder} must be a folder, not a link or a file; remove it")
    if found.st_uid != os.geteuid():
        raise Unavailable(f"{folder} belongs to another user (uid {found.st_uid})")
    if _open_to_others(found):
        mode = stat.S_IMODE(found.st_mode)
        raise Unavailable(f"{folder} is open to other users (mode {mode:o}); run `chmod 700 {folder}`")


def _open_to_others(found: os.stat_result) -> bool:
    return bool(found.st_mode & 0o077)
