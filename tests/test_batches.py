"""Batches: processes, places, failures and tables; the files are the same whoever did the work."""

import json
import os
import sys
from pathlib import Path

import pytest

from cascadesim.cli import main
from cascadesim.report import outputs, workers
from cascadesim.report.batch import report
from cascadesim.report.store import HIDDEN
from tests.batches import HOW, LISTS, OPTIONS, ROOT, entries_of, files_of, rows_of, started, write_lists


@pytest.fixture
def lists(tmp_path):
    return write_lists(tmp_path / "lists")


class TestJobs:
    def test_one_job_and_two_write_the_same_bytes(self, lists, tmp_path):
        one = report([lists], tmp_path / "one", **HOW)
        two = report([lists], tmp_path / "two", **HOW, jobs=2)
        assert files_of(tmp_path / "one") == files_of(tmp_path / "two")
        assert (len(one.decks), len(one.failures), one.skipped) == (len(two.decks), len(two.failures), 0) == (4, 1, 0)

    def test_a_single_list_shares_its_trials_and_gives_the_same_bytes(self, lists, tmp_path):
        for jobs in (1, 2):
            report([lists / "jund.txt"], tmp_path / str(jobs), method="simulate", trials=300_000, jobs=jobs)
        assert files_of(tmp_path / "1") == files_of(tmp_path / "2")

    def test_a_card_table_of_one_folder_names_its_cards_in_every_process(self, lists, tmp_path):
        (lists / "naya" / "cards.csv").write_text("name,mana_costs\nMade Up Bear,{1}{G}\n")
        (lists / "naya" / "elf.txt").write_text("4 Bloodbraid Elf\n4 Made Up Bear\n30 Forest\n")
        for jobs in (1, 2):
            assert len(report([lists], tmp_path / str(jobs), **HOW, jobs=jobs).decks) == 4
        assert files_of(tmp_path / "1") == files_of(tmp_path / "2")

    def test_a_list_that_ends_every_process_is_reported_and_stops_nothing(self, lists, tmp_path):
        (tmp_path / "sitecustomize.py").write_text(
            "import importlib, os\n"
            "workers = importlib.import_module('cascadesim.report.workers')\n"
            "finish = workers.finish\n"
            "workers.finish = lambda task, table: os._exit(9) if 'jund' in task.path else finish(task, table)\n"
        )
        paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", ""), str(ROOT)])
        run = started(lists, "--out", tmp_path / "out", *OPTIONS, "--jobs", 2, env=os.environ | {"PYTHONPATH": paths})
        _, err = run.communicate(timeout=120)
        assert run.returncode == 1
        assert "3 lists read, 2 failed, 0 skipped" in err
        assert "Traceback" not in err
        reasons = {Path(row["file"]).name: row["reason"] for row in rows_of(tmp_path / "out" / "errors.csv")}
        assert "its process was ended from outside" in reasons["jund.txt"]


class TestWords:
    def test_a_report_says_what_it_is_in_one_line(self, lists, tmp_path):
        done = report([lists], tmp_path / "out", **HOW)
        assert repr(done) == f"<Report {tmp_path / 'out' / 'index.html'}: 4 decks, 1 failed, 0 skipped>"


