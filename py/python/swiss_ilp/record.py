"""Records: what answers are made of. Their attributes are the fields of their JSON, by its schema."""

from __future__ import annotations

import json
import keyword
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, ClassVar, Literal, NamedTuple, Union

Exact = Union[int, Decimal]
"""An exact number."""


class Record:
    """A part of an answer: an attribute for each field of its JSON. Numbers are exact. What its JSON does not have is ``None``, or an
    empty tuple."""

    _types: ClassVar[Mapping[str, Type]] = {}
    """The type of each attribute."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def to_dict(self) -> dict[str, Any]:
        """The JSON as a dictionary. Here, and only here, decimals are floats."""
        return json.loads(json.dumps(self._data, default=float))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(self) is type(other) and self._data == other._data

    def __hash__(self) -> int:
        return hash(frozenset(item for item in self._data.items() if not isinstance(item[1], (list, dict))))

    def __repr__(self) -> str:
        shown = ((name, getattr(self, name)) for name in map(attribute, self._data) if name in self._types)
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in shown)})"


class Type(NamedTuple):
    """The type of a field, as Python writes it, and how its value is made from JSON."""

    hint: str
    read: Callable[[Any], Any]
    absent: Any = None
    """What stands for a field that is not there."""
    may_be_none: bool = False

    def or_none(self) -> Type:
        """The type of what may be null, or not there."""
        if self.may_be_none:
            return self
        return Type(f"{self.hint} | None", lambda value: None if value is None else self.read(value), None, True)


def attribute(name: str) -> str:
    """The attribute of a field: ``not_allowed`` of ``not-allowed``, ``from_`` of ``from``."""
    found = name.replace("-", "_")
    return f"{found}_" if keyword.iskeyword(found) else found


class Schemas:
    """The classes that are made from schemas."""

    def __init__(
        self, schemas: Iterable[dict[str, Any]], given: Mapping[str, Type], base: Callable[[str, Mapping[str, Type]], type[Record]]
    ) -> None:
        """Make a class for each kind of object in ``schemas``, and what else has a name there: ``made``. ``given`` are types that are there
        already, and ``base`` says from the name and the types of a class what it is derived from."""
        self.made: dict[str, Any] = {}
        self._given = given
        self._base = base
        self._named: dict[str, dict[str, Any]] = {}
        for schema in schemas:
            self._named |= {**schema.get("$defs", {}), schema["title"]: schema}
        for name, schema in self._named.items():
            if name not in given:
                self._make(name, schema)

    def _make(self, name: str, schema: dict[str, Any]) -> None:
        words, fields = _words(schema), self._fields(schema)
        if fields:
            types = {attribute(of): self._field(name, of, *field) for of, field in fields.items()}
            body: dict[str, Any] = {attribute(of): _property(of, types[attribute(of)], field) for of, (field, _) in fields.items()}
            body |= {"__doc__": schema.get("description"), "__module__": f"{__package__}.answers", "_types": types}
            self.made[name] = type(name, (self._base(name, types),), body)
        elif words:
            self.made[name] = Literal[words]

    def _fields(self, schema: dict[str, Any]) -> dict[str, tuple[dict[str, Any], bool]]:
        """The fields of an object, and those of its variants, each with whether it is always there."""
        schema = self._named[_target(schema)] if "$ref" in schema else schema
        variants = [self._fields(of) for of in _variants(schema)]
        found = {}
        for name in {name: None for variant in variants for name in variant}:
            fields = [variant[name] for variant in variants if name in variant]
            found[name] = fields[0][0], len(fields) == len(variants) and all(is_there for _, is_there in fields)
        own = schema.get("properties", {})
        return found | {name: (field, name in schema.get("required", ())) for name, field in own.items()}

    def _field(self, of: str, name: str, schema: dict[str, Any], is_there: bool) -> Type:
        found = self._type(of + "".join(map(str.capitalize, attribute(name).split("_"))), schema)
        is_list = found.hint.startswith("tuple") and not found.may_be_none
        return found if is_there else found._replace(absent=()) if is_list else found.or_none()

    def _type(self, name: str, schema: dict[str, Any]) -> Type:
        """The type of a schema. An object that has no name of its own has this one."""
        known = _not_null(schema)
        found = self._of_known(name, known)
        return found if known is schema else found.or_none()

    def _of_known(self, name: str, schema: dict[str, Any]) -> Type:
        if "$ref" in schema:
            name, schema = _target(schema), self._named[_target(schema)]
            if name in self._given:
                return self._given[name]
            if _words(schema) and not self._fields(schema):
                return Type(name, _as_it_is)
        elif self._fields(schema):
            self._make(name, schema)
        if self._fields(schema):
            may_be_word = "properties" not in schema and bool(_words(schema))
            hint = f"{name} | str" if may_be_word else name
            return Type(hint, lambda value: value if isinstance(value, str) else self.made[name](value))
        kind = schema.get("type", "string")
        if kind == "array":
            # What stands at each place of a pair has one type.
            of, many = self._type(name, schema.get("items") or schema["prefixItems"][0]), schema.get("maxItems")
            hint = ", ".join([of.hint] * many) if many else f"{of.hint}, ..."
            return Type(f"tuple[{hint}]", lambda values: tuple(map(of.read, values)))
        if kind == "object":
            [values] = schema.get("patternProperties", {"": schema["additionalProperties"]}).values()
            of = self._type(name, values)
            return Type(f"dict[str, {of.hint}]", lambda values: {key: of.read(value) for key, value in values.items()})
        if kind == "number":
            return Type("float", float) if "format" in schema else Type("Exact", _as_it_is)
        return Type({"integer": "int", "string": "str", "boolean": "bool"}[kind], _as_it_is)


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of what is not null; the same one, if nothing may be null."""
    if isinstance(schema.get("type"), list):
        return {**schema, "type": schema["type"][0]}
    others = [of for of in _variants(schema) if of.get("type") != "null"]
    return others[0] if len(others) < len(_variants(schema)) else schema


def _variants(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return schema.get("oneOf") or schema.get("anyOf") or []


def _words(schema: dict[str, Any]) -> tuple[str, ...]:
    """The texts of an enumeration."""
    return tuple(of["const"] for of in _variants(schema) if "const" in of) or tuple(schema.get("enum", ()))


def _target(schema: dict[str, Any]) -> str:
    return schema["$ref"].rpartition("/")[2]


def _as_it_is(value: Any) -> Any:
    return value


def _property(name: str, of: Type, schema: dict[str, Any]) -> property:
    def read(record: Record) -> Any:
        return of.read(record._data[name]) if name in record._data else of.absent

    return property(read, doc=schema.get("description", "").replace("\n", " "))
