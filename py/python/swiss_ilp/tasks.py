"""The tasks of a round.

Every task takes the options ``time_limit`` (seconds), ``memory_limit`` (MiB of the process), ``threads`` (of the solver; the result
does not depend on it), ``method`` (``exact``, or ``highs`` for HiGHS alone), ``ties`` (``canonical``, ``random:SEED`` or ``fold``:
which of several equal optima) and ``repair`` (``True``, or hard rules to give up), as far as they mean anything to it. Other threads of
Python go on while a task works. Ctrl-C interrupts it with ``KeyboardInterrupt``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, overload

from . import _native
from ._toml import decimal
from .asking import MODEL, ask
from .base import Result
from .errors import RequestError
from .frame import Frame
from .model import Model, ModelLike, model_of
from .results import ComparedRounds, Comparison, Explanation, Paired, ProofCheck, Rule, Solution, Verdict, Why
from .settings import (
    Repair,
    given_up,
    is_text,
    is_truth,
    items,
    needed,
    optional_path,
    optional_text,
    path,
    text,
    texts,
    truth,
    whole,
    wrong,
)
from .tournament import Drawn, RoundState, Tournament, Wishes, ask_of_round, content_of, pairs_of, tables, wishes_of
from .watch import DualCheck


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
    ties = text("ties", ties, "'canonical', 'fold' or 'random:1'")
    request = {
        "model": MODEL,
        "without": texts("without", without, "'C14'"),
        "method": text("method", method, "'exact' or 'highs'"),
        "ties": ties,
        "threads": needed("threads", threads, 1),
        "count_optima": _most(count_optima),
        "all_optima": whole("all_optima", all_optima, 1),
        "proof": optional_path("proof", proof),
        "force": truth("force", force),
        "repair": given_up(repair),
        "keep_open": whole("keep_open", keep_open, 0),
    }
    limits = (time_limit, memory_limit)
    answer = ask_of_round("solve", state, request, [chosen], limits)
    return Solution(answer.record, state, Drawn(state, chosen, {"ties": ties}, limits))


def _most(count_optima: int | bool) -> int | None:
    if is_truth(count_optima):
        return 100_000 if count_optima else None
    return needed("count_optima", count_optima, 1)


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
    """Pair a round by the rules of a system: :func:`systems` lists them, and ``dutch`` is FIDE's by the edition in force when the
    tournament began. ``trace`` explains each step.

    ``rather_not`` are pairs or groups who rather do not meet: ``[(3, 7), (4, 9, 12)]``, a dictionary of weights ``{(3, 7): 2}``, or a
    text as of the command line. ``rather_not_same`` is ``club``, ``federation`` or both, as in ``"club=2"``. The pairing then has the
    fewest breaches of any legal one, proven (:attr:`Paired.wishes`). ``proof`` is a folder for the proof that the rules pair the round
    so, or not at all; with ``force`` it may have other files.

    >>> si.pair(t.round(), "dutch-2012").pairs[0]
    Board(white=3, black=2)
    """
    # A system heeds no tables.
    request = {
        "system": text("system", system, "'tcec'; systems() lists them"),
        "trace": truth("trace", trace),
        "wishes": wishes_of(rather_not, rather_not_same),
        "proof": optional_path("proof", proof),
        "force": truth("force", force),
        "tables": None,
    }
    return Paired(ask_of_round("pair", state, request, (), (time_limit, memory_limit)).record, state)


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
    if model is None and system is None and isinstance(pairing, Solution):
        model = pairing._drawn.model
        repair = repair or (list(pairing.repair.given_up) if pairing.repair else False)
    rules, chosen = _rules("pairs" if model is None else model, system)
    contents = {} if pairing is None else {"the pairing": pairs_of(pairing)}
    named = {"pairing": next(iter(contents), None)}
    request = {
        "rules": rules,
        "pairing": named,
        "proof": optional_path("proof", proof),
        "make": truth("make", make),
        "force": truth("force", force),
        "wishes": wishes_of(rather_not, rather_not_same),
        "repair": given_up(repair),
    }
    return Verdict(ask_of_round("verify", state, request, chosen, (time_limit, memory_limit), contents=contents).record, state)


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
    rules, chosen = _rules(model, system)
    request = {"rules": rules, "proof": path("proof", proof), "pairing": {"none": True}, "repair": given_up(repair)}
    return ProofCheck(ask_of_round("verify", state, request, chosen, (None, memory_limit)).record, state)


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

    ``duals`` is a dictionary whose keys are players (0 is the bye) or tuples of the players of an odd set, and whose values are exact
    numbers in the smallest unit of the tier, mostly tenths; the result of :func:`swiss_ilp.shown`, of ``duals``; or a path or the bytes of CSV or JSON.

    >>> si.verify_duals(t.round(), {player: 500 for player in range(1, 9)}).distance
    Fraction(2150, 1)
    """
    rules, chosen = _rules(model, None)
    request, contents = {"rules": rules, "duals": "duals", "repair": given_up(repair)}, {"duals": _duals_text(duals)}
    return DualCheck(ask_of_round("verify", state, request, chosen, (time_limit, memory_limit), contents=contents).record, state)


