"""`cards update` and `cards import`, against a server on this machine that answers well, badly, slowly or never."""

import gzip
import json
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from cascadesim.cards import default_table, fetch
from cascadesim.cards.fetch import Scryfall
from cascadesim.cards.store import stored
from cascadesim.cli import main
from cascadesim.errors import CardTableError
from tests.card_files import PACKINGS, as_array, as_lines, atomic, mtgjson, scryfall

CARDS = [scryfall(f"Elf {n}", oracle_text="Cascade") for n in range(200)]


class Server(ThreadingHTTPServer):
    """Answers as told: `answers` holds, by path, what a handler does; `seen` what was asked."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.answers, self.seen = {}, []
        index = {"object": "list", "data": [{"type": "rulings"}, self.entry("/cards.json")]}
        self.answers["/bulk-data"] = lambda handler: handler.answer(json.dumps(index).encode())

    def entry(self, path):
        return {"type": "oracle_cards", "download_uri": self.url + path, "updated_at": "2026-11-29T09:00:00+00:00"}

    def handle_error(self, *_):
        pass  # who asked went away

    def gives(self, data, **headers):
        self.answers["/cards.json"] = lambda handler: handler.answer(data, **headers)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        length = int(self.headers.get("Content-Length", 0))
        self.body = json.loads(self.rfile.read(length)) if length else None
        self.server.seen.append((self.path, dict(self.headers), self.body))
        self.server.answers.get(self.path, lambda handler: handler.answer(b"{}", status=404))(self)

    do_POST = do_GET

    def answer(self, data, *, status=200, length=None, **headers):
        self.send_response(status)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def server(monkeypatch):
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    running = Server()
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    monkeypatch.setenv("CASCADESIM_SCRYFALL", running.url)
    yield running
    running.shutdown()
    thread.join()
    running.server_close()


@pytest.fixture
def waits(monkeypatch):
    """Do not wait; say how long it would have been."""
    waited = []
    monkeypatch.setattr(fetch, "sleep", waited.append)
    return waited


def run(capsys, *argv):
    status = main(["cards", *map(str, argv)])
    out, err = capsys.readouterr()
    return status, out, err


def test_update_replaces_the_table_and_info_says_so(server, capsys):
    server.gives(as_array(CARDS))
    status, out, err = run(capsys, "update")
    assert (status, err) == (0, "")
    assert "200 cards, 200 of them not in the bundled table, 0 with other facts than there, 0 left out" in out
    assert default_table().get("Elf 7").cascades == 1
    for _, headers, _ in server.seen:
        assert headers["User-Agent"].startswith("cascadesim/")
        assert "application/json" in headers["Accept"]
    _, out, _ = run(capsys, "info")
    assert f"Scryfall's oracle cards of 2026-11-29, {stored().date}: 200 cards, SHA-256 {stored().sha256}" in out
    sources = json.loads(run(capsys, "info", "--json")[1])["sources"]
    assert [source["cards"] for source in sources] == [len(default_table()) - 200, 200]
    server.gives(as_lines(CARDS[:5]))
    assert run(capsys, "update")[0] == 0
    assert stored().cards == 5


BODIES = {
    "lines": (as_lines(CARDS), {}),
    "a packed file": (gzip.compress(as_lines(CARDS)), {"Content_Type": "application/gzip"}),
    "a packed transfer": (gzip.compress(as_array(CARDS)), {"Content_Encoding": "gzip"}),
    "a packed transfer of a packed file": (gzip.compress(gzip.compress(as_lines(CARDS))), {"Content_Encoding": "gzip"}),
    "a plain transfer that says it is packed": (as_lines(CARDS), {"Content_Encoding": "gzip"}),
}


@pytest.mark.parametrize("body", BODIES)
def test_update_takes_every_shape(server, capsys, body):
    data, headers = BODIES[body]
    server.gives(data, **headers)
    status, _, err = run(capsys, "update", "--quiet")
    assert (status, err) == (0, "")
    assert stored().cards == len(CARDS)


def test_a_slow_server_is_waited_for(server, capsys):
    data = as_array(CARDS)

    def slowly(handler):
        handler.send_response(200)
        handler.end_headers()
        for start in range(0, len(data), 10_000):
            handler.wfile.write(data[start : start + 10_000])
            handler.wfile.flush()
            time.sleep(0.02)

    server.answers["/cards.json"] = slowly
    assert run(capsys, "update")[0] == 0
    assert stored().cards == len(CARDS)


def stall(handler):
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(as_array(CARDS)[:20_000])
    handler.wfile.flush()
    time.sleep(0.6)


def good(*arguments, **keywords):
    return lambda handler: handler.answer(*arguments, **keywords)


def raw(data):
    return lambda handler: handler.wfile.write(data)


WHOLE = as_array(CARDS)
BAD = {
    "truncated": (good(WHOLE[:-1000], length=len(WHOLE)), "peer closed connection"),
    "cut off without a length": (raw(b"HTTP/1.0 200 OK\r\n\r\n" + WHOLE[:-9]), "it ends in the middle"),
    "a cut off packing": (good(gzip.compress(WHOLE)[:-20]), "it ends in the middle of its gzip packing"),
    "a web page": (good(b"<!DOCTYPE html><html></html>"), "not JSON"),
    "nothing": (good(b""), "it is empty"),
    "no cards": (good(b"[]"), "no card in it"),
    "not found": (good(b"{}", status=404), "the server answered 404 Not Found"),
    "no HTTP": (raw(b"SSH-2.0 is no answer of the web\r\n\r\n"), "illegal"),
    "a redirect to nowhere": (good(b"", status=302, Location="ftp://x/"), "unsupported protocol"),
    "a redirect in a circle": (good(b"", status=302, Location="/cards.json"), "maximum allowed redirects"),
    "a bomb": (good(gzip.compress(b"[" + b" " * 50_000_000), Content_Encoding="gzip"), "spaces in a row"),
    "stalled": (stall, "timed out"),
}


@pytest.mark.parametrize("what", BAD)
def test_whatever_fails_is_one_line_and_leaves_the_table(server, capsys, monkeypatch, what):
    server.gives(as_array(CARDS[:3]))
    assert run(capsys, "update")[0] == 0
    before = stored()
    server.answers["/cards.json"], problem = BAD[what]
    monkeypatch.setattr(Scryfall, "of_environment", lambda _: Scryfall(server.url, timeout=0.3))
    status, out, err = run(capsys, "update")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"{server.url}/cards.json: ")
    assert problem in err
    assert stored() == before
    assert default_table().get("Elf 2")


@pytest.mark.parametrize(
    "index",
    [
        b"",
        b"<html>",
        b"[]",
        b"5",
        b'{"data": 5}',
        b'{"data": []}',
        b'{"data": [{"type": "oracle_cards"}]}',
        b"[" * 99_999,
    ],
)
def test_a_wrong_list_of_bulk_files_is_one_line(server, capsys, index):
    server.answers["/bulk-data"] = lambda handler: handler.answer(index)
    status, out, err = run(capsys, "update")
    assert (status, out) == (1, "")
    assert err == f"{server.url}/bulk-data: not the list of bulk files that Scryfall gives\n"


@pytest.mark.parametrize(
    "address", ["nonsense", "", "http://", "ftp://x", "http://[", "http://127.0.0.1:1/x", "http://x\n\x1b[2J"]
)
def test_a_wrong_address_in_the_list_is_one_line(server, capsys, address):
    index = {"data": [{"type": "oracle_cards", "download_uri": address}]}
    server.answers["/bulk-data"] = lambda handler: handler.answer(json.dumps(index).encode())
    status, _, err = run(capsys, "update")
    assert (status, err.count("\n")) == (1, 1)
    assert stored() is None


def test_no_server_is_one_line(capsys, monkeypatch):
    status, out, err = run(capsys, "update", "--url", "http://127.0.0.1:1")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("http://127.0.0.1:1/bulk-data: the server cannot be reached: ")


def busy(times, status=429, **headers):
    """Answer so many times with a bad status, then well."""
    left = [times]

    def answer(handler):
        left[0] -= 1
        handler.answer(
            *((b"",) if left[0] >= 0 else (as_array(CARDS),)), status=status if left[0] >= 0 else 200, **headers
        )

    return answer


def test_429_is_waited_for_as_long_as_it_says(server, capsys, waits):
    server.answers["/cards.json"] = busy(2, Retry_After="7")
    assert run(capsys, "update")[0] == 0
    assert waits == [7, 7]
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    for said, least, most in (("", 1, 1), ("soon", 1, 1), ("86400", 60, 60), (soon, 15, 20), ("-5", 1, 1)):
        waits.clear()
        server.answers["/cards.json"] = busy(1, Retry_After=said)
        assert run(capsys, "update")[0] == 0
        assert least <= waits[0] <= most


def test_500_is_tried_again_a_few_times_and_then_said(server, capsys, waits):
    server.answers["/cards.json"] = busy(3, status=500)
    assert run(capsys, "update")[0] == 0
    assert waits == [1, 2, 4]
    server.answers["/cards.json"] = busy(1000, status=500)
    status, out, err = run(capsys, "update")
    assert (status, out) == (1, "")
    assert err == f"{server.url}/cards.json: the server answered 500 Internal Server Error after 4 tries\n"
    assert stored().cards == len(CARDS)


def collection(known):
    """Answer as the collection endpoint does."""

    def answer(handler):
        asked = [identifier["name"] for identifier in handler.body["identifiers"]]
        found = [known[name] for name in asked if name in known]
        missing = [{"name": name} for name in asked if name not in known]
        handler.answer(json.dumps({"object": "list", "not_found": missing, "data": found}).encode())

    return answer


def test_update_names_asks_for_unknown_names_only_in_polite_batches(server, capsys, waits, decklist):
    known = {card["name"]: card for card in CARDS}
    server.answers["/cards/collection"] = collection(known)
    one = decklist("4 Bloodbraid Elf\n" + "".join(f"1 Elf {n}\n" for n in range(160)), "one.txt")
    two = decklist("1 Elf 3\n1 Elf 170\n2 Elf of Nowhere\n", "two.txt")
    status, out, err = run(capsys, "update", "--names", one, two)
    asked = [[identifier["name"] for identifier in body["identifiers"]] for _, _, body in server.seen]
    assert [len(batch) for batch in asked] == [75, 75, 12]
    assert [name for batch in asked for name in batch] == [
        *(f"Elf {n}" for n in range(160)),
        "Elf 170",
        "Elf of Nowhere",
    ]
    assert waits == [0, 0.1, 0.1]
    assert status == 1
    assert err == f"{two}:3: no card 'Elf of Nowhere' was found\n"
    assert "161 cards by name from Scryfall: 161 cards" in out
    assert default_table().get("Elf 170")
    assert run(capsys, "update", "--names", one) == (0, "the card table knows every name in the lists\n", "")


def test_update_names_adds_to_the_table_and_a_failure_leaves_it(server, capsys, waits, decklist):
    server.gives(as_array(CARDS[:5]))
    run(capsys, "update")
    server.answers["/cards/collection"] = collection({"New Elf": scryfall("New Elf")})
    assert run(capsys, "update", "--names", decklist("1 New Elf\n"))[0] == 0
    assert (default_table().find("New Elf"), default_table().find("Elf 4")) != (None, None)
    before = stored()
    for answer in (busy(100, status=500), lambda handler: handler.answer(b'{"object": "error"}')):
        server.answers["/cards/collection"] = answer
        status, _, err = run(capsys, "update", "--names", decklist("1 Newer Elf\n"))
        assert (status, err.count("\n"), stored()) == (1, 1, before)


def test_update_names_reports_lists_that_cannot_be_read(server, capsys, tmp_path, decklist):
    server.answers["/cards/collection"] = collection({"New Elf": scryfall("New Elf")})
    status, _, err = run(capsys, "update", "--names", tmp_path / "none.txt", decklist("1 New Elf\n"))
    assert status == 1
    assert "none.txt" in err
    assert default_table().get("New Elf")


@pytest.mark.parametrize("argv", [["update", "--names"], ["update", "list.txt"], ["import"], ["update", "--nonsense"]])
def test_misuse_is_status_2(capsys, argv):
    assert run(capsys, *argv)[0] == 2


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("data", [as_array(CARDS), as_lines(CARDS), json.dumps(atomic([mtgjson()])).encode()])
def test_import_reads_the_same_shapes_from_disk(capsys, tmp_path, packing, data):
    path = tmp_path / "cards.bin"
    path.write_bytes(PACKINGS[packing](data))
    status, out, err = run(capsys, "import", path)
    assert (status, err) == (0, "")
    assert out.startswith("cards.bin: ")
    assert stored().source == "cards.bin"


def test_import_shows_every_fact_that_it_changes_and_what_it_leaves_out(capsys, tmp_path):
    path = tmp_path / "cards.json"
    path.write_bytes(as_array([scryfall("Lightning Bolt", "{7}"), scryfall("Girl", "{HW}"), *CARDS[:1]]))
    status, out, _ = run(capsys, "import", path)
    assert status == 0
    assert "2 cards, 1 of them not in the bundled table, 1 with other facts than there, 1 left out" in out
    assert "Lightning Bolt: mana value 7, was 1" in out
    assert "Girl: left out, unknown mana symbol {HW}" in out
    path.write_bytes(as_array([*CARDS[:1], *(scryfall(f"Girl {n}", "{HW}") for n in range(50))]))
    assert "and 30 more cards left out" in run(capsys, "import", path)[1]


@pytest.mark.parametrize("data", [b"", b"no JSON", b"\x00" * 99, as_array(CARDS)[:-5], b"{" * 99_999, b"\x1f\x8b\x08"])
def test_import_of_a_bad_file_is_one_line_and_leaves_the_table(capsys, tmp_path, data):
    path = tmp_path / "cards.json"
    path.write_bytes(data)
    status, out, err = run(capsys, "import", path)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith(f"{path}: ")
    assert stored() is None


def test_import_of_no_file_is_one_line(capsys, tmp_path):
    for path, problem in ((tmp_path / "none.json", "no such file"), (tmp_path, "is a directory")):
        status, _, err = run(capsys, "import", path)
        assert (status, err.count("\n")) == (1, 1)
        assert problem in err


def test_a_damaged_table_is_one_line_for_every_verb_and_update_mends_it(server, capsys, tmp_path):
    server.gives(as_array(CARDS))
    run(capsys, "update")
    Path(stored().path).write_bytes(b"x")
    for argv in (["info"], ["show", "Elf 1"]):
        status, out, err = run(capsys, *argv)
        assert (status, out, err.count("\n")) == (1, "", 1)
        assert "damaged" in err
        assert "cascadesim cards update" in err
    assert run(capsys, "update")[0] == 0
    assert run(capsys, "show", "Elf 1")[0] == 0


def test_ctrl_c_leaves_the_old_table(server, capsys):
    server.gives(as_array(CARDS[:3]))
    run(capsys, "update")
    before = stored()
    asked = threading.Event()

    def never(handler):
        asked.set()
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(as_array(CARDS)[:20_000])
        handler.wfile.flush()
        time.sleep(1)

    server.answers["/cards.json"] = never
    process = subprocess.Popen(
        [sys.executable, "-c", "from cascadesim.cli import run; run()", "cards", "update"], stderr=subprocess.PIPE
    )
    assert asked.wait(20)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err.decode().strip()) == (130, "cascadesim: interrupted")
    assert stored() == before


def test_the_network_is_not_touched_by_reading(server):
    assert Scryfall.of_environment().base == server.url
    assert Scryfall.of_environment("http://other/").base == "http://other"
    with pytest.raises(CardTableError):
        Scryfall("http://127.0.0.1:1").all_cards(lambda *_: None)
