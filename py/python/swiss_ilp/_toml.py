"""Models and experiments as TOML, from dictionaries."""

from __future__ import annotations

import json
import operator
import os
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from .errors import RequestError
from .settings import is_truth, shown, wrong

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
    text = f"{exact:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


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


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


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
    return "[" + ", ".join(map(_value, value)) + "]" if _is_list(value) else decimal(value)


def write(document: Mapping[str, Any]) -> str:
    """The document as TOML: keys with plain values first, then tables and lists of tables."""
    lines, tables = [], []
    for key, value in document.items():
        if value is None:
            continue
        if isinstance(value, Mapping):
            tables.append((f"[{_key(key)}]", value))
        elif _is_list(value) and len(value) > 0 and all(isinstance(of, Mapping) for of in value):
            tables.extend((f"[[{_key(key)}]]", of) for of in value)
        else:
            lines.append(f"{_key(key)} = {_value(value)}")
    for head, table in tables:
        lines += ["", head] + [f"{_key(key)} = {_value(of)}" for key, of in table.items() if of is not None]
    return "\n".join(lines) + "\n"
