"""How a round is solved, step by step, and what lies between two criteria.

The functions take a round and a model as :func:`swiss_ilp.solve` does, and its options. Numbers that may be fractions are
``fractions.Fraction``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from . import _native, page
from .asking import MODEL
from .base import OfRound, WithStatus
from .model import ModelLike, model_of
from .settings import Progress, optional_text, text, texts, told, truth, wrong
from .tournament import RoundState, ask_of_round
from .values import Exact, Pairing, pairing_of


class OddSet(NamedTuple):
    """An odd set of players, in which at least one is not paired within."""

    seats: tuple[int, ...]
    """Its members; 0 is the bye."""
    room: int
    """How many pairs it has room for."""
    dual: Fraction
    """The dual value."""


class Duals(NamedTuple):
    """The dual values that prove the optimum of a round. Several tiers are one number, in which ``weights`` of them are added.

    Numbers are in the smallest unit of the tiers, mostly tenths.
    """

    bound: Fraction
    """What no pairing exceeds, and the best pairing reaches."""
    seats: dict[int, Fraction]
    """The dual value of each player, in pairing order, and of the bye, which is 0."""
    odd_sets: tuple[OddSet, ...]
    """The odd sets and their dual values."""
    weights: dict[str, int]
    """What a unit of each tier weighs, by the name of the tier."""


class DualCheck(OfRound):
    """Dual values that somebody has written, checked: which bound they prove, or which pairs they fail."""

    @property
    def feasible(self) -> bool:
        """Whether no pair weighs more than it is given, so that no pairing exceeds the bound."""
        return self._data["feasible"]

    @property
    def bound(self) -> Fraction | None:
        """What the dual values come to: a bound only if ``feasible``; ``None`` if they are refused."""
        return _fraction(self._data["bound"])

    @property
    def best(self) -> Fraction | None:
        """What the best pairing weighs; ``None`` if there is none."""
        return _fraction(self._data["best"])

    @property
    def distance(self) -> Fraction | None:
        """How far the bound is from the best pairing, if it is a bound."""
        return _fraction(self._data["distance"])

    @property
    def violated(self) -> int:
        """How many pairs weigh more than they are given."""
        return self._data["violated"]

    @property
    def first(self) -> tuple[tuple[int, int], ...]:
        """The first of these pairs."""
        return tuple((row["seats"][0], row["seats"][1]) for row in self._data["first"])

    @property
    def refused(self) -> str | None:
        """Why the dual values are refused, with the id of the check, if they are."""
        return self._data["refused"]

    def __repr__(self) -> str:
        verdict = self.refused or (f"bound {self.bound}" if self.feasible else f"{self.violated} pairs weigh too much")
        return f"<DualCheck of round {self.round}: {verdict}>"


class Relaxation(NamedTuple):
    """The linear program of a round without odd sets."""

    values: tuple[Fraction, ...]
    """The value of each tier."""
    circles: tuple[tuple[int, ...], ...]
    """The odd circles of the pairs of 1/2, the bye as 0; none if the values are those of the optimum."""


class CutStep(NamedTuple):
    """A solve of the linear program, and the odd sets that are added then."""

    tier: int
    """The tier, from 1."""
    bound: Fraction
    """What no pairing exceeds in it, by HiGHS, rounded."""
    odd_sets: tuple[tuple[int, ...], ...]
    """The odd sets that are added; 0 is the bye."""


class ShownTier(NamedTuple):
    """A tier of an objective, as it was decided."""

    name: str
    """Its name."""
    optimum: Exact
    """Its optimum among the optima of the tiers before."""
    proof: str
    """The evidence."""
    tight_pairs: int | None
    """The pairs of reduced cost 0 in this tier and those before; ``None`` with caps."""
    possible_pairs: int | None
    """The pairs that are in some optimum of this tier and those before; ``None`` with caps."""


class Case(NamedTuple):
    """A case of a proof by cases."""

    depth: int
    """How many cases it is within."""
    demand: str
    """What it demands beyond the case that it is within, in words."""
    bound: Fraction
    """What no pairing of the case exceeds; for a cap, the fewest boards that it counts."""
    branches: bool
    """Whether it branches; else it is closed."""


class Stage(NamedTuple):
    """A tier that was decided by cases, or a cap that cannot be kept."""

    name: str
    """Its name."""
    optimum: Fraction
    """What it is worth at most; for a cap, how many boards it counts at least."""
    next: Fraction
    """What the next better pairing would be worth."""
    cases: tuple[Case, ...]
    """The cases; those within one come after it."""


class Shown(WithStatus):
    """How a round is solved. What was not asked for is ``None``. ``status`` is as of :class:`swiss_ilp.Solution`."""

    @property
    def pairing(self) -> Pairing | None:
        """The optimum, if it was found."""
        return pairing_of(self._data) if self.status == "optimal" else None

    @property
    def values(self) -> tuple[Exact, ...]:
        """The value of each tier."""
        return tuple(self._data["values"])

    @property
    def relax(self) -> Relaxation | None:
        """The linear program without odd sets."""
        row = self._data.get("relax")
        return row and Relaxation(tuple(map(Fraction, row["values"])), _lists(row["circles"]))

    @property
    def cuts(self) -> tuple[CutStep, ...] | None:
        """The steps of the linear program with odd sets."""
        rows = self._data.get("cuts")
        return rows and tuple(CutStep(row["tier"], Fraction(row["bound"]), _lists(row["odd_sets"])) for row in rows)

    @property
    def duals(self) -> Duals | None:
        """The dual values that prove the optimum."""
        row = self._data.get("duals")
        if row is None:
            return None
        sets = tuple(OddSet(tuple(of["seats"]), of["room"], Fraction(of["dual"])) for of in row["odd_sets"])
        seats = {of["seat"]: Fraction(of["dual"]) for of in row["seats"]}
        return Duals(Fraction(row["bound"]), seats, sets, {of["name"]: int(of["weight"]) for of in row["tiers"]})

    @property
    def legal_pairs(self) -> int | None:
        """How many pairs the rules allow, a bye as a pair, if tiers were asked for."""
        row = self._data.get("tiers")
        return row and row["legal_pairs"]

    @property
    def tiers(self) -> tuple[ShownTier, ...] | None:
        """The tiers, in order."""
        row = self._data.get("tiers")
        return row and tuple(ShownTier(*(of[name] for name in ShownTier._fields)) for of in row["tiers"])

    @property
    def tree(self) -> tuple[Stage, ...] | None:
        """How each tier was decided by cases, or that a cap cannot be kept; nothing if nothing branches."""
        rows = self._data.get("tree")
        return None if rows is None else tuple(map(_stage, rows))

    def __repr__(self) -> str:
        return f"<Shown of round {self.round} by {self._data['model']}: {self.status}>"


def _lists(rows: list[list[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, rows))


def _stage(row: dict[str, Any]) -> Stage:
    cases = tuple(Case(of["depth"], of["demand"], Fraction(of["bound"]), of["branches"]) for of in row["cases"])
    return Stage(row["name"], Fraction(row["optimum"]), Fraction(row["next"]), cases)


class Point(NamedTuple):
    """A pairing that no other one dominates."""

    values: tuple[Exact, ...]
    """The value of each criterion, or its count."""
    change: tuple[Exact, ...] | None
    """In a price list, the difference of each to the point before; ``None`` of the first point, and of a front."""
    pairing: Pairing | None
    """The canonical pairing of those with these values; ``None`` if only values were asked for."""


class Front(WithStatus):
    """The pairings that no other one dominates, or a price list. As a frame, a row a point.

    ``status`` is ``optimal`` if all points were found, and else as of :class:`swiss_ilp.Solution`.
    """

    _kinds: ClassVar[Mapping[str, str]] = {"pairs": "s"}
    _rest: ClassVar[str] = "f"

    def __init__(self, native: _native.Record, state: RoundState, plot: str | None) -> None:
        super().__init__(native, state)
        self.plot: str | None = plot
        """The points of two criteria as SVG; ``None`` of a price list."""

    @property
    def criteria(self) -> tuple[str, ...]:
        """What the values are of. Of a tier, great values are better; of anything else, small counts."""
        return tuple(row["name"] for row in self._data["criteria"])

    @property
    def points(self) -> tuple[Point, ...]:
        """The points, the best by the first criterion first; in a price list, the best by the tiers first."""
        return tuple(map(_point, self._data["points"]))

    def __repr__(self) -> str:
        return f"<Front of round {self.round} between {', '.join(self.criteria)}: {self.status}, {len(self.points)} points>"

    def _repr_html_(self) -> str:
        return page.with_plot(self, self.plot or "")


def _point(row: dict[str, Any]) -> Point:
    change = row.get("change")
    return Point(tuple(row["values"]), tuple(change) if change else None, pairing_of(row) if "pairs" in row else None)


def _fraction(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def shown(
    state: RoundState,
    show: str | Iterable[str],
    model: ModelLike = "pairs",
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> Shown:
    """How a round is solved. ``show`` is one or several of ``relax`` (the linear program without odd sets), ``cuts`` (its bound by HiGHS
    with odd sets, step by step), ``duals`` (the dual values that prove the optimum), ``tiers`` (tier after tier) and ``tree`` (with caps, the
    cases of the proof), as a list or in a text with commas.

    A round without a legal pairing raises :class:`~swiss_ilp.NoPairingError`. :func:`verify_duals` checks dual values.

    >>> si.shown(t.round(), "duals").duals.bound
    Fraction(1850, 1)
    """
    views = texts("show", show, "'relax', 'cuts', 'duals', 'tiers' or 'tree'")
    request = {"model": MODEL, "ties": text("ties", ties, "'canonical', 'fold' or 'random:1'"), "show": views}
    return Shown(ask_of_round("solve", state, request, [model_of(model)], (time_limit, memory_limit)).record, state)


def pareto(
    state: RoundState,
    between: str | Iterable[str] | None = None,
    model: ModelLike = "fair",
    *,
    of: str | None = None,
    values: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: Progress = False,
) -> Front:
    """All pairings that no other one dominates between two criteria: tiers of the model, terms, ``downfloats`` or ``same-federation``.

    ``between`` is two names, or both in a text with a comma. ``of`` in its place says what it costs, in the tiers of the model, to make
    fewer boards of a kind: ``same-federation``, ``downfloats``, or a term; this list has no plot. With ``values`` the values are found alone, without their pairings: in a
    large field this takes a fraction of the time. ``progress=True`` says on standard error how many points were found, and a function is
    called with this number, and that of all where it is known.

    >>> [point.values for point in si.pareto(t.round(), ("scores", "colours")).points]
    [(-2, -4), (-3, 0)]
    """
    names = [] if between is None else texts("between", between, "two criteria, such as ('scores', 'colours')")
    if between is not None and len(names) != 2:
        raise wrong("between", "two criteria, such as ('scores', 'colours')", between)
    kind = optional_text("of", of, "'same-federation' or 'downfloats'")
    plot = "plot.svg" if kind is None else None
    request = {"model": MODEL, "between": names, "of": kind, "values": truth("values", values), "plot": plot}
    answer = ask_of_round("pareto", state, request, [model_of(model)], (time_limit, memory_limit), kept=plot, progress=told(progress, "points"))
    return Front(answer.record, state, answer.files[plot].decode() if plot else None)
