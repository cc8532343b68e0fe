"""Results: what the command line writes as JSON, as objects with fields.

Values and scores are exact: an ``int`` or a ``decimal.Decimal``, never a float. Players are their pairing numbers; 0 is the bye.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from .base import OfRound, Result, WithPage, WithPairing, WithStatus
from .errors import RequestError
from .frame import Frame
from .settings import needed, text
from .values import (
    Bound,
    Breach,
    Distance,
    Exact,
    ExplainedBoard,
    KeepOpen,
    Pairing,
    ProofVerdict,
    Repair,
    TierValue,
    Violation,
    WishesKept,
    tiers_of,
    violations_of,
    pairing_of,
    prices_of,
    explained_of,
    proof_verdict_of,
    wishes_kept_of,
)

if TYPE_CHECKING:
    from . import _native
    from .tournament import Drawn, RoundState


class Solution(WithPairing, WithPage):
    """A round that was paired optimally: the pairing, its values, and what is proven.

    ``status`` is ``optimal``, ``infeasible`` (no legal pairing exists; ``reason`` says why), ``time-limit`` or ``memory-limit`` (the
    best pairing so far, if there is one, and its bound).

    The page (:meth:`to_html`, and in a notebook) is that of :func:`swiss_ilp.explain`: what each board counts, the proof, and the price
    of every other pair. It is computed when it is asked for.
    """

    # Of several tiers it is a list.
    _kinds: ClassVar[Mapping[str, str]] = {"value": "s"}

    def __init__(self, native: _native.Record, state: RoundState, drawn: Drawn) -> None:
        super().__init__(native, state)
        self._drawn = drawn

    def _page(self) -> str:
        if self.keep_open is not None:
            raise RequestError("a page explains the best pairing, and this one keeps rounds open; solve without keep_open")
        if self.has_pairing and not self.optimal:
            raise RequestError("a page explains an optimum, and a limit came before a proof; solve with a longer time_limit")
        # What is explained is the model that was solved.
        return self._drawn.page(list(self.repair.given_up) if self.repair else None)

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
        return tiers_of(self._data["objective"])

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
    def optima_exact(self) -> bool | None:
        """Whether ``optima`` is their number, and not less; ``None`` if they were not counted."""
        return self._data.get("optima_exact")

    @property
    def all_optima(self) -> tuple[Pairing, ...]:
        """The first optima in canonical order, if they were asked for (``all_optima``)."""
        return tuple(map(pairing_of, self._data.get("all_optima", ())))

    @property
    def repair(self) -> Repair | None:
        """The repair, if one was asked for and there is no legal pairing. Model and values are then those of the repaired model."""
        row = self._data.get("repair")
        if row is None:
            return None
        breaches = (
            Breach(of["rule"], tuple(of["players"]), of["what"], tuple(of["pair"]), of["price"] and prices_of(of["price"]))
            for of in row["breaches"]
        )
        return Repair(row["reason"], tuple(row["given_up"]), tuple(breaches))

    @property
    def keep_open(self) -> KeepOpen | None:
        """What is known of the rounds that can follow, if it was asked for (``keep_open``)."""
        row = self._data.get("keep_open")
        if row is None:
            return None
        found = (row["asked"], row["kept_open"], row.get("broken_at"), row.get("short_of_partners"))
        return KeepOpen(*found, tuple(row["witness"]), row["tried"])

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


class Paired(WithPairing):
    """A round that was paired by the rules of a system. ``status`` is ``paired``, or says why not."""

    @property
    def has_pairing(self) -> bool:
        return self.status == "paired"

    @property
    def system(self) -> str:
        """The system's id."""
        return self._data["system"]

    @property
    def edition_by(self) -> str | None:
        """Why it is this edition, if ``dutch`` was asked for."""
        return self._data.get("edition_by")

    @property
    def wishes(self) -> WishesKept | None:
        """What the pairing makes of the organiser's wishes, if there were any."""
        return wishes_kept_of(self._data)

    @property
    def trace(self) -> tuple[str, ...]:
        """How the pairing came about, a line a step, if that was asked for."""
        return tuple(self._data["trace"])

    def __repr__(self) -> str:
        return f"<Paired: round {self.round} by {self.system}: {self.status}>"


class ProofCheck(OfRound):
    """A proof that there is no legal pairing, checked."""

    @property
    def verdict(self) -> ProofVerdict:
        """What it proves, or why it is refused."""
        return proof_verdict_of(self._data)

    def __repr__(self) -> str:
        verdict = self.verdict
        return f"<ProofCheck of round {self.round}: {verdict.proven or f'refused: {verdict.refused}'}>"


