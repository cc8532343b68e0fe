"""What is given to a function: numbers, texts and names of Python and NumPy."""

from __future__ import annotations

import functools
import operator
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Optional, Union

from .errors import RequestError

Repair = Union[bool, str, Iterable[str]]
"""The hard rules whose breaches are counted, the most readily given up first: ``True`` for those that the model names."""


def shown(value: object) -> str:
    """A value as a message shows it: on one line, and not longer than a line."""
    try:
        found = " ".join(repr(value).split())
    except Exception:  # The repr of somebody's class may do anything.
        found = f"an object of {type(value).__name__}"
    return found if len(found) <= 80 else f"{found[:77]}…"


def wrong(name: str, what: str, value: object) -> RequestError:
    """The error of a parameter that is something else."""
    return RequestError(f"{name} is {what}, not {shown(value)}")


def is_truth(value: object) -> bool:
    """Whether a value is ``True`` or ``False``, of Python or of NumPy."""
    return isinstance(value, bool) or type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_")


def truth(name: str, value: object) -> bool:
    """``True`` or ``False``."""
    if not is_truth(value):
        raise wrong(name, "True or False", value)
    return bool(value)


def text(name: str, value: Any, what: str = "a text") -> str:
    """A text, or a path as one, that can be written, so without the half of a character."""
    found = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if not isinstance(found, str) or any("\ud800" <= character <= "\udfff" for character in found):
        raise wrong(name, what, value)
    return found


def _index(value: Any) -> int | None:
    """A whole number of Python or NumPy."""
    try:
        return None if is_truth(value) else operator.index(value)
    except TypeError:
        return None


def path(name: str, value: Any) -> str:
    """A path as a text."""
    if not isinstance(value, (str, os.PathLike)) or "\0" in text(name, value, "a path"):
        raise wrong(name, "a path", value)
    return text(name, value)


def items(name: str, values: Any, what: str) -> list[Any]:
    """What an iterable has; no text, and no dictionary."""
    if isinstance(values, (str, bytes, Mapping)):
        raise wrong(name, what, values)
    try:
        return list(values)
    except TypeError:
        raise wrong(name, what, values) from None


def texts(name: str, values: Any) -> list[str]:
    """Texts: several, one, or a text with commas. A group of players is a text, such as ``3-7``, and in a dictionary each has a weight."""
    if isinstance(values, str):
        return [text(name, of) for of in values.split(",")]
    if isinstance(values, Mapping):
        return [f"{_group(name, of)}={whole(f'a weight of {name}', weight, 1)}" for of, weight in values.items()]
    return [_group(name, of) for of in several(name, values)]


def _group(name: str, value: Any) -> str:
    if isinstance(value, (tuple, list)) or getattr(value, "shape", ()) != ():
        return "-".join(str(whole(f"a player of {name}", player, 1)) for player in value)
    return text(name, value)


def several(name: str, values: Any) -> list[Any]:
    """Several numbers or texts, or one."""
    return items(name, values, "a list") if _index(values) is None else [values]


def whole(name: str, number: Any, least: int, most: int | None = None) -> int:
    """A number of Python or NumPy that is whole and within limits."""
    found = _index(number)
    if found is None or found < least or most is not None and found > most:
        raise wrong(name, f"a whole number from {least}" + (f" to {most}" if most is not None else ""), number)
    return found


def number(name: str, value: Any) -> float:
    """A number of Python or NumPy that is finite and not negative."""
    try:
        found = float("nan") if is_truth(value) or isinstance(value, (str, bytes)) else float(value)
    except (TypeError, ValueError, OverflowError):
        found = float("nan")
    if not 0 <= found < 2**60:
        raise wrong(name, "a number of seconds" if name == "time_limit" else "a number", value)
    return found


Progress = Union[bool, Callable[[int, Optional[int]], object]]
"""Whether progress is told: ``True`` on standard error, or a function that is called with how much is done, and of how much, or ``None``."""


def told(progress: Progress, what: str) -> Callable[[int, int | None], object] | None:
    """What is called with how much is done; ``None`` if nobody asks for it."""
    if is_truth(progress):
        return functools.partial(_on_standard_error, what) if progress else None
    if not callable(progress):
        raise wrong("progress", "True, False, or a function of how much is done and of how much", progress)
    return progress


def _on_standard_error(what: str, done: int, total: int | None) -> None:
    of = f" of {total}" if total is not None else ""
    end = "\n" if done == total else ""
    print(f"\r{done}{of} {what}", end=end, file=sys.stderr, flush=True)
