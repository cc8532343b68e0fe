"""Tables that pandas, polars and other programs take over."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import NoColumnError, RequestError
from .settings import items, shown, texts, wrong
from .settings import text as settings_text

if TYPE_CHECKING:
    import pandas
    import polars

_SHOWN = 200
"""How many rows a notebook shows of a frame."""
_WHOLE = re.compile(r"-?\d{1,18}")
_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")
_AS: dict[str, Callable[[Any], Any]] = {"i": int, "f": float, "b": bool, "s": str}
_TEXTS = ("name", "tournament", "federation", "title", "club", "text", "model", "system", "arm", "file")


class Frame:
    """A table: columns of one length, each with a name and a type.

    ``frame["column"]`` is a list, iterating gives rows as dictionaries, ``len`` is the number of rows. pandas and polars are only
    needed for :meth:`to_pandas` and :meth:`to_polars`. A program that knows the C data interface of Apache Arrow takes a frame as it
    is, without pyarrow: ``polars.DataFrame(frame)``, ``pyarrow.table(frame)``, ``duckdb.sql("select * from frame")``.

    Types are ``s`` text, ``i`` whole number of 64 bits, ``f`` number of 64 bits, ``b`` truth. A cell may be ``None``.
    """

    def __init__(self, columns: Mapping[str, Sequence[Any]], kinds: Mapping[str, str] | None = None) -> None:
        if not isinstance(columns, Mapping) or any(not isinstance(name, str) for name in columns):
            raise wrong("columns", "a dictionary of lists by their names", columns)
        self._columns = {name: items(f"the column {name}", cells, "a list of cells") for name, cells in columns.items()}
        given = _given(kinds)
        self._kinds = {name: given.get(name) or _kind(cells) for name, cells in self._columns.items()}
        if len({len(cells) for cells in self._columns.values()}) > 1:
            raise RequestError("the columns of a frame have one length; fill up the shorter ones")

    @classmethod
    def from_rows(
        cls, rows: Iterable[Mapping[str, Any]], columns: Sequence[str] | None = None, types: Mapping[str, str] | None = None
    ) -> Frame:
        """The frame of rows that are dictionaries. The columns are those of the first row, unless they are given. ``types`` are those of
        some columns, by their names."""
        rows = items("rows", rows, "a list of dictionaries")
        if any(not isinstance(row, Mapping) for row in rows):
            raise wrong("rows", "a list of dictionaries", rows)
        names = rows[0] if columns is None and rows else texts("columns", () if columns is None else columns)
        return cls({name: [row.get(name) for row in rows] for name in names}, types)

    @classmethod
    def from_csv(cls, text: str, types: Mapping[str, str] | None = None) -> Frame:
        """The frame of a text with headings, as the command line writes it with ``--format csv``.

        ``types`` are those of some columns, by their names. Of the others, one in which every cell is a whole number, a number, or
        ``true`` or ``false`` has that type, unless its name is that of a text. A cell without text is ``None``.
        """
        known = _given(types)
        rows = list(csv.reader(io.StringIO(settings_text("text", text))))
        header, rows = (rows[0], rows[1:]) if rows else ([], [])
        if any(len(row) != len(header) for row in rows):
            raise RequestError("the rows of a table have as many cells as it has headings; mend the text")
        columns: dict[str, list[Any]] = {}
        kinds: dict[str, str] = {}
        for place, name in enumerate(header):
            cells = [row[place] for row in rows]
            kinds[name] = known.get(name) or ("s" if name.endswith(_TEXTS) else _kind_of_texts(cells))
            try:
                columns[name] = [_read(cell, kinds[name]) for cell in cells]
            except ValueError as error:
                raise RequestError(f"the column {name} has a cell that is no number: {error}; name another type") from None
        return cls(columns, kinds)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._columns)

    @property
    def kinds(self) -> dict[str, str]:
        """The type of each column: ``s``, ``i``, ``f`` or ``b``."""
        return dict(self._kinds)

    def __getitem__(self, name: str) -> list[Any]:
        if not isinstance(name, str) or name not in self._columns:
            raise NoColumnError(f"there is no column {shown(name)}; there are {', '.join(self._columns)}")
        return self._columns[name]

    def __len__(self) -> int:
        return len(next(iter(self._columns.values()), ()))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for cells in zip(*self._columns.values()):
            yield dict(zip(self._columns, cells))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Frame) and self._columns == other._columns and self._kinds == other._kinds

    __hash__ = None  # type: ignore[assignment]

    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists."""
        return {name: list(cells) for name, cells in self._columns.items()}

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """A capsule of the Arrow C stream interface. Another schema that is asked for is not heeded, as the interface allows."""
        typed = ((name, self._kinds[name], cells) for name, cells in self._columns.items())
        return _native.arrow_stream([(name, kind, _exported(cells, kind)) for name, kind, cells in typed])

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a ``pandas.DataFrame``. Whole numbers and truths have nullable types, whether or not any is missing."""
        import pandas

        dtypes = {"i": "Int64", "f": "float64", "b": "boolean", "s": "object"}
        series = {
            name: pandas.Series(_exported(cells, kind), dtype=dtypes[kind])
            for (name, cells), kind in zip(self._columns.items(), self._kinds.values())
        }
        return pandas.DataFrame(series)

    def to_polars(self) -> polars.DataFrame:
        """The table as a ``polars.DataFrame``."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        return f"<Frame of {len(self)} rows: {', '.join(self._columns)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self._columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{'' if cell is None else html.escape(str(cell))}</td>" for cell in row) + "</tr>"
            for row in islice(zip(*self._columns.values()), _SHOWN)
        )
        rest = f"<p><em>The first {_SHOWN} of {len(self)} rows.</em></p>" if len(self) > _SHOWN else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _given(kinds: Mapping[str, str] | None) -> dict[str, str]:
    """Types of columns that somebody names."""
    if kinds is None:
        return {}
    if not isinstance(kinds, Mapping) or any(kind not in ("s", "i", "f", "b") for kind in kinds.values()):
        raise wrong("the types of columns", "a dictionary of 's', 'i', 'f' or 'b' by their names", kinds)
    return dict(kinds)


