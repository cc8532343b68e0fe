"""The options of tasks, as the compiled module takes them."""

from __future__ import annotations

import operator
import os
from collections.abc import Iterable
from typing import Any, Union, overload

from .errors import RequestError

Repair = Union[bool, str, Iterable[str]]
"""The hard rules whose breaches are counted, the most readily given up first: ``True`` for those that the model names."""


def settings(
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int = 1,
    method: str = "exact",
    ties: str = "canonical",
    repair: Repair = False,
) -> dict[str, Any]:
    """The options of a task."""
    return {
        "time_limit": seconds(time_limit),
        "memory_limit": whole("memory_limit", memory_limit, 1),
        "threads": whole("threads", threads, 1),
        "method": method,
        "ties": ties,
        "repair": given_up(repair),
    }


def given_up(repair: Repair) -> list[str] | None:
    """The names of the rules, or ``None`` if there is no repair."""
    if isinstance(repair, bool):
        return [] if repair else None
    return repair.split(",") if isinstance(repair, str) else list(repair)


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
        raise RequestError(f"{name} is a whole number from {least}, not {number!r}")
    return found


def seconds(time_limit: float | None) -> float | None:
    """A limit in seconds."""
    if time_limit is None:
        return None
    if isinstance(time_limit, (bool, str, bytes)) or not hasattr(time_limit, "__float__") or not 0 <= float(time_limit) < 2**60:
        raise RequestError(f"time_limit is a number of seconds, not {time_limit!r}")
    return float(time_limit)


def workers(jobs: int | None) -> int:
    """How many work at once: by default one a core."""
    found = whole("jobs", jobs, 1) or os.cpu_count() or 1
    if found > 1024:
        raise RequestError(f"jobs is a whole number from 1 to 1024, not {found}")
    return found
