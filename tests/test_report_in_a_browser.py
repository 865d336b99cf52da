"""The report in a real browser, opened from disk: it sorts, filters, leads on, and everybody can use it.

Needs Debian's ``chromium`` (or another one); without one these tests are skipped. Nothing here goes to a network.
"""

import re
import shutil

import pytest

from cascadesim.report.batch import report

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium is installed")

LISTS = [
    "decklists/jund_standard_worlds2009.txt",
    "decklists/maelstrom_wanderer_commander_2026.txt",
    "decklists/temur_rhinos_modern_ptlotr2023.txt",
]
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def written(tmp_path_factory, request):
    folder = tmp_path_factory.mktemp("lists")
    lists = [request.config.rootpath / name for name in LISTS]
    (folder / "none.txt").write_text("60 Forest\n")
    (folder / "<b>markup.txt").write_text("4 Bloodbraid Elf\n4 Terminate\n30 Forest\nwhat is <i>this</i>\n")
    (folder / "bad.txt").write_text("4 Bloodbriad Elf\n")
    out = tmp_path_factory.mktemp("report")
    return report([*lists, folder], out, method="simulate", trials=2000, group_by="archetype")


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser, written):
    """Open a page of the report; in the end nothing was complained about and nothing but files was asked for."""
    complaints, asked, contexts = [], [], []

    def open_it(name="index.html", **options):
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto((written.index.parent / name).as_uri())
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert complaints == []
    assert all(url.startswith("file:") for url in asked)


def pages_of(written):
    return sorted(path.name for path in written.index.parent.glob("*.html"))


def column(page, number):
    return page.locator(f"#decks tbody tr:not([hidden]) > :nth-child({number})").all_inner_texts()


def test_a_click_on_a_column_sorts_by_it_and_another_turns_the_order(open_page):
    page = open_page()
    head = page.get_by_role("columnheader", name=re.compile("^Mana value"))
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert column(page, 3) == ["8", "5", "4", "4", "3", "3", ""]  # a blank is last, either way
    head.get_by_role("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert column(page, 3) == ["3", "3", "4", "4", "5", "8", ""]
    name = page.get_by_role("columnheader", name="Source")
    name.get_by_role("button").click()
    assert head.get_attribute("aria-sort") is None
    sources = [text.split("\n")[0] for text in column(page, 2)]
    assert sources == sorted(sources, key=str.casefold)


def test_figures_are_sorted_by_their_value_not_as_text(open_page):
    page = open_page()
    page.get_by_role("columnheader", name="Cards exiled").get_by_role("button").click()
    means = [float(text.split()[0]) for text in column(page, 7) if text]
    assert means == sorted(means, reverse=True)
    assert means[0] > 10 > means[-1]


def test_the_keyboard_sorts(open_page):
    page = open_page()
    button = page.get_by_role("button", name="Whiff")
    button.focus()
    page.keyboard.press("Enter")
    head = page.get_by_role("columnheader", name="Whiff")
    assert head.get_attribute("aria-sort") == "descending"
    page.keyboard.press("Space")
    assert head.get_attribute("aria-sort") == "ascending"


def test_the_filter_keeps_the_rows_that_hold_every_word_and_says_how_many(open_page):
    page = open_page()
    status = page.get_by_role("status")
    assert status.inner_text() == "7 of 7 rows"
    box = page.get_by_label("Show rows with")
    box.fill("RHINOS agent")
    assert column(page, 2) == ["Shardless Agent"]
    assert status.inner_text() == "1 of 7 rows"
    box.fill("no such deck")
    assert column(page, 2) == []
    box.fill("")
    assert status.inner_text() == "7 of 7 rows"


def test_a_deck_leads_to_its_page_and_back(open_page):
    page = open_page()
    page.get_by_role("link", name="jund standard worlds2009").first.click()
    assert page.url.endswith("jund-standard-worlds2009.html")
    assert page.get_by_role("heading", level=1).inner_text() == "jund standard worlds2009"
    page.get_by_role("link", name="All decks").click()
    page.get_by_role("link", name="Bloodbraid Elf").first.click()
    assert "#source-" in page.url


def test_a_metric_is_explained_one_click_away(open_page):
    page = open_page()
    page.get_by_role("columnheader", name="Whiff").get_by_role("link").click()
    assert page.url.endswith("metrics.html#whiff")
    assert page.locator("dt:target").inner_text().startswith("Whiff")
    assert page.locator("dt:target + dd").inner_text().startswith("How often the first trigger finds nothing")


def test_the_hits_of_a_deck_sort_too(open_page):
    page = open_page("jund-standard-worlds2009.html")
    table = page.get_by_role("region", name="Hits of Bloodbraid Elf")
    table.get_by_role("button", name="Card").click()
    names = table.locator("tbody th").all_inner_texts()
    assert names[0].startswith("(whiff)")
    assert names[1:] == sorted(names[1:])


def test_without_scripts_it_is_a_plain_table(open_page):
    page = open_page(java_script_enabled=False)
    assert len(column(page, 1)) == 7
    assert page.locator("button").count() == 0
    assert not page.locator("#filter").is_visible()


def test_of_thousands_of_rows_two_hundred_stand_on_the_page(browser, tmp_path):
    template = "// Event: {0}\n4 Bloodbraid Elf\n4 Terminate\n{0} Forest\n"
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "elf.txt").write_text(template.format(30))
    index = report([tmp_path / "lists"], tmp_path / "out").index
    text = index.read_text(encoding="utf-8")
    head, row, tail = re.split(r"(?<=<tbody>\n)(<tr>.*</tr>\n)(?=\n*</tbody>)", text, flags=re.DOTALL)
    rows = [row.replace(">elf<", f">elf {n:04}<").replace("Terminate", f"Kind{n % 7}") for n in range(4000)]
    index.write_text(head + "".join(rows) + tail, encoding="utf-8")
    page = browser.new_page()
    page.goto(index.as_uri())
    assert page.locator("#decks tbody tr").count() == 200
    status, more = page.get_by_role("status"), page.get_by_role("button", name="Show 200 more of 3,800")
    assert status.inner_text() == "4,000 of 4,000 rows"
    more.click()
    assert page.locator("#decks tbody tr").count() == 400
    page.get_by_label("Show rows with").fill("kind3")
    assert status.inner_text() == "571 of 4,000 rows"
    page.get_by_role("button", name="Deck").click()
    page.get_by_role("button", name="Deck").click()
    assert column(page, 1)[0] == "elf 3993"  # the last whose number leaves 3
    page.get_by_label("Show rows with").fill("kind3 0003")
    assert column(page, 1) == ["elf 0003"]
    assert page.locator(".more").is_hidden()
    page.get_by_label("Show rows with").fill("")
    assert column(page, 1)[0] == "elf 3999"
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#decks tbody tr").count() == 4000
    page.close()


