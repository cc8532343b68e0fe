"""Results: what the command line writes as JSON, as objects.

The attributes of a result are the fields of its JSON, which ``answers`` has. Here stands what is computed of them. Values and scores are exact: an
``int``, a ``decimal.Decimal`` or a ``fractions.Fraction``, never a float. Players are their pairing numbers; 0 is the bye.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from . import answers, page
from .base import OfRound, Result, WithPage
from .errors import RequestError
from .frame import Frame
from .settings import whole
from .values import WithPairs, metrics_of


class PairedRound(OfRound, WithPairs):
    """A round that was paired."""

    def to_trf(self) -> bytes:
        """The tournament report with the new round in it (``--format trf``)."""
        return self.state.with_round(self.to_pairs()) if self.has_pairing else b""


class Explained(OfRound, WithPage):
    """A result whose page explains an optimum. The page is computed when it is asked for."""

    _asked: dict[str, Any]

    def _explained(self, **more: Any) -> str:
        request = {**self._asked, **more, "board": None, "html": _PAGE}
        return self.state._ask("explain", request, kept=_PAGE).files[_PAGE].decode()


_PAGE = "page.html"


class Solution(PairedRound, Explained, answers.SolveReport):
    """A round that was paired optimally: the pairing, its values, and what is proven.

    ``status`` is ``optimal``, ``infeasible`` (no legal pairing exists; ``reason`` says why), ``time-limit`` or ``memory-limit`` (the
    best pairing so far, if there is one, and its bound).

    The page (:meth:`to_html`, and in a notebook) is that of :func:`swiss_ilp.explain`: what each board counts, the proof, and the price
    of every other pair.
    """

    # Of several tiers it is a list.
    _kinds: ClassVar[Mapping[str, str]] = {"value": "s"}

    def _page(self) -> str:
        if self.keep_open is not None:
            raise RequestError("a page explains the best pairing, and this one keeps rounds open; solve without keep_open")
        if self.has_pairing and not self.optimal:
            raise RequestError("a page explains an optimum, and a limit came before a proof; solve with a longer time_limit")
        # What is explained is the model that was solved.
        return self._explained(repair=self.repair.given_up if self.repair else None)

    @property
    def has_pairing(self) -> bool:
        return self.gap is not None

    def _said(self) -> str:
        values = ", ".join(f"{tier.name} {tier.value}" for tier in self.objective)
        return f"{self.status}{values and '; '}{values}"


class Explanation(Explained, answers.ExplainReport):
    """What each board counts, and each player's next-best opponent.

    ``status`` is as of :class:`Solution`."""

    # Of several tiers they are lists.
    _kinds: ClassVar[Mapping[str, str]] = {"value": "s", "price": "s"}

    def _page(self) -> str:
        return self._explained()

    def _said(self) -> str:
        return f"{self.status}, {len(self.boards)} boards"


class Shown(OfRound, answers.ShownReport):
    """How a round is solved. What was not asked for is ``None``. ``status`` is as of :class:`Solution`."""


class Paired(PairedRound, answers.PairReport):
    """A round that was paired by the rules of a system. ``status`` is ``paired``, or says why not."""

    @property
    def has_pairing(self) -> bool:
        return self.status == "paired"


class Verdict(OfRound, answers.VerifyReport):
    """A pairing held to the rules of a model or of a system."""

    _kinds: ClassVar[Mapping[str, str]] = {"value": "s"}

    @property
    def same_as(self) -> dict[str, bool]:
        """For each system: whether it pairs the round so, with the same colours and bye."""
        return {of.system: of.same_colours == of.pairs == len(self.pairs) and of.same_bye for of in self.systems}

    def _said(self) -> str:
        return "legal" if self.legal else f"{len(self.violations)} violations"


class ProofCheck(OfRound, answers.ProofReport):
    """A proof that there is no legal pairing, checked."""

    def _said(self) -> str:
        return self.outcome


class DualCheck(OfRound, answers.DualCheckReport):
    """Dual values that somebody has written, checked: which bound they prove, or which pairs they fail."""

    def _said(self) -> str:
        return self.refused or (f"bound {self.bound}" if self.feasible else f"{self.violated} pairs weigh too much")


_COUNTED: Mapping[str, str] = {"metric": "s", "pairing": "s"}
"""The columns of the table of a comparison that are no numbers."""


class Comparison(OfRound, WithPage, answers.CompareReport):
    """The pairings of a round by systems, by models and as it was played, set side by side. As a frame it has what each counts."""

    _kinds: ClassVar[Mapping[str, str]] = _COUNTED
    _rest: ClassVar[str] = "f"

    def _said(self) -> str:
        return ", ".join(of.name for of in self.pairings)


class ComparedRounds(WithPage, answers.CompareRoundsReport):
    """The same for every round that was played. As a frame it has the sums."""

    _kinds: ClassVar[Mapping[str, str]] = _COUNTED
    _rest: ClassVar[str] = "f"

    def round(self, number: int) -> answers.CompareReport:
        """One of the rounds that were compared."""
        number = whole("round", number, 1)
        found = next((of for of in self.rounds if of.round == number), None)
        if found is None:
            compared = ", ".join(str(of.round) for of in self.rounds) or "none"
            raise RequestError(f"round {number} was not compared; name one of {compared}")
        return found

    @property
    def metrics(self) -> Frame:
        """A row for each pairing of each ``round``: its name, and what it counts, as of :attr:`Comparison.metrics`."""
        return metrics_of({"round": of.round, **row} for of in self.rounds for row in of._rows())

    def _said(self) -> str:
        return f"{len(self.rounds)} rounds"


class Why(OfRound, answers.WhyReport):
    """Why two players do not meet: the rules that forbid it, or the exact price.

    ``status`` is ``forbidden`` (rules bar the pair), ``paired``, ``worse`` (the pair costs ``price``), ``as-good`` (another optimum has
    it), ``no-round`` (the pair is legal, but no legal pairing has it), ``infeasible`` (there is no legal pairing at all), ``otherwise``
    (the system pairs the two otherwise), or ``limit``.
    """

    def _said(self) -> str:
        return f"{self.white}-{self.black}, {self.status}"


class Front(OfRound, answers.ParetoReport):
    """The pairings that no other one dominates, or a price list. As a frame, a row a point.

    ``status`` is ``optimal`` if all points were found, and else as of :class:`Solution`.
    """

    _kinds: ClassVar[Mapping[str, str]] = {"pairs": "s"}
    _rest: ClassVar[str] = "f"

    plot: str | None
    """The points of two criteria as SVG; ``None`` of a price list."""

    def _said(self) -> str:
        return f"{self.status}, {len(self.points)} points"

    def _repr_html_(self) -> str:
        return page.with_plot(self, self.plot or "")


class Checklist(OfRound, answers.ChecklistReport):
    """The check-list of a round: for each player the score, colours, due colour, floats, opponents and byes. As a frame, a row a
    player."""


class Programs(OfRound, answers.ProgramsReport):
    """The integer program of a round: its columns, rows and sizes."""

    _kinds: ClassVar[Mapping[str, str]] = {"count": "i"}


class Check(Result, answers.CheckReport):
    """Every round of a tournament, paired again by a system and compared with what was played. As a frame, a row a round."""

    def _said(self) -> str:
        return f"{self.rounds_different} of {self.rounds_checked} rounds different"


class Info(Result, answers.InfoReport):
    """A tournament, summed up: who is absent, late or away, and what holds for the next round."""

    _kinds: ClassVar[Mapping[str, str]] = {"value": "s"}


class Standings(Result, answers.StandingsReport):
    """The players, ranked. As a frame, a row a player, with a column for each tie-break."""

    _rest: ClassVar[str] = "f"


class Rule(Result, answers.Entry):
    """What an id stands for, of a rule, a term or a message."""

    def _said(self) -> str:
        return f"{self.id}, {self.title}"
