"""Errors, as exceptions with a code, a line, a column and help.

Every exception of the package is a :class:`SwissError`. ``exit_code`` is the one with which the command line ends in this case.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from .answers import FaultLine


class SwissError(Exception):
    """Any error of the package.

    The message says what is wrong, and what to do. ``code`` is the id of the fault or the kind of the error, ``line`` and ``column``
    its place in a file (from 1, or ``None``), ``help`` what to do, as far as it is known apart from the message.
    """

    exit_code: ClassVar[int] = 2
    kind: ClassVar[str] = "error"

    def __init__(self, message: str, faults: list[FaultLine] | None = None) -> None:
        super().__init__(message)
        self.faults: list[FaultLine] = list(faults or [])
        """Every fault of the file, in its order."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.faults)

    @property
    def code(self) -> str:
        """The id of the first fault, or the kind of the error."""
        return self.faults[0].code if self.faults else self.kind

    @property
    def line(self) -> int | None:
        """The line of the first fault, from 1."""
        return self.faults[0].line if self.faults else None

    @property
    def column(self) -> int | None:
        """The column of the first fault, from 1 in characters."""
        return self.faults[0].column if self.faults else None

    @property
    def help(self) -> str:
        """What to do: of the first fault, or the last clause of the message."""
        if self.faults:
            return self.faults[0].mend
        _, mark, after = str(self).rpartition("; ")
        return after if mark else ""


class NoPairingError(SwissError):
    """No legal pairing exists, where one is needed. A :class:`~swiss_ilp.Solution` without a pairing is no error."""

    exit_code = 1
    kind = "no-pairing"


class InternalError(SwissError, RuntimeError):
    """The program has failed. Please report it."""

    exit_code = 2
    kind = "internal"


class RequestError(SwissError, ValueError):
    """What was asked for is wrong, or does not apply to this round."""

    exit_code = 3
    kind = "request"


class NoColumnError(RequestError, KeyError):
    """A frame has no column of this name."""

    def __str__(self) -> str:
        # A KeyError would show the repr.
        return Exception.__str__(self)


class LimitError(SwissError, TimeoutError):
    """A limit came before there was anything to return."""

    exit_code = 4
    kind = "limit"


class FileError(SwissError, ValueError):
    """A file cannot be read, or has faults. ``faults`` has all of them."""

    exit_code = 5
    kind = "bad-file"


class SwissWarning(UserWarning):
    """Something that was asked for has no effect in this round, or was lenient in a file."""


def faults_of(text: str) -> list[FaultLine]:
    """The faults of a list in JSON."""
    from .answers import FaultLine

    return list(map(FaultLine, json.loads(text)))


def of_faults(message: str, text: str) -> FileError:
    """The error of a file with the faults of a list in JSON."""
    return FileError(message, faults_of(text))
