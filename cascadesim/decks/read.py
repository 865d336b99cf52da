"""Read a decklist: decode the bytes, recognise the format, and hand the text to its reader."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from cascadesim.decks.decklist import Decklist
from cascadesim.decks.text_lists import read_text_list
from cascadesim.errors import DecklistError

MAX_BYTES = 4_000_000  # the longest real list seen is under 20,000 bytes

_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read_decklist(path: str | Path) -> Decklist:
    """Read a decklist file, whatever its format.

    Raises
    ------
    DecklistError
        If the file cannot be read, is empty or binary, or holds no card line. Lines that are not understood do not
        raise: they are the list's `issues`.
    """
    path = Path(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        raise DecklistError(str(path), [f"{path}: cannot read the file: it is a pipe or a device"])
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise DecklistError(str(path), [f"{path}: cannot read the file: {reason}"]) from error
    return parse_decklist(data, name=path.stem, path=str(path))


def parse_decklist(data: bytes, *, name: str, path: str) -> Decklist:
    """Read a decklist from bytes. `name` and `path` are what to call it; see `read_decklist`."""
    if len(data) > MAX_BYTES:
        raise DecklistError(path, [f"{path}: more than {MAX_BYTES:,} bytes, too long for a decklist"])
    text, encoding = _decode(data, path)
    if not text.strip():
        raise DecklistError(path, [f"{path}: the file is empty; write lines such as '4 Bloodbraid Elf'"])
    kind = _other_format(text)
    if kind:
        raise DecklistError(path, [f"{path}: this looks like {kind}, which is not read yet; export the list as text"])
    decklist = read_text_list(text, name=name, path=path, encoding=encoding)
    if not decklist.entries and not any(issue.is_error for issue in decklist.issues):
        found = f"; line {decklist.issues[0].line_no} says {decklist.issues[0].text[:60]!r}" if decklist.issues else ""
        raise DecklistError(path, [f"{path}: no card line found{found}; write lines such as '4 Bloodbraid Elf'"])
    return decklist


def _decode(data: bytes, path: str) -> tuple[str, str]:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            text = data.decode(encoding, errors="replace")
            break
    else:
        try:
            text, encoding = data.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            text, encoding = data.decode("cp1252", errors="replace"), "cp1252"
    control = _CONTROL.search(text)
    if control:
        line_no = text.count("\n", 0, control.start()) + 1
        code = f"character {ord(control.group()):#04x}"
        raise DecklistError(path, [f"{path}:{line_no}: binary data ({code}); save the list as plain text"])
    return text, encoding


def _other_format(text: str) -> str | None:
    start = text.lstrip("\ufeff \t\r\n")
    if re.match(r"<(\?xml|!doctype|\w)", start, re.IGNORECASE):
        return "XML"
    if start.startswith("{") or re.match(r"\[\s*[{\[\"]", start):
        return "JSON"
    first_line = start.splitlines()[0].lower()
    if "," in first_line and {"count", "quantity", "qty", "name"} & set(first_line.replace('"', "").split(",")):
        return "CSV"
    return None