def test_groups_are_one_click_away_and_sort(open_page):
    page = open_page()
    page.get_by_role("link", name="The same figures by archetype").click()
    assert page.get_by_role("heading", level=1).inner_text() == "By archetype"
    table = page.get_by_role("region", name="Spells in the chain by archetype")
    table.get_by_role("button", name="Greatest", exact=True).click()
    names = table.locator("tbody th").all_inner_texts()
    assert names[0] == "Maelstrom Wanderer with Eldrazi that it can never hit"
    table.get_by_role("link").first.click()
    assert page.url.endswith(".html")


def test_markup_in_a_name_is_text(open_page, written):
    name = next(entry.page for entry in written.decks if entry.name == "<b>markup")
    page = open_page(name)
    assert page.get_by_role("heading", level=1).inner_text() == "<b>markup"
    assert page.get_by_text("what is <i>this</i>").is_visible()
    assert page.locator("b, i").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_scrolls_sideways_on_a_phone(open_page, written, scheme):
    for name in pages_of(written):
        page = open_page(name, viewport=PHONE, color_scheme=scheme)
        width, inside = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert width <= inside, name


def test_dark_is_dark_and_pictures_follow(open_page):
    lightness = []
    for scheme in ("light", "dark"):
        page = open_page("jund-standard-worlds2009.html", color_scheme=scheme)
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        text = page.locator("figure svg text").first
        ink = text.evaluate("element => getComputedStyle(element).fill")
        lightness.append([sum(map(int, color[4:-1].split(","))) / 3 for color in (paper, ink)])
    (light_paper, light_ink), (dark_paper, dark_ink) = lightness
    assert light_paper > 200 > 100 > light_ink
    assert dark_paper < 50 < 150 < dark_ink


def test_print_is_light_whatever_the_screen_and_shows_no_buttons(open_page):
    page = open_page(color_scheme="dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("#filter").is_visible()


@pytest.mark.parametrize(("scheme", "size"), [("light", None), ("dark", None), ("light", PHONE)])
def test_axe_finds_no_serious_fault(open_page, written, scheme, size):
    few = ["index.html", "jund-standard-worlds2009.html", "groups.html"]
    for name in pages_of(written) if (scheme, size) == ("light", None) else few:
        page = open_page(name, color_scheme=scheme, **({"viewport": size} if size else {}))
        found = axe.Axe().run(page).response
        assert len(found["passes"]) > 15
        serious = [
            (fault["id"], node["html"][:200])
            for fault in found["violations"]
            if fault["impact"] in ("serious", "critical")
            for node in fault["nodes"]
        ]
        assert serious == [], name
