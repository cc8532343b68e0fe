"""Models: what counts in a pairing, and how much."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Union

from . import _native, _toml
from .asking import ask
from .errors import RequestError
from .settings import items, path, text, texts, wrong
from .tables import labelled

Number = Union[int, float, Decimal]
"""A weight. A float counts as the shortest decimal that is read as this float."""


@dataclass(frozen=True)
class Definition:
    """A term or a rule that a model writes itself, as expressions of the Common Expression Language (CEL).

    ``a`` is the higher player in pairing order and ``b`` the lower; ``p`` is one player and ``colour`` what he gets, ``'white'`` or
    ``'black'``. For example ``Definition("same-club", pair="a.club != '' && a.club == b.club")`` counts boards of club-mates, and
    ``Definition("no-family", forbid="a.family == b.family")`` forbids boards. Counts have at most 3 decimals.
    """

    name: str
    """Small letters, digits and hyphens."""
    pair: str | None = None
    """What a board counts."""
    colour: str | None = None
    """What each player at a board counts."""
    bye: str | None = None
    """What the bye counts."""
    forbid: str | None = None
    """Boards of which this is true are forbidden."""
    forbid_colour: str | None = None
    """Colours of which this is true are forbidden."""
    forbid_bye: str | None = None
    """Players of whom this is true do not get the bye."""
    count_at_most: int | None = None
    """At how many boards ``pair``, which is a condition then, may be true."""
    per: str | None = None
    """The group of a board, for each of which the cap holds alone."""

    def __post_init__(self) -> None:
        _check_texts(self, _EXPRESSIONS)

    def to_dict(self) -> dict[str, Any]:
        """The table of a model file."""
        return {key.replace("_", "-"): value for key, value in vars(self).items() if value is not None}


_EXPRESSIONS = ("pair", "colour", "bye", "forbid", "forbid_colour", "forbid_bye", "per")


def _check_texts(of: Definition | Term | Tier, optional: Sequence[str]) -> None:
    for name in ("name", *optional):
        if getattr(of, name) is not None:
            text(name, getattr(of, name), "a text, such as 'a.club == b.club'")


@dataclass(frozen=True)
class Term:
    """A term of a tier: what is counted, and the weight of one.

    ``Term("score-difference", -5)`` names a built-in term (``swiss_ilp.rule()`` lists them). With ``pair``, ``colour`` or ``bye`` it
    is an expression of your own, as in :class:`Definition`. With ``matrix`` it is a number for each pair of players: an array of shape
    (n, n), in which row and column i are the player of pairing number i + 1, for every number up to the last one; or a frame of pandas
    whose index and columns are pairing numbers, in any order. It is symmetric, and its diagonal does not count. Its numbers have at
    most 3 decimals: ``numpy.round(matrix, 3)``. A float counts as the decimal that it prints as.
    """

    name: str
    weight: Number = 1
    pair: str | None = None
    colour: str | None = None
    bye: str | None = None
    matrix: Any = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        _check_texts(self, ("pair", "colour", "bye"))
        _toml.decimal(self.weight)
        if self.matrix is not None:
            labelled(self.matrix, None)

    def definition(self) -> Definition | None:
        """The definition that the term needs, if it is none of the built-in ones."""
        if self.matrix is not None:
            if self.pair is not None:
                raise RequestError(f"the term {self.name} has a matrix and a pair; leave one")
            return Definition(self.name, pair="weight(a, b)", colour=self.colour, bye=self.bye)
        is_own = any(of is not None for of in (self.pair, self.colour, self.bye))
        return Definition(self.name, self.pair, self.colour, self.bye) if is_own else None


@dataclass(frozen=True)
class Tier:
    """A tier of an objective: a name and weighted terms. Its sum is maximised among the best pairings of the tiers before it."""

    name: str
    """Its name."""
    terms: Sequence[Term]
    """Its terms."""

    def __post_init__(self) -> None:
        _check_texts(self, ())
        _listed(f"the terms of the tier {self.name}", self.terms, Term, "Term(name, weight)")

    def to_dict(self) -> dict[str, Any]:
        """The table of a model file."""
        return {"name": self.name, "terms": [{"term": term.name, "weight": term.weight} for term in self.terms]}


class Model:
    """A model: hard rules and an objective of one or more tiers, or the program of a rule system.

    - ``Model("fair")`` is a built-in model (:func:`models` lists them), ``Model("mine.toml")`` a file;
    - ``Model({"kind": "objective", …})`` is the dictionary of such a file, with its keys;
    - ``Model(tiers=[…], hard=[…])`` builds one of :class:`Tier`, :class:`Term` and :class:`Definition`.

    A fault raises :class:`~swiss_ilp.FileError`, which says the tier and term, or the key of the dictionary; of a file, line and column.
    """

    def __init__(
        self,
        source: str | os.PathLike[str] | Mapping[str, Any] | None = None,
        *,
        tiers: Sequence[Tier] = (),
        hard: Sequence[str] = ("no-rematch", "no-forbidden-pair", "no-third-colour", "colour-balance", "no-second-bye"),
        define: Sequence[Definition] = (),
        name: str = "own",
        summary: str = "A model of one's own.",
        formulation: str = "pairs",
        relax: Sequence[str] | None = None,
        side: Mapping[str, Any] | None = None,
    ) -> None:
        tiers = _listed("tiers", [tiers] if isinstance(tiers, Tier) else tiers, Tier, "Tier(name, terms)")
        if (source is None) == (not tiers):
            raise RequestError("a model is named, or it is built of tiers; give one of the two")
        self._matrix: Any = None
        if isinstance(source, Mapping):
            self._native = _parsed(f"{source.get('name', 'model')}.toml", source)
        elif isinstance(source, (str, os.PathLike)):
            self._native = _native.Model.load(path("a model", source))
        elif source is not None:
            raise wrong("a model", "a Model, a name such as 'pairs', the path of a file, or a dictionary", source)
        else:
            define = _listed("define", define, Definition, "Definition(name, pair=…)")
            if side is not None and not isinstance(side, Mapping):
                raise wrong("side", "a dictionary with the keys of a model file", side)
            terms = [term for tier in tiers for term in tier.terms]
            self._matrix = _one_matrix(terms)
            own = [definition for definition in map(Term.definition, terms) if definition]
            document = {
                "kind": "objective",
                "name": text("name", name),
                "summary": summary,
                "formulation": formulation,
                "hard": texts("hard", hard),
                "relax": None if relax is None else texts("relax", relax),
                "define": [definition.to_dict() for definition in [*define, *dict.fromkeys(own)]] or None,
                "tier": [tier.to_dict() for tier in tiers],
                "side": side,
            }
            self._native = _parsed(f"{document['name']}.toml", document)

    def __reduce__(self) -> tuple[Any, ...]:
        native = self._native
        return _restored, (native.asked, native.path, native.text, self._matrix)

    @property
    def name(self) -> str:
        """The name in results."""
        return self._native.name

    @property
    def text(self) -> str:
        """The model as a TOML file. A matrix of weights is no part of it."""
        return self._native.text

    def show(self, in_full: bool = False) -> str:
        """The model as ``swiss-ilp model`` shows it; ``in_full`` with the meaning of every rule and term."""
        return self._ask({"show": in_full}).render("table").decode()

    def to_json(self) -> bytes:
        """The same as JSON."""
        return self._ask({}).render("json")

    def to_latex(self) -> str:
        """The formulation as a LaTeX document."""
        return self._ask({"latex": True}).render("table").decode()

    def _ask(self, given: dict[str, Any]) -> _native.Record:
        return ask("model", {"model": self, **given}).record

    def __repr__(self) -> str:
        return f"<Model {self.name}>"

    def _repr_html_(self) -> str:
        from .page import preformatted

        return preformatted(self.show())


def models() -> list[str]:
    """The names of the models that come with the package."""
    return _native.Model.built_in()


ModelLike = Union[Model, str, "os.PathLike[str]", Mapping[str, Any]]
"""A model, the name of a built-in one, the path of a model file, or the dictionary of one."""


def model_of(model: ModelLike) -> Model:
    """The model, whatever it is given as."""
    return model if isinstance(model, Model) else Model(model)


def models_of(models: Any) -> list[Model]:
    """One or several models. A text may have several names, with commas."""
    if isinstance(models, str) and not os.path.exists(models):
        models = models.split(",")
    is_one = isinstance(models, (Model, str, os.PathLike, Mapping))
    return [model_of(model) for model in ([models] if is_one else items("models", models, "a model, or a list of models"))]


def _one_matrix(terms: Sequence[Term]) -> Any:
    matrices = [term.matrix for term in terms if term.matrix is not None]
    if len(matrices) > 1 and any(matrix is not matrices[0] for matrix in matrices):
        raise RequestError("a model has one matrix of weights; add the matrices up, or write attributes and expressions")
    return matrices[0] if matrices else None


def _listed(name: str, values: Any, kind: type, such: str) -> list[Any]:
    found = items(name, values, f"a list of {such}")
    for value in found:
        if not isinstance(value, kind):
            raise wrong(name, f"a list of {such}", value)
    return found


def _parsed(file: str, document: Mapping[str, Any]) -> _native.Model:
    written = _toml.write(document)
    with written.located():
        return _native.Model.parse(file, file, written.text)


def _restored(asked: str, path: str, text: str, matrix: Any) -> Model:
    model = Model.__new__(Model)
    model._native = _native.Model.parse(asked, path, text)
    model._matrix = matrix
    return model
