"""Draw the picture of the README: ``python tools/draw_readme_picture.py``."""

from pathlib import Path

from matplotlib.figure import Figure

import cascadesim as cs

PROJECT = Path(__file__).parents[1]


def main() -> None:
    deck = cs.read_deck(PROJECT / "decklists" / "jund_standard_worlds2009.txt")
    result = cs.cascade(deck, "Bituminous Blast", method="simulate", rng=1)
    figure = Figure(figsize=(11, 3.6), layout="constrained")
    hits, depth = figure.subplots(1, 2)
    result.plot("hits", ax=hits)
    result.plot("exiled", ax=depth)
    figure.savefig(PROJECT / "docs" / "jund_bituminous_blast.png", dpi=110, metadata={"Software": None})


if __name__ == "__main__":
    main()
