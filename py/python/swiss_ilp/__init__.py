"""swiss-ilp: pair a round of a Swiss tournament optimally by integer programming, and prove it.

    import swiss_ilp as si

    t = si.read("f.trf")                          # a tournament: TRF or JSON
    state = t.round(5)                            # everything that the pairing of round 5 may depend on
    best = si.solve(state, model="pairs")         # the best pairing, proven and verified
    best.pairs, best.objective, best.optimal      # exact values: int or Decimal
    si.pair(state, "dutch-2012").pairs            # by the rules of a system
    si.verify(state, best).legal                  # a pairing from anywhere
    si.compare(state).to_pandas()                 # all of them side by side
    state.model("slots").to_lp()                  # the integer program, for other solvers
    si.batch("archive/*.trf").to_polars()         # a record a round
    si.simulate("experiment.toml").summary        # thousands of tournaments
    si.rule("ilp.no-rematch")                     # what an id stands for

Models of your own are dictionaries, or built of :class:`Tier`, :class:`Term` and :class:`Definition`. Errors are exceptions
(:class:`SwissError`) with ``code``, ``line``, ``column`` and ``help``. Players are their pairing numbers, from 1.
"""

from . import _native
from .archive import Batch, Pairer, Simulation, batch, generate, simulate
from .errors import (
    Fault,
    FileError,
    InternalError,
    LimitError,
    NoPairingError,
    RequestError,
    SwissError,
    SwissWarning,
)
from .frame import Frame
from .model import Definition, Model, Term, Tier, models
from .results import (
    Board,
    Bound,
    Check,
    ComparedRounds,
    Comparison,
    Distance,
    Explanation,
    Info,
    Paired,
    Pairing,
    Programs,
    Result,
    Rule,
    Solution,
    Standings,
    TermValue,
    TierValue,
    Verdict,
    Violation,
    Why,
)
from .tasks import compare, explain, pair, rule, solve, systems, verify, why
from .tournament import RoundModel, RoundState, Tournament, read

__version__: str = _native.__version__
"""The version of the package, which is that of the program."""

highs_version: str = _native.HIGHS_VERSION
"""The version of HiGHS inside."""

__all__ = [
    "Batch", "Board", "Bound", "Check", "ComparedRounds", "Comparison", "Definition", "Distance", "Explanation", "Fault", "FileError",
    "Frame", "Info", "InternalError", "LimitError", "Model", "NoPairingError", "Paired", "Pairer", "Pairing", "Programs", "RequestError",
    "Result", "RoundModel", "RoundState", "Rule", "Simulation", "Solution", "Standings", "SwissError", "SwissWarning", "Term", "TermValue",
    "Tier", "TierValue", "Tournament", "Verdict", "Violation", "Why", "batch", "compare", "explain", "generate", "highs_version", "models",
    "pair", "read", "rule", "simulate", "solve", "systems", "verify", "why",
]  # fmt: skip


def _leave() -> None:
    """If a limit left a solver running on its thread, end without the handlers that would destroy what it still uses."""
    import os
    import sys

    if _native.is_any_thread_left():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(1 if getattr(sys, "last_value", None) is not None else 0)


def _register() -> None:
    import atexit

    atexit.register(_leave)


_register()
