"""The files of a report: each is written in pieces beside its place, and all are put in their places at the end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from cascadesim.errors import problem_line
from cascadesim.files import put, replacing
from cascadesim.report.finished import FailedList
from cascadesim.views.frames import Row, table

if TYPE_CHECKING:
    from pyarrow import DataType, Schema
    from pyarrow.parquet import ParquetWriter

PIECE = 5_000  # rows


class Table:
    """A table that is written a piece at a time: as CSV, and as Parquet where ``cascadesim[parquet]`` is installed."""

    def __init__(self, name: str, csv: TextIO, parquet: ParquetWriter | None, columns: Mapping[str, str]) -> None:
        self._csv, self._parquet, self._columns = csv, parquet, columns
        self.names = [f"{name}.csv", *([f"{name}.parquet"] if parquet else [])]
        self._rows: list[Row] = []
        csv.write(",".join(columns) + "\n")

    def add(self, rows: Iterable[Row]) -> None:
        """Add rows; they are written when there are enough of them."""
        self._rows.extend(rows)
        if len(self._rows) >= PIECE:
            self.flush()

    def flush(self) -> None:
        """Write the rows that wait."""
        if not self._rows:
            return
        frame = table(self._rows, self._columns)
        frame.to_csv(self._csv, index=False, header=False, lineterminator="\n")
        if self._parquet:
            import pyarrow as pa

            self._parquet.write_table(pa.Table.from_pandas(frame, _schema(self._columns), preserve_index=False))
        self._rows.clear()


@contextmanager
def table_written(folder: Path, name: str, columns: Mapping[str, str], *, parquet: bool = True) -> Iterator[Table]:
    """Yield a table of a folder to add rows to; one that is small for sure needs no Parquet."""
    with ExitStack() as stack:
        csv_path = stack.enter_context(replacing(folder / f"{name}.csv"))
        csv = stack.enter_context(csv_path.open("w", encoding="utf-8", newline=""))
        writer = _parquet(stack, folder / f"{name}.parquet", columns) if parquet else None
        written = Table(name, csv, writer, columns)
        yield written
        written.flush()


def _parquet(stack: ExitStack, path: Path, columns: Mapping[str, str]) -> ParquetWriter | None:
    try:
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        path.unlink(missing_ok=True)  # of an earlier run, which this one would contradict
        return None
    file = stack.enter_context(stack.enter_context(replacing(path)).open("wb"))  # of a path it might make an address
    return stack.enter_context(ParquetWriter(file, _schema(columns)))


def _schema(columns: Mapping[str, str]) -> Schema:
    import pyarrow as pa

    types: dict[str, DataType] = {"object": pa.string(), "Int64": pa.int64(), "float64": pa.float64()}
    return pa.schema([(column, types[kind]) for column, kind in columns.items()])


class Document:
    """``report.json``: a JSON document with a line a deck, written deck by deck."""

    def __init__(self, file: TextIO) -> None:
        self._file, self._before = file, "\n"
        file.write('{"schema": "cascadesim.report/1",\n"decks": [')

    def add(self, page: str, text: str) -> None:
        """Add a deck: the JSON object that a text is, and the name of its page."""
        self._file.write(f'{self._before}{{"page": {json.dumps(page)}, {text[1:]}')
        self._before = ",\n"

    def end(self, failures: Iterable[FailedList]) -> None:
        """Add the lists that could not be read, and end the document."""
        lists = (
            {"path": failure.path, "problems": [problem_line(failure.path, problem) for problem in failure.problems]}
            for failure in failures
        )
        self._file.write('\n],\n"failures": [')
        self._file.write(",".join("\n" + json.dumps(one, ensure_ascii=False) for one in lists))
        self._file.write("\n]}\n")


@contextmanager
def document_written(folder: Path) -> Iterator[Document]:
    """Yield the document of a report to add decks to; it must be ended."""
    with replacing(folder / "report.json") as path, path.open("w", encoding="utf-8", newline="\n") as file:
        yield Document(file)


def write_page(path: Path, text: str) -> None:
    """Write a page where it does not stand there already."""
    data = text.encode()
    if not path.is_file() or path.read_bytes() != data:
        put(path, data)
