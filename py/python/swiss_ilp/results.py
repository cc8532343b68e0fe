"""Results: what the command line writes as JSON, as objects with fields.

Values and scores are exact: an ``int`` or a ``decimal.Decimal``, never a float. Players are their pairing numbers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import page
from .frame import Frame

if TYPE_CHECKING:
    import pandas
    import polars

    from . import _native
    from .tournament import RoundState

Exact = Union[int, Decimal]
"""An exact number."""


class Board(NamedTuple):
    """Two players at a board, by pairing number; in a double round, the first of their two games."""

    white: int
    black: int


class Pairing(NamedTuple):
    """The pairing of a round."""

    boards: tuple[Board, ...]
    """The boards, in order."""
    bye: int | None = None
    """Who has the pairing-allocated bye."""

    def to_pairs(self) -> bytes:
        """The arbiters' form: the number of lines, then ``white black`` a line, the bye as ``n 0``."""
        lines = [f"{white} {black}\n" for white, black in self.boards]
        lines += [f"{self.bye} 0\n"] if self.bye is not None else []
        return f"{len(lines)}\n{''.join(lines)}".encode()

    @classmethod
    def from_pairs(cls, text: bytes) -> Pairing:
        """The pairing of a text in the arbiters' form that this package has written."""
        rows = [tuple(map(int, line.split())) for line in text.decode().splitlines()[1:]]
        byes = [white for white, black in rows if black == 0]
        return cls(tuple(Board(white, black) for white, black in rows if black), byes[0] if byes else None)


@dataclass(frozen=True)
class TermValue:
    """What a term adds to the value of a tier."""

    term: str
    """The id of the term, which :func:`swiss_ilp.rule` explains."""
    weight: Exact
    """The weight of one."""
    count: Exact
    """How much the pairing has of it."""
    value: Exact
    """The product."""


@dataclass(frozen=True)
class TierValue:
    """The value of a tier, which is maximised. For a system's program it is an aim, and the least is the best."""

    tier: int
    """The tier, from 1."""
    name: str
    """Its name."""
    value: Exact
    """The sum over its terms."""
    terms: tuple[TermValue, ...]
    """The terms, in the order of the model."""


class Bound(NamedTuple):
    """What no pairing exceeds in a tier."""

    tier: int
    """The tier, from 1."""
    value: Exact
    """The bound."""
    proof: str
    """Its evidence, such as ``integer-dual``."""


class Violation(NamedTuple):
    """A rule that a pairing breaks."""

    rule: str
    """The id, which :func:`swiss_ilp.rule` explains."""
    players: tuple[int, ...]
    """Those whom it concerns."""
    what: str
    """A sentence."""


def _tiers(rows: list[dict[str, Any]] | None) -> tuple[TierValue, ...]:
    def tier(row: dict[str, Any]) -> TierValue:
        terms = tuple(TermValue(t["term"], t["weight"], t["count"], t["value"]) for t in row.get("terms", ()))
        return TierValue(row["tier"], row["name"], row["value"], terms)

    return tuple(map(tier, rows or ()))


def _violations(rows: list[dict[str, Any]]) -> tuple[Violation, ...]:
    return tuple(Violation(row["rule"], tuple(row["players"]), row["what"]) for row in rows)


def _pairing(row: dict[str, Any]) -> Pairing:
    return Pairing(tuple(Board(board["white"], board["black"]) for board in row["pairs"]), row["bye"])


class Result:
    """A result. It has the bytes that the command line writes, and fields.

    ``to_text``, ``to_json`` and ``to_csv`` are the command line's ``--format table``, ``json`` and ``csv``. ``to_dict`` has everything,
    also what has no field here; the schema is in ``schema/`` of the source. As a frame (:meth:`frame`, :meth:`to_pandas`,
    :meth:`to_polars`, or by the C data interface of Apache Arrow) a result is the table of ``to_csv``; there, a text that a spreadsheet
    would take for a formula follows an apostrophe.
    """

    def __init__(self, native: _native.Record) -> None:
        self._native = native

    @cached_property
    def _data(self) -> Any:
        return json.loads(self.to_json(), parse_float=Decimal)

    def to_text(self) -> str:
        """The table for persons."""
        return self._native.render("table").decode()

    def to_json(self) -> bytes:
        """One line of JSON."""
        return self._native.render("json")

    def to_csv(self) -> bytes:
        """Comma-separated values with headings."""
        return self._native.render("csv")

    def to_dict(self) -> dict[str, Any]:
        """The JSON as a dictionary. Here, and only here, decimals are floats."""
        return json.loads(self.to_json())

    def frame(self) -> Frame:
        """The table of :meth:`to_csv`."""
        return Frame.from_csv(self.to_csv().decode())

    def to_pandas(self) -> pandas.DataFrame:
        """The frame as a ``pandas.DataFrame``."""
        return self.frame().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """The frame as a ``polars.DataFrame``."""
        return self.frame().to_polars()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame().__arrow_c_stream__(requested_schema)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        return page.page(self)