class TestPlaces:
    def test_two_runs_into_one_folder_at_once(self, lists, tmp_path, capsys):
        from filelock import FileLock

        out = tmp_path / "out"
        report([lists], out, **HOW)
        before = files_of(out)
        with FileLock(out / HIDDEN / "lock"):
            assert main(["report", str(lists), "--out", str(out), *OPTIONS, "--fresh"]) == 1
        assert (
            capsys.readouterr().err
            == f"{out}: another report is being written there; wait for it, or name another --out\n"
        )
        assert files_of(out) == before
        assert len(entries_of(out)) == 5

    def test_an_output_inside_the_input_is_passed_over_and_said(self, lists, capsys):
        out = lists / "out"
        assert main(["report", str(lists / "rhinos.txt"), "--out", str(out), *OPTIONS]) == 0
        (out / "mine.txt").write_text("4 Bloodbraid Elf\n")
        capsys.readouterr()
        for _ in range(2):
            main(["report", str(lists), "--out", str(out), *OPTIONS])
            err = capsys.readouterr().err
            assert f"{out}: the report goes there, so no list in it is read\n" in err
            assert "4 lists read, 1 failed" in err
        assert (out / "mine.txt").exists()

    def test_a_report_into_the_folder_of_the_lists_reads_them_each_time(self, lists):
        first = report([lists], lists, **HOW)
        assert (len(first.decks), len(first.failures)) == (4, 1)
        assert report([lists], lists, **HOW).skipped == 5
        assert (lists / "jund.txt").read_text() == LISTS["jund.txt"]

    def test_a_list_that_is_named_twice_is_read_once_and_said(self, lists, tmp_path, capsys):
        path = lists / "rhinos.txt"
        assert main(["report", str(path), str(lists), str(path), "--out", str(tmp_path / "out"), *OPTIONS]) == 1
        err = capsys.readouterr().err
        assert f"{path} and 1 more: named twice, read once\n" in err
        assert "4 lists read" in err

    def test_the_same_deck_in_two_files_counts_twice_and_is_said(self, lists, tmp_path, capsys):
        (lists / "zoo.txt").write_text(LISTS["rhinos.txt"])
        assert main(["report", str(lists), "--out", str(tmp_path / "out"), *OPTIONS]) == 1
        err = capsys.readouterr().err
        assert f"{lists / 'zoo.txt'}: the same list as {lists / 'rhinos.txt'}; each counts for itself\n" in err
        assert "5 lists read" in err
        decks = rows_of(tmp_path / "out" / "decks.csv")
        figures = [{k: v for k, v in row.items() if k not in ("path", "deck")} for row in decks if row["main"] == "38"]
        assert figures[0] == figures[1] or figures[0]["source"] != "Shardless Agent"

    @pytest.mark.parametrize("name", ["decks.csv", "index.html"])
    def test_files_that_no_report_wrote_are_not_written_over(self, lists, tmp_path, capsys, name):
        (tmp_path / "site").mkdir()
        mine = tmp_path / "site" / name
        mine.write_text("mine")
        assert main(["report", str(lists), "--out", str(tmp_path / "site"), *OPTIONS]) == 1
        assert (
            capsys.readouterr().err
            == f"{mine}: a report would write over this file, which none wrote; name another --out\n"
        )
        assert mine.read_text() == "mine"

    def test_a_report_of_before_there_was_a_hidden_folder_is_written_over(self, lists, tmp_path):
        (tmp_path / "report.json").write_text('{\n "schema": "cascadesim.report/1",\n "decks": []}')
        (tmp_path / "index.html").write_text("old")
        assert len(report([lists], tmp_path, **HOW).decks) == 4


