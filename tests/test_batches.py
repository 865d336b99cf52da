"""Batches: whatever ends a run, nothing finished is lost, and the files are the same whoever did the work."""

import csv
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cascadesim.cards import bundled
from cascadesim.cli import main
from cascadesim.report import batch as batch_module
from cascadesim.report import lists as lists_module
from cascadesim.report import outputs, workers
from cascadesim.report.batch import report
from cascadesim.report.store import HIDDEN

ROOT = Path(__file__).parents[1]
COMMAND = [sys.executable, "-c", "from cascadesim.cli import run; run()", "report"]
HOW = {"method": "simulate", "trials": 500}
OPTIONS = ["--method", "simulate", "--trials", "500"]
N_MANY = 8
LISTS = {
    "jund.txt": "4 Bituminous Blast\n4 Bloodbraid Elf\n4 Blightning\n24 Forest\n",
    "rhinos.txt": "4 Shardless Agent\n4 Crashing Footfalls\n30 Forest\n",
    "naya/elf.txt": "// Archetype: Naya\n4 Bloodbraid Elf\n4 Wild Nacatl\n30 Forest\n",
    "none.txt": "60 Forest\n",
    "bad.txt": "4 Bloodbriad Elf\n0 Forest\n",
}


@pytest.fixture
def lists(tmp_path):
    folder = tmp_path / "lists"
    for name, text in LISTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    for n in range(N_MANY):
        (folder / f"{n:02}.txt").write_text(f"4 Shardless Agent\n4 Crashing Footfalls\n{n + 20} Forest\n")
    return folder


@pytest.fixture(scope="module")
def whole(many, tmp_path_factory):
    out = tmp_path_factory.mktemp("whole")
    report([many], out, **HOW, jobs=2)
    return files_of(out)


def files_of(out):
    return {path.name: path.read_bytes() for path in Path(out).iterdir() if path.is_file()}


def entries_of(out):
    return sorted(path for path in (Path(out) / HIDDEN).glob("*/*") if not path.name.startswith("."))


def rows_of(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def started(*arguments, **options):
    """Start a command line of its own, in a group of processes of its own."""
    command = [*COMMAND, *map(str, arguments)]
    return subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True, **options
    )


def wait_for(n_entries, out, process):
    """Wait until some lists are finished; the run must not be over before."""
    limit = time.monotonic() + 60
    while len(entries_of(out)) < n_entries:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < limit
        time.sleep(0.02)


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


class TestResume:
    def test_a_second_run_runs_nothing_and_writes_the_same(self, lists, tmp_path, capsys):
        arguments = ["report", str(lists), "--out", str(tmp_path / "out"), *OPTIONS]
        assert main(arguments) == 1
        first = files_of(tmp_path / "out")
        assert "4 lists read, 1 failed, 0 skipped; seed 0" in capsys.readouterr().err
        times = [path.stat().st_mtime_ns for path in entries_of(tmp_path / "out")]
        assert main(arguments) == 1
        assert "4 lists read, 1 failed, 5 skipped, finished by an earlier run; seed 0" in capsys.readouterr().err
        assert [path.stat().st_mtime_ns for path in entries_of(tmp_path / "out")] == times
        assert files_of(tmp_path / "out") == first

    def test_only_the_list_that_changed_is_run_again(self, lists, tmp_path):
        report([lists], tmp_path / "out", **HOW)
        (lists / "jund.txt").write_text("4 Bituminous Blast\n4 Blightning\n24 Forest\n")
        (lists / "new.txt").write_text(LISTS["rhinos.txt"])
        assert report([lists], tmp_path / "out", **HOW).skipped == 4
        fresh = report([lists], tmp_path / "fresh", **HOW)
        assert len(fresh.decks) == 5
        assert files_of(tmp_path / "out") == files_of(tmp_path / "fresh")

    @pytest.mark.parametrize("change", [{"trials": 501}, {"rng": 1}, {"confidence_level": 0.9}, {"method": "auto"},
                                        {"ignore_unknown": True}, {"format": "text"}])  # fmt: skip
    def test_a_changed_option_runs_everything_again(self, lists, tmp_path, change):
        report([lists], tmp_path / "out", **HOW)
        assert report([lists], tmp_path / "out", **(HOW | change)).skipped == 0
        assert report([lists], tmp_path / "out", **HOW).skipped == 5  # the other answers are still there

    def test_options_that_change_no_figure_run_nothing_again(self, lists, tmp_path):
        report([lists], tmp_path / "out", **HOW)
        assert report([lists], tmp_path / "out", **HOW, jobs=2, top=2, figure="whiff").skipped == 5

    def test_a_changed_card_table_runs_again_what_it_names(self, lists, tmp_path):
        report([lists], tmp_path / "out", **HOW)
        (lists / "naya" / "cards.csv").write_text("name,mana_costs,types\nWild Nacatl,{5},Creature\n")
        changed = report([lists], tmp_path / "out", **HOW)
        assert changed.skipped == 4
        elf = [row for row in rows_of(tmp_path / "out" / "hits.csv") if row["deck"] == "elf"]
        assert [row["card"] for row in elf] == ["(whiff)"]

    def test_the_same_table_from_another_place_is_the_same(self, lists, tmp_path):
        (tmp_path / "one.csv").write_text("name,mana_costs\nMade Up Bear,{1}{G}\n")
        (tmp_path / "two.csv").write_text("mana_costs,name\n{1}{G},Made Up Bear\n")
        report([lists], tmp_path / "out", **HOW, cards=tmp_path / "one.csv")
        assert report([lists], tmp_path / "out", **HOW, cards=tmp_path / "two.csv").skipped == 5
        assert report([lists], tmp_path / "out", **HOW, cards=bundled()).skipped == 0

    def test_fresh_starts_over(self, lists, tmp_path):
        report([lists], tmp_path / "out", **HOW)
        assert report([lists], tmp_path / "out", **HOW, fresh=True).skipped == 0
        assert len(entries_of(tmp_path / "out")) == 5

    @pytest.mark.parametrize("damage", [b"", b"\0" * 100, None])
    def test_a_damaged_entry_is_found_and_made_again(self, lists, tmp_path, damage):
        report([lists], tmp_path / "out", **HOW)
        first = files_of(tmp_path / "out")
        entry = entries_of(tmp_path / "out")[2]
        whole = entry.read_bytes()
        flipped = whole[:-1] + bytes([whole[-1] ^ 1])
        entry.write_bytes(flipped if damage is None else damage)
        assert report([lists], tmp_path / "out", **HOW).skipped == 4
        assert entry.read_bytes() == whole
        assert files_of(tmp_path / "out") == first

    def test_an_entry_under_the_name_of_another_is_damaged(self, lists, tmp_path):
        report([lists], tmp_path / "out", **HOW)
        one, two, *_ = entries_of(tmp_path / "out")
        two.write_bytes(one.read_bytes())
        assert report([lists], tmp_path / "out", **HOW).skipped == 4

    def test_what_another_version_finished_is_deleted(self, lists, tmp_path, monkeypatch):
        report([lists], tmp_path / "out", **HOW)
        monkeypatch.setattr(lists_module, "code_digest", lambda: "f" * 64)
        monkeypatch.setattr(batch_module, "code_digest", lambda: "f" * 64)
        assert report([lists], tmp_path / "out", **HOW).skipped == 0
        assert len(entries_of(tmp_path / "out")) == 5


