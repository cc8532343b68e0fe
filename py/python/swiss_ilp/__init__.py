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

from . import _native, _processes
from .archive import Batch, Generated, Pairer, PlayedEvent, Simulation, batch, generate, simulate
from .errors import (
    Fault,
    FileError,
    InternalError,
    LimitError,
    NoColumnError,
    NoPairingError,
    RequestError,
    SwissError,
    SwissWarning,
)
from .base import Result
from .frame import Frame
from .model import Definition, Model, Term, Tier, models
from .results import (
    Aro,
    Check,
    Checklist,
    ComparedRounds,
    Comparison,
    Explanation,
    Info,
    Paired,
    Programs,
    ProofCheck,
    Rule,
    Solution,
    Standings,
    Verdict,
    Why,
)
from .tasks import compare, explain, pair, rule, solve, systems, verify, verify_duals, verify_proof, why
from .tournament import RoundModel, RoundState, Tournament, read
from .values import (
    Board,
    Bound,
    Breach,
    Distance,
    ExplainedBoard,
    Instead,
    KeepOpen,
    Pairing,
    PricedOpponent,
    ProofVerdict,
    Repair,
    TermValue,
    TierPrice,
    TierValue,
    Violation,
    WishBreach,
    WishesKept,
)
from .watch import (
    Case,
    CutStep,
    DualCheck,
    Duals,
    Front,
    OddSet,
    Point,
    Relaxation,
    Shown,
    ShownTier,
    Stage,
    pareto,
    shown,
)

__version__: str = _native.__version__
"""The version of the package, which is that of the program."""

highs_version: str = _native.HIGHS_VERSION
"""The version of HiGHS inside."""

__all__ = [
    "Aro", "Batch", "Board", "Bound", "Breach", "Case", "Check", "Checklist", "ComparedRounds", "Comparison", "CutStep", "Definition",
    "Distance", "DualCheck", "Duals", "ExplainedBoard", "Explanation", "Fault", "FileError", "Frame", "Front", "Generated", "Info",
    "Instead", "InternalError", "KeepOpen", "LimitError", "Model", "NoColumnError", "NoPairingError", "OddSet", "Paired", "Pairer",
    "Pairing", "PlayedEvent", "Point", "PricedOpponent", "Programs", "ProofCheck", "ProofVerdict", "Relaxation", "Repair", "RequestError",
    "Result", "RoundModel", "RoundState", "Rule", "Shown", "ShownTier", "Simulation", "Solution", "Stage", "Standings", "SwissError",
    "SwissWarning", "Term", "TermValue", "Tier", "TierPrice", "TierValue", "Tournament", "Verdict", "Violation", "Why", "WishBreach",
    "WishesKept", "batch", "compare", "explain", "generate", "highs_version", "models", "pair", "pareto", "read", "rule",
    "shown", "simulate", "solve", "systems", "verify", "verify_duals", "verify_proof", "why",
]  # fmt: skip

_processes.solve_apart()
