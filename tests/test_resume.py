"""Whatever ends a run, nothing finished is lost; only what changed is run again."""

import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from cascadesim.cards import bundled
from cascadesim.cli import main
from cascadesim.report import batch as batch_module
from cascadesim.report import lists as lists_module
from cascadesim.report.batch import report
from tests.batches import HOW, LISTS, OPTIONS, entries_of, files_of, rows_of, started, wait_for, write_lists

N_MANY = 8


@pytest.fixture
def lists(tmp_path):
    return write_lists(tmp_path / "lists")


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


class TestResume:
    def test_a_second_run_runs_nothing_and_writes_the_same(self, lists, tmp_path, capsys):
        arguments = ["report", str(lists), "--out", str(tmp_path / "out"), *OPTIONS]
        assert main(arguments) == 1
        first = files_of(tmp_path / "out")
        assert "4 lists read, 1 failed, 0 skipped; seed 0" in capsys.readouterr().err
        times = [path.stat().st_mtime_ns for path in entries_of(tmp_path / "out")]
        assert main(arguments) == 1
        assert (
            "4 lists read, 1 failed, 5 of them skipped, finished by an earlier run; seed 0" in capsys.readouterr().err
        )
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
