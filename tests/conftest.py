"""Fixtures for all tests: the project's own lists, and pictures without a screen."""

from pathlib import Path

import matplotlib as mpl
import pytest

mpl.use("Agg")

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def in_the_project_folder(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.fixture(autouse=True, scope="session")
def a_card_table_of_the_session(tmp_path_factory):
    """What is made once for many tests does not read the card table of whoever runs them either."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("CASCADESIM_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(autouse=True)
def a_card_table_of_its_own(monkeypatch, tmp_path_factory):
    """No test reads or writes the card table of whoever runs it."""
    monkeypatch.setenv("CASCADESIM_CACHE", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def decklist(tmp_path):
    """Write a decklist; return its path."""

    def write(text, name="list.txt", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode(encoding))
        return path

    return write


@pytest.fixture(autouse=True)
def close_figures():
    yield
    from matplotlib import pyplot as plt

    plt.close("all")
