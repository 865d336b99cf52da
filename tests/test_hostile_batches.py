"""Batches as no friend would make them: odd names, foreign files, damaged folders, closed streams."""

import csv
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest

import cascadesim as cs
from cascadesim.cli import main
from cascadesim.report.batch import report
from cascadesim.report.groups import group_of
from cascadesim.report.store import HIDDEN, Store
from tests.batches import COMMAND, HOW, LISTS, OPTIONS, ROOT, entries_of, files_of, rows_of, started, wait_for

ELF = "4 Bloodbraid Elf\n4 Lightning Bolt\n30 Forest\n"


@pytest.fixture
def elf(tmp_path):
    """A folder with one good list."""
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "elf.txt").write_text(ELF)
    return folder


def reasons_of(done):
    return {Path(failed.path).name: failed.problems[0].text for failed in done.failures}


class TestCardTables:
    def test_one_in_the_working_directory_or_beside_the_report_is_not_asked(self, elf, tmp_path, monkeypatch):
        (tmp_path / "cards.csv").write_text("name,mana_costs\nLightning Bolt,{9}\n")
        monkeypatch.chdir(tmp_path)
        report([elf], "out", **HOW)
        assert {row["card"] for row in rows_of(tmp_path / "out" / "hits.csv")} == {"Lightning Bolt", "(whiff)"}
        (tmp_path / "cards.csv").write_text("Quantity,Card\n")
        assert report([elf], "out", **HOW).skipped == 1


class TestNames:
    def test_halves_of_letters_in_json_are_replaced(self, elf, tmp_path):
        cards = [
            {"name": "Bloodbraid Elf", "count": 4},
            {"name": "Bad\ud800", "count": 4},
            {"name": "Forest", "count": 9},
        ]
        (elf / "half.json").write_text(json.dumps({"name": "a\udfff", "mainboard": cards}))
        done = report([elf], tmp_path / "out", **HOW, ignore_unknown=True)
        assert (len(done.decks), done.failures) == (2, ())
        refused = reasons_of(report([elf], tmp_path / "out", **HOW))
        assert refused["half.json"].startswith("unknown card 'Bad?'")

    def test_bytes_that_are_no_utf_8_in_the_names_of_folders(self, elf, tmp_path, monkeypatch, capsys):
        odd = Path(os.fsdecode(bytes(elf / "f") + b"\xff"))
        try:
            odd.mkdir()
        except OSError:
            pytest.skip("the disk takes no such name")
        (odd / "x.txt").write_text(ELF)
        monkeypatch.chdir(tmp_path)
        out = os.fsdecode(b"o\xff")
        assert main(["report", str(elf), "--out", out, *OPTIONS, "--group-by", "folder"]) == 0
        assert r"seed 0: o\udcff/index.html" in capsys.readouterr().err
        assert {row["group"] for row in rows_of(tmp_path / out / "groups.csv")} == {"lists", r"f\udcff"}

    def test_line_ends_in_a_file_name_do_not_end_a_row_or_a_message(self, elf, tmp_path, capsys):
        for name in ("a\rb.txt", "a\nb.txt", "a,b.txt", 'a"b.txt', "a\u2028b.txt"):
            (elf / name).write_text(ELF)
        (elf / "bad\n.txt").write_text("4 Bloodbriad Elf\n")
        assert main(["report", str(elf), "--out", str(tmp_path / "out"), *OPTIONS]) == 1
        err = capsys.readouterr().err.splitlines()
        assert len(err) == 3
        assert err[0].startswith(str(elf / r"bad\x0a.txt:1: unknown card"))
        for name in ("decks", "hits"):
            text = (tmp_path / "out" / f"{name}.csv").read_text(encoding="utf-8")
            assert len(list(csv.reader(text.split("\n")))) == len(text.splitlines()) + 1
        assert [row["deck"] for row in rows_of(tmp_path / "out" / "decks.csv")][:2] == [r"a\x0ab", r"a\x0db"]

    @pytest.mark.parametrize("out", ["run:1", "C:rep", "s3:x", "file:x", "é"])
    def test_a_folder_whose_name_looks_like_an_address(self, elf, tmp_path, monkeypatch, out):
        monkeypatch.chdir(tmp_path)
        report([elf], out, **HOW)
        assert (tmp_path / out / "hits.csv").is_file()

    def test_a_name_that_leads_nowhere_fails_alone(self, elf, tmp_path):
        (elf / "loop.txt").symlink_to("loop.txt")
        named = [elf / "loop.txt", tmp_path / ("a" * 300 + ".txt"), "a\0b.txt", elf]
        done = report(named, tmp_path / "out", **HOW)
        assert [deck.name for deck in done.decks] == ["elf"]
        assert len(done.failures) == 3
        assert all(reason.startswith("cannot read the file: ") for reason in reasons_of(done).values())

    def test_an_output_that_is_a_link_to_itself_is_one_line(self, elf, tmp_path, capsys):
        (tmp_path / "out").symlink_to("out")
        assert main(["report", str(elf), "--out", str(tmp_path / "out"), *OPTIONS]) == 1
        assert capsys.readouterr().err.count("\n") == 1

    @pytest.mark.parametrize("arguments", [["{elf}", "--out", ""], ["", "--out", "{out}"]])
    def test_an_empty_name_is_refused(self, elf, tmp_path, capsys, arguments):
        filled = [part.format(elf=elf, out=tmp_path / "out") for part in arguments]
        assert main(["report", *filled, *OPTIONS]) == 2
        assert "must name a file or folder, got ''" in capsys.readouterr().err


