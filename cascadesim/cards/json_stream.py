"""Large JSON files of cards, piece by piece: unpacked, decoded and parsed in bounded memory.

Bytes in, JSON values out; knows no card.
"""

from __future__ import annotations

import codecs
import json
import lzma
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

PIECE = 1 << 16
LONGEST_VALUE = 2_000_000  # characters; the longest card of the real files has some 30,000
MOST_BYTES = 4 << 30  # unpacked; every printing in every language is 2.5 GB
_MOST_XZ_MEMORY = 128 << 20
_NO_SPACE = re.compile(r"[^ \t\r\n]")


def file_chunks(path: Path) -> Iterator[bytes]:
    """Yield the bytes of a file."""
    with path.open("rb") as source:
        while chunk := source.read(PIECE):
            yield chunk


def unpacked(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield bytes with gzip or xz packing taken off, which their first bytes tell.

    Raises
    ------
    ValueError
        If the packing is damaged or cut off, or too much comes out of it.
    """
    source = iter(chunks)
    head = b""
    while len(head) < 6 and (chunk := next(source, b"")):
        head += chunk
    rest = _again(head, source)
    if head.startswith(b"\x1f\x8b"):
        pieces = _unzipped(rest)
    else:
        pieces = _unxzed(rest) if head.startswith(b"\xfd7zXZ\x00") else rest
    n_bytes = 0
    try:
        for piece in pieces:
            n_bytes += len(piece)
            if n_bytes > MOST_BYTES:
                message = f"more than {MOST_BYTES >> 30} GiB come out of it"
                raise ValueError(message)
            yield piece
    except (zlib.error, lzma.LZMAError) as error:
        message = f"damaged packing: {error}"
        raise ValueError(message) from error


class JsonStream:
    """JSON values read one after another from bytes; never more than one long value is held.

    Parameters
    ----------
    chunks : iterable of bytes
        UTF-8, in pieces of any size.
    """

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = iter(chunks)
        self._decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self._parse = json.JSONDecoder().raw_decode
        self._text, self._at, self._ended = "", 0, False

    def peek(self) -> str:
        """Return the next character that is no space, "" at the end."""
        skipped = 0
        while True:
            found = _NO_SPACE.search(self._text, self._at)
            end = found.start() if found else len(self._text)
            skipped += end - self._at
            self._at = end
            if end < len(self._text):
                return self._text[end]
            if skipped > LONGEST_VALUE:
                message = f"more than {LONGEST_VALUE:,} spaces in a row"
                raise ValueError(message)
            if not self._fill():
                return ""

    def take(self, expected: str) -> bool:
        """Take the next character if it is this one; say whether it was."""
        found = self.peek() == expected
        self._at += found
        return found

    def need(self, expected: str) -> None:
        """Take the next character, which must be this one."""
        if not self.take(expected):
            got = self.peek()
            message = f"not JSON: {got!r} where {expected!r} should be" if got else "it ends in the middle"
            raise ValueError(message)

    def starts_with(self, pattern: re.Pattern[str]) -> bool:
        """Whether a short pattern stands at the next character that is no space."""
        self.peek()
        while len(self._text) - self._at < 1000 and self._fill():
            pass
        return pattern.match(self._text, self._at) is not None

    def value(self) -> Any:
        """Return the next value.

        Raises
        ------
        ValueError
            If it is not JSON, is cut off, too long or nested too deeply.
        """
        self.peek()
        while True:
            try:
                value, self._at = self._parse(self._text, self._at)
            except RecursionError:
                message = "not a file of cards: nested too deeply"
                raise ValueError(message) from None
            except json.JSONDecodeError as error:
                self._read_on(error)
            else:
                return value

    def _read_on(self, error: json.JSONDecodeError) -> None:
        """Get as much text again as the value has so far; give up where more cannot help."""
        held = len(self._text) - self._at
        if held > LONGEST_VALUE:
            longer = error.pos >= len(self._text) - 1 or error.msg.startswith("Unterminated")
            message = (
                f"a value longer than {LONGEST_VALUE:,} characters" if longer else f"not JSON: {error.msg.lower()}"
            )
            raise ValueError(message) from None
        grown = False
        while len(self._text) - self._at < 2 * held and self._fill():
            grown = True
        if not grown and not self._fill():
            cut_off = held == 0 or error.pos >= len(self._text) or error.msg.startswith("Unterminated")
            message = "it ends in the middle" if cut_off else f"not JSON: {error.msg.lower()}"
            raise ValueError(message) from None

    def _fill(self) -> bool:
        """Get more text; False at the end."""
        while not self._ended:
            chunk = next(self._chunks, None)
            self._ended = chunk is None
            try:
                more = self._decode(chunk or b"", self._ended)
            except UnicodeDecodeError as error:
                message = "it ends in the middle" if "end of data" in error.reason else "not UTF-8 text"
                raise ValueError(message) from None
            if more:
                self._text, self._at = self._text[self._at :] + more, 0
                return True
        return False


def _again(head: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield head
    yield from rest


def _unzipped(chunks: Iterable[bytes]) -> Iterator[bytes]:
    packing = zlib.decompressobj(wbits=31)
    begun = False
    for chunk in chunks:
        data, full = chunk, False
        while data or full:
            piece = packing.decompress(data, PIECE)
            begun, full, data = True, len(piece) == PIECE, packing.unconsumed_tail
            yield piece
            if packing.eof:  # another member may follow, or zeros
                data, full, begun = packing.unused_data.lstrip(b"\0"), False, False
                packing = zlib.decompressobj(wbits=31)
    if begun:
        message = "it ends in the middle of its gzip packing"
        raise ValueError(message)


def _unxzed(chunks: Iterable[bytes]) -> Iterator[bytes]:
    packing = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MOST_XZ_MEMORY)
    begun = False
    for chunk in chunks:
        data, full = chunk, False
        while data or full:
            piece = packing.decompress(data, PIECE)
            begun, full, data = True, not packing.needs_input, b""
            yield piece
            if packing.eof:
                data, full, begun = packing.unused_data.lstrip(b"\0"), False, False
                packing = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MOST_XZ_MEMORY)
    if begun:
        message = "it ends in the middle of its xz packing"
        raise ValueError(message)
