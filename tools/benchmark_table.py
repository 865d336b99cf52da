"""Run the benchmarks and write their table into the README: ``python tools/benchmark_table.py``."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).parents[1]
START, END = "<!-- benchmarks: made by tools/benchmark_table.py -->", "<!-- end of benchmarks -->"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "benchmarks.json"
        command = [sys.executable, "-m", "pytest", "-q", "tests/benchmarks/test_speed.py", f"--benchmark-json={out}"]
        subprocess.run(command, check=True, cwd=PROJECT)
        benchmarks = json.loads(out.read_text())["benchmarks"]
    seconds = {
        (benchmark["extra_info"]["way"], benchmark["group"]): benchmark["stats"]["min"]
        / benchmark["extra_info"]["casts"]
        for benchmark in benchmarks
    }
    readme = PROJECT / "README.md"
    text = readme.read_text()
    before, _, rest = text.partition(START)
    readme.write_text("\n".join([before + START, "", *table(seconds), "", END]) + rest.partition(END)[2])


def table(seconds: dict[tuple[str, str], float]) -> list[str]:
    """Return the lines of the table, from the seconds a cast of each way and deck; an exact answer is one cast."""
    lines = [
        "| source, deck | casts a second | plain Python | naive numpy, first trigger | exact answer |",
        "| --- | --- | --- | --- | --- |",
    ]
    for way, deck in seconds:
        if way != "simulate":
            continue
        mine = seconds[way, deck]
        plain, numpy = (seconds[other, deck] / mine for other in ("plain Python", "naive numpy"))
        exact = seconds.get(("exact", deck))
        answer = f"{1000 * exact:.1f} ms" if exact else "beyond the budget"
        lines.append(f"| {deck} | {1e-6 / mine:.1f} million | 1/{plain:.0f} | 1/{numpy:.1f} | {answer} |")
    return lines


if __name__ == "__main__":
    main()
