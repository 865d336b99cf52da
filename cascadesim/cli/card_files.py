"""``cascadesim cards update`` and ``import``: today's cards into the user's own table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cascadesim.cards import bundled
from cascadesim.cards.store import store
from cascadesim.cli.options import complain, quiet_option
from cascadesim.cli.progress import progress_bar
from cascadesim.decks import read_decklist
from cascadesim.decks.deck import card_table
from cascadesim.errors import DecklistError

if TYPE_CHECKING:
    from cascadesim.cards.fetch import Scryfall
    from cascadesim.cards.imported import Imported

MOST_SHOWN = 20
MEGABYTE = 1_000_000


@click.command()
@click.option("--names", is_flag=True, help="Fetch only the cards of LISTS that the table does not know.")
@click.option("--url", metavar="BASE", help="Another server than Scryfall's.", hidden=True)
@quiet_option
@click.argument("lists", nargs=-1, type=click.Path())
def update(names: bool, url: str | None, quiet: bool, lists: Sequence[str]) -> int:
    """Fetch today's facts of all cards from Scryfall into your own card table.

    With --names, fetch only the cards of some decklists that the table does not know. Whatever fails leaves the table
    as it is.
    """
    if names != bool(lists):
        message = "name some lists after --names" if names else "write --names before the lists"
        raise click.UsageError(message)
    from cascadesim.cards.fetch import Scryfall

    scryfall = Scryfall.of_environment(url)
    if names:
        return _update_names(scryfall, lists, quiet=quiet)
    with progress_bar("cards", None, "MB", quiet=quiet) as advance:
        imported, source = scryfall.all_cards(
            lambda done, total: advance(done / MEGABYTE, total=None if total is None else total / MEGABYTE)
        )
    _keep(imported, source, replace=True)
    return 0


@click.command("import")
@quiet_option
@click.argument("file", type=click.Path())
def import_(file: str, quiet: bool) -> int:
    """Read cards from FILE into your own card table.

    FILE holds Scryfall's card objects (an array, or one a line) or MTGJSON's AtomicCards; plain, gzip or xz. What it
    says goes before what the table said; every fact in which it differs from the bundled table is shown.
    """
    from cascadesim.cards.imported import read_cards

    path = Path(file)
    size = path.stat().st_size / MEGABYTE
    with progress_bar(path.name, None, "MB", quiet=quiet) as advance:
        imported = read_cards(_counted(path, lambda done: advance(done / MEGABYTE, total=size)), file)
    _keep(imported, path.name)
    return 0


def _counted(path: Path, done: Callable[[int], None]) -> Iterator[bytes]:
    from cascadesim.cards.json_stream import file_chunks

    for chunk in file_chunks(path):
        yield chunk
        done(len(chunk))


def _keep(imported: Imported, source: str, *, replace: bool = False) -> None:
    """Put cards into the user's table, and say what they change."""
    made = store(imported, source, replace=replace)
    known = bundled()
    n_new = sum(name not in known for name in imported.rows)
    changes = imported.changes(known)
    click.echo(
        f"{source}: {len(imported.rows):,} cards, {n_new:,} of them not in the bundled table, {len(changes):,} with "
        f"other facts than there, {len(imported.left_out):,} left out"
    )
    _show(changes, "changes")
    _show([f"{name}: left out, {why}" for name, why in imported.left_out.items()], "cards left out")
    click.echo(f"your card table: {made.cards:,} cards over the bundled ones, in {made.path}")


def _show(lines: Sequence[str], what: str) -> None:
    for line in lines[:MOST_SHOWN]:
        click.echo(line)
    if len(lines) > MOST_SHOWN:
        click.echo(f"and {len(lines) - MOST_SHOWN:,} more {what}")


def _update_names(scryfall: Scryfall, lists: Sequence[str], *, quiet: bool) -> int:
    """Fetch what is unknown in some lists; the status is 1 where a list is unreadable or a name stays unknown."""
    unreadable, unknown = _unknown_names(lists)
    for problem in unreadable:
        complain(problem)
    if unknown:
        with progress_bar("names", len(unknown), "names", quiet=quiet) as advance:
            imported = scryfall.named(list(unknown), lambda done, total: advance(done, total=total))
        imported = imported.only(unknown)
        if imported.rows:
            _keep(imported, f"{len(imported.rows):,} cards by name from Scryfall")
    elif not unreadable:
        click.echo("the card table knows every name in the lists")
    _, still_unknown = _unknown_names(lists)
    for name, where in still_unknown.items():
        complain(f"{where}: no card {name!r} was found")
    return 1 if unreadable or still_unknown else 0


def _unknown_names(lists: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return what is wrong with lists that cannot be read, and each unknown name of the others with its place."""
    unreadable: list[str] = []
    unknown: dict[str, str] = {}
    for path in lists:
        try:
            decklist = read_decklist(path)
        except DecklistError as error:
            unreadable.extend(error.problems)
            continue
        table = card_table(path)
        for entry in decklist.entries:
            if not any(table.find(name) for name in entry.names):
                unknown.setdefault(entry.names[-1], f"{path}:{entry.line_no}")
    return unreadable, unknown
