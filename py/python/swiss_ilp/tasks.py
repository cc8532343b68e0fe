"""The tasks of a round.

Every task takes the options ``time_limit`` (seconds), ``memory_limit`` (MiB of the process), ``threads`` (of the solver; the result
does not depend on it), ``method`` (``exact``, or ``highs`` for HiGHS alone), ``ties`` (``canonical``, ``random:SEED`` or ``fold``:
which of several equal optima) and ``repair`` (``True``, or hard rules to give up), as far as they mean anything to it. Other threads of
Python go on while a task works. Ctrl-C interrupts it with ``KeyboardInterrupt``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, overload

from . import _native
from .asking import ask
from .errors import RequestError
from .frame import Frame
from .model import ModelLike, model_of, models_of
from .results import ComparedRounds, Comparison, DualCheck, Explanation, Front, Paired, ProofCheck, Rule, Shown, Solution, Verdict, Why
from .settings import Progress, Repair, text, told, whole
from .tables import content_of, pairs_of, tables
from .tournament import RoundState, Tournament, Wishes, ask_of_round, round_of


def solve(
    state: RoundState,
    model: ModelLike = "pairs",
    *,
    without: str | Iterable[str] = (),
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int = 1,
    method: str = "exact",
    ties: str = "canonical",
    count_optima: int | bool = False,
    all_optima: int | None = None,
    proof: str | os.PathLike[str] | None = None,
    force: bool = False,
    repair: Repair = False,
    keep_open: int | None = None,
) -> Solution:
    """Pair a round optimally by a model, prove that no pairing is better, and verify it.

    ``count_optima`` counts the optima, unless some part of the field that affects no other has more than so many (``True``: 100,000);
    ``all_optima`` lists the first so many. ``proof`` is a folder for the proof: a certificate in integers, and one for VeriPB; with
    ``force`` it may have other files.

    A round without a legal pairing is a :class:`Solution` with the status ``infeasible``. A limit is no error either: the solution is
    the best pairing so far and its bound. With ``repair``, a round without a legal pairing is paired so that the rules are broken as
    little as possible: ``True`` gives up the rules that the model names, or ``["no-third-colour", "no-rematch"]`` these, the most
    readily given up first. ``keep_open`` finds the best pairing that leaves so many more rounds pairable. ``without`` leaves out criteria
    of a system that is the model, such as ``"C14"``: what is left is another set of rules.

    >>> t = si.read("instances/teaching-8.json")
    >>> si.solve(t.round())
    <Solution of round 4 by pairs: optimal; formulation 185>
    """
    chosen = model_of(model)
    # What the text answers is no pairing: the command line says it.
    chosen._native.check_pairs()
    given = {**locals(), "model": chosen}
    asked = {"model": chosen, "ties": ties, "time_limit": time_limit, "memory_limit": memory_limit}
    return Solution(ask_of_round("solve", given).record, state=state, _asked=asked)


def pair(
    state: RoundState,
    system: str,
    *,
    trace: bool = False,
    rather_not: Wishes = (),
    rather_not_same: str | Iterable[str] = (),
    proof: str | os.PathLike[str] | None = None,
    force: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Paired:
    """Pair a round by the rules of a system: :func:`systems` lists them, ``dutch`` is FIDE's by the edition in force when the
    tournament began, and ``auto`` the one that the file names. ``trace`` explains each step.

    ``rather_not`` are pairs or groups who rather do not meet: ``[(3, 7), (4, 9, 12)]``, a dictionary of weights ``{(3, 7): 2}``, or a
    text as of the command line. ``rather_not_same`` is ``club``, ``federation`` or both, as in ``"club=2"``. The pairing then has the
    fewest breaches of any legal one, proven (:attr:`Paired.wishes`). ``proof`` is a folder for the proof that the rules pair the round
    so, or not at all; with ``force`` it may have other files.

    >>> si.pair(t.round(), "dutch-2012").pairs[0]
    Board(white=3, black=2)
    """
    return Paired(ask_of_round("pair", locals()).record, state=state)


def verify(
    state: RoundState,
    pairing: Any = None,
    *,
    model: ModelLike | None = None,
    system: str | None = None,
    proof: str | os.PathLike[str] | None = None,
    make: bool = False,
    force: bool = False,
    rather_not: Wishes = (),
    rather_not_same: str | Iterable[str] = (),
    repair: Repair = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Verdict:
    """Hold a pairing to the rules of a model, or of a ``system``: is it legal, and how far is it from the optimum? Without either, the
    model is that of the solution that is given, as it was repaired, and else ``pairs``.

    ``pairing`` is a :class:`Pairing`, a result that has one, an iterable of pairs ``(white, black)`` with the bye as ``(player, 0)``, a
    path, or the bytes of a file; without it, the pairing of the round in the tournament's file. ``proof`` is a folder that ``solve``
    or ``pair`` wrote, to be checked. Of a system, ``make`` writes it instead: the proof how the rules pair the round, and in what this
    pairing is another one; with ``force`` the folder may have other files. ``rather_not`` and ``rather_not_same`` are as of :func:`pair`.

    >>> si.verify(t.round(), [(1, 2), (3, 4), (5, 6), (7, 8)]).violations[0].what
    '1 and 2 met in round 2'
    """
    given = locals()
    if model is None and system is None and isinstance(pairing, Solution):
        given |= {"model": pairing._asked["model"], "repair": repair or (pairing.repair.given_up if pairing.repair else False)}
    contents = {} if pairing is None else {"the pairing": pairs_of(pairing)}
    answer = ask_of_round("verify", {**_by_rules(given), "pairing": next(iter(contents), None)}, contents)
    return Verdict(answer.record, state=state)


def verify_proof(
    state: RoundState,
    proof: str | os.PathLike[str],
    *,
    model: ModelLike = "pairs",
    system: str | None = None,
    repair: Repair = False,
    memory_limit: int | None = None,
) -> ProofCheck:
    """Check the proof that there is no legal pairing, in a folder that ``solve(…, proof=folder)`` wrote, or, of a ``system``,
    ``pair(…, proof=folder)``.

    A proof of an optimum, or of a system's pairing, needs the pairing: :func:`verify` checks both."""
    if proof is None:
        raise RequestError("proof is the folder of a proof; name one")
    return ProofCheck(ask_of_round("verify", {**_by_rules(locals()), "none": True}).record, state=state)


