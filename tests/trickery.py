"""A goal of the user's own, as Frank Karsten's program asks it: Tibalt's Trickery on turn three.

1 Tibalt's Trickery, 4 Violent Outburst, n Emrakul, 55 - n lands. A land is played on each of turns 1 to 3; on turn 3
Outburst is in hand and Trickery is not. The cascade digs to Trickery, and the cards passed over go under those that the
mulligans put on the bottom (in the order Trickery, Outburst, Emrakul, land). Trickery then mills 1, 2 or 3 cards, each
equally likely, and fails only if every Emrakul left in the library is among them, or none is left.
"""

from functools import cache
from math import comb


def deck(n_emrakul):
    return {"Trickery": 1, "Outburst": 4, "Emrakul": n_emrakul, "land": 55 - n_emrakul}


def goal(n_draws):
    """Return P(success) of a kept hand, with so many draws by turn three."""

    def p_success(hand, library, bottom):
        if hand["Trickery"]:
            return 0.0
        n, p = sum(library.values()), 0.0
        lying = (bottom["Trickery"], bottom["Outburst"], bottom["Emrakul"], bottom["land"])
        for outbursts in range(n_draws + 1):
            for emrakuls in range(n_draws - outbursts + 1):
                lands = n_draws - outbursts - emrakuls  # Trickery is not drawn
                if hand["Outburst"] + outbursts and hand["land"] + lands >= 3:
                    ways = comb(library["Outburst"], outbursts) * comb(library["Emrakul"], emrakuls)
                    ways *= comb(library["land"], lands)
                    left = library["Emrakul"] - emrakuls
                    p += ways and ways * p_emrakul(n - n_draws, library["Trickery"], left, lying)
        return p / comb(n, n_draws)

    return p_success


@cache
def p_emrakul(n, trickeries, emrakuls, lying):
    """Return P(Trickery finds an Emrakul) in a library of `n` random cards over those `lying` on the bottom."""
    _, n_outburst, n_emrakul, n_land = lying
    if emrakuls + n_emrakul == 0:
        return 0.0
    below = "O" * n_outburst + "E" * n_emrakul + "L" * n_land  # what lies under a Trickery on the bottom too
    others, fails = n - trickeries, 0.0
    places = range(n) if trickeries else [n]  # cards over Trickery
    for over in places:
        under = others - over  # random cards under it; those passed over follow the bottom
        for milled in (1, 2, 3):
            known = below[: max(milled - under, 0)]
            unknown = min(milled, under) + max(milled - under - len(below), 0)
            if known.count("E") == n_emrakul:
                fails += comb(unknown, emrakuls) / comb(others, emrakuls)
    return 1 - fails / (3 * len(places))
