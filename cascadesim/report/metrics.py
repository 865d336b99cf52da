"""What every figure of a report means: one entry a metric, one click away from each figure."""

from __future__ import annotations

from typing import NamedTuple


class Metric(NamedTuple):
    """A figure, its unit, and what it means."""

    name: str
    unit: str
    text: str


METRICS = {
    "checkup": Metric(
        "Checkup",
        "% of casts",
        "What is checked by eye and easily got wrong: cards that stop a dig and are not wanted, in the deck or boarded "
        "in, cards that count otherwise than they look, and those that nothing ever hits. What is wanted is guessed "
        "from the list, and said; name it yourself with cascadesim checkup --want.",
    ),
    "source": Metric(
        "Source",
        "card",
        "The spell that has cascade. It is cast: a copy in the main deck is not in the library any more, a commander "
        "leaves the command zone and the whole main deck is the library. The library is in random order.",
    ),
    "mana_value": Metric(
        "Mana value",
        "whole number",
        "What cascade compares. Of the source it is that of the spell on the stack; of a hit that of the card in the "
        "library (both halves of a split card together). Kicker never changes it.",
    ),
    "triggers": Metric(
        "Triggers",
        "whole number",
        "Instances of cascade of the source. Each is a trigger of its own and digs on its own.",
    ),
    "copies": Metric("Copies", "cards", "Copies in the library when the first trigger resolves."),
    "first": Metric(
        "First hit",
        "% of casts",
        "How often the first trigger stops on the card: the first nonland card from the top whose mana value is less "
        "than that of the source.",
    ),
    "likeliest_first": Metric(
        "Likeliest first hit",
        "card, % of casts",
        "The card that the first trigger stops on most often, and how often. Of several that are equally likely the "
        "one is named that is cast more often in the chain, or stands first in the alphabet.",
    ),
    "cast": Metric(
        "Cast in the chain",
        "% of casts",
        "How often at least one copy of the card is cast for free, by the first trigger or by any that follows. Every "
        "hit that may be cast is cast, and cascades in its turn.",
    ),
    "mean_casts": Metric(
        "Mean casts", "copies a cast of the source", "How many copies of the card the whole chain casts on average."
    ),
    "whiff": Metric(
        "Whiff",
        "% of casts",
        "How often the first trigger finds nothing: it exiles the whole library, and puts it back.",
    ),
    "exiled": Metric(
        "Cards exiled",
        "cards, mean",
        "How many cards the first trigger exiles on average, its hit included. All but the hit go to the bottom.",
    ),
    "exiled_90": Metric(
        "90% exile at most",
        "cards",
        "The depth that the first trigger does not exceed in nine casts of ten. The median is that of five in ten.",
    ),
    "exiled_total": Metric(
        "Cards exiled by the chain", "cards, mean", "Cards exiled by all triggers of the chain, their hits included."
    ),
    "exiled_land": Metric(
        "Exiles a land", "% of casts", "How often the first trigger exiles at least one land on its way (Averna asks)."
    ),
    "spells": Metric(
        "Spells in the chain",
        "spells, mean",
        "How many spells are cast for free from one cast of the source: all that its triggers hit, and all that those "
        "hit in their turn. The source is not counted.",
    ),
    "free_mana_value": Metric(
        "Free mana value",
        "mana value, mean",
        "The mana values of the spells that the chain casts for free, added up. An X is 0.",
    ),
    "chain": Metric(
        "Chain",
        "% of casts",
        "The tree of who casts whom: below each spell what its own triggers cast, and how often that happens at least "
        "once in a cast of the source. Of many ways some are left out, and it is said how many and how much they are. "
        "Where hits cascade, the tree is simulated on its own.",
    ),
    "kicker": Metric(
        "Kicker",
        "cost",
        "An additional cost that may be paid while a spell is cast for free. It does not change the mana value, so a "
        "card can be hit that would cost more than the source if kicked.",
    ),
    "total_if_kicked": Metric(
        "Kicked from hand", "mana", "What the card would cost all told from the hand, kicked once: for comparison only."
    ),
    "kicked": Metric(
        "Kicked",
        "% of casts",
        "How often at least one copy is cast kicked with so much mana left after the source. The mana can be of any "
        "colour, is shared along the chain and is spent in the order of casting; a kicker that takes something else "
        "than mana is not paid.",
    ),
    "source_in_hand": Metric(
        "Source in hand",
        "% of games",
        "How often a source is in hand on the turn, or in the command zone. Nothing was cast before.",
    ),
    "castable": Metric(
        "Castable",
        "% of games",
        "How often a source is in hand and the lands on the table pay for it, colours included. A land is played on "
        "each turn where there is one; mana from other cards is not counted. All hands are kept: no mulligans.",
    ),
    "cascades_into_hit": Metric(
        "Cascades into a hit",
        "% of games",
        "How often a source is castable on the turn and its first trigger finds something in what is left of the "
        "library.",
    ),
    "kicked_by_turn": Metric(
        "Kicked on the turn",
        "% of games",
        "How often a source is cast on the turn and a spell of its chain is kicked with the mana left.",
    ),
    "method": Metric(
        "Method",
        "exact or simulate",
        "Exact figures follow every way in which a chain can go and have no error. Where those are too many, many "
        "casts are simulated; the number of trials and the seed stand beside the figures and repeat them.",
    ),
    "interval": Metric(
        "Interval",
        "same unit as its figure",
        "± (its longer arm), brackets and the lines in pictures are the confidence interval of a simulated figure, of "
        "95% unless said otherwise. A figure without one is exact.",
    ),
}

_OF_FIGURES = (  # how the names of `views.words.figures` begin
    ("Cards exiled by the first trigger, mean", "exiled"),
    ("Cards exiled by the first trigger, median", "exiled_90"),
    ("Cards exiled by the whole chain", "exiled_total"),
    ("First trigger exiles a land", "exiled_land"),
    ("Spells cast for free", "spells"),
    ("Mana value cast for free", "free_mana_value"),
)


def metric_of(figure: str) -> str:
    """Return the metric of a figure by its name in words."""
    return next(metric for beginning, metric in _OF_FIGURES if figure.startswith(beginning))
