"""``cascadesim cards``: the card table."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from cascadesim.cards import Card, default_table
from cascadesim.cards.store import table_sources
from cascadesim.cli.card_files import import_, update
from cascadesim.cli.options import cards_option, json_option, print_json
from cascadesim.rules.era import RULES_DATE


@click.group()
def cards() -> None:
    """Look into the card table, and bring it up to date."""


cards.add_command(update)
cards.add_command(import_)


@cards.command()
@cards_option
@json_option
def info(cards: str | None, as_json: bool) -> int:
    """Say what the card table holds and where it comes from."""
    table = default_table(cards)
    sources = table_sources()
    cascading = sum(card.cascades > 0 for card in table)
    document = {
        "schema": "cascadesim.cards/1",
        "origin": table.origin,
        "cards": len(table),
        "with_cascade": cascading,
        "sources": [asdict(source) for source in sources],
        "overlays": list(table.overlays),
        "rules_date": RULES_DATE,
    }
    if as_json:
        print_json(document)
        return 0
    click.echo(f"{table.origin}: {len(table):,} cards, {cascading} of them with printed cascade")
    for source in sources:
        where = f", in {source.path}" if source.path else ""
        click.echo(f"{source.source}, {source.date}: {source.cards:,} cards, SHA-256 {source.sha256}{where}")
    for overlay in table.overlays:
        click.echo(f"with the cards of {overlay}")
    click.echo(f"rule numbers are those of the Comprehensive Rules of {RULES_DATE}")
    return 0


@cards.command()
@click.argument("name")
@cards_option
@json_option
def show(name: str, cards: str | None, as_json: bool) -> int:
    """Show what the table knows of the card NAME: full name, a face's name, any case, with or without accents."""
    document = _document(default_table(cards).get(name))
    if as_json:
        print_json({"schema": "cascadesim.card/1", **document})
        return 0
    faces = document.pop("faces")
    for key, value in document.items():
        if value not in ("", 0, False):
            click.echo(f"{key.replace('_', ' ')}: {value}")
    for face in faces:
        land = ", a land" if face["is_land"] else ""
        click.echo(f"face {face['name']}: {face['mana_cost'] or 'no mana cost'}, mana value {face['mana_value']}{land}")
    return 0


def _document(card: Card) -> dict[str, Any]:
    return {
        "name": card.name,
        "layout": str(card.layout),
        "mana_value": card.mana_value,
        "is_land": card.is_land,
        "cascade": card.cascades,
        "discover": card.discover,
        "kicker": card.kicker,
        "multikicker": card.multikicker,
        "types": card.types,
        "produces": card.produces,
        "faces": [
            {
                "name": face.name,
                "mana_cost": face.mana_cost,
                "mana_value": face.mana_value,
                "is_land": face.is_land,
            }
            for face in card.faces
        ],
    }
