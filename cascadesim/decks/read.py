"""Read a decklist: decode the bytes, recognise the format, and hand the text to its reader."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal, get_args

from cascadesim.decks.card_lines import TooManyLinesError
from cascadesim.decks.csv_lists import looks_like_csv, read_csv_list
from cascadesim.decks.decklist import Decklist
from cascadesim.decks.json_lists import read_json_list
from cascadesim.decks.text_lists import read_text_list
from cascadesim.decks.zones import HEADINGS, KINDS
from cascadesim.errors import DecklistError, QuestionError, printable

MAX_BYTES = 4_000_000  # the longest real list seen is under 20,000 bytes

_BYTE_ORDER_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_JAPANESE_WORDS = tuple(word for word in (*HEADINGS, *KINDS) if word[0] > "\u3000")
_KANA = re.compile(rb"\x82[\x9f-\xf1]|\x83[\x40-\x96]")


Format = Literal["text", "names", "xml", "csv", "json"]
FORMATS: tuple[Format, ...] = get_args(Format)


def read_decklist(path: str | Path, *, kind: Format | None = None) -> Decklist:
    """Read a decklist file, whatever its format.

    Parameters
    ----------
    path : str or Path
    kind : {"text", "names", "xml", "csv", "json"}, optional
        The format; by default it is recognised by what the file holds, never by its name.

    Raises
    ------
    DecklistError
        If the file cannot be read, is empty or binary, or holds no card line. Lines that are not understood do not
        raise: they are the list's `issues`.
    """
    path = Path(path)
    return parse_decklist(list_bytes(path), name=printable(path.stem), path=printable(path), kind=kind)


def list_bytes(path: Path) -> bytes:
    """Return what a file holds, or one byte more than a decklist may have.

    Raises
    ------
    DecklistError
        If it cannot be read.
    """
    try:
        if not path.exists() or path.is_file() or path.is_dir():
            with path.open("rb") as file:
                return file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise DecklistError.of_file(path, f"cannot read the file: {reason}") from error
    except ValueError as error:  # a name with a zero byte
        raise DecklistError.of_file(path, f"cannot read the file: {error}") from error
    raise DecklistError.of_file(path, "cannot read the file: it is a pipe or a device")


def parse_decklist(data: bytes, *, name: str, path: str, kind: Format | None = None) -> Decklist:
    """Read a decklist from bytes. `name` and `path` are what to call it; see `read_decklist`."""
    if kind is not None and kind not in FORMATS:
        message = f"format must be one of {', '.join(FORMATS)}, got {kind!r}"
        raise QuestionError(message)
    if len(data) > MAX_BYTES:
        raise DecklistError.of_file(path, f"more than {MAX_BYTES:,} bytes, too long for a decklist")
    text, encoding = _decode(data, path)
    if not text.strip():
        raise DecklistError.of_file(path, "the file is empty; write lines such as '4 Bloodbraid Elf'")
    try:
        decklist = _READERS[kind or _recognised(text)](text, name=name, path=path, encoding=encoding)
    except TooManyLinesError as error:
        raise DecklistError.of_file(path, str(error)) from error
    if not decklist.entries and not any(issue.is_error for issue in decklist.issues):
        found = f"; line {decklist.issues[0].line_no} says {decklist.issues[0].text[:60]!r}" if decklist.issues else ""
        raise DecklistError.of_file(path, f"no card line found{found}; write lines such as '4 Bloodbraid Elf'")
    return decklist


def _read_xml_list(text: str, *, name: str, path: str, encoding: str) -> Decklist:
    from cascadesim.decks.xml_lists import read_xml_list  # a parser that few lists need

    return read_xml_list(text, name=name, path=path, encoding=encoding)


_READERS: dict[Format, Callable[..., Decklist]] = {
    "text": read_text_list,
    "names": partial(read_text_list, names_only=True),
    "xml": _read_xml_list,
    "csv": read_csv_list,
    "json": read_json_list,
}


def _decode(data: bytes, path: str) -> tuple[str, str]:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            text = data.decode(encoding, errors="replace")
            break
    else:
        encoding = _encoding(data)
        text = data.decode(encoding, errors="replace")
    control = _CONTROL.search(text)
    if control:
        line_no = text.count("\n", 0, control.start()) + 1
        code = f"character {ord(control.group()):#04x}"
        raise DecklistError.of_file(path, f"binary data ({code}); save the list as plain text", line_no)
    return text, encoding


def _encoding(data: bytes) -> str:
    """Guess the encoding of bytes without a mark."""
    if b"\0" in data[:200] and len(data) % 2 == 0:  # UTF-16: Latin letters have a zero before or behind them
        for encoding, zeros in (("utf-16-le", data[1:200:2]), ("utf-16-be", data[0:200:2])):
            if zeros.count(0) > len(zeros) // 3 and _decodes(data, encoding):
                return encoding
    if _decodes(data, "utf-8"):
        return "utf-8"
    # Kana in Shift-JIS begin with bytes that are rare punctuation in cp1252; headings are words that no Latin text has.
    for encoding in ("cp932", "euc_jp"):
        if _decodes(data, encoding):
            is_japanese = any(word in data.decode(encoding) for word in _JAPANESE_WORDS)
            if is_japanese or (encoding == "cp932" and len(_KANA.findall(data)) > 1):
                return encoding
    return "cp1252"


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _recognised(text: str) -> Format:
    """Recognise a format by what the text begins with."""
    start = text.lstrip("\ufeff \t\r\n")
    if re.match(r"<(\?xml|!doctype|!--|\w)", start, re.IGNORECASE):
        return "xml"
    if re.match(r"[{\[]\s*([\[{\"}\]]|$)", start):
        return "json"
    return "csv" if looks_like_csv(text) else "text"
