"""Make the bundled card table from a table of card facts: ``python tools/bundle_cards.py FACTS.csv.gz``.

The facts are one row a card with the columns that `cascadesim.cards.database.COLUMNS` names (others are left out).
Their source is the MIT-licensed npm package @mtgoncurve/landlord 2025.4.1 (see LICENSE-landlord.txt beside the
table), with layouts, printed cascade, discover and kicker and later cards added by hand.
"""

from __future__ import annotations

import csv
import gzip
import io
import sys
from pathlib import Path

from cascadesim.cards.database import COLUMNS

TABLE = Path(__file__).parents[1] / "cascadesim" / "cards" / "data" / "cards.csv.gz"

# The facts call these split; the second half has aftermath and is cast from a graveyard only (CR 702.127a).
AFTERMATH = frozenset(
    """\
Appeal // Authority
Claim // Fame
Commit // Memory
Consign // Oblivion
Cut // Ribbons
Destined // Lead
Driven // Despair
Dusk // Dawn
Failure // Comply
Farm // Market
Grind // Dust
Heaven // Earth
Indulge // Excess
Insult // Injury
Leave // Chance
Mouth // Feed
Never // Return
Onward // Victory
Prepare // Fight
Rags // Riches
Reason // Believe
Reduce // Rubble
Refuse // Cooperate
Road // Ruin
Spring // Mind
Start // Finish
Struggle // Survive""".splitlines()
)


def main(facts: Path) -> None:
    with gzip.open(facts, "rt", encoding="utf-8", newline="") as source:
        rows = [{column: row[column] for column in COLUMNS} for row in csv.DictReader(source)]
    missing = AFTERMATH - {row["name"] for row in rows}
    if missing:
        sys.exit(f"not in the facts: {sorted(missing)}")
    for row in rows:
        if row["name"] in AFTERMATH:
            row["layout"] = "aftermath"
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    # No name and no time in the header: the same facts give the same bytes.
    TABLE.write_bytes(gzip.compress(text.getvalue().encode(), compresslevel=9, mtime=0))
    print(f"{TABLE}: {len(rows):,} cards, {TABLE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
