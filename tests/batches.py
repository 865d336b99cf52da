"""A small batch of lists, and what a report made of it: for the tests of batches."""

import csv
import subprocess
import sys
import time
from pathlib import Path

from cascadesim.report.store import HIDDEN

ROOT = Path(__file__).parents[1]
COMMAND = [sys.executable, "-c", "from cascadesim.cli import run; run()", "report"]
HOW = {"method": "simulate", "trials": 500}
OPTIONS = ["--method", "simulate", "--trials", "500"]
LISTS = {
    "jund.txt": "4 Bituminous Blast\n4 Bloodbraid Elf\n4 Blightning\n24 Forest\n",
    "rhinos.txt": "4 Shardless Agent\n4 Crashing Footfalls\n30 Forest\n",
    "naya/elf.txt": "// Archetype: Naya\n4 Bloodbraid Elf\n4 Wild Nacatl\n30 Forest\n",
    "none.txt": "60 Forest\n",
    "bad.txt": "4 Bloodbriad Elf\n0 Forest\n",
}


def write_lists(folder):
    for name, text in LISTS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


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
