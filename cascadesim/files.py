"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UNFINISHED = ".new-"  # how the names of files begin that are not in their place yet


def put(path: Path, data: bytes, *, durable: bool = False) -> None:
    """Write a file beside its place, then put it there at once: whoever looks sees the old bytes or the new ones.

    `durable` waits until the disk holds it, so that a power failure does not leave an empty file.
    """
    with replacing(path) as temporary, temporary.open("wb") as target:
        target.write(data)
        target.flush()
        if durable:
            os.fsync(target.fileno())


def is_file(path: Path) -> bool:
    """Whether there is such a file, as far as can be seen: a name that cannot be one, or lies hidden, is none."""
    try:
        return path.is_file()
    except (OSError, ValueError, RuntimeError):
        return False


def is_folder(path: Path) -> bool:
    """Whether there is such a folder, as far as can be seen."""
    try:
        return path.is_dir()
    except (OSError, ValueError, RuntimeError):
        return False


def real_path(path: Path) -> Path:
    """Return where a path leads; of one that leads nowhere, as a link to itself, the path."""
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return path.absolute()


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield the path of a file to write, which takes the place of another one at the end if nothing fails."""
    temporary = path.with_name(UNFINISHED + secrets.token_hex(8))
    try:
        yield temporary
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def sweep_unfinished(folder: Path) -> None:
    """Delete what writers that were ended from outside left behind; nobody else may be writing."""
    for left in folder.glob(UNFINISHED + "[0-9a-f]" * 16):
        if not is_folder(left):
            left.unlink(missing_ok=True)
