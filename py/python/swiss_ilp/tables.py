"""What is given of many players or pairs: files, frames, dictionaries and arrays, as the library reads them."""

from __future__ import annotations

import csv
import io
import operator
import os
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from . import _native
from ._toml import decimal, digits
from .errors import FileError, RequestError
from .settings import is_truth, path, shown, whole, wrong
from .values import WithPairs

_LONGEST_PATH = 4096
"""The characters of the longest path."""


def content_of(source: Any) -> tuple[bytes, str]:
    """The bytes of a file, and its name."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), "<bytes>"
    if isinstance(source, (str, os.PathLike)):
        if isinstance(source, str) and ("\n" in source or len(source) > _LONGEST_PATH):
            what = "a text is the path of a file, and this one is what a file has"
            raise RequestError(f"{what}: {shown(source)}; give its bytes, as by text.encode()")
        known_as = path("a file", source)
        return _native.content_of(known_as, False), known_as
    if not hasattr(source, "read"):
        raise wrong("a file", "a path, bytes, or open for reading bytes", source)
    try:
        content = source.read()
    except (OSError, ValueError, TypeError) as error:
        raise RequestError(f"{shown(source)} cannot be read: {error}; open the file with mode 'rb'") from error
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise RequestError("the file is open as text; open it with mode 'rb'")
    content = bytes(content)
    return content, str(getattr(source, "name", "<file>"))


def pairs_of(pairing: Any) -> bytes:
    """A pairing in one of the forms that are read: a :class:`Pairing`, an iterable of pairs ``(white, black)`` with the bye as
    ``(player, 0)``, or the bytes of a file (the arbiters' form, CSV, JSON, or a tournament in which the round is paired)."""
    if isinstance(pairing, (bytes, bytearray)):
        return bytes(pairing)
    if isinstance(pairing, WithPairs) and not pairing.has_pairing:
        raise RequestError(f"{pairing!r} has no pairing{_why(pairing)}")
    if hasattr(pairing, "to_pairs"):
        return pairing.to_pairs()
    if isinstance(pairing, (str, os.PathLike)):
        return content_of(pairing)[0]
    try:
        rows = [(operator.index(white), operator.index(0 if black is None else black)) for white, black in pairing]
    except (TypeError, ValueError) as error:
        what = "a result, a Pairing, a list of pairs (white, black) with the bye as (player, 0), a path, or bytes"
        raise wrong("a pairing", what, pairing) from error
    return (f"{len(rows)}\n" + "".join(f"{white} {black}\n" for white, black in rows)).encode()


def _why(pairing: WithPairs) -> str:
    why = getattr(pairing, "reason", None) or getattr(pairing, "status", "")
    return f": {why}" if why else ""


def tables(attributes: Any, weights: Any, last: int | None) -> tuple[dict[str, str], dict[str, bytes]]:
    """The organiser's tables: the part of a request that names them, and their contents as CSV. ``last`` is the greatest pairing number,
    or ``None`` for many tournaments."""
    texts = {"attributes": _attributes(attributes), "weights": _weights(weights, last)}
    # Half of a character is none, which the reader of tables says.
    contents = {name: text.encode(errors="surrogatepass") for name, text in texts.items() if text is not None}
    return {name: name for name in contents}, contents


def _read_text(name: str, table: Any) -> str:
    if isinstance(table, str) and "\n" in table:
        return table
    try:
        return content_of(table)[0].decode()
    except UnicodeDecodeError:
        raise FileError(f"{name}: {shown(table)} is not UTF-8 text; save it as UTF-8") from None


def _weights(weights: Any, last: int | None) -> str | None:
    if weights is None:
        return None
    if isinstance(weights, (str, os.PathLike)):
        return _read_text("weights", weights)
    if hasattr(weights, "columns") and sorted(map(str, weights.columns)) == ["a", "b", "value"]:
        columns = _columns("weights", weights)
        return weights_table(_pairs("weights", columns), last)
    if last is None and not isinstance(weights, Mapping) and not hasattr(weights, "columns"):
        what = "the tournaments of an archive may have different numbers of players, which an array does not fit"
        raise RequestError(f"{what}; give a dictionary of pairs, or a pandas.DataFrame with pairing numbers as index and columns")
    return weights_table(weights, last)


_DECIMAL = re.compile(r"-?\d+(\.\d+)?")


def _pairs(name: str, columns: dict[str, list[Any]]) -> dict[tuple[int, int], Any]:
    found: dict[tuple[int, int], Any] = {}
    for one, other, value in zip(columns["a"], columns["b"], columns["value"]):
        pair = (player_number(name, one), player_number(name, other))
        if pair in found:
            raise RequestError(f"{name} has the pair {pair[0]}-{pair[1]} twice; leave out one of the rows")
        found[pair] = Decimal(value) if isinstance(value, str) and _DECIMAL.fullmatch(value.strip()) else value
    return found


def _columns(name: str, table: Any) -> dict[str, list[Any]]:
    """The columns of a frame of pandas, polars or this package, as lists."""
    columns = [str(column) for column in table.columns]
    if len(set(columns)) != len(columns):
        raise RequestError(f"{name} has a column twice: {', '.join(columns)}; leave out one of them")
    try:
        cells = [_list(table[column]) for column in table.columns]
    except Exception as error:  # What somebody's class does.
        raise RequestError(f"{name} is no table whose columns can be read: {error}") from error
    return dict(zip(columns, cells))


def _list(column: Any) -> list[Any]:
    return list(column.tolist() if hasattr(column, "tolist") else column)


def _attributes(table: Any) -> str | None:
    if table is None:
        return None
    if isinstance(table, (str, os.PathLike)):
        return _read_text("attributes", table)
    if hasattr(table, "columns"):
        columns = _columns("attributes", table)
        first = next(iter(columns), "number")
        numbers = columns.pop(first, [])
        rows = [(number, dict(zip(columns, cells))) for number, *cells in zip(numbers, *columns.values())]
        names = list(columns)
    elif isinstance(table, Mapping) and all(isinstance(row, Mapping) for row in table.values()):
        rows = list(table.items())
        names = list(dict.fromkeys(name for row in table.values() for name in row))
    else:
        what = "a DataFrame whose first column has pairing numbers, a dictionary such as {1: {'club': 'Ajax'}}, or a path or text of CSV"
        raise wrong("attributes", what, table)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["number", *names])
    for number, row in rows:
        player = player_number("attributes", number)
        writer.writerow([player, *(_cell(row.get(name), f"attributes: the {name} of player {player}") for name in names)])
    return text.getvalue()