class TestGroups:
    def test_very_long_comments_take_no_time(self):
        for text in ("!" * 4_000_000, " " * 4_000_000, "a" * 4_000_000, "a," * 2_000_000):
            assert group_of(text, "archetype") in (None, "a")

    def test_odd_letters_in_the_name_of_a_group(self, elf, tmp_path):
        texts = ("a\tb", "血編み髪 \U0001f525", "$x_1$ \\frac", "<b>&amp;", "‮abc")
        for n, text in enumerate(texts):
            (elf / f"{n}.txt").write_text(f"// Event: {text}\n{ELF}", encoding="utf-8")
        report([elf], tmp_path / "out", **HOW, group_by="event")
        groups = {row["group"] for row in rows_of(tmp_path / "out" / "groups.csv")}
        assert groups == {"lists", "a b", *texts[1:]}
        page = (tmp_path / "out" / "groups.html").read_text(encoding="utf-8")
        assert "&lt;b&gt;&amp;amp;" in page
        assert "<b>" not in page


class TestFolders:
    def test_a_folder_without_lists_leaves_the_report_as_it_was(self, elf, tmp_path, capsys):
        report([elf], tmp_path / "out", **HOW)
        before = files_of(tmp_path / "out")
        (tmp_path / "empty").mkdir()
        assert main(["report", str(tmp_path / "empty"), "--out", str(tmp_path / "out"), *OPTIONS]) == 1
        assert capsys.readouterr().err.startswith(f"no decklist found in {tmp_path / 'empty'}; lists end in .cod, ")
        assert files_of(tmp_path / "out") == before

    def test_files_of_others_are_left_alone(self, elf, tmp_path):
        out = tmp_path / "out"
        report([elf], out, **HOW)
        mine = [out / "elf-2.html", out / "notes.txt", out / HIDDEN / "mine" / "file", out / ".new-mine"]
        for path in mine:
            path.parent.mkdir(exist_ok=True)
            path.write_text("mine")
        (elf / "deep").mkdir()
        (elf / "deep" / "elf.txt").write_text(ELF)
        done = report([elf], out, **HOW, fresh=True)
        assert [deck.page for deck in done.decks] == ["elf.html", "elf-3.html"]
        assert [path.read_text() for path in mine] == ["mine"] * 4

    def test_a_parquet_file_that_no_report_wrote_is_not_written_over(self, elf, tmp_path, capsys):
        (tmp_path / "hits.parquet").write_text("mine")
        assert main(["report", str(elf), "--out", str(tmp_path), *OPTIONS]) == 1
        assert "hits.parquet: a report would write over this file" in capsys.readouterr().err

    def test_a_list_of_pages_that_somebody_changed_deletes_nothing_else(self, elf, tmp_path):
        report([elf], tmp_path / "out", **HOW)
        (tmp_path / "out" / "hits.txt").write_text("mine")
        names = b"elf.html\n../lists/elf.txt\n/etc/hosts.html\nhits.txt\n..\nindex\xff.html\n"
        (tmp_path / "out" / HIDDEN / "pages").write_bytes(names)
        report([elf], tmp_path / "out", **HOW)
        assert (elf / "elf.txt").read_text() == ELF
        assert (tmp_path / "out" / "hits.txt").read_text() == "mine"
        assert (tmp_path / "out" / HIDDEN / "pages").read_text() == "elf.html\n"

    def test_pages_of_a_report_of_before_there_was_a_list_of_them_are_its_own(self, elf, tmp_path):
        report([elf], tmp_path / "out", **HOW)
        (tmp_path / "out" / "old.html").write_text("of a deck that is gone")
        shutil.rmtree(tmp_path / "out" / HIDDEN)
        report([elf], tmp_path / "out", **HOW)
        assert not (tmp_path / "out" / "old.html").exists()
        assert (tmp_path / "out" / "elf.html").is_file()

    def test_pages_of_decks_that_are_gone_are_deleted(self, elf, tmp_path):
        (elf / "other.txt").write_text(ELF)
        report([elf], tmp_path / "out", **HOW)
        (elf / "other.txt").unlink()
        report([elf], tmp_path / "out", **HOW)
        assert sorted(path.name for path in (tmp_path / "out").glob("*.html")) == [
            "elf.html",
            "index.html",
            "metrics.html",
        ]

    @pytest.mark.parametrize("damage", ["folder", "link"])
    def test_an_entry_that_is_no_file_is_made_again(self, elf, tmp_path, damage):
        report([elf], tmp_path / "out", **HOW)
        before = files_of(tmp_path / "out")
        (entry,) = entries_of(tmp_path / "out")
        entry.unlink()
        if damage == "folder":
            (entry / "deep").mkdir(parents=True)
        else:
            entry.symlink_to(entry.name)
        assert report([elf], tmp_path / "out", **HOW).skipped == 0
        assert files_of(tmp_path / "out") == before

    def test_a_file_or_a_link_in_the_place_of_the_finished_lists(self, elf, tmp_path):
        report([elf], tmp_path / "out", **HOW)
        folder = entries_of(tmp_path / "out")[0].parent
        shutil.rmtree(folder)
        folder.write_text("")
        assert report([elf], tmp_path / "out", **HOW).skipped == 0
        (folder.parent / ("0" * 16)).symlink_to(tmp_path / "lists")
        assert report([elf], tmp_path / "out", **HOW).skipped == 1
        assert (elf / "elf.txt").exists()

    def test_a_report_that_is_deleted_meanwhile_is_not_said_to_be_kept(self, elf, tmp_path, monkeypatch, capsys):
        put = Store.put

        def delete_and_put(self, key, data):
            shutil.rmtree(tmp_path / "out")
            put(self, key, data)

        monkeypatch.setattr(Store, "put", delete_and_put)
        assert main(["report", str(elf), "--out", str(tmp_path / "out"), *OPTIONS]) == 1
        err = capsys.readouterr().err
        assert "no such file or directory; name another --out" in err
        assert "kept" not in err


