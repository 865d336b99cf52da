"""Today's cards from Scryfall over HTTP: its bulk file, or single cards by name. Reads; writes nothing.

https://scryfall.com/docs/api asks for a User-Agent and an Accept header, and some 0.1 s between requests.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib.metadata import version
from time import sleep
from typing import Any

import httpx

from cascadesim.cards.imported import Imported, read_cards
from cascadesim.cards.json_stream import PIECE, JsonStream, unpacked
from cascadesim.errors import CardTableError

BASE = "https://api.scryfall.com"
BASE_VARIABLE = "CASCADESIM_SCRYFALL"
BATCH = 75  # names that the collection endpoint takes at once
_LONGEST_WAIT = 60.0
_ADDRESS = re.compile(r"https?://[!-~]{1,500}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")

Progress = Callable[[int, int | None], None]


@dataclass(frozen=True)
class Scryfall:
    """Scryfall, or a server that answers as it does.

    Parameters
    ----------
    base : str
        Address of its API.
    timeout : float
        Seconds without an answer, or without more of it, that end the wait.
    tries : int
        How often a request is made that is answered with 429 or 5xx.
    backoff : float
        Seconds before the second try where the server does not say; each further wait is twice as long.
    pause : float
        Seconds between batches of names.
    """

    base: str = BASE
    timeout: float = 30.0
    tries: int = 4
    backoff: float = 1.0
    pause: float = 0.1

    @classmethod
    def of_environment(cls, url: str | None = None) -> Scryfall:
        """Return the server of an address, of ``CASCADESIM_SCRYFALL``, or Scryfall itself."""
        return cls((url or os.environ.get(BASE_VARIABLE) or BASE).rstrip("/"))

    def all_cards(self, progress: Progress) -> tuple[Imported, str]:
        """Read the bulk file of all cards, one object a card; return the cards and what they are, with their date.

        Parameters
        ----------
        progress : callable
            Called with the bytes that came, and with how many come in all where that is known.

        Raises
        ------
        CardTableError
            If the server cannot be reached, does not answer well, or what comes is damaged or cut off.
        """
        url, date = self._bulk_file()
        with self._answer("GET", url) as response:
            imported = read_cards(_body(response, progress), url)
        return imported, f"Scryfall's oracle cards of {date}"

    def named(self, names: Sequence[str], progress: Progress) -> Imported:
        """Ask for cards by name, in batches; names that no card has are left away.

        Raises
        ------
        CardTableError
            As `all_cards`.
        """
        imported = Imported()
        url = f"{self.base}/cards/collection"
        for start in range(0, len(names), BATCH):
            batch = names[start : start + BATCH]
            sleep(self.pause if start else 0.0)
            with self._answer("POST", url, {"identifiers": [{"name": name} for name in batch]}) as response:
                imported.read(_body(response), url)
            progress(len(batch), len(names))
        return imported

    def _bulk_file(self) -> tuple[str, str]:
        url = f"{self.base}/bulk-data"
        problem = "not the list of bulk files that Scryfall gives"
        with self._answer("GET", url) as response:
            try:
                index = JsonStream(unpacked(_body(response))).value()
                entry = next(entry for entry in index["data"] if entry["type"] == "oracle_cards")
                address, date = _ADDRESS.fullmatch(entry["download_uri"]), _DATE.match(entry.get("updated_at", ""))
            except (LookupError, StopIteration, TypeError, ValueError, AttributeError) as error:
                raise CardTableError(url, None, problem) from error
        if address is None:
            raise CardTableError(url, None, problem)
        return address[0], date[0] if date else "an unknown date"

    @contextmanager
    def _answer(self, method: str, url: str, document: Any = None) -> Iterator[httpx.Response]:
        """Make a request until it is answered well; its body is yet to be read."""
        headers = {
            "User-Agent": f"cascadesim/{version('cascadesim')}",
            "Accept": "application/json;q=0.9,*/*;q=0.8",
            "Accept-Encoding": "gzip",
        }
        try:
            with httpx.Client(headers=headers, timeout=self.timeout, follow_redirects=True) as client:
                for attempt in range(1, self.tries + 1):
                    with client.stream(method, url, json=document) as response:
                        if response.is_success:
                            yield response
                            return
                    again = response.status_code == httpx.codes.TOO_MANY_REQUESTS or response.is_server_error
                    if not again or attempt == self.tries:
                        break
                    sleep(_seconds_to_wait(response, self.backoff * 2 ** (attempt - 1)))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise CardTableError(url, None, _in_words(error)) from error
        tries = f" after {attempt} tries" if attempt > 1 else ""
        problem = f"the server answered {response.status_code} {response.reason_phrase}{tries}"
        raise CardTableError(url, None, problem)


def _body(response: httpx.Response, progress: Progress | None = None) -> Iterator[bytes]:
    """Yield the body; a packed transfer is unpacked in bounded memory, a packed file in it is not."""
    packed = response.headers.get("Content-Encoding", "identity") != "identity"
    chunks = _counted(response, progress)
    return unpacked(chunks) if packed else chunks


def _counted(response: httpx.Response, progress: Progress | None) -> Iterator[bytes]:
    length = response.headers.get("Content-Length", "")
    for chunk in response.iter_raw(PIECE):
        if progress:
            progress(len(chunk), int(length) if length.isdecimal() else None)
        yield chunk


def _in_words(error: Exception) -> str:
    """Say in one line what went wrong on the way to a server."""
    said = re.sub(r"^\[Errno -?\d+\] ", "", (str(error).splitlines() or [""])[0]) or type(error).__name__
    is_away = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
    return f"the server cannot be reached: {said.lower()}" if is_away else said.lower()


def _seconds_to_wait(response: httpx.Response, otherwise: float) -> float:
    """Return how long a server asks to wait, in seconds or as a date, up to a minute."""
    said = response.headers.get("Retry-After", "")
    try:
        asked = float(said) if said.isdecimal() else (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds()
    except (TypeError, ValueError):
        asked = otherwise
    return min(max(asked, 0.0), _LONGEST_WAIT)
