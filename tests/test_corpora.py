"""Thousands of other people's lists, where they lie beside the project: all are read, and nearly every line understood.

They are no part of the project. `python tools/read_lists.py FOLDER...` shows the causes of the lines that are left.
"""

import os
import tarfile
from pathlib import Path

import pytest

from cascadesim.cards import bundled
from tools.read_lists import lists_in, read_all

SHARED = Path(os.environ.get("CASCADESIM_SHARED", Path(__file__).parents[2] / "shared"))
CORPORA = sorted(SHARED.joinpath("corpora").glob("*.tar.gz")) if SHARED.is_dir() else []
LEAST = {"xmage-sample-decks": 0.995, "precons": 0.97}  # of the lines; cards later than the card table are left


@pytest.mark.skipif(not CORPORA, reason="the corpora are not beside the project")
@pytest.mark.parametrize("path", CORPORA, ids=lambda path: path.name.removesuffix(".tar.gz"))
def test_other_peoples_lists_are_read(path, tmp_path):
    with tarfile.open(path) as archive:
        archive.extractall(tmp_path, filter="data")
    reading = read_all(lists_in([tmp_path]), bundled())
    assert reading.files > 5
    assert reading.cards > 100
    assert reading.share >= LEAST.get(path.name.removesuffix(".tar.gz"), 0)