_MISSING = ("nan", "NaN", "<NA>", "NaT")
"""How what is missing prints."""


def _cell(value: Any, where: str) -> str:
    """What a table has of a value. Missing values are the empty text, as a file has them."""
    if isinstance(value, str) or is_truth(value):
        return str(value)
    if isinstance(value, (Mapping, Sequence)) or getattr(value, "shape", ()) != ():
        raise wrong(where, "a number, a text, True or False", value)
    if is_missing(value):
        return ""
    is_number = hasattr(value, "__index__") or hasattr(value, "__float__")
    return exact(value, where) if is_number else str(value)


def player_number(name: str, number: Any, what: str = "a player") -> int:
    """A pairing number of a table, in which numbers may be texts."""
    is_text = isinstance(number, str) and number.strip().isascii() and number.strip().isdigit()
    return whole(f"{what} of {name}", int(number) if is_text else number, 1)


def rows_of(name: str, table: Any, required: list[str], others: list[str] | None) -> list[dict[str, Any]]:
    """The rows of a frame, without what is missing. It has the ``required`` columns, and any others, or some of these."""
    if table is None:
        return []
    if not hasattr(table, "columns"):
        raise wrong(name, f"a frame with the columns {', '.join([*required, *(others or [])])}", table)
    columns = _columns(name, table)
    without = [column for column in required if column not in columns]
    if without:
        raise RequestError(f"{name} has no column {', '.join(without)}; it has {', '.join(columns) or 'none'}")
    unknown = [column for column in columns if others is not None and column not in [*required, *others]]
    if unknown:
        raise RequestError(f"{name} has a column {unknown[0]}, which means nothing; it has {', '.join([*required, *(others or [])])}")
    rows = [dict(zip(columns, cells)) for cells in zip(*columns.values())]
    found = [{column: value for column, value in row.items() if not is_missing(value)} for row in rows]
    for place, row in enumerate(found, 1):
        lacks = [column for column in required if column not in row]
        if lacks:
            raise RequestError(f"row {place} of {name} has no {lacks[0]}; fill it in, or leave out the row")
    return found


def is_missing(value: Any) -> bool:
    return value is None or shown(value) in _MISSING or str(value) in _MISSING


_MOST_DIGITS = 15
"""How many digits a number of a table has at most."""


