"""How a round is solved, step by step, and what lies between two criteria.

The functions take a round and a model as :func:`swiss_ilp.solve` does, and its options. Numbers that may be fractions are
``fractions.Fraction``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from . import _native, page
from .asking import MODEL, Limits
from .base import OfRound, WithStatus
from .model import ModelLike, model_of
from .settings import Progress, text, texts, told, truth, wrong
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


class Duals(OfRound):
    """The dual values that prove the optimum of a round. Several tiers are one number, in which ``weights`` of them are added.

    Numbers are in the smallest unit of the tiers, mostly tenths.
    """

    @property
    def bound(self) -> Fraction:
        """What no pairing exceeds, and the best pairing reaches."""
        return Fraction(self._data["bound"])

    @property
    def seats(self) -> dict[int, Fraction]:
        """The dual value of each player, in pairing order, and of the bye, which is 0."""
        return {row["seat"]: Fraction(row["dual"]) for row in self._data["seats"]}

    @property
    def odd_sets(self) -> tuple[OddSet, ...]:
        """The odd sets and their dual values."""
        return tuple(OddSet(tuple(row["seats"]), row["room"], Fraction(row["dual"])) for row in self._data["odd_sets"])

    @property
    def weights(self) -> dict[str, int]:
        """What a unit of each tier weighs, by the name of the tier."""
        return {row["name"]: int(row["weight"]) for row in self._data["tiers"]}

    def __repr__(self) -> str:
        return f"<Duals of round {self.round} by {self._data['model']}: bound {self.bound}, odd sets: {len(self.odd_sets)}>"


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


class _Watched(WithStatus):
    """A solve that was watched. ``status`` is as of :class:`swiss_ilp.Solution`."""

    @property
    def pairing(self) -> Pairing | None:
        """The optimum, if it was found."""
        return pairing_of(self._data) if self.status == "optimal" else None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of round {self.round} by {self._data['model']}: {self.status}>"


class RelaxedTier(NamedTuple):
    """A tier of the linear program, beside the optimum in integers."""

    tier: int
    """The tier, from 1."""
    name: str
    """Its name."""
    relaxation: Fraction | None
    """The value of the linear program; ``None`` if a limit came first."""
    optimum: Exact | None
    """The value of the optimum; ``None`` if there is none."""


class Relaxation(_Watched):
    """The linear program of a round without odd sets, beside its optimum in integers."""

    _kinds: ClassVar[Mapping[str, str]] = {"value": "s"}

    @property
    def tiers(self) -> tuple[RelaxedTier, ...]:
        """The value of each tier."""
        rows = self._data["tiers"]
        return tuple(RelaxedTier(row["tier"], row["name"], _fraction(row["relaxation"]), row["optimum"]) for row in rows)

    @property
    def point(self) -> dict[str, Fraction]:
        """The variables that are not 0, such as ``x_3_7``: 1 or 1/2."""
        return {row["variable"]: Fraction(row["value"]) for row in self._data["point"]}

    @property
    def fractional(self) -> tuple[int, ...]:
        """The players who have a variable of 1/2."""
        return tuple(self._data["fractional"])

    @property
    def circles(self) -> tuple[tuple[int, ...], ...]:
        """The odd circles of these variables."""
        return tuple(map(tuple, self._data["circles"]))


class Cut(NamedTuple):
    """An odd set whose inequality the point violates."""

    seats: tuple[int, ...]
    """Its members; 0 is the bye."""
    inside: Fraction
    """The sum of the variables within."""
    room: int
    """How many pairs there is room for."""


class CutStep(NamedTuple):
    """A solve of the linear program, and the odd sets that are added then."""

    bound: tuple[Fraction, ...]
    """The bound of each tier."""
    fractional: dict[str, Fraction]
    """The variables that are neither 0 nor 1."""
    odd_sets: tuple[Cut, ...]
    """The odd sets that are added."""


class Cuts(_Watched):
    """A round solved by its linear program, odd set by odd set."""

    _kinds: ClassVar[Mapping[str, str]] = {"step": "i", "room": "i"}

    @property
    def done(self) -> bool:
        """Whether the last bound is the value of the optimum; if not, a limit came first."""
        return self._data["done"]

    @property
    def steps(self) -> tuple[CutStep, ...]:
        """The steps, in order."""
        return tuple(map(_step, self._data["steps"]))


def _step(row: dict[str, Any]) -> CutStep:
    fractional = {of["variable"]: Fraction(of["value"]) for of in row["fractional"]}
    cuts = tuple(Cut(tuple(of["seats"]), Fraction(of["inside"]), of["room"]) for of in row["odd_sets"])
    return CutStep(tuple(map(Fraction, row["bound"])), fractional, cuts)


class TracedTier(NamedTuple):
    """A tier of an objective, as it was decided."""

    tier: int
    """The tier, from 1."""
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


class TierTrace(_Watched):
    """A round whose tiers were decided one after another. Of a system, ``to_dict()`` has the steps and their tiers."""

    @property
    def legal_pairs(self) -> int | None:
        """How many pairs the rules allow, a bye as a pair; ``None`` of a system."""
        return self._data.get("legal_pairs")

    @property
    def tiers(self) -> tuple[TracedTier, ...]:
        """The tiers of an objective, in order."""
        return tuple(TracedTier(*(row[name] for name in TracedTier._fields)) for row in self._data.get("tiers", ()))


class Case(NamedTuple):
    """A case of a proof by cases."""

    case: int
    """Its number, from 1."""
    within: int | None
    """The case that it is a part of; ``None`` of the first."""
    between: tuple[tuple[int, ...], tuple[int, ...]] | None
    """The two sets whose boards it counts, the bye as 0; ``None`` of the first."""
    at_most: int | None
    """So many at most."""
    at_least: int | None
    """So many at least."""
    bound: Fraction
    """What no pairing of the case exceeds; for a cap, the fewest boards that it counts."""
    multipliers: dict[str, Fraction]
    """What one board more would be worth where a row keeps it out, by the row."""
    closed: str | None
    """``has-optimum``, ``no-better``, or ``None`` if it branches."""


class TreeStage(NamedTuple):
    """A tier that was decided by cases, or a cap that cannot be kept."""

    tier: int | None
    """The tier, from 1; ``None`` of a cap."""
    name: str
    """Its name."""
    optimum: Fraction
    """What it is worth at most; for a cap, how many boards it counts at least."""
    next: Fraction
    """What the next better pairing would be worth."""
    cases: tuple[Case, ...]
    """The cases; those within one come after it."""


class Tree(_Watched):
    """The cases by which a model with caps was decided. As a frame, a row a case."""

    _kinds: ClassVar[Mapping[str, str]] = {"case": "i", "within": "i"}

    @property
    def stages(self) -> tuple[TreeStage, ...]:
        """The tiers, in order; none if nothing branches."""
        return tuple(map(_stage, self._data["stages"]))


def _stage(row: dict[str, Any]) -> TreeStage:
    cases = tuple(map(_case, row["cases"]))
    return TreeStage(row["tier"], row["name"], Fraction(row["optimum"]), Fraction(row["next"]), cases)


def _case(row: dict[str, Any]) -> Case:
    demand = row["branching"]
    between = (tuple(demand["one"]), tuple(demand["other"])) if demand else None
    most, least = (demand["at_most"], demand["at_least"]) if demand else (None, None)
    multipliers = {of["row"]: Fraction(of["value"]) for of in row["multipliers"]}
    return Case(row["case"], row["within"], between, most, least, Fraction(row["bound"]), multipliers, row["closed"])


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


def _shown(view: str, state: RoundState, model: ModelLike, limits: Limits, ties: str = "canonical") -> _native.Record:
    """The record that shows how a round is solved."""
    request = {"model": MODEL, "ties": text("ties", ties, "'canonical', 'fold' or 'random:1'"), view: True}
    return ask_of_round("solve", state, request, [model_of(model)], limits, depth=4).record


def duals(
    state: RoundState, model: ModelLike = "pairs", *, time_limit: float | None = None, memory_limit: int | None = None
) -> Duals:
    """The dual values that prove the optimum of a round: exact numbers that give a bound, which no legal pairing exceeds.

    A round without a legal pairing raises :class:`~swiss_ilp.NoPairingError`. :func:`verify_duals` checks such numbers.

    >>> si.duals(t.round())
    <Duals of round 4 by pairs: bound 1850, odd sets: 0>
    """
    return Duals(_shown("duals", state, model, (time_limit, memory_limit)), state)


def relax(
    state: RoundState,
    model: ModelLike = "pairs",
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> Relaxation:
    """The linear program of a round without odd sets, beside its optimum in integers."""
    return Relaxation(_shown("relax", state, model, (time_limit, memory_limit), ties), state)


def cuts(
    state: RoundState,
    model: ModelLike = "pairs",
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> Cuts:
    """Solve a round by its linear program, and add the odd sets whose inequalities are violated, step by step."""
    return Cuts(_shown("cuts", state, model, (time_limit, memory_limit), ties), state)


def trace_tiers(
    state: RoundState,
    model: ModelLike = "fair",
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> TierTrace:
    """Decide a round tier after tier: the optimum of each, its evidence, and how many pairs are left."""
    return TierTrace(_shown("trace_tiers", state, model, (time_limit, memory_limit), ties), state)


def tree(
    state: RoundState,
    model: ModelLike = "pairs",
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> Tree:
    """The cases by which a model with caps is decided: the bound and the multipliers of each, and why it was closed."""
    return Tree(_shown("tree", state, model, (time_limit, memory_limit), ties), state)


def pareto(
    state: RoundState,
    between: str | Iterable[str],
    model: ModelLike = "fair",
    *,
    values: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: Progress = False,
) -> Front:
    """All pairings that no other one dominates between two criteria: tiers of the model, terms, ``downfloats`` or ``same-federation``.

    ``between`` is two names, or both in a text with a comma. With ``values`` the values are found alone, without their pairings: in a
    large field this takes a fraction of the time. ``progress=True`` says on standard error how many points were found, and a function is
    called with this number, and that of all where it is known.

    >>> [point.values for point in si.pareto(t.round(), ("scores", "colours")).points]
    [(-2, -4), (-3, 0)]
    """
    names = texts("between", between, "two criteria, such as ('scores', 'colours')")
    if len(names) != 2:
        raise wrong("between", "two criteria, such as ('scores', 'colours')", between)
    plot = "plot.svg"
    request = {"model": MODEL, "between": names, "point": {"values": truth("values", values)}, "plot": plot}
    answer = ask_of_round("pareto", state, request, [model_of(model)], (time_limit, memory_limit), kept=plot, progress=told(progress, "points"))
    return Front(answer.record, state, answer.files[plot].decode())


def prices(
    state: RoundState,
    of: str,
    model: ModelLike = "fair",
    *,
    values: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: Progress = False,
) -> Front:
    """What it costs, in the tiers of the model, to make fewer boards of a kind: ``same-federation``, ``downfloats``, or a term. ``progress``
    is as of :func:`pareto`."""
    kind = text("of", of, "'same-federation' or 'downfloats'")
    request = {"model": MODEL, "of": kind, "point": {"values": truth("values", values)}}
    return Front(ask_of_round("prices", state, request, [model_of(model)], (time_limit, memory_limit), progress=told(progress, "points")).record, state, None)
