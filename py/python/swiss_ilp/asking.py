"""How a question is asked: its request as JSON, and what stands beside it."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _native
from .errors import SwissWarning
from .settings import seconds, whole

if TYPE_CHECKING:
    from .model import Model


class Answer(NamedTuple):
    """An answer."""

    record: _native.Record
    notes: list[tuple[str, str]]
    """What is no part of it: the kind (``edition``, ``unheeded`` or ``remark``), and a sentence."""
    files: dict[str, bytes]
    """The file that was kept, by its name in the request."""

    def warn(self, kind: str, depth: int = 2) -> None:
        """Warn of the notes of a kind, at the line of the caller so many calls above."""
        for of, what in self.notes:
            if of == kind:
                warnings.warn(what, SwissWarning, stacklevel=depth + 1)


Limits = tuple[Union[float, None], Union[int, None]]
"""The time limit in seconds, and the memory limit in MiB."""

MODEL = "0"
"""The name of the only model in a request."""


def ask(
    question: str,
    request: Mapping[str, Any],
    models: Sequence[Model] = (),
    limits: Limits = (None, None),
    *,
    tournament: _native.Tournament | None = None,
    contents: Mapping[str, bytes] | None = None,
    kept: str | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> Answer:
    """Ask a question of the library. What is ``None`` in the request is not in it. It names the ``models`` by their places, from 0, and
    ``contents`` as they are named there. The file in it that is ``kept`` is returned and not written.
    ``progress`` is called with how much is done, and of how much, of what takes long.

    The schemas of requests are ``_native.request_schemas()``.
    """
    named = [(str(place), model._native) for place, model in enumerate(models)]
    text = json.dumps({key: value for key, value in request.items() if value is not None})
    numbers = (seconds(limits[0]), whole("memory_limit", limits[1], 1))
    return Answer(*_native.ask(question, text, tournament, named, dict(contents or {}), [kept] if kept else [], *numbers, progress))
