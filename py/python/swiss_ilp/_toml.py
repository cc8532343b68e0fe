"""Models and experiments as TOML, from dictionaries."""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def decimal(number: Any) -> str:
    """A number as an exact decimal: of a float, the shortest one that is read as the same float."""
    try:
        return str(operator.index(number))
    except TypeError:
        pass
    exact = number if isinstance(number, Decimal) else Decimal(repr(float(number)))
    if not exact.is_finite():
        raise ValueError(f"{number} is no finite number")
    text = f"{exact:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes)) or hasattr(value, "tolist")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(of)}" for key, of in value.items()) + " }"
    if hasattr(value, "tolist"):
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