def verify_duals(
    state: RoundState,
    duals: Any,
    *,
    model: ModelLike = "pairs",
    repair: Repair = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> DualCheck:
    """Check dual values that somebody has written: which bound do they prove, or which pairs do they fail?

    ``duals`` is a dictionary whose keys are players in pairing order, the bye (0) last, or tuples of the players of an odd set, and whose values
    are whole numbers in the smallest unit of the tier, mostly tenths; or a path or the bytes of a certificate.

    >>> si.verify_duals(t.round(), {player: 500 for player in range(1, 9)}).distance
    Fraction(2150, 1)
    """
    given = {**locals(), "duals": "duals"}
    return DualCheck(ask_of_round("verify", given, {"duals": _certificate(round_of(state), duals)}).record, state=state)


def _certificate(state: RoundState, duals: Any) -> bytes:
    if not isinstance(duals, Mapping):
        return content_of(duals)[0]
    seats, odd_sets = [], []
    for key, value in duals.items():
        dual = whole("a dual value", value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value, -(1 << 123), 1 << 123)
        if isinstance(key, tuple):
            odd_sets.append({"seats": [whole("a player of duals", player, 0) for player in key], "dual": dual})
        else:
            seats.append({"seat": whole("a player of duals", key, 0), "dual": dual})
    proof = {"optimal": {"bound": 0, "seats": seats, "odd_sets": odd_sets}}
    return json.dumps({"round": state.round, "model": "", "proof": proof}).encode()


def _by_rules(given: dict[str, Any]) -> dict[str, Any]:
    """Parameters whose rules are those of a system, or else of a model."""
    is_of_model = given["system"] is None
    return {**given, "model": ("pairs" if given["model"] is None else given["model"]) if is_of_model else None}


@overload
def compare(
    what: RoundState,
    *,
    systems: str | Iterable[str] = (),
    models: ModelLike | Sequence[ModelLike] = ("pairs", "fair"),
    repair: Repair = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> Comparison: ...
@overload
def compare(
    what: Tournament,
    *,
    systems: str | Iterable[str] = (),
    models: ModelLike | Sequence[ModelLike] = ("pairs", "fair"),
    attributes: Any = None,
    weights: Any = None,
    repair: Repair = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> ComparedRounds: ...
def compare(
    what: RoundState | Tournament,
    *,
    systems: str | Iterable[str] = (),
    models: ModelLike | Sequence[ModelLike] = ("pairs", "fair"),
    attributes: Any = None,
    weights: Any = None,
    repair: Repair = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> Comparison | ComparedRounds:
    """Set the pairings of a round by systems, by models and as it was played side by side: a :class:`Comparison`.

    Of a :class:`Tournament`, every round that was played is compared, with the tables ``attributes`` and ``weights`` as of
    :meth:`Tournament.round`: a :class:`ComparedRounds`. Without ``systems``, all are taken.
    """
    given = {**locals(), "models": models_of(models)}
    if any(model._matrix is not None for model in given["models"]):
        raise RequestError("models that are compared have no matrix of their own; give the round its weights instead")
    if isinstance(what, Tournament):
        names, contents = tables(attributes, weights, what._last_number)
        given |= {**what._given, "all_rounds": True, "attributes": None, "weights": None, **names}
        answer = ask("compare", given, tournament=what._native, contents=contents)
        answer.warn("unheeded")
        return ComparedRounds(answer.record)
    if attributes is not None or weights is not None:
        raise RequestError("a round has tables of its own; give attributes and weights to Tournament.round")
    return Comparison(ask_of_round("compare", {**given, "state": what}).record, state=what)


def explain(
    state: RoundState,
    model: ModelLike = "pairs",
    *,
    ties: str = "canonical",
    repair: Repair = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Explanation:
    """What each board counts, and each player's next-best opponent with its exact price."""
    given = {**locals(), "model": model_of(model)}
    return Explanation(ask_of_round("explain", given).record, state=state, _asked=given)


def why(
    state: RoundState,
    one: int | str,
    other: int | str,
    *,
    model: ModelLike | None = None,
    system: str | None = None,
    rather_not: Wishes = (),
    rather_not_same: str | Iterable[str] = (),
    count_optima: int | bool = False,
    ties: str = "canonical",
    repair: Repair = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Why:
    """Why two players do not meet: the rule that forbids it, or its exact price; of two who meet, what their board is worth, and why the
    colours are so.

    Players are numbers or names; the bye is 0 or ``bye``. Without ``model`` and ``system``, it is asked of the system that pairs the
    round as the file has it, or otherwise of the model ``pairs``. If the price is 0, ``count_optima`` counts the optima, and those with
    the pair, as :func:`solve` does. ``rather_not`` and ``rather_not_same`` are as of :func:`pair`.
    """
    given = locals()
    for name, player in (("one", one), ("other", other)):
        is_name = isinstance(player, str) or not hasattr(player, "__index__")
        given[name] = text(name, player, "a pairing number, 0 for the bye, or a name") if is_name else str(whole(name, player, 0))
    return Why(ask_of_round("why", given if model is None and system is None else _by_rules(given)).record, state=state)


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
    return Shown(ask_of_round("solve", locals()).record, state=state)


def pareto(
    state: RoundState,
    between: str | Iterable[str] | None = None,
    model: ModelLike = "fair",
    *,
    of: str | None = None,
    hold: str | Iterable[str] | None = None,
    values: bool = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: Progress = False,
) -> Front:
    """All pairings that no other one dominates between two criteria: tiers of the model, terms, ``downfloats`` or ``same-federation``.

    ``between`` is two names, or both in a text with a comma. ``of`` in its place says what it costs, in the tiers of the model, to make
    fewer boards of a kind: ``same-federation``, ``downfloats``, or a term; this list has no plot. The tiers in ``hold`` stay as good as they
    can be, in the order of the model. With ``values`` the values are found alone, without their pairings: in a
    large field this takes a fraction of the time. ``progress=True`` says on standard error how many points were found, and a function is
    called with this number, and that of all where it is known.

    >>> [point.values for point in si.pareto(t.round(), ("scores", "colours")).points]
    [(-2, -4), (-3, 0)]
    """
    plot = "plot.svg" if of is None else None
    answer = ask_of_round("pareto", locals(), kept=plot, progress=told(progress, "points"))
    return Front(answer.record, state=state, plot=answer.files[plot].decode() if plot else None)


@overload
def rule(id: str) -> Rule: ...
@overload
def rule(id: None = None) -> Frame: ...
def rule(id: str | None = None) -> Rule | Frame:
    """What an id stands for, of a rule, a term or a message. Without an id, a frame of all of them.

    >>> si.rule("ilp.no-rematch").title
    'Two players do not meet twice'
    """
    found = Rule(ask("rule", {"id": id}).record)
    return found if id is not None else found.frame()


def systems() -> list[str]:
    """The ids of the rule systems."""
    return _native.system_ids()