class TestProcesses:
    def test_workers_end_with_the_one_that_was_killed(self, tmp_path):
        for n in range(8):
            (tmp_path / f"{n}.txt").write_text(LISTS["jund.txt"].replace("24", str(24 + n)))
        run = started(tmp_path, "--out", tmp_path / "out", *OPTIONS, "--jobs", 2)
        wait_for(1, tmp_path / "out", run)
        children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        if not children.exists():
            pytest.skip("the system does not say which processes it has")
        workers = [
            pid for pid in children.read_text().split() if b"popen_loky" in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]
        assert workers
        os.kill(run.pid, signal.SIGKILL)
        run.communicate()
        limit = time.monotonic() + 30
        while any(Path(f"/proc/{pid}").exists() for pid in workers):
            assert time.monotonic() < limit
            time.sleep(0.1)

    def test_to_be_told_to_end_is_to_be_interrupted(self, tmp_path):
        for n in range(8):
            (tmp_path / f"{n}.txt").write_text(LISTS["jund.txt"].replace("24", str(24 + n)))
        run = started(tmp_path, "--out", tmp_path / "out", *OPTIONS)
        wait_for(1, tmp_path / "out", run)
        run.terminate()
        _, err = run.communicate(timeout=60)
        assert run.returncode == 130
        assert "Traceback" not in err
        assert "of 8 lists are finished and kept: run it again to go on" in err

    @pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&- <&-"])
    def test_closed_streams_stop_nothing(self, elf, tmp_path, closed):
        (elf / "other.txt").write_text(ELF)
        command = [*COMMAND, str(elf), "--out", str(tmp_path / "out"), *OPTIONS, "--jobs", "2"]
        run = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *command], capture_output=True, text=True)
        assert (run.returncode, "Traceback" in run.stderr) == (0, False)
        assert len(rows_of(tmp_path / "out" / "decks.csv")) == 2


class TestPython:
    def test_numbers_of_numpy_and_generators_are_numbers(self, elf, tmp_path):
        seeds = []
        for rng in (np.int64(3), np.random.default_rng(3), None):
            cs.report(elf, tmp_path / "out", method="simulate", trials=np.int64(500), rng=rng)
            seeds.append(int(rows_of(tmp_path / "out" / "decks.csv")[0]["seed"]))
        assert seeds[0] == 3
        assert len(set(seeds)) == 3
        assert report([elf], tmp_path / "out", **HOW, rng=3).skipped == 1  # the same number, the same question
        assert report([elf], tmp_path / "out", **HOW, confidence_level=np.float32(0.5)).skipped == 0

    def test_one_path_is_one_path(self, tmp_path):
        path = str(ROOT / "decklists" / "temur_rhinos_modern_ptlotr2023.txt")
        assert len(cs.report(path, tmp_path / "out", **HOW).decks) == 1

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ({"rng": 1.5}, "a seed is a whole number"),
            ({"rng": -1}, "a seed is a whole number"),
            ({"rng": 1 << 63}, "a seed of a report is at most"),
            ({"format": "foo"}, "format must be one of"),
            ({"group_by": 3}, "group_by must be a text"),
            ({"top": "3"}, "top must be a whole number"),
            ({"top": 0}, "top must be at least 1"),
            ({"least": True}, "say how many with --top 20"),
            ({"figure": "whiff"}, "say how many with --top 20"),
            ({"jobs": 0}, "jobs must be at least 1"),
            ({"trials": 1}, "trials must be at least 2"),
        ],
    )
    def test_what_cannot_be_asked_is_refused_before_anything_is_written(self, elf, tmp_path, options, said):
        with pytest.raises(cs.QuestionError, match=said):
            report([elf], tmp_path / "out", **options)
        assert not (tmp_path / "out").exists()