class _OfRound(Result):
    """A result of a round."""

    def __init__(self, native: _native.Record, state: RoundState) -> None:
        super().__init__(native)
        self.state = state
        """The state before the round."""

    @property
    def round(self) -> int:
        """The round."""
        return self._data["round"]

    @property
    def tournament(self) -> str:
        """The tournament's name."""
        return self._data["tournament"]


class _WithPairing(_OfRound):
    """A result with a pairing."""

    @property
    def has_pairing(self) -> bool:
        """Whether there is a pairing."""
        raise NotImplementedError

    @property
    def pairing(self) -> Pairing | None:
        """The pairing, or ``None``."""
        return _pairing(self._data) if self.has_pairing else None

    @property
    def pairs(self) -> tuple[Board, ...]:
        """The boards, in order."""
        return _pairing(self._data).boards

    @property
    def bye(self) -> int | None:
        """Who has the pairing-allocated bye."""
        return self._data["bye"]

    @property
    def status(self) -> str:
        """How it ended."""
        return self._data["status"]

    @property
    def reason(self) -> str | None:
        """Why there is no pairing, if there is none."""
        return self._data.get("reason")

    def to_pairs(self) -> bytes:
        """The arbiters' form (``--format pairs``)."""
        return self._native.render("pairs")

    def to_trf(self) -> bytes:
        """The tournament report with the new round in it (``--format trf``)."""
        return self.state.with_round(self.to_pairs()) if self.has_pairing else b""


class Solution(_WithPairing):
    """A round that was paired optimally: the pairing, its values, and what is proven.

    ``status`` is ``optimal``, ``infeasible`` (no legal pairing exists; ``reason`` says why), ``time-limit``, ``memory-limit`` (the best
    pairing so far, if there is one, and its bound), or ``not-verified`` (an error of the program).
    """

    @property
    def has_pairing(self) -> bool:
        return self._data["gap"] is not None

    @property
    def model(self) -> str:
        """The model's name."""
        return self._data["model"]

    @property
    def optimal(self) -> bool:
        """Whether the pairing is a proven optimum, and verified."""
        return self._data["optimal"]

    @property
    def verified(self) -> bool:
        """Whether the second reading of every rule and count agrees."""
        return self._data["verified"]

    @property
    def unique(self) -> bool | None:
        """Whether it is the only optimum, colours apart; ``None`` if that is not known."""
        return self._data["unique"]

    @property
    def objective(self) -> tuple[TierValue, ...]:
        """The value of each tier."""
        return _tiers(self._data["objective"])

    @property
    def bound(self) -> tuple[Bound, ...]:
        """The bound of each tier, up to the first one that was not solved to its end."""
        return tuple(Bound(row["tier"], row["value"], row["proof"]) for row in self._data["bound"])

    @property
    def gap(self) -> Exact | None:
        """What the last tier of ``bound`` may still gain: 0 of an optimum, ``None`` without a pairing."""
        return self._data["gap"]

    @property
    def proof(self) -> str:
        """The weakest evidence of any tier, such as ``integer-dual``."""
        return self._data["proof"]

    @property
    def ties(self) -> str:
        """Which of several equal optima it is."""
        return self._data["ties"]

    @property
    def optima(self) -> int | None:
        """How many optima there are, if they were counted (``count_optima``); at least so many if ``optima_exact`` is false."""
        return self._data.get("optima")

    @property
    def problems(self) -> tuple[str, ...]:
        """What the verifier found. It is empty unless the program has an error."""
        return tuple(self._data["problems"])

    @property
    def absent(self) -> tuple[int, ...]:
        """Who is not paired in this round."""
        return tuple(self._data["absent"])

    @property
    def seconds(self) -> dict[str, float]:
        """Wall time of each step, and ``total``."""
        return {step: float(time) for step, time in self._data["seconds"].items()}

    def __repr__(self) -> str:
        values = ", ".join(f"{tier.name} {tier.value}" for tier in self.objective)
        return f"<Solution of round {self.round} by {self.model}: {self.status}{values and '; '}{values}>"


class Paired(_WithPairing):
    """A round that was paired by the rules of a system. ``status`` is ``paired``, or says why not."""

    @property
    def has_pairing(self) -> bool:
        return self.status == "paired"

    @property
    def system(self) -> str:
        """The system's id."""
        return self._data["system"]

    @property
    def trace(self) -> tuple[str, ...]:
        """How the pairing came about, a line a step, if that was asked for."""
        return tuple(self._data["trace"])

    def __repr__(self) -> str:
        return f"<Paired: round {self.round} by {self.system}: {self.status}>"


class Distance(NamedTuple):
    """How far a pairing is from the optimum of a model."""

    optimum: tuple[TierValue, ...]
    """The optimum."""
    price: tuple[TierValue, ...]
    """The pairing less the optimum, tier by tier. The first tier that is not 0 is negative, if the pairing is legal."""


