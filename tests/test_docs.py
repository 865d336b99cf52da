"""What the documents say of the project is so."""

import re
from pathlib import Path

from cascadesim.decks.deck import MOST_CARDS
from cascadesim.decks.read import FORMATS

ROOT = Path(__file__).parents[1]


def test_every_statement_names_a_test_that_is_there_or_a_reason():
    lines = (ROOT / "docs" / "statements.md").read_text(encoding="utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if re.match(r"\| \d", line)]
    assert [int(number) for number, _, _ in rows] == list(range(1, 84))
    for _, _, shown in rows:
        if shown.startswith("out: "):
            continue
        path, test = shown.strip("`").split("::")
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), shown


def test_the_two_commands_of_the_readme_are_there_once():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python -m pip install .*$", readme, re.MULTILINE)
    assert commands == [
        "python -m pip install . && cascadesim report decklists --out report",
        'python -m pip install ".[test]" && python -m pytest',
    ]


def test_no_file_of_the_project_names_a_path_of_the_machine():
    texts = [path for folder in ("cascadesim", "tools", "docs") for path in (ROOT / folder).rglob("*.py")]
    for path in [*texts, ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "pyproject.toml"]:
        assert not re.search(r"/(work|root|home|tmp)/", path.read_text(encoding="utf-8")), path


def test_the_page_of_formats_says_what_there_is():
    page = (ROOT / "docs" / "decklists.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(FORMATS)
    assert f"{MOST_CARDS:,} cards" in page
