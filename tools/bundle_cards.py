"""Make the bundled card table from a table of card facts: ``python tools/bundle_cards.py FACTS.csv.gz``.

The facts are one row a card; columns that `cascadesim.cards.database.COLUMNS` does not name are left out. Their source
is the MIT-licensed npm package @mtgoncurve/landlord 2025.4.1 (see LICENSE-landlord.txt beside the table), with layouts,
printed cascade, discover and kicker and later cards added by hand. `marks.csv` beside this file adds what they lack,
a row a mark, each with its source.
"""

from __future__ import annotations

import csv
import gzip
import io
import sys
from collections import defaultdict
from pathlib import Path

from cascadesim.cards.database import COLUMNS

TABLE = Path(__file__).parents[1] / "cascadesim" / "cards" / "data" / "cards.csv.gz"
MARKS = Path(__file__).with_name("marks.csv")


def main(facts: Path) -> None:
    with gzip.open(facts, "rt", encoding="utf-8", newline="") as source:
        rows = {row["name"]: {column: row.get(column, "") for column in COLUMNS} for row in csv.DictReader(source)}
    marks = defaultdict(list)
    with MARKS.open(encoding="utf-8", newline="") as source:
        for name, mark, value, _ in list(csv.reader(source))[1:]:
            if name not in rows:
                sys.exit(f"{MARKS}: {name} is not in the facts")
            if mark == "aftermath":  # the facts call these split
                rows[name]["layout"] = "aftermath"
            elif mark in ("prototype", "types"):
                rows[name][mark] = value
            else:
                marks[name].append(mark)
    for name, of_card in marks.items():
        rows[name]["marks"] = " ".join(sorted(of_card))
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows.values())
    # No name and no time in the header: the same facts give the same bytes.
    TABLE.write_bytes(gzip.compress(text.getvalue().encode(), compresslevel=9, mtime=0))
    print(f"{TABLE}: {len(rows):,} cards, {TABLE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