def _duals_text(duals: Any) -> bytes:
    if isinstance(duals, Result):
        return duals.to_json()
    if not isinstance(duals, Mapping):
        return content_of(duals)[0]
    lines = []
    for key, value in duals.items():
        members = [needed("a player of duals", player, 0) for player in (key if isinstance(key, tuple) else (key,))]
        number = str(value) if isinstance(value, (str, Fraction)) else decimal(value)
        lines.append(f"{' '.join('bye' if player == 0 else str(player) for player in members)},{number}\n")
    return "".join(lines).encode()


def _rules(model: ModelLike, system: str | None) -> tuple[dict[str, str], list[Model]]:
    """The part of a request that names the rules, and the model; no model, if the rules are a system's."""
    if system is not None:
        return {"system": text("system", system, "'tcec'; systems() lists them")}, []
    chosen = [model_of(model)]
    return {"model": MODEL}, chosen


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
    chosen = [model_of(model) for model in listed(models)]
    if any(model._matrix is not None for model in chosen):
        raise RequestError("models that are compared have no matrix of their own; give the round its weights instead")
    request: dict[str, Any] = {
        "models": [str(place) for place, _ in enumerate(chosen)],
        "systems": texts("systems", systems, "the ids of systems, such as ['tcec']"),
        "ties": text("ties", ties, "'canonical', 'fold' or 'random:1'"),
        "repair": given_up(repair),
    }
    limits = (time_limit, memory_limit)
    if isinstance(what, Tournament):
        names, contents = tables(attributes, weights, what._last_number)
        request |= {"file": what._file, "all_rounds": True, "tables": names}
        answer = ask("compare", request, chosen, limits, tournament=what._native, contents=contents)
        answer.warn("unheeded")
        return ComparedRounds(answer.record)
    if attributes is not None or weights is not None:
        raise RequestError("a round has tables of its own; give attributes and weights to Tournament.round")
    at = what._asked["at"] if isinstance(what, RoundState) else {}
    return Comparison(ask_of_round("compare", what, {**at, "at": None, **request}, chosen, limits).record, what)


def explain(
    state: RoundState,
    model: ModelLike = "pairs",
    *,
    board: int | None = None,
    ties: str = "canonical",
    repair: Repair = False,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Explanation:
    """What each board counts, and each player's next-best opponent with its exact price; of one ``board``, all other opponents."""
    chosen, limits = model_of(model), (time_limit, memory_limit)
    request = {"ties": text("ties", ties, "'canonical', 'fold' or 'random:1'"), "repair": given_up(repair)}
    drawn = Drawn(state, chosen, request, limits) if board is None else None
    asked = {**request, "model": MODEL, "board": whole("board", board, 1)}
    return Explanation(ask_of_round("explain", state, asked, [chosen], limits).record, state, drawn)


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
    rules, chosen = ({}, []) if model is None and system is None else _rules("pairs" if model is None else model, system)
    request = {
        "one": _who("one", one),
        "other": _who("other", other),
        "rules": rules,
        "wishes": wishes_of(rather_not, rather_not_same),
        "count_optima": _most(count_optima),
        "ties": text("ties", ties, "'canonical', 'fold' or 'random:1'"),
        "repair": given_up(repair),
    }
    return Why(ask_of_round("why", state, request, chosen, (time_limit, memory_limit)).record, state)


def _who(name: str, player: int | str) -> str:
    """A player as the library finds him: by his number, or by his name."""
    if is_text(player):
        return str(player)
    if isinstance(player, str) or not hasattr(player, "__index__"):
        raise wrong(name, "a pairing number, 0 for the bye, or a name", player)
    return str(needed(name, player, 0) or "bye")


@overload
def rule(id: str) -> Rule: ...
@overload
def rule(id: None = None) -> Frame: ...
def rule(id: str | None = None) -> Rule | Frame:
    """What an id stands for, of a rule, a term or a message. Without an id, a frame of all of them.

    >>> si.rule("ilp.no-rematch").title
    'Two players do not meet twice'
    """
    found = Rule(ask("rule", {"id": optional_text("id", id, "'ilp.no-rematch'")}).record)
    return found if id is not None else found.frame()


def systems() -> list[str]:
    """The ids of the rule systems."""
    return _native.system_ids()


def listed(models: Any) -> list[Any]:
    """One or several models as a list. A text may have several names, with commas."""
    if isinstance(models, str) and not os.path.exists(models):
        return models.split(",")
    if isinstance(models, (Model, str, os.PathLike, Mapping)):
        return [models]
    return items("models", models, "a model, or a list of models")
