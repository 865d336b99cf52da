"""``cascadesim judge``: one exact library, step by step."""

from __future__ import annotations

from typing import Any

import click

from cascadesim.cards import default_table
from cascadesim.cli.options import (
    budget_options,
    cards_option,
    json_option,
    policy_options,
    print_json,
    source_options,
)
from cascadesim.studies import judge as ask_judge


@click.command()
@click.option("--source", metavar="NAME", help="The spell that is cast; may be left out with --discover.")
@click.option("--library", metavar="NAMES", default="", help="The library from the top, names parted by semicolons.")
@source_options
@policy_options
@budget_options
@cards_option
@json_option
def judge(source: str | None, library: str, cards: str | None, as_json: bool, **question: Any) -> int:
    """Give a rules answer: resolve a source on one exact library, step by step, with rule numbers."""
    table = default_table(cards)
    names = [name.strip() for name in library.split(";") if name.strip()]
    ruling = ask_judge(source, names, cards=table, **question)

    from cascadesim.views.ruling import judge_document, ruling_lines

    if as_json:
        print_json(judge_document(ruling))
        return 0
    for line in ruling_lines(ruling):
        click.echo(line)
    return 0
