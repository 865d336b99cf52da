"""Files that mean harm, or are no lists at all: one clear line each, in a moment, and nothing else happens."""

import gzip
import io
import json
import os
import tracemalloc
import zipfile
from time import perf_counter

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import cascadesim as cs
from cascadesim.cards import bundled
from cascadesim.cli import main
from cascadesim.decks import Decklist, resolve
from cascadesim.decks.read import FORMATS, parse_decklist

BOMB = '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "lol">' + "".join(
    f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)
).replace("&a0;", "&a;")
ENTITIES = BOMB + ']>\n<cockatrice_deck><zone name="main"><card number="1" name="&a9;"/></zone></cockatrice_deck>'
EXTERNAL = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>\n<cockatrice_deck><comments>&f;</comments></cockatrice_deck>'


def zipped():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("deck.txt", b"4 Forest\n" * 2_000_000)
    return file.getvalue()


HOSTILE = {
    "entity bomb": (ENTITIES.encode(), "XML with a DTD or entities"),
    "external entity": (EXTERNAL.encode(), "XML with a DTD or entities"),
    "deep XML": (b"<deck>" + b"<a>" * 200_000, "not well-formed XML"),
    "gzip bomb": (gzip.compress(b"4 Forest\n" * 5_000_000), "binary data"),
    "zip bomb": (zipped(), "binary data"),
    "a line of 2 MB": (b"4 " + b"x" * 2_000_000, "a line of 2,000,002 characters"),
    "a comment of 2 MB": (b"//" + b" x" * 1_000_000, "no card line found"),
    "a layout of 2 MB": (b"LAYOUT MAIN:" + b" x" * 1_000_000, "no card line found"),
    "2 MB of digits": (b"9" * 2_000_000 + b" Forest", "a line of 2,000,007 characters"),
    "2 MB of blanks": (b"4 Forest" + b" " * 2_000_000 + b"x", "a line of"),
    "2 MB of brackets": (b"4 Forest " + b"[" * 2_000_000, "a line of"),
    "2 MB of marks": (b"4 Forest" + b" [a]" * 500_000, "a line of"),
    "2 MB of stars": (b"4 Forest" + b"*" * 2_000_000, "a line of"),
    "a quoted cell of 2 MB": (b'Count,Name\n4,"' + b"x" * 2_000_000 + b'"\n', "field larger than field limit"),
    "deep JSON": (b'{"main": ' + b"[" * 1_000_000, "JSON that is nested too deep"),
    "deep JSON that ends": (b'{"data": ' * 50_000 + b"1" + b"}" * 50_000, "nested too deep"),
    "a number of 2 MB": (b'{"main": {"Forest": ' + b"9" * 2_000_000 + b"}}", "or with a number too long"),
    "NUL bytes": (b"4 Forest\n\0\0\0", "binary data"),
    "a million cards": (b"1000000 Forest", "a count is from 1 to 1,000"),
    "many cards": (b"1000 Forest\n1000 Island\n1000 Swamp\n1000 Plains\n1000 Wastes\n1 Duress\n", "5,001 cards in all"),
    "a hundred thousand cells": (b"1,No Such Card\n" * 100_000, "more than 6,000 lines"),
    "a line of many marks": (b"4 Fores" + b" [a]" * 120, "unknown card 'Fores [a]"),
    "thousands of lines of marks": ((b"1 a" + b"|" * 490 + b"\n") * 5_900, "unknown card"),
    "names that no search finds": (
        b'{"main":[' + b",".join(b'"4 \\u0051uux%d"' % n for n in range(5_000)) + b'],"z":"' + b"y" * 3_300_000 + b'"}',
        "unknown card 'Quux0'",
    ),
    "a hundred thousand lines": (b"1 No Such Card\n" * 100_000, "more than 6,000 lines"),
    "a hundred thousand names": (b"No Such Card\n" * 100_000, "more than 6,000 lines"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_in_one_line_in_a_moment(capsys, decklist, name):
    data, problem = HOSTILE[name]
    path = decklist(data)
    bundled().suggestions("warm up")
    start = perf_counter()
    with pytest.raises(cs.DecklistError) as caught:
        cs.read_deck(path)
    took = perf_counter() - start
    tracemalloc.start()
    assert main(["hits", str(path)]) == 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert problem in str(caught.value)
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)
    assert took < 5  # a fraction of a second on a machine that has nothing else to do
    assert peak < 200_000_000
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    assert len(err) < 2_500_000


def test_a_name_that_is_markup_is_text(decklist, tmp_path):
    decklist("4 Violent Outburst\n4 <script>alert(1)</script>\n52 Forest\n", name="<b>deck.txt")
    written = cs.report([tmp_path], tmp_path / "out", ignore_unknown=True)
    assert len(written.decks) == 1
    for page in (tmp_path / "out").glob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "<script>alert" not in text
        assert "<b>deck" not in text


def test_a_deck_whose_name_is_a_path_writes_nothing_outside(decklist, tmp_path):
    decklist("[metadata]\nName=../../evil\n[Main]\n4 Violent Outburst\n56 Forest\n", name="a.dck")
    folder = tmp_path / "x" / "y" / "out"
    cs.report([tmp_path / "a.dck"], folder)
    assert {path.parent for path in tmp_path.rglob("*.html")} == {folder}


def test_folders_that_lead_into_themselves_end(decklist, tmp_path):
    decklist("4 Violent Outburst\n56 Forest\n", name="deck.txt")
    (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "me.txt").symlink_to(tmp_path / "me.txt")
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe.txt")
    written = cs.report([tmp_path], tmp_path / "out")
    assert [entry.path for entry in written.decks] == [str(tmp_path / "deck.txt")]
    assert not written.failures


@pytest.mark.parametrize("cards", [None, 4, True, 1.5])
def test_cards_of_a_json_zone_that_are_no_list_are_no_crash(decklist, cards):
    with pytest.raises(cs.DecklistError):
        cs.read_deck(decklist(json.dumps({"main": {"cards": cards}})))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_not_be_read_is_one_line(decklist):
    path = decklist("4 Forest\n")
    path.chmod(0)
    with pytest.raises(cs.DecklistError, match="cannot read the file: permission denied"):
        cs.read_deck(path)


PIECES = (
    '4 Forest|4x |SB: |Sideboard|//|[Main]|[metadata]|《|》|森/Forest|\n|\r|\t|"|,|;|{|}|[|]|:|<deck>|</deck>|'
    '<card qty="1">|Count,Name|null|*CMDR*|\ufeff|9999999999|-1|x4|×|About\nName |１|é|\x0b|#|\u2028'
)
pieces = st.sampled_from([*PIECES.split("|"), "|M10|1"])
keys = st.sampled_from(["main", "name", "count", "cards", "deck", "Decks", "x"])
documents = st.recursive(
    st.none() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=12,
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.one_of(
        st.binary(max_size=400),
        st.lists(pieces, max_size=30).map(lambda parts: "".join(parts).encode("utf-8", "surrogatepass")),
        st.lists(pieces, max_size=12).map(lambda parts: "".join(parts).encode("utf-16")),
        documents.map(lambda value: json.dumps(value).encode()),
    ),
    st.sampled_from([None, *FORMATS]),
)
@example(b'{"main": {"cards": null}}', None)
@example(b'{"main": {"cards": "4 Forest"}}', None)
def test_any_bytes_are_a_decklist_or_an_error(data, kind):
    try:
        decklist = parse_decklist(data, name="x", path="x.txt", kind=kind)
    except cs.DecklistError:
        return
    assert isinstance(decklist, Decklist)
    deck = resolve(decklist, bundled(), ignore_unknown=True)
    assert all(entry.line_no >= 0 and entry.names for entry in decklist.entries)
    assert all(issue.problem for issue in deck.issues)
