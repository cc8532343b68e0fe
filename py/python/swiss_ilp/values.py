"""What results are made of: boards, values, prices.

Values and scores are exact: an ``int`` or a ``decimal.Decimal``, never a float. Players are their pairing numbers; 0 is the bye.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple, Union

from .settings import wrong

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
        try:
            rows = [(int(white), int(black)) for white, black in map(str.split, text.decode().splitlines()[1:])]
        except (AttributeError, TypeError, ValueError):
            raise wrong("a pairing", "bytes in the arbiters' form, as to_pairs writes them", text) from None
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
    """The value of a tier, which is maximised. For a system it is minimised, and the least is the best."""

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


class TierPrice(NamedTuple):
    """A price in one tier: the value of another pairing less that of this one."""

    tier: int
    """The tier, from 1."""
    value: Exact
    """The difference."""


class Breach(NamedTuple):
    """A breach of a rule that a repair has given up."""

    rule: str
    """The id, which :func:`swiss_ilp.rule` explains."""
    players: tuple[int, ...]
    """Those who break it."""
    what: str
    """A sentence."""
    pair: tuple[int, int]
    """The two at the board."""
    price: tuple[TierPrice, ...] | None
    """The best repair without this pair, less this one, tier by tier; ``None`` if there is none, or if a limit came first."""


class Repair(NamedTuple):
    """How a round without a legal pairing was repaired."""

    reason: str
    """Why there is no legal pairing."""
    given_up: tuple[str, ...]
    """The ids of the rules whose breaches are counted, the most readily given up first."""
    breaches: tuple[Breach, ...]
    """Every breach in the pairing."""


class KeepOpen(NamedTuple):
    """What is known of the rounds that can follow a pairing."""

    asked: int
    """How many more rounds the pairing was to leave pairable."""
    kept_open: int | None
    """How many it leaves; if no pairing leaves as many as were asked for, how many can be left at most. ``None`` if a limit came
    first."""
    broken_at: int | None
    """The first round that no pairing leaves pairable."""
    short_of_partners: int | None
    """Who has too few partners left, if that is the reason."""
    witness: tuple[dict[str, Any], ...]
    """One way to pair these rounds, without colours: ``round``, ``pairs`` and ``bye``."""
    tried: int
    """How many pairings were tried, the best first."""


class PricedOpponent(NamedTuple):
    """Another opponent, and what he costs."""

    opponent: int
    """The opponent."""
    price: tuple[TierPrice, ...]
    """The best legal pairing with the two, less the optimum, tier by tier. The first that is not 0 is negative."""


class Instead(NamedTuple):
    """What other opponents cost a player."""

    player: int
    """The player."""
    next: PricedOpponent | None
    """The cheapest other opponent; ``None`` if every legal pairing has the pair."""
    all: tuple[PricedOpponent, ...]
    """All others, if one board was asked for."""


class ExplainedBoard(NamedTuple):
    """A board, or the bye, and what it counts."""

    board: int | None
    """Its number; ``None`` is the bye."""
    white: int
    """Who has White, or the bye."""
    black: int
    """Who has Black."""
    value: tuple[TierValue, ...]
    """What it adds to the value of the pairing."""
    instead: tuple[Instead, ...]
    """What other opponents would cost. Who is missing was not reached before a limit."""


def prices_of(rows: list[dict[str, Any]]) -> tuple[TierPrice, ...]:
    return tuple(TierPrice(row["tier"], row["value"]) for row in rows)


def opponent_of(row: dict[str, Any]) -> PricedOpponent:
    return PricedOpponent(row["opponent"], prices_of(row["price"]))


def explained_of(row: dict[str, Any]) -> ExplainedBoard:
    instead = tuple(
        Instead(of["player"], opponent_of(of["next"]) if of["next"] else None, tuple(map(opponent_of, of.get("all", ()))))
        for of in row["instead"]
    )
    return ExplainedBoard(row["board"], row["white"], row["black"], tiers_of(row["value"]), instead)


def tiers_of(rows: list[dict[str, Any]] | None) -> tuple[TierValue, ...]:
    def tier(row: dict[str, Any]) -> TierValue:
        terms = tuple(TermValue(t["term"], t["weight"], t["count"], t["value"]) for t in row.get("terms", ()))
        return TierValue(row["tier"], row["name"], row["value"], terms)

    return tuple(map(tier, rows or ()))


def violations_of(rows: list[dict[str, Any]]) -> tuple[Violation, ...]:
    return tuple(Violation(row["rule"], tuple(row["players"]), row["what"]) for row in rows)


def pairing_of(row: dict[str, Any]) -> Pairing:
    return Pairing(tuple(Board(board["white"], board["black"]) for board in row["pairs"]), row["bye"])


class Distance(NamedTuple):
    """How far a pairing is from the optimum of a model."""

    optimum: tuple[TierValue, ...]
    """The optimum."""
    price: tuple[TierValue, ...]
    """The pairing less the optimum, tier by tier. The first tier that is not 0 is negative, if the pairing is legal."""


class ProofVerdict(NamedTuple):
    """A proof of ``solve`` or ``pair``, checked."""

    proven: str | None
    """What it proves: ``optimal``, ``only-optimum`` or ``infeasible``; by the rules of a system ``paired-by-rules``,
    ``unpairable-by-rules``, or ``disputed`` if the rules pair the round otherwise. ``None`` if it is refused."""
    refused: str | None
    """Why it is refused, with the id of the check; ``None`` if it holds."""
    dispute: dict[str, Any] | str | None = None
    """If it is disputed: the first thing in which the pairing is not the system's."""
    system: Pairing | None = None
    """If it is disputed: the system's pairing."""


_BY_RULES = ("paired-by-rules", "unpairable-by-rules", "disputed")


def proof_verdict_of(row: dict[str, Any]) -> ProofVerdict:
    refused = row.get("refused")
    proven = row.get("proven") or next((name for name in _BY_RULES if name in row), None)
    disputed = row.get("disputed")
    found = (proven, f"{refused['what']} [{refused['check']}]" if refused else None)
    return ProofVerdict(*found, disputed["dispute"], pairing_of(disputed["system"])) if disputed else ProofVerdict(*found)


class WishBreach(NamedTuple):
    """A pair that is made, and rather is not."""

    pair: tuple[int, int]
    """The two players, White first."""
    weighs: tuple[int, ...]
    """What it weighs, in each rank."""
    without: tuple[int, ...] | None
    """The fewest breaches if these two may not meet at all; ``None`` if then no pairing is legal."""


class WishesKept(NamedTuple):
    """What a pairing makes of the organiser's wishes. Numbers are sums of weights, one for each rank."""

    fewest: tuple[int, ...]
    """The fewest breaches of any pairing that the rules call legal, proven. The pairing has so many."""
    by_the_rules: tuple[int, ...]
    """The breaches of the system's own pairing."""
    is_the_rules_own: bool
    """Whether the pairing is the system's own."""
    breaches: tuple[WishBreach, ...]
    """Every breach."""


def wishes_kept_of(row: dict[str, Any]) -> WishesKept | None:
    found = row.get("wishes")
    if found is None:
        return None
    breaches = (
        WishBreach((of["pair"][0], of["pair"][1]), tuple(of["weighs"]), None if of["without"] is None else tuple(of["without"]))
        for of in found["breaches"]
    )
    return WishesKept(tuple(found["fewest"]), tuple(found["by_the_rules"]), found["is_the_rules_own"], tuple(breaches))
