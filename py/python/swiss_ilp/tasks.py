"""The tasks of a round.

Every task takes the options ``time_limit`` (seconds), ``memory_limit`` (MiB of the process), ``threads`` (of the solver; the result
does not depend on it), ``method`` (``exact``, or ``highs`` for HiGHS alone) and ``ties`` (``canonical``, ``random:SEED`` or ``fold``:
which of several equal optima), as far as they mean anything to it. Other threads of Python go on while a task works. Ctrl-C interrupts
it with ``KeyboardInterrupt``.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Union, overload

from . import _native
from .errors import RequestError, SwissWarning
from .frame import Frame
from .model import Model, model_of
from .results import ComparedRounds, Comparison, Explanation, Paired, Rule, Solution, Verdict, Why
from .tournament import RoundState, Tournament, pairs_of, settings

ModelLike = Union[Model, str, "os.PathLike[str]", Mapping[str, Any]]
"""A model, the name of a built-in one, the path of a model file, or the dictionary of one."""


def solve(
    state: RoundState,
    model: ModelLike = "pairs",
    *,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    threads: int = 1,
    method: str = "exact",
    ties: str = "canonical",
    count_optima: int | bool = False,
    all_optima: int | None = None,
    proof: str | os.PathLike[str] | None = None,
) -> Solution:
    """Pair a round optimally by a model, prove that no pairing is better, and verify it.

    ``count_optima`` counts the optima, unless some part of the field that affects no other has more than so many (``True``: 100,000);
    ``all_optima`` lists the first so many. ``proof`` is a folder for the proof: a certificate in integers, and one for VeriPB.

    A round without a legal pairing is a :class:`Solution` with the status ``infeasible``. A limit is no error either: the solution is
    the best pairing so far and its bound.

    >>> t = si.read("instances/teaching-8.json")
    >>> si.solve(t.round())
    <Solution of round 4 by pairs: optimal; formulation 185>
    """
    chosen = model_of(model)
    extras = {
        "count_optima": 100_000 if count_optima is True else (count_optima or None),
        "all_optima": all_optima,
        "proof": None if proof is None else os.fspath(proof),
    }
    options = settings(time_limit, memory_limit, threads, method, ties)
    report = _native.solve(state._for(chosen), chosen._native, options, extras)
    _warn(state, chosen)
    return Solution(report, state)


def pair(state: RoundState, system: str, *, trace: bool = False, time_limit: float | None = None) -> Paired:
    """Pair a round by the rules of a system (:func:`systems` lists them). ``trace`` explains each step.

    >>> si.pair(t.round(), "dutch-2012").pairs[0]
    Board(white=3, black=2)
    """
    return Paired(_native.pair(state._native, system, trace, settings(time_limit)), state)


def verify(
    state: RoundState,
    pairing: Any,
    *,
    model: ModelLike = "pairs",
    system: str | None = None,
    proof: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Verdict:
    """Hold a pairing to the rules of a model, or of a ``system``: is it legal, and how far is it from the optimum?

    ``pairing`` is a :class:`Pairing`, a result that has one, an iterable of pairs ``(white, black)`` with the bye as ``(player, 0)``, a
    path, or the bytes of a file. ``proof`` is a folder that ``solve`` wrote, to be checked.

    >>> si.verify(t.round(), [(1, 2), (3, 4), (5, 6), (7, 8)]).violations[0].what
    '1 and 2 met in round 2'
    """
    chosen = None if system is not None else model_of(model)
    native = state._native if chosen is None else state._for(chosen)
    given = None if proof is None else os.fspath(proof)
    options = settings(time_limit, memory_limit)
    report = _native.verify(native, pairs_of(pairing), _native_of(chosen), system, given, options)
    if chosen is not None:
        _warn(state, chosen)
    return Verdict(report, state)


@overload
def compare(
    what: RoundState,
    *,
    systems: str | Iterable[str] = (),
    models: ModelLike | Sequence[ModelLike] = ("pairs", "fair"),
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
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> ComparedRounds: ...
def compare(
    what: RoundState | Tournament,
    *,
    systems: str | Iterable[str] = (),
    models: ModelLike | Sequence[ModelLike] = ("pairs", "fair"),
    time_limit: float | None = None,
    memory_limit: int | None = None,
    ties: str = "canonical",
) -> Comparison | ComparedRounds:
    """Set the pairings of a round by systems, by models and as it was played side by side: a :class:`Comparison`.

    Of a :class:`Tournament`, every round that was played is compared: a :class:`ComparedRounds`. Without ``systems``, all are taken.
    """
    chosen = [model_of(model) for model in _listed(models)]
    if any(model._matrix is not None for model in chosen):
        raise RequestError("models that are compared have no matrix of their own; give the round its weights instead")
    names = [systems] if isinstance(systems, str) else list(systems)
    options = settings(time_limit, memory_limit, ties=ties)
    natives = [model._native for model in chosen]
    if isinstance(what, Tournament):
        return ComparedRounds(_native.compare_rounds(what._native, names, natives, options))
    for model in chosen:
        _warn(what, model)
    return Comparison(_native.compare(what._native, names, natives, options), what)


def explain(
    state: RoundState, model: ModelLike = "pairs", *, board: int | None = None, time_limit: float | None = None
) -> Explanation:
    """What each board counts, and each player's next-best opponent with its exact price."""
    chosen = model_of(model)
    _warn(state, chosen)
    return Explanation(_native.explain(state._for(chosen), chosen._native, board, settings(time_limit)), state)


def why(
    state: RoundState,
    one: int | str,
    other: int | str,
    *,
    model: ModelLike = "pairs",
    system: str | None = None,
    time_limit: float | None = None,
) -> Why:
    """Why two players do not meet: the rule that forbids it, or its exact price. Players are numbers or names; 0 is the bye."""
    chosen = None if system is not None else model_of(model)
    native = state._native if chosen is None else state._for(chosen)
    report = _native.why(native, str(one), str(other), _native_of(chosen), system, settings(time_limit))
    return Why(report, state)


@overload
def rule(id: str) -> Rule: ...
@overload
def rule(id: None = None) -> Frame: ...
def rule(id: str | None = None) -> Rule | Frame:
    """What an id stands for, of a rule, a term or a message. Without an id, a frame of all of them.

    >>> si.rule("ilp.no-rematch").title
    'Two players do not meet twice'
    """
    found = Rule(_native.rule(id))
    return found if id is not None else found.frame()


def systems() -> list[str]:
    """The ids of the rule systems."""
    return _native.system_ids()


def _native_of(model: Model | None) -> _native.Model | None:
    return None if model is None else model._native


def _listed(models: Any) -> list[Any]:
    return [models] if isinstance(models, (Model, str, os.PathLike, Mapping)) else list(models)


def _warn(state: RoundState, model: Model) -> None:
    for what in _native.unheeded(state._native, model._native):
        warnings.warn(what, SwissWarning, stacklevel=3)
