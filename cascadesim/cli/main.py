"""`main(argv) -> int`: dispatch to the verbs, and turn every error into one line and a status."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import click

from cascadesim import __version__
from cascadesim.cli.cards import cards
from cascadesim.cli.checkup import checkup
from cascadesim.cli.compare import compare
from cascadesim.cli.deck import deck
from cascadesim.cli.hits import hits
from cascadesim.cli.interrupt import INTERRUPTED
from cascadesim.cli.judge import judge
from cascadesim.cli.kicker import kicker
from cascadesim.cli.report import report
from cascadesim.cli.sample import sample
from cascadesim.cli.sweep import sweep
from cascadesim.cli.turns import turns
from cascadesim.errors import CascadeSimError, DecklistError, QuestionError

GOOD, UNREADABLE, USAGE = 0, 1, 2


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="cascadesim %(version)s")
def cascadesim() -> None:
    """Say what a cascade spell hits, for any Magic: The Gathering decklist.

    Exact wherever that can be had in a moment, else simulated with a confidence
    interval beside every figure.
    """


for verb in (hits, kicker, turns, sweep, compare, checkup, judge, sample, deck, report, cards):
    cascadesim.add_command(verb)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line; return 0, 1 if some deck or card could not be read, 2 if it was misused."""
    try:
        status = cascadesim.main(args=argv, prog_name="cascadesim", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return USAGE
    except click.ClickException as error:
        return _fail(USAGE, f"cascadesim: {error.format_message().rstrip('.')}; see --help")
    except click.Abort:
        return _fail(INTERRUPTED, "cascadesim: interrupted")
    except QuestionError as error:
        return _fail(USAGE, f"cascadesim: {error}")
    except DecklistError as error:
        return _fail(UNREADABLE, *error.problems)
    except CascadeSimError as error:
        return _fail(UNREADABLE, str(error))
    except (BrokenPipeError, SystemExit):  # the reader of our output went away, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return GOOD
    except OSError as error:
        return _fail(UNREADABLE, f"{error.filename or 'cascadesim'}: {(error.strerror or str(error)).lower()}")
    return status if isinstance(status, int) else GOOD


def run() -> None:
    """Run the command line of this process."""
    for number in range(3):  # one that is closed would be given to the next file that is opened
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a name that the terminal cannot show must not end the run
            stream.reconfigure(errors="replace")
    sys.exit(main())


def _fail(status: int, *lines: str) -> int:
    for line in lines:
        click.echo(line, err=True)
    return status