class Verdict(OfRound):
    """A pairing held to the rules of a model or of a system."""

    _kinds: ClassVar[Mapping[str, str]] = {"value": "s"}

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
        return violations_of(self._data["violations"])

    @property
    def objective(self) -> tuple[TierValue, ...]:
        """What it is worth by the model, tier by tier."""
        return tiers_of(self._data["objective"])

    @property
    def pairing(self) -> Pairing:
        """The pairing."""
        return pairing_of(self._data)

    @property
    def breaches(self) -> tuple[Violation, ...]:
        """Every breach of a rule that the model counts and does not forbid (``repair``)."""
        return violations_of(self._data.get("breaches", []))

    @property
    def proof(self) -> ProofVerdict | None:
        """The verdict on the proof, if one was given."""
        row = self._data.get("proof")
        return proof_verdict_of(row) if row else None

    @property
    def wishes(self) -> WishesKept | None:
        """What the rules and the organiser's wishes make of the round, if there were any wishes."""
        return wishes_kept_of(self._data)

    @property
    def distance(self) -> Distance | None:
        """The optimum of the model, and the difference; ``None`` of a system, and if there is no optimum."""
        found = self._data.get("distance")
        return Distance(tiers_of(found["optimum"]), tiers_of(found["price"])) if found else None

    @property
    def same_as(self) -> dict[str, bool]:
        """For each system: whether it pairs the round so, with the same colours and bye."""
        count = len(self.pairing.boards)
        return {of["system"]: of["same_colours"] == of["pairs"] == count and of["same_bye"] for of in self._data["systems"]}

    def __repr__(self) -> str:
        verdict = "legal" if self.legal else f"{len(self.violations)} violations"
        return f"<Verdict on round {self.round} by {self.rules}: {verdict}>"


_COUNTED: Mapping[str, str] = {"metric": "s", "pairing": "s"}
"""The columns of the table of a comparison that are no numbers."""


class Comparison(OfRound, WithPage):
    """The pairings of a round by systems, by models and as it was played, set side by side. As a frame it has what each counts."""

    _kinds: ClassVar[Mapping[str, str]] = _COUNTED
    _rest: ClassVar[str] = "f"

    @property
    def pairings(self) -> dict[str, Pairing]:
        """Each pairing, by the name of its system or model; ``played`` is that of the file."""
        return {row["name"]: pairing_of(row) for row in self._data["pairings"]}

    @property
    def metrics(self) -> Frame:
        """A row for each pairing: its name, and what it counts (score differences, floats, colours, byes)."""
        return _metrics([{"name": row["name"], **row["metrics"]} for row in self._data["pairings"]])

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
        return _price(self._data, name, model)

    def __repr__(self) -> str:
        return f"<Comparison of round {self.round}: {', '.join(self.pairings)}>"


class ComparedRounds(WithPage):
    """The same for every round that was played. As a frame it has the sums."""

    _kinds: ClassVar[Mapping[str, str]] = _COUNTED
    _rest: ClassVar[str] = "f"

    @property
    def tournament(self) -> str:
        """The tournament's name."""
        return self._data["tournament"]

    @property
    def rounds(self) -> list[int]:
        """The rounds that were compared."""
        return [row["round"] for row in self._data["rounds"]]

    @property
    def not_reached(self) -> list[int]:
        """The rounds before which a limit came."""
        return self._data.get("not_reached", [])

    def pairings(self, round: int) -> dict[str, Pairing]:
        """Each pairing of a round, as of :attr:`Comparison.pairings`."""
        return {row["name"]: pairing_of(row) for row in self._of(round)["pairings"]}

    def price(self, round: int, name: str, model: str) -> tuple[TierValue, ...] | None:
        """What the pairing of ``name`` is worth in a round by ``model``, as of :meth:`Comparison.price`."""
        return _price(self._of(round), name, model)

    @property
    def metrics(self) -> Frame:
        """A row for each pairing of each ``round``: its name, and what it counts, as of :attr:`Comparison.metrics`."""
        rows = [(of["round"], row) for of in self._data["rounds"] for row in of["pairings"]]
        return _metrics([{"round": number, "name": row["name"], **row["metrics"]} for number, row in rows])

    def _of(self, round: int) -> dict[str, Any]:
        number = needed("round", round, 1)
        found = next((row for row in self._data["rounds"] if row["round"] == number), None)
        if found is None:
            raise RequestError(f"round {number} was not compared; name one of {', '.join(map(str, self.rounds)) or 'none'}")
        return found

    @property
    def totals(self) -> Frame:
        """A row for each pairing: its name, the number of ``rounds`` that have it, and what it counts, summed up over them."""
        return _metrics([{"name": row["name"], "rounds": row["rounds"], **row["metrics"]} for row in self._data["totals"]["pairings"]])

    def __repr__(self) -> str:
        return f"<ComparedRounds of {self.tournament!r}: rounds {', '.join(map(str, self.rounds)) or 'none'}>"


def _price(compared: dict[str, Any], name: str, model: str) -> tuple[TierValue, ...] | None:
    text("name", name, "'tcec'"), text("model", model, "'pairs'")
    rows = [row for of in compared["models"] if of["model"] == model for row in of["pairings"]]
    found = [row.get("price") for row in rows if row["pairing"] == name]
    return tiers_of(found[0]) if found and found[0] is not None else None