_WHOLES = "number player opponent white black rating difference rank event seed ended_before round rounds board tier point program n"
_NUMBERS = ("value", "price", "weight", "count", "score", "white_score", "black_score", "points")
_KINDS = {**dict.fromkeys(_WHOLES.split(), "i"), **dict.fromkeys(_NUMBERS, "f")}
"""The types of columns that tables of the package have in common."""


def table_of(text: str, kinds: Mapping[str, str], rest: str | None) -> Frame:
    """The frame of a table of the package, with the same types whatever is in it: ``kinds`` by name, those that tables have in common, and
    for other columns that are no texts by their name ``rest``, or what the cells are."""
    header = next(csv.reader(io.StringIO(text)), [])
    of_name = {name: kinds.get(name) or _KINDS.get(name) or ("s" if name.endswith(_TEXTS) else rest) for name in header}
    return Frame.from_csv(text, {name: kind for name, kind in of_name.items() if kind})


def _kind(cells: Sequence[Any]) -> str:
    known = [cell for cell in cells if cell is not None]
    if not known:
        return "s"
    if all(isinstance(cell, bool) for cell in known):
        return "b"
    if any(isinstance(cell, (str, bool)) for cell in known):
        return "s"
    return "i" if all(isinstance(cell, int) and -(2**63) <= cell < 2**63 for cell in known) else "f"


def _kind_of_texts(cells: Sequence[str]) -> str:
    known = [cell for cell in cells if cell]
    if known and all(_WHOLE.fullmatch(cell) for cell in known):
        return "i"
    if known and all(_NUMBER.fullmatch(cell) for cell in known):
        return "f"
    return "b" if known and all(cell in ("true", "false") for cell in known) else "s"


def _read(cell: str, kind: str) -> Any:
    if not cell:
        return None
    return cell == "true" if kind == "b" else _AS[kind](cell)


def _exported(cells: Sequence[Any], kind: str) -> list[Any]:
    try:
        return [None if cell is None else _AS[kind](cell) for cell in cells]
    except (TypeError, ValueError, OverflowError) as error:
        raise RequestError(f"a frame has texts, truths and numbers of 64 bits, and a cell is none of them: {error}") from None
