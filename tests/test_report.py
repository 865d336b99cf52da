"""The report: pages that link to each other, tables, and lists that fail without stopping anything."""

import csv
import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from cascadesim.cli import main
from cascadesim.report.batch import report
from cascadesim.report.find import find_lists
from cascadesim.report.metrics import METRICS
from cascadesim.report.page_files import PageFiles

LISTS = ["decklists/jund_standard_worlds2009.txt", "decklists/temur_rhinos_modern_ptlotr2023.txt"]
ELF = "4 Bloodbraid Elf\n4 Terminate\n20 Forest\n"


class Page(HTMLParser):
    """What a page links to, loads, and says."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.tags, self.ids, self.text = [], [], [], [], ""
        self.is_shown = True
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        attributes = dict(attrs)
        self.is_shown = tag not in ("script", "style")
        self.ids += [attributes["id"]] if "id" in attributes else []
        if tag == "a":
            self.links.append(attributes["href"])
        self.loads += [attributes[key] for key in ("src", "data") if key in attributes]
        self.loads += [attributes["href"]] if tag == "link" else []

    def handle_data(self, data):
        self.text += data if self.is_shown else ""


@pytest.fixture(scope="module")
def written(tmp_path_factory, request):
    lists = [request.config.rootpath / name for name in LISTS]
    out = tmp_path_factory.mktemp("report")
    return report(lists, out, method="simulate", trials=2000, rng=4), out


def test_index_links_to_a_page_a_deck_and_back(written):
    summary, out = written
    index = Page(summary.index)
    pages = [entry.page for entry in summary.decks]
    assert pages == ["jund-standard-worlds2009.html", "temur-rhinos-modern-ptlotr2023.html"]
    for page in pages:
        assert page in index.links
        assert "index.html" in Page(out / page).links
    assert index.tags.count("tr") == 1 + 4  # a row a source: Blast and Elf, Agent and Outburst


def test_every_link_leads_somewhere_and_every_metric_is_explained(written):
    _, out = written
    pages = {path.name: Page(path) for path in out.glob("*.html")}
    explained = set()
    for name, page in pages.items():
        assert len(page.ids) == len(set(page.ids))
        for link in page.links:
            file, _, anchor = link.partition("#")
            assert (out / (file or name)).is_file()
            if anchor:
                assert anchor in pages[file or name].ids
            explained |= {anchor} if file == "metrics.html" and anchor else set()
    assert explained == set(METRICS) == set(pages["metrics.html"].ids)


def test_pages_are_small(written):
    _, out = written
    for path in out.glob("*.html"):
        assert path.stat().st_size < 300_000


def test_pages_are_self_contained_and_hold_tables_and_pictures(written):
    summary, out = written
    for page in (Page(path) for path in out.glob("*.html")):
        assert page.loads == []
        assert page.tags.count("script") == 1
    jund = Page(out / summary.decks[0].page)
    assert jund.tags.count("svg") == 4 + 3 + 1  # hits, depth and mana value of each source, a chain; turns
    assert jund.tags.count("table") == 2 * 3 + 2  # hits, figures and kickers of each source; turns, sources alone
    assert "simulated, 2,000 trials, seed 4" in jund.text.lower()
    assert "Jund, World Championship 2009" in jund.text
    assert "60 main, 15 sideboard" in " ".join(jund.text.split())


def test_ids_of_pictures_on_one_page_differ(written):
    summary, out = written
    ids = [part.split('"')[0] for part in (out / summary.decks[0].page).read_text().split('<clipPath id="')[1:]]
    assert len(ids) == len(set(ids)) > 2


def test_tables_for_machines(written):
    _, out = written
    with (out / "hits.csv").open(newline="") as file:
        hits = list(csv.DictReader(file))
    with (out / "decks.csv").open(newline="") as file:
        decks = list(csv.DictReader(file))
    document = json.loads((out / "report.json").read_text())
    assert len(decks) == 4
    bolt = next(row for row in hits if row["source"] == "Bloodbraid Elf" and row["card"] == "Lightning Bolt")
    assert float(bolt["first_ci_low"]) < 2 / 11 < float(bolt["first_ci_high"])
    blast = next(row for row in decks if row["source"] == "Bituminous Blast")
    assert float(blast["whiff_ci_low"]) <= float(blast["whiff"]) <= float(blast["whiff_ci_high"])
    assert (blast["trials"], blast["seed"], blast["exiled_first_p90"]) == ("2000", "4", "4")
    assert document["schema"] == "cascadesim.report/1"
    assert [deck["deck"]["name"] for deck in document["decks"]] == [path[10:-4] for path in LISTS]


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    for out in (one, two):
        report(LISTS[:1], out, method="simulate", trials=2000, rng=4)
    names = sorted(path.name for path in one.iterdir() if path.suffix != ".parquet")
    assert names == [
        ".cascadesim", "decks.csv", "errors.csv", "hits.csv", "index.html", "jund-standard-worlds2009.html",
        "metrics.html", "report.json",
    ]  # fmt: skip
    names = [path.name for path in one.iterdir() if path.is_file()]
    for name in names:
        assert (one / name).read_bytes() == (two / name).read_bytes()


def test_one_bad_list_stops_nothing(capsys, tmp_path):
    lists = tmp_path / "lists"
    (lists / "deep").mkdir(parents=True)
    (lists / "good.txt").write_text(ELF)
    (lists / "deep" / "good.txt").write_text(ELF)
    (lists / "bad.txt").write_text("4 Bloodbriad Elf\n0 Forest\n")
    (lists / "binary.txt").write_bytes(b"\x00\x01")
    (lists / "empty.txt").write_text("")
    (lists / "no_cascade.txt").write_text("60 Forest\n")
    (lists / "picture.png").write_bytes(b"\x89PNG")
    status = main(["report", str(lists), str(lists / "none.txt"), "--out", str(lists / "out"), "--trials", "500"])
    out, err = capsys.readouterr()
    assert (status, out) == (1, "")
    assert f"{lists}/bad.txt:1: unknown card 'Bloodbriad Elf'" in err
    assert f"{lists}/bad.txt:2: cannot read '0 Forest'" in err
    assert f"{lists}/binary.txt:1: binary data" in err
    assert f"{lists}/empty.txt: the file is empty" in err
    assert f"{lists}/none.txt: cannot read the file: no such file or directory" in err
    assert "3 lists read, 4 failed, 0 skipped; seed 0" in err
    index = Page(lists / "out" / "index.html")
    assert "no card with cascade" in index.text
    assert "unknown card 'Bloodbriad Elf'" in index.text
    assert {"good.html", "good-2.html", "no-cascade.html"} <= set(index.links)
    failures = json.loads((lists / "out" / "report.json").read_text())["failures"]
    assert [len(failure["problems"]) for failure in failures] == [2, 1, 1, 1]


def test_lines_that_are_not_understood_and_notes_stand_beside_the_figures(capsys, tmp_path):
    (tmp_path / "part.txt").write_text("4 Bloodbraid Elf\n4 Terminate\n4 Foo Bar\nwhat is this\n30 Forest\n")
    options = ["--out", str(tmp_path / "out"), "--ignore-unknown"]
    assert main(["report", str(tmp_path / "part.txt"), *options]) == 0
    err = capsys.readouterr().err
    assert f"{tmp_path}/part.txt:4: 'what is this': not a card line" in err
    for name in ("hits.csv", "decks.csv"):
        with (tmp_path / "out" / name).open(newline="") as file:
            notes = {row["notes"] for row in csv.DictReader(file)}
        assert notes == {"2 line(s) not understood; unknown cards count as cards that never stop a dig: Foo Bar"}
    deck = json.loads((tmp_path / "out" / "report.json").read_text())["decks"][0]["deck"]
    assert [issue["line"] for issue in deck["issues"]] == [3, 4]
    index = Page(tmp_path / "out" / "index.html")
    assert "Foo Bar" in index.text
    assert "2 line(s) not understood" in index.text


def test_a_card_table_that_cannot_be_read_is_one_error(capsys, tmp_path):
    assert main(["report", *LISTS, "--out", str(tmp_path / "out"), "--cards", "none.csv"]) == 1
    assert capsys.readouterr().err.count("none.csv") == 1


def test_names_with_markup_are_shown_as_text(tmp_path):
    (tmp_path / "cards.csv").write_text("name,mana_costs\n<script>alert(1)</script>,{1}\n$x$ \\y,{1}\n")
    text = "// <i>header</i>\n1 Bloodbraid Elf\n3 <script>alert(1)</script>\n3 $x$ \\y\n<b>what</b>\n"
    (tmp_path / "<img src=x>.txt").write_text(text)
    summary = report([tmp_path / "<img src=x>.txt"], tmp_path / "out")
    page = Page(tmp_path / "out" / summary.decks[0].page)
    assert page.loads == []
    assert not {"i", "b", "img"} & set(page.tags)
    assert page.tags.count("script") == 1  # its own
    for said in ("<script>alert(1)</script>", "$x$ \\y", "<i>header</i>", "<b>what</b>"):
        assert said in page.text
    assert page.text.count("<script>alert(1)</script>") == 3  # what was read, the hits, their picture
    assert Page(summary.index).loads == []
    assert Page(summary.index).tags.count("script") == 1


def test_only_the_script_of_the_page_may_run(written):
    summary, _ = written
    html = summary.index.read_text(encoding="utf-8")
    (script,) = re.findall("<script>(.*?)</script>", html, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'" in html


def test_pictures_take_the_colours_of_the_page(written):
    summary, out = written
    html = (out / summary.decks[0].page).read_text(encoding="utf-8")
    pictures = "".join(re.findall("<svg.*?</svg>", html, re.DOTALL))
    assert {"var(--ink)", "var(--bar)", "var(--mark)"} <= set(re.findall(r"var\(--\w+\)", pictures))
    assert not re.findall(r"stroke: #\w+", pictures)


def test_kickers_and_turns_stand_on_the_page_and_in_the_json(written):
    summary, out = written
    jund = " ".join(Page(out / summary.decks[0].page).text.split())
    assert "Kicked with 4 mana" in jund
    assert "Burst Lightning{4}15" in jund
    assert "no mulligans: every hand of seven is kept. Simulated, 2,000 games, seed 4" in jund
    assert "Each source alone, on turn 6" in jund
    document = json.loads((out / "report.json").read_text())
    deck, rhinos = document["decks"]
    assert [kick["mana"] for kick in deck["kickers"][1]] == ["{WUBRG}" * n for n in (1, 2, 3, 4)]
    never, often = (deck["kickers"][1][n]["kicked"]["p"] for n in (2, 3))  # {4} is paid with four
    assert never == 0 < often < 0.1
    assert len(deck["turns"]["turns"]) == 6
    assert deck["turns"]["trials"] == 2000
    assert rhinos["kickers"] == [[], []]


def test_the_checkup_of_a_deck_is_on_its_page_and_in_the_json(written, decklist, tmp_path):
    summary, out = written
    html = (out / summary.decks[0].page).read_text(encoding="utf-8")
    assert '<h2 id="checkup">Checkup</h2>' in html
    lists = [
        decklist(
            "4 Violent Outburst\n4 Crashing Footfalls\n4 Fire // Ice\n1 <b>\n40 Forest\n\nSideboard\n2 Meddling Mage\n"
        )
    ]
    report(lists, tmp_path / "out", ignore_unknown=True)
    document = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    kinds = {finding["kind"] for source in document["decks"][0]["checkup"]["sources"] for finding in source["findings"]}
    assert {"breaks_when_boarded", "surprising_value"} <= kinds
    page = (tmp_path / "out" / document["decks"][0]["page"]).read_text(encoding="utf-8")
    assert "Would break it when boarded" in page
    assert "Meddling Mage would stop it when boarded" in page
    assert "<b>" not in page
    unsourced = report([decklist("60 Forest\n", name="none.txt")], tmp_path / "none")
    assert "Checkup" not in (tmp_path / "none" / unsourced.decks[0].page).read_text(encoding="utf-8")


def test_a_source_that_is_not_cast_by_turn_six_has_no_picture_of_it(decklist, tmp_path):
    summary = report([decklist("4 Maelstrom Wanderer\n30 Forest\n20 Island\n6 Cultivate\n")], tmp_path / "out")
    page = Page(tmp_path / "out" / summary.decks[0].page)
    assert "No source is cast by turn 6" in page.text
    assert page.tags.count("svg") == 3


def test_a_source_that_is_never_cast_from_hand_is_said(decklist, tmp_path):
    (tmp_path / "cards.csv").write_text("name,mana_costs,types,cascade\nFree Fall,,Sorcery,1\n")
    summary = report([decklist("4 Free Fall\n4 Terminate\n30 Forest\n")], tmp_path / "out")
    (entry,) = summary.decks
    assert "has no mana cost" in Page(tmp_path / "out" / entry.page).text
    assert json.loads((tmp_path / "out" / "report.json").read_text())["decks"][0]["turns"] is None


def test_page_names_are_safe_and_each_is_its_own(tmp_path):
    (tmp_path / "mine.html").write_text("of somebody else")
    names = PageFiles(tmp_path)
    assert names.name("../../etc/passwd") == "etc-passwd.html"
    assert names.name("Jund: the deck!") == "jund-the-deck.html"
    assert names.name("jund the deck") == "jund-the-deck-2.html"
    assert names.name("jund the deck 2") == "jund-the-deck-2-2.html"
    assert names.name("JUND the deck") == "jund-the-deck-3.html"
    assert names.name("index") == "index-2.html"
    assert names.name("mine") == "mine-2.html"
    assert names.name("血編み髪") == "deck.html"


def test_lists_are_found_once_and_the_report_is_passed_over(tmp_path):
    for name in ("b.txt", "a.dec", ".hidden.txt", "notes.md", "out/old.txt", "deep/c.TXT"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(ELF)
    (tmp_path / "loop").symlink_to(tmp_path)
    found = find_lists([tmp_path, tmp_path / "b.txt"], tmp_path / "out")
    assert [str(path.relative_to(tmp_path)) for path in found.files] == ["a.dec", "b.txt", "deep/c.TXT"]


def test_nothing_to_report_is_said(capsys, tmp_path):
    assert main(["report", str(tmp_path), "--out", str(tmp_path / "out")]) == 1
    assert "no decklist found in" in capsys.readouterr().err


def test_an_output_that_is_a_file_is_one_line(capsys, tmp_path):
    (tmp_path / "out").write_text("")
    assert main(["report", LISTS[0], "--out", str(tmp_path / "out"), "--trials", "100"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "file exists" in err