class TestFailures:
    def test_each_has_its_file_line_and_reason(self, lists, tmp_path):
        (lists / "empty.txt").write_text("")
        report([lists, lists / "gone.txt"], tmp_path / "out", **HOW)
        rows = [
            (Path(row["file"]).name, row["line"], row["reason"]) for row in rows_of(tmp_path / "out" / "errors.csv")
        ]
        assert rows == [
            ("bad.txt", "1", "unknown card 'Bloodbriad Elf'; did you mean 'Bloodbraid Elf'?"),
            ("bad.txt", "2", rows[1][2]),
            ("empty.txt", "", "the file is empty; write lines such as '4 Bloodbraid Elf'"),
            ("gone.txt", "", "cannot read the file: no such file or directory"),
        ]
        assert rows[1][2].startswith("cannot read '0 Forest'")
        failures = json.loads((tmp_path / "out" / "report.json").read_text())["failures"]
        assert [len(failure["problems"]) for failure in failures] == [2, 1, 1]

    def test_without_any_the_file_is_there_and_holds_none(self, lists, tmp_path):
        report([lists / "jund.txt"], tmp_path / "out", **HOW)
        assert (tmp_path / "out" / "errors.csv").read_text() == "file,line,reason\n"

    def test_a_card_table_that_cannot_be_read_fails_the_lists_beside_it(self, lists, tmp_path):
        (lists / "naya" / "cards.csv").write_text("nme\nBear Cub\n")
        done = report([lists], tmp_path / "out", **HOW)
        assert [Path(failure.path).name for failure in done.failures] == ["bad.txt", "elf.txt"]
        assert "cards.csv:1: the header has no column 'name'" in done.failures[1].problems[0].text

    def test_a_question_without_an_answer_is_a_failure_of_its_list(self, tmp_path):
        done = report([ROOT / "decklists" / "planechase_chaos_reigns_2012.txt"], tmp_path / "out", method="exact")
        assert [problem.line_no for failure in done.failures for problem in failure.problems] == [None]
        assert "no exact answer" in done.failures[0].problems[0].text

    def test_a_fault_of_ours_is_reported_with_its_list_and_tried_again(self, lists, tmp_path, monkeypatch, capsys):
        finish = workers.finish

        def faulty(task, table):
            if "jund" in task.path:
                raise ZeroDivisionError(task.path)
            return finish(task, table)

        arguments = ["report", str(lists), "--out", str(tmp_path / "out"), *OPTIONS]
        monkeypatch.setattr(workers, "finish", faulty)
        assert main(arguments) == 1
        err = capsys.readouterr().err
        assert (
            f"{lists / 'jund.txt'}: no answer, for a fault of cascadesim: ZeroDivisionError: {lists / 'jund.txt'}\n"
            in err
        )
        assert "3 lists read, 2 failed" in err
        monkeypatch.undo()
        assert report([lists], tmp_path / "out", **HOW).skipped == 4

    def test_thousands_of_complaints_are_a_few_lines(self, tmp_path, capsys):
        (tmp_path / "lists").mkdir()
        for n in range(50):
            (tmp_path / "lists" / f"{n:02}.txt").write_text(f"4 Card That Is Not {n}\n")
        assert main(["report", str(tmp_path / "lists"), "--out", str(tmp_path / "out"), *OPTIONS]) == 1
        err = capsys.readouterr().err
        assert err.count("unknown card") == 40
        assert f"... and 10 more lines; all are in {tmp_path / 'out'}/errors.csv" in err
        assert len(rows_of(tmp_path / "out" / "errors.csv")) == 50


class TestTables:
    def test_pieces_make_the_same_files(self, lists, tmp_path, monkeypatch):
        report([lists], tmp_path / "one", **HOW)
        monkeypatch.setattr(outputs, "PIECE", 2)
        report([lists], tmp_path / "two", **HOW)
        for name in ("hits.csv", "decks.csv", "errors.csv", "report.json"):
            assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()

    def test_parquet_holds_what_the_csv_holds(self, lists, tmp_path):
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
        from pyarrow.parquet import read_schema, read_table

        report([lists], tmp_path, **HOW)
        for name in ("hits", "decks"):
            rows = read_table(tmp_path / f"{name}.parquet").to_pylist()
            texts = [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]
            assert texts == rows_of(tmp_path / f"{name}.csv")
        types = {field.name: str(field.type) for field in read_schema(tmp_path / "hits.parquet")}
        assert (types["card"], types["copies"], types["first"]) == ("string", "int64", "double")

    def test_without_pyarrow_there_is_no_parquet_and_the_csv_is_the_same(self, lists, tmp_path, monkeypatch):
        report([lists], tmp_path / "with", **HOW)
        (tmp_path / "without").mkdir()
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
        report([lists], tmp_path / "without", **HOW)
        assert not list((tmp_path / "without").glob("*.parquet"))
        assert "parquet" not in (tmp_path / "without" / "index.html").read_text()
        for name in ("hits.csv", "decks.csv"):
            assert (tmp_path / "with" / name).read_bytes() == (tmp_path / "without" / name).read_bytes()

    def test_the_first_lines_are_the_columns_even_without_a_source(self, lists, tmp_path):
        report([lists / "none.txt"], tmp_path, **HOW)
        assert (tmp_path / "hits.csv").read_text().startswith("path,deck,source,method,trials,card,")
        assert [row["deck"] for row in rows_of(tmp_path / "decks.csv")] == ["none"]
