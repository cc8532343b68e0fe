"""How a question is asked: its request as JSON, made of parameters by its schema, and what stands beside it."""

from __future__ import annotations

import functools
import json
import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from . import _native
from .errors import SwissWarning
from .settings import is_truth, number, several, text, texts, truth, whole, wrong


class Answer(NamedTuple):
    """An answer."""

    record: _native.Record
    notes: list[tuple[str, str]]
    """What is no part of it: the kind (``edition``, ``unheeded`` or ``remark``), and a sentence."""
    files: dict[str, bytes]
    """The file that was kept, by its name in the request."""

    def warn(self, kind: str) -> None:
        """Warn of the notes of a kind."""
        for of, what in self.notes:
            if of == kind:
                warn(what)


def warn(what: str) -> None:
    """Warn of something, at the line that has called the package."""
    level, frame = 1, sys._getframe()
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        level, frame = level + 1, frame.f_back
    warnings.warn(what, SwissWarning, stacklevel=level)


@functools.cache
def _schemas() -> dict[str, Any]:
    return {name: json.loads(schema) for name, schema in _native.request_schemas().items()}


def request(question: str, given: Mapping[str, Any]) -> str:
    """The request of a question: each parameter that is there and not ``None``, in the place and of the type that the schema has for its
    name."""
    schema = _schemas()[question]
    return json.dumps(_placed(schema, schema.get("$defs", {}), given))


def _placed(schema: dict[str, Any], named: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    fields = {}
    for name, field in schema["properties"].items():
        field = next((of for of in field.get("anyOf", ()) if "$ref" in of), field)
        while "$ref" in field:
            field = named[field["$ref"].rpartition("/")[2]]
        value = given.get(name)
        if name in _TRUE and is_truth(value):
            value = _TRUE[name] if value else None
        if "properties" in field:
            fields[name] = _placed(field, named, given)
        elif value is not None:
            fields[name] = _value(name, value, field)
    return fields


_TRUE: dict[str, Any] = {"repair": [], "count_optima": 100_000}
"""What ``True`` stands for, where ``False`` is nothing."""


def _value(name: str, value: Any, schema: dict[str, Any]) -> Any:
    """A parameter in JSON, by the schema of its type."""
    kinds = schema.get("type", "string")
    if "boolean" in kinds:
        return truth(name, value)
    if "integer" in kinds:
        return whole(name, value, schema.get("minimum", 0), schema.get("maximum"))
    if "number" in kinds:
        return number(name, value)
    if "object" in kinds:
        if not isinstance(value, Mapping):
            raise wrong(name, "a dictionary of numbers by their names", value)
        return {text(name, key): number(name, of) for key, of in value.items()}
    if "array" in kinds and schema["items"].get("type") == "integer":
        return [whole(f"a player of {name}", of, 1) for of in several(name, value)]
    return texts(name, value) if "array" in kinds else text(name, value)


def ask(
    question: str,
    given: Mapping[str, Any],
    *,
    tournament: _native.Tournament | None = None,
    contents: Mapping[str, bytes] | None = None,
    kept: str | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> Answer:
    """Ask a question of the library. ``given`` are the parameters by their names, among them a ``model`` or ``models``. ``contents`` are
    those of the files that it names. The file in it that is ``kept`` is returned and not written. ``progress`` is called with how
    much is done, and of how much, of what takes long."""
    from .model import model_of, models_of

    one = given.get("model")
    models = models_of(given["models"]) if "models" in given else [] if one is None else [model_of(one)]
    named = [(str(place), model._native) for place, model in enumerate(models)]
    names = [name for name, _ in named]
    asked = {**given, "models": names, "model": names[0] if names else None}
    time, memory = given.get("time_limit"), given.get("memory_limit")
    limits = None if time is None else number("time_limit", time), None if memory is None else whole("memory_limit", memory, 1, _MOST_MEBIBYTES)
    beside = (tournament, named, dict(contents or {}), [kept] if kept else [], *limits, progress)
    return Answer(*_native.ask(question, request(question, asked), *beside))


_MOST_MEBIBYTES = 1 << 40