class Verdict(_OfRound):
    """A pairing held to the rules of a model or of a system."""

    @property
    def rules(self) -> str:
        """Whose rules these are."""
        return self._data["rules"]

    @property
    def legal(self) -> bool:
        """Whether the pairing breaks none of them."""
        return self._data["legal"]

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every rule that it breaks."""
        return _violations(self._data["violations"])

    @property
    def objective(self) -> tuple[TierValue, ...]:
        """What it is worth by the model, tier by tier."""
        return _tiers(self._data["objective"])

    @property
    def pairing(self) -> Pairing:
        """The pairing."""
        return _pairing(self._data)

    @property
    def distance(self) -> Distance | None:
        """The optimum of the model, and the difference; ``None`` of a system, and if there is no optimum."""
        found = self._data.get("distance")
        return Distance(_tiers(found["optimum"]), _tiers(found["price"])) if found else None

    @property
    def same_as(self) -> dict[str, bool]:
        """For each system: whether it pairs the round so, with the same colours and bye."""
        count = len(self.pairing.boards)
        return {of["system"]: of["same_colours"] == of["pairs"] == count and of["same_bye"] for of in self._data["systems"]}

    def __repr__(self) -> str:
        verdict = "legal" if self.legal else f"{len(self.violations)} violations"
        return f"<Verdict on round {self.round} by {self.rules}: {verdict}>"


class Comparison(_OfRound):
    """The pairings of a round by systems, by models and as it was played, set side by side."""

    @property
    def pairings(self) -> dict[str, Pairing]:
        """Each pairing, by the name of its system or model; ``played`` is that of the file."""
        return {row["name"]: _pairing(row) for row in self._data["pairings"]}

    @property
    def metrics(self) -> Frame:
        """A row for each pairing: its name, and what it counts (score differences, floats, colours, byes)."""
        return Frame.from_rows([{"name": row["name"], **row["metrics"]} for row in self._data["pairings"]])

    @property
    def missing(self) -> dict[str, str]:
        """Why a system or a model has no pairing or no optimum."""
        return {row["name"]: row["reason"] for row in self._data["missing"]}

    @property
    def discrepancies(self) -> tuple[str, ...]:
        """Every false claim of an optimum. It is empty unless the program has an error."""
        return tuple(row["what"] for row in self._data["discrepancies"])

    def price(self, name: str, model: str) -> tuple[TierValue, ...] | None:
        """What the pairing of ``name`` is worth by ``model``, less the optimum, tier by tier; ``None`` if that is not known."""
        rows = [row for of in self._data["models"] if of["model"] == model for row in of["pairings"]]
        found = [row.get("price") for row in rows if row["pairing"] == name]
        return _tiers(found[0]) if found and found[0] is not None else None

    def __repr__(self) -> str:
        return f"<Comparison of round {self.round}: {', '.join(self.pairings)}>"


class ComparedRounds(Result):
    """The same for every round that was played."""

    def __repr__(self) -> str:
        return f"<ComparedRounds of {self._data.get('tournament', '')}>"


class Explanation(_OfRound):
    """What each board counts, and each player's next-best opponent."""


class Why(_OfRound):
    """Why two players do not meet: the rules that forbid it, or the exact price."""

    @property
    def status(self) -> str:
        """``forbidden``, ``paired``, ``priced`` and so on."""
        return self._data["status"]

    @property
    def legal(self) -> bool:
        """Whether they may meet."""
        return self._data["legal"]

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that bar the pair."""
        return tuple(row["rule"] for row in self._data["rules"])

    @property
    def price(self) -> tuple[TierValue, ...]:
        """What it would cost, tier by tier."""
        return _tiers(self._data["price"])


class Check(Result):
    """Every round of a tournament, paired again by a system and compared with what was played."""

    @property
    def rounds_different(self) -> int:
        """The number of rounds that are paired in another way."""
        return self._data["rounds_different"]

    @property
    def rounds_checked(self) -> int:
        """The number of rounds."""
        return self._data["rounds_checked"]


class Programs(Result):
    """The integer program of a round: its columns, rows and sizes."""


class Rule(Result):
    """What an id stands for, of a rule, a term or a message."""

    @property
    def id(self) -> str:
        """The id, such as ``ilp.no-rematch`` or ``two-whites``."""
        return self._data["id"]

    @property
    def title(self) -> str:
        """One line."""
        return self._data["title"]

    @property
    def meaning(self) -> str:
        """The meaning."""
        return self._data["meaning"]

    @property
    def source(self) -> str | None:
        """The article or paper; ``None`` of a message."""
        return self._data.get("source")

    @property
    def reading(self) -> str | None:
        """How the text is read where it is ambiguous; ``None`` of a message."""
        return self._data.get("reading")

    @property
    def help(self) -> str | None:
        """What to do; ``None`` of a rule."""
        return self._data.get("help")

    def __repr__(self) -> str:
        return f"<Rule {self.id}: {self.title}>"


class Info(Result):
    """A tournament, summed up."""


class Standings(Result):
    """The players, ranked."""
