"""What is given to a function, as a request has it: numbers, texts and names of Python and NumPy."""

from __future__ import annotations

import functools
import operator
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Optional, Union, overload

from .errors import RequestError

Repair = Union[bool, str, Iterable[str]]
"""The hard rules whose breaches are counted, the most readily given up first: ``True`` for those that the model names."""


def given_up(repair: Repair) -> list[str] | None:
    """The names of the rules, or ``None`` if there is no repair."""
    if is_truth(repair):
        return [] if repair else None
    return texts("repair", repair, "True, or hard rules such as ['no-rematch']")


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


def truth(name: str, value: bool) -> bool:
    """``True`` or ``False``."""
    if not is_truth(value):
        raise wrong(name, "True or False", value)
    return bool(value)


def text(name: str, value: str, such: str) -> str:
    """A text."""
    if not is_text(value):
        raise wrong(name, f"a text, such as {such}", value)
    return value


def is_text(value: object) -> bool:
    """Whether a value is a text that can be written, so without the half of a character."""
    return isinstance(value, str) and not any("\ud800" <= character <= "\udfff" for character in value)


@overload
def optional_text(name: str, value: str, such: str) -> str: ...
@overload
def optional_text(name: str, value: str | None, such: str) -> str | None: ...
def optional_text(name: str, value: str | None, such: str) -> str | None:
    """A text or ``None``."""
    return None if value is None else text(name, value, such)


def texts(name: str, values: Any, such: str) -> list[str]:
    """Texts: one, several with commas, or an iterable of them."""
    found = values.split(",") if isinstance(values, str) else items(name, values, such)
    if not all(map(is_text, found)):
        raise wrong(name, such, values)
    return found


def items(name: str, values: Any, what: str) -> list[Any]:
    """What an iterable has; no text, and no dictionary."""
    if isinstance(values, (str, bytes, Mapping)):
        raise wrong(name, what, values)
    try:
        return list(values)
    except TypeError:
        raise wrong(name, what, values) from None


def path(name: str, value: Any) -> str:
    """A path as a text."""
    found = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if not isinstance(found, str) or not is_text(found) or "\0" in found:
        raise wrong(name, "a path", value)
    return found


def optional_path(name: str, value: Any) -> str | None:
    """A path as a text, or ``None``."""
    return None if value is None else path(name, value)


@overload
def whole(name: str, number: int, least: int) -> int: ...
@overload
def whole(name: str, number: int | None, least: int) -> int | None: ...
def whole(name: str, number: int | None, least: int) -> int | None:
    """A number of Python or NumPy that is whole and not less than ``least``, or ``None``."""
    if number is None:
        return None
    try:
        found = operator.index(number)
    except TypeError:
        found = least - 1
    if isinstance(number, bool) or not least <= found < 2**32:
        raise wrong(name, f"a whole number from {least}", number)
    return found


def needed(name: str, number: int, least: int) -> int:
    """A number that is whole and not less than ``least``."""
    if number is None:
        raise wrong(name, f"a whole number from {least}", number)
    return whole(name, number, least)


def seconds(time_limit: float | None) -> float | None:
    """A limit in seconds."""
    if time_limit is None:
        return None
    try:
        found = float("nan") if is_truth(time_limit) or isinstance(time_limit, (str, bytes)) else float(time_limit)
    except (TypeError, ValueError, OverflowError):
        found = float("nan")
    if not 0 <= found < 2**60:
        raise wrong("time_limit", "a number of seconds", time_limit)
    return found


def workers(jobs: int | None) -> int:
    """How many work at once: by default one a core."""
    found = whole("jobs", jobs, 1) or os.cpu_count() or 1
    if found > 1024:
        raise wrong("jobs", "a whole number from 1 to 1024", found)
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
