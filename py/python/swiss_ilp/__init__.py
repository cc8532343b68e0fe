"""swiss-ilp: pair a round of a Swiss tournament optimally by integer programming, and prove it.

    import swiss_ilp as si

    t = si.read("f.trf")                          # a tournament: TRF or JSON
    state = t.round(5)                            # everything that the pairing of round 5 may depend on
    best = si.solve(state, model="pairs")         # the best pairing, proven and verified
    best.pairs, best.objective, best.optimal      # exact values: int or Decimal
    si.pair(state, "dutch-2012").pairs            # by the rules of a system
    si.verify(state, best).legal                  # a pairing from anywhere
    si.compare(state).to_pandas()                 # all of them side by side
    best.to_html("round.html")                    # a page for a browser; in a notebook a result shows itself so
    si.why(state, 1, 5).price                     # what a pair would cost
    si.pareto(state, "scores,colours").points     # what no other pairing beats by both
    state.model("slots").to_lp()                  # the integer program, for other solvers
    si.batch("archive/*.trf").to_polars()         # a record a round
    si.simulate("experiment.toml").summary        # thousands of tournaments
    si.rule("ilp.no-rematch")                     # what an id stands for

Models of your own are dictionaries, or built of :class:`Tier`, :class:`Term` and :class:`Definition`. Errors are exceptions
(:class:`SwissError`) with ``code``, ``line``, ``column`` and ``help``. Players are their pairing numbers, from 1; the bye is 0.
"""

from . import _native, _processes, answers
from .archive import Batch, Generated, PlayedEvent, Side, Simulation, batch, generate, simulate
from .base import Result
from .errors import (
    FileError,
    InternalError,
    LimitError,
    NoColumnError,
    NoPairingError,
    RequestError,
    SwissError,
    SwissWarning,
)
from .frame import Frame
from .model import Definition, Model, Term, Tier, models
from .record import Record
from .results import (
    Check,
    Checklist,
    ComparedRounds,
    Comparison,
    DualCheck,
    Explanation,
    Front,
    Info,
    Paired,
    Programs,
    ProofCheck,
    Rule,
    Shown,
    Solution,
    Standings,
    Verdict,
    Why,
)
from .tasks import compare, explain, pair, pareto, rule, shown, solve, systems, verify, verify_duals, verify_proof, why
from .tournament import RoundModel, RoundState, Tournament, read
from .values import Board, Pairing

__version__: str = _native.__version__
"""The version of the package, which is that of the program."""

highs_version: str = _native.HIGHS_VERSION
"""The version of HiGHS inside."""

__all__ = [
    "Batch", "Board", "Check", "Checklist", "ComparedRounds", "Comparison", "Definition", "DualCheck", "Explanation", "FileError",
    "Frame", "Front", "Generated", "Info", "InternalError", "LimitError", "Model", "NoColumnError", "NoPairingError", "Paired",
    "Pairing", "PlayedEvent", "Programs", "ProofCheck", "Record", "RequestError", "Result", "RoundModel", "RoundState", "Rule",
    "Shown", "Side", "Simulation", "Solution", "Standings", "SwissError", "SwissWarning", "Term", "Tier", "Tournament", "Verdict", "Why", "answers",
    "batch", "compare", "explain", "generate", "highs_version", "models", "pair", "pareto", "read", "rule", "shown", "simulate", "solve",
    "systems", "verify", "verify_duals", "verify_proof", "why",
]  # fmt: skip

_processes.solve_apart()