def _metrics(rows: list[dict[str, Any]]) -> Frame:
    # Scores have halves, and everything else is a count.
    kinds = {name: "s" if name == "name" else "f" if "score" in name else "i" for row in rows[:1] for name in row}
    return Frame.from_rows(rows, types=kinds)


class Explanation(WithStatus, WithPage):
    """What each board counts, and each player's next-best opponent.

    ``status`` is as of :class:`Solution`. Of an explanation of one board there is no page.
    """

    # Of several tiers they are lists.
    _kinds: ClassVar[Mapping[str, str]] = {"value": "s", "price": "s"}

    def __init__(self, native: _native.Record, state: RoundState, drawn: Drawn | None) -> None:
        super().__init__(native, state)
        self._drawn = drawn

    def _page(self) -> str:
        if self._drawn is None:
            raise RequestError("a page explains all boards; leave out board")
        return self._drawn.page()

    @property
    def objective(self) -> tuple[TierValue, ...]:
        """The value of the optimum, tier by tier."""
        return tiers_of(self._data["objective"])

    @property
    def boards(self) -> tuple[ExplainedBoard, ...]:
        """The boards in order, then the bye; or the one that was asked for."""
        return tuple(map(explained_of, self._data["boards"]))

    def __repr__(self) -> str:
        return f"<Explanation of round {self.round} by {self._data['model']}: {self.status}, {len(self.boards)} boards>"


class Why(OfRound):
    """Why two players do not meet: the rules that forbid it, or the exact price.

    ``status`` is ``forbidden`` (rules bar the pair), ``paired``, ``worse`` (the pair costs ``price``), ``as-good`` (another optimum has
    it), ``no-round`` (the pair is legal, but no legal pairing has it), ``infeasible`` (there is no legal pairing at all), ``otherwise``
    (the system pairs the two otherwise), or ``limit``.
    """

    @property
    def status(self) -> str:
        """The answer in a word."""
        return self._data["status"]

    @property
    def legal(self) -> bool:
        """Whether no rule bars the pair by itself."""
        return self._data["legal"]

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that bar the pair."""
        return tuple(row["rule"] for row in self._data["rules"])

    @property
    def reason(self) -> str | None:
        """Why no legal pairing has the pair, or why there is none at all."""
        return self._data.get("reason")

    @property
    def price(self) -> tuple[TierValue, ...]:
        """The best legal pairing with the pair, less the optimum, tier by tier. It is empty if the pair has no price."""
        return tiers_of(self._data["price"])

    @property
    def pairing(self) -> Pairing | None:
        """The best pairing with the pair; if the two meet, or it is a system's answer, that of the round. ``None`` if there is none."""
        found = pairing_of(self._data)
        return found if found.boards or found.bye is not None else None

    @property
    def optima(self) -> int | None:
        """How many optima there are, or at least, if that was asked for (``count_optima``) and the price is 0."""
        found = self._data.get("optima")
        return found["count"] if found else None

    @property
    def optima_with_pair(self) -> int | None:
        """How many of them have the pair."""
        found = self._data.get("optima_with_pair")
        return found["count"] if found else None

    def __repr__(self) -> str:
        return f"<Why not {self._data['white']}-{self._data['black']} in round {self.round}: {self.status}>"


class Check(Result):
    """Every round of a tournament, paired again by a system and compared with what was played. As a frame, a row a round."""

    @property
    def system(self) -> str:
        """The system's id."""
        return self._data["system"]

    @property
    def edition_by(self) -> str | None:
        """Why it is this edition, if ``dutch`` was asked for."""
        return self._data.get("edition_by")

    @property
    def rounds_different(self) -> int:
        """The number of rounds that are paired in another way."""
        return self._data["rounds_different"]

    @property
    def rounds_checked(self) -> int:
        """The number of rounds."""
        return self._data["rounds_checked"]

    @property
    def ranks_wrong(self) -> int | None:
        """The number of wrong ranks, if they were to be checked."""
        standings = self._data.get("standings")
        return standings["wrong"] if standings else None

    def __repr__(self) -> str:
        return f"<Check by {self.system}: {self.rounds_different} of {self.rounds_checked} rounds different>"


class Checklist(OfRound):
    """The check-list of a round: for each player the score, colours, due colour, floats, opponents and byes. As a frame, a row a
    player."""

    def __repr__(self) -> str:
        return f"<Checklist of round {self.round} by {self._data['system']}: {len(self._data['players'])} players>"


class Aro(Result):
    """The average rating of everybody's opponents, exactly, with due colours and transfers. As a frame, a row a player."""

    _kinds: ClassVar[Mapping[str, str]] = {"aro": "f"}


class Programs(Result):
    """The integer program of a round: its columns, rows and sizes."""

    _kinds: ClassVar[Mapping[str, str]] = {"count": "i"}


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
    """A tournament, summed up: ``to_dict()`` has who is absent, late or away, and what holds for the next round."""

    _kinds: ClassVar[Mapping[str, str]] = {"value": "s"}


class Standings(Result):
    """The players, ranked. As a frame, a row a player."""

    _rest: ClassVar[str] = "f"