class TestEnded:
    """A run that is ended in the middle: what it finished is there, the next one goes on, the files are the same."""

    @pytest.mark.parametrize(("end", "jobs"), [(signal.SIGKILL, 2), (signal.SIGINT, 2), (signal.SIGINT, 1)])
    def test_killed_or_interrupted(self, many, whole, tmp_path, jobs, end):
        out = tmp_path / "out"
        run = started(many, "--out", out, *OPTIONS, "--jobs", jobs)
        wait_for(2, out, run)
        os.killpg(run.pid, end)
        printed, err = run.communicate(timeout=60)
        assert printed == ""
        assert "Traceback" not in err
        assert not (out / "index.html").exists()
        if end == signal.SIGINT:
            assert run.returncode == 130
            assert err.strip().startswith("cascadesim: interrupted; ")
            assert f"of {N_MANY} lists are finished and kept: run it again to go on" in err
        left = len(entries_of(out))
        assert 2 <= left < N_MANY
        assert report([many], out, **HOW).skipped == left
        assert files_of(out) == whole
        assert list(out.glob("**/.new-*")) == []

    def test_a_process_that_is_killed_costs_time_and_nothing_else(self, many, whole, tmp_path):
        out = tmp_path / "out"
        run = started(many, "--out", out, *OPTIONS, "--jobs", 2)
        wait_for(2, out, run)
        children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        if not children.exists():
            pytest.skip("the system does not say which processes it has")
        for child in children.read_text().split():
            if "popen_loky" in Path(f"/proc/{child}/cmdline").read_text():
                os.kill(int(child), signal.SIGKILL)
                break
        _, err = run.communicate(timeout=120)
        assert run.returncode == 0, err
        assert files_of(out) == whole

    def test_a_file_that_cannot_grow_is_one_line_and_nothing_is_lost(self, many, tmp_path):
        out = tmp_path / "out"
        limit = 40_000  # bytes a file: enough for the lists, too little for a page

        def limited():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        run = started(many, "--out", out, *OPTIONS, "--quiet", preexec_fn=limited)
        _, err = run.communicate(timeout=60)
        assert run.returncode == 1
        assert err.count("\n") == 1
        assert (
            f"file too large; {N_MANY} of {N_MANY} lists are finished and kept: once it is mended, run it again" in err
        )
        assert not (out / "index.html").exists()
        assert report([many], out, **HOW).skipped == N_MANY

    def test_a_full_disk_is_one_line_and_nothing_is_lost(self, many, tmp_path, capsys, mounted):
        disk = mounted("size=64k")
        assert main(["report", str(many), "--out", str(disk / "out"), *OPTIONS, "--quiet"]) == 1
        err = capsys.readouterr().err
        assert err.count("\n") == 1
        assert "no space left on device" in err
        assert f"of {N_MANY} lists are finished and kept" in err
        left = len(entries_of(disk / "out"))
        assert 0 < left < N_MANY
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        assert report([many], disk / "out", **HOW).skipped == left

    def test_a_folder_to_read_only_is_one_line(self, many, capsys, mounted):
        disk = mounted("ro")
        assert main(["report", str(many), "--out", str(disk / "out"), *OPTIONS]) == 1
        assert capsys.readouterr().err == f"{disk / 'out'}: read-only file system; name another --out\n"


@pytest.fixture
def mounted(tmp_path):
    """Mount a small disk in memory; only root may."""
    disk = tmp_path / "disk"
    disk.mkdir()

    def mount(options):
        try:
            done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(disk)], capture_output=True)
        except FileNotFoundError:
            pytest.skip("there is no mount command")
        if done.returncode:
            pytest.skip("only root may mount a small disk")
        return disk

    yield mount
    subprocess.run(["umount", str(disk)], capture_output=True)


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
