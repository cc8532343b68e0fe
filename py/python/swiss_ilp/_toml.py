"""Models and experiments as TOML, from dictionaries."""

from __future__ import annotations

import json
import operator
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from typing import Any, NamedTuple

from .errors import FileError, RequestError
from .settings import is_truth, shown, text, wrong

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def decimal(number: Any) -> str:
    """A number as an exact decimal: of a float, the shortest one that is read as the same float, as which it prints.

    What is no finite number raises :class:`~swiss_ilp.RequestError`.
    """
    try:
        return str(operator.index(number))
    except TypeError:
        pass
    try:
        exact = number if isinstance(number, Decimal) else Decimal(repr(_float(number)))
    except (TypeError, ValueError):
        raise RequestError(f"{shown(number)} is no number; write one") from None
    if not exact.is_finite():
        raise RequestError(f"{number} is no finite number; write another, or leave it out")
    found = f"{exact:f}"
    found = found.rstrip("0").rstrip(".") if "." in found else found
    return "0" if found == "-0" else found


def _float(number: Any) -> float:
    if isinstance(number, (str, bytes)):
        raise TypeError
    # A float of 32 bits prints as fewer digits than the float of 64 bits that has its value.
    is_short = getattr(getattr(number, "dtype", None), "itemsize", 8) < 8
    return float(str(number)) if is_short else float(number)


def digits(decimal: str) -> tuple[int, int]:
    """How many digits a decimal has, and how many of them after the point."""
    whole, _, places = decimal.lstrip("-").partition(".")
    return len(whole) + len(places), len(places)


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise wrong("a key of a model or an experiment", "a text", key)
    return key if _BARE.fullmatch(key) else _text(key)


def _text(value: str) -> str:
    return json.dumps(text("a text", value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _is_list(value: object) -> bool:
    is_array = hasattr(value, "tolist") and getattr(value, "shape", ()) != ()
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes)) or is_array


def _value(value: Any) -> str:
    if is_truth(value):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(of)}" for key, of in value.items()) + " }"
    if isinstance(value, os.PathLike):
        return _text(os.fspath(value))
    if _is_list(value) and hasattr(value, "tolist"):
        value = value.tolist()
    if _is_list(value):
        return "[" + ", ".join(map(_value, value)) + "]"
    if not hasattr(value, "__index__") and not hasattr(value, "__float__"):
        raise wrong("a value", "a text, a number, True or False, a list or a dictionary", value)
    return decimal(value)


class Document(NamedTuple):
    """A dictionary as TOML, and what each line of it is of, in words of the dictionary."""

    text: str
    places: list[str]

    @contextmanager
    def located(self) -> Iterator[None]:
        """Say of a fault of the text where it is in the dictionary: nobody wrote the line."""
        try:
            yield
        except FileError as error:
            fault = error.faults[0] if error.faults else None
            if fault is None or fault.line is None:
                raise
            # What is missing is said at the beginning.
            is_of_all = (fault.line, fault.column) == (1, 1)
            where = "" if is_of_all else f"{self.places[fault.line - 1]}: "
            raise FileError(f"{where}{fault.what}", [type(fault)({**fault.to_dict(), "line": None, "column": None})]) from None


def write(document: Mapping[str, Any]) -> Document:
    """The document as TOML: keys with plain values first, then tables and lists of tables."""
    lines: list[tuple[str, str]] = []
    tables: list[tuple[str, str, Mapping[str, Any]]] = []
    for key, value in document.items():
        if isinstance(value, Mapping):
            tables.append((f"[{_key(key)}]", key, value))
        elif _is_of_tables(value):
            tables.extend((f"[[{_key(key)}]]", _place(key, number, of), of) for number, of in enumerate(value, 1))
        elif value is not None:
            lines.append(_line(key, value, f"{key}"))
    for head, place, table in tables:
        lines += [("", place), (head, place)]
        for key, value in table.items():
            inner = f"{place}, {key}"
            if _is_of_tables(value):
                rows = [(f"  {_said(of, at)},", at) for number, of in enumerate(value, 1) for at in [f"{place}, {_place(key, number, of)}"]]
                lines += [(f"{_key(key)} = [", inner), *rows, ("]", inner)]
            elif value is not None:
                lines.append(_line(key, value, inner))
    return Document("".join(f"{line}\n" for line, _ in lines), [place for _, place in lines])


def _is_of_tables(value: Any) -> bool:
    return _is_list(value) and len(value) > 0 and all(isinstance(of, Mapping) for of in value)


def _place(key: Any, number: int, table: Mapping[str, Any]) -> str:
    """One of several tables: ``tier 'scores'``, ``term 'score-difference'``, or its number, if it has no name."""
    name = table.get("name", table.get("term"))
    return f"{str(key).rstrip('s')} {number if name is None else shown(name)}"


def _line(key: Any, value: Any, place: str) -> tuple[str, str]:
    return f"{_key(key)} = {_said(value, place)}", place


def _said(value: Any, place: str) -> str:
    try:
        return _value(value)
    except RequestError as error:
        raise RequestError(f"{place}: {error}") from None