def exact(number: Any, where: str, places: int = _MOST_DIGITS) -> str:
    """A number of a table as a decimal. ``where`` says which one it is."""
    try:
        found = decimal(number)
    except RequestError as error:
        raise RequestError(f"{where}: {error}") from None
    count, after = digits(found)
    if after > places and places < _MOST_DIGITS:
        what = f"a number here has at most {places} decimals, and a float counts as the decimal that it prints as"
        raise RequestError(f"{where} is {found}: {what}; round it, as by numpy.round(…, {places})")
    if count > _MOST_DIGITS:
        what = f"a number has at most {_MOST_DIGITS} digits, and a float counts as the decimal that it prints as"
        raise RequestError(f"{where} is {found}: {what}; round it, as by round(…, 6)")
    return found


def labelled(matrix: Any, last: int | None) -> tuple[list[int], list[list[Any]]]:
    """The pairing numbers of a matrix, and its rows: of an array, all up to the ``last`` one, if that is known."""
    if hasattr(matrix, "columns"):
        return _of_frame(matrix)
    rows = matrix.tolist() if hasattr(matrix, "tolist") else matrix
    if isinstance(rows, (list, tuple)):
        rows = [row.tolist() if hasattr(row, "tolist") else row for row in rows]
    is_matrix = isinstance(rows, (list, tuple)) and all(isinstance(row, (list, tuple)) for row in rows)
    if not is_matrix or any(isinstance(cell, (list, tuple)) for row in rows for cell in row):
        raise wrong("a matrix of weights", "an array of shape (n, n), or a frame with pairing numbers as index and columns", matrix)
    if any(len(row) != len(rows) for row in rows):
        raise RequestError(f"a matrix of weights has the shape (n, n), and this one has {len(rows)} rows of another length")
    if last is not None and len(rows) != last:
        what = f"a matrix of weights has a row and a column for each pairing number up to the last one: its shape is ({last}, {last})"
        how = "give such a one, or a pandas.DataFrame whose index and columns are pairing numbers"
        raise RequestError(f"{what}, not ({len(rows)}, {len(rows)}); {how}")
    return list(range(1, len(rows) + 1)), rows


def _of_frame(frame: Any) -> tuple[list[int], list[list[Any]]]:
    index = getattr(frame, "index", None)
    how = "the index and the columns of a frame of weights are the same pairing numbers, from 1"
    if index is None or callable(index) or not hasattr(frame, "to_numpy"):
        raise RequestError(f"{how}, as of a pandas.DataFrame; or give an array of shape (n, n)")
    try:
        rows, columns = ([whole("a pairing number", number, 1) for number in numbers] for numbers in (index, frame.columns))
    except RequestError as error:
        raise RequestError(f"{how}: {error}; or give frame.to_numpy(), in which row i is the player of number i + 1") from None
    if sorted(rows) != sorted(columns) or len(set(rows)) != len(rows):
        raise RequestError(f"{how}, and each is there once; mend the frame")
    place = {number: at for at, number in enumerate(columns)}
    cells = frame.to_numpy().tolist()
    return rows, [[row[place[number]] for number in rows] for row in cells]


def weights_table(weights: Any, last: int | None, places: int = _MOST_DIGITS) -> str:
    """Numbers of pairs as CSV: from a matrix, or from a dictionary of pairs ``(a, b)`` of pairing numbers. ``last`` is the greatest
    pairing number, for which an array has its last row."""
    lines = []
    if isinstance(weights, Mapping):
        for pair, number in weights.items():
            one, other = _pair(pair)
            lines.append(f"{one},{other},{exact(number, f'weights[{one}, {other}]', places)}\n")
    else:
        numbers, rows = labelled(weights, last)
        for i, row in enumerate(rows):
            for j in range(i + 1, len(rows)):
                number, mirrored = row[j], rows[j][i]
                where = f"the number of players {numbers[i]} and {numbers[j]}"
                # A number that is none is unlike itself.
                if number != mirrored and number == number:
                    what = f"{where} is {shown(number)} in the row of {numbers[i]}, and {shown(mirrored)} in that of {numbers[j]}"
                    raise RequestError(f"{what}; a pair has one number: make the matrix symmetric")
                if number != 0:
                    lines.append(f"{numbers[i]},{numbers[j]},{exact(number, where, places)}\n")
    return "a,b,value\n" + "".join(lines)


def _pair(pair: Any) -> tuple[int, int]:
    what = "a dictionary whose keys are pairs of pairing numbers, such as {(1, 2): 0.5}"
    if not isinstance(pair, (tuple, frozenset)) or len(pair) != 2:
        raise wrong("weights", what, pair)
    one, other = pair
    return whole("a player of weights", one, 1), whole("a player of weights", other, 1)
