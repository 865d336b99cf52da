"""What the documents say of the project is so."""

import re
import shlex
from pathlib import Path

import pytest

from cascadesim.cli import main
from cascadesim.cli.report import report
from cascadesim.decks.deck import MOST_CARDS
from cascadesim.decks.read import FORMATS
from cascadesim.report.find import TABLES
from cascadesim.report.metrics import METRICS
from cascadesim.report.ranking import FIGURES
from cascadesim.report.store import HIDDEN

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


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


def test_every_metric_of_a_report_is_on_the_page_of_metrics():
    page = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
    said = [f"**{metric.name}** ({metric.unit}). {metric.text}" for metric in METRICS.values()]
    assert page.split("\n\n")[2:] == [*said[:-1], said[-1] + "\n"]


@pytest.mark.parametrize("line", re.findall(r"`cascadesim (.*decklists/.*?)`", README))
def test_the_walk_of_the_readme_can_be_walked(capsys, tmp_path, line):
    argv = [
        part.replace("report", str(tmp_path)) if part == "report" and "--out" in line else part
        for part in shlex.split(line)
    ]
    assert main([*argv, *(["--trials", "1000"] if argv[0] in ("hits", "turns", "compare") else [])]) == 0
    assert capsys.readouterr().out


def test_the_page_of_formats_says_what_there_is():
    page = (ROOT / "docs" / "decklists.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(FORMATS)
    assert f"{MOST_CARDS:,} cards" in page


def test_what_is_said_of_reports_is_what_there_is():
    text = README + (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
    for name in (*FIGURES, *TABLES, HIDDEN, "hits.parquet", "decks.parquet", "index.html", "groups.html"):
        assert f"`{name}`" in text, name
    options = {option for parameter in report.params for option in parameter.opts}
    assert {"--jobs", "--dask", "--fresh", "--top", "--figure", "--least", "--group-by", "--quiet"} <= options
    for option in ("--jobs", "--dask", "--fresh", "--top", "--figure", "--least", "--group-by", "--quiet"):
        assert option in text
