"""Arrays in, arrays out: simulation and exact values of a `Problem`. Knows no card, no rule and no file."""
