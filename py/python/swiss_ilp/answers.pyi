# Made by py/stub.py from the schemas of answers. "make python-types" makes it again.
"""The records of answers. ``help`` of a class says what its attributes mean."""

from fractions import Fraction
from typing import Literal

from .record import Exact, Record
from .values import Board, Pairing, SideBySide, WithMetrics, WithOutcome, WithPairs

class Barred(Record):  # Pairs of one seat with others that the same rules bar.
    from_: tuple[int, ...]; rules: tuple[str, ...]; seat: int
class BoundReport(Record):  # The bound of one tier.
    proof: Evidence; tier: int; value: Exact
class BreachReport(Record):  # A breach of a rule that was given up.
    pair: tuple[int, int]; players: tuple[int, ...]; price: tuple[TierPrice, ...] | None; rule: str; what: str
class CourseReport(Record):  # How far branch and bound had come.
    bound: Exact | None; gap: Exact | None; nodes: int; seconds: float; tier: int; value: Exact | None
Evidence = Literal['nothing', 'branch-and-bound', 'search', 'integer-tree', 'obstruction', 'integer-dual']
class KeepOpenReport(Record):  # What is known of the rounds that can follow a pairing.
    asked: int; broken_at: int | None; kept_open: int | None; short_of_partners: int | None; tried: int; witness: tuple[RoundPairs, ...]
class RepairReport(Record):  # A repair: the rules that were given up, and their breaches.
    barred: tuple[Barred, ...]; breaches: tuple[BreachReport, ...]; given_up: tuple[str, ...]; reason: str
class RoundPairs(Record):  # Who meets whom in a round, without colours.
    bye: int | None; pairs: tuple[tuple[int, int], ...]; round: int
class RuleStep(Record):  # A step of a system's procedure: what is to be paired, and the least value of each criterion.
    downfloaters: tuple[int, ...]; players: tuple[int, ...]; possible: bool; step: str; tiers: tuple[RuleTier, ...]
class RuleTier(Record):  # A criterion in a step.
    article: str; tier: str; value: tuple[int, ...]
class Seconds(Record):  # Wall time of each step, in seconds.
    build: float; canonical: float; optima: float | None; optimise: float; read: float; total: float; verify: float
Status = Literal['optimal', 'time-limit', 'memory-limit', 'interrupted', 'infeasible', 'not-verified']
class TermVerdict(Record):  # The value of one term.
    count: Exact; term: str; value: Exact; weight: Exact
class TierPrice(Record):  # A price in one tier.
    tier: int; value: Exact
class TierVerdict(Record):  # The value of one tier.
    name: str; terms: tuple[TermVerdict, ...]; tier: int; value: Exact
class SolveReport(WithPairs):  # A round that was solved by an objective or by the articles of a system: the pairing, its values and their proof.
    absent: tuple[int, ...]; all_optima: tuple[Pairing, ...]; barred: tuple[Barred, ...]; bound: tuple[BoundReport, ...]; bye: int | None
    course: tuple[CourseReport, ...]; gap: Exact | None; keep_open: KeepOpenReport | None; model: str; objective: tuple[TierVerdict, ...]
    optima: int | None; optima_exact: bool | None; optimal: bool; pairs: tuple[Board, ...]; problems: tuple[str, ...]; proof: Evidence
    reason: str | None; repair: RepairReport | None; round: int; rounds_planned: int | None; seconds: Seconds; status: Status
    steps: tuple[RuleStep, ...]; ties: str; tournament: str; unique: bool | None; unique_proof: Evidence | None; verified: bool
class CaseShown(Record):  # A case, and what is known of it.
    bound: Fraction; branches: bool; demand: str; depth: int
class CutShown(Record):  # A solve of the linear program.
    bound: Fraction; odd_sets: tuple[tuple[int, ...], ...]; tier: int
class DualRow(Record):  # The dual value of a player or of the bye.
    dual: Fraction; name: str; seat: int
class DualsReport(Record):  # The dual values that prove the optimum of a round, in the unit of the tier; several tiers are one number.
    bound: Fraction; model: str; odd_sets: tuple[OddSetRow, ...]; round: int; seats: tuple[DualRow, ...]; tiers: tuple[ScaleRow, ...]
    tournament: str
class OddSetRow(Record):  # The dual value of an odd set.
    dual: Fraction; room: int; seats: tuple[int, ...]
class RelaxShown(Record):  # The linear program of the pairs without odd sets.
    circles: tuple[tuple[int, ...], ...]; pairs: tuple[tuple[int, int], ...]; values: tuple[Fraction, ...]
class ScaleRow(Record):  # What a unit of a tier weighs.
    name: str; unit: Exact | None; weight: Fraction
class StageShown(Record):  # How a tier was decided, or that a cap cannot be kept.
    cases: tuple[CaseShown, ...]; name: str; next: Fraction; optimum: Fraction
class TierShown(Record):  # A tier that is decided among the optima of the tiers before.
    name: str; optimum: Exact; possible_pairs: int | None; proof: Evidence; tight_pairs: int | None
class TiersShown(Record):  # The tiers, one after another.
    legal_pairs: int; tiers: tuple[TierShown, ...]
class ShownReport(WithPairs):  # A round that was solved, and what was asked to be shown of it.
    bye: int | None; cuts: tuple[CutShown, ...] | None; duals: DualsReport | None; model: str; pairs: tuple[Board, ...]; reason: str | None
    relax: RelaxShown | None; round: int; rounds_planned: int | None; status: Status; tiers: TiersShown | None; tournament: str
    tree: tuple[StageShown, ...] | None; values: tuple[Exact, ...]
PairStatus = Literal['paired', 'infeasible', 'time-limit', 'memory-limit', 'interrupted']
class WishBreach(Record):  # A pair that is made, and rather is not.
    pair: tuple[int, int]; weighs: tuple[int, ...]; without: tuple[int, ...] | None
class WishesKept(Record):  # What a pairing makes of the organiser's wishes. Numbers are sums of weights, one for each rank.
    breaches: tuple[WishBreach, ...]; by_the_rules: tuple[int, ...]; fewest: tuple[int, ...]; is_the_rules_own: bool
class PairReport(WithPairs):  # A round as a system pairs it.
    bye: int | None; edition_by: str | None; pairs: tuple[Board, ...]; reason: str | None; round: int; rounds_planned: int | None
    status: PairStatus; system: str; tournament: str; trace: tuple[str, ...]; wishes: WishesKept | None
class ByeRow(Record):  # A bye.
    kind: str; round: int
class ChecklistRow(Record):  # A player of the check-list.
    byes: tuple[ByeRow, ...]; colours: str; difference: int; due: str | None; float_before: str | None; id: int; last_float: str | None
    may_have_bye: bool; name: str; opponents: tuple[int, ...]; rating: int | None; score: Exact; strength: str | None; title: str | None
class ChecklistReport(Record):  # The check-list of a round.
    absent: tuple[int, ...]; players: tuple[ChecklistRow, ...]; round: int; rounds_planned: int | None; system: str; tournament: str
class Compared(WithPairs):  # One pairing with its metrics.
    bye: int | None; bye_after: str | None; in_common: tuple[InCommon, ...]; metrics: Metrics; name: str; pairs: tuple[Board, ...]
Contradiction = Literal['beats-optimum', 'is-legal', 'not-verified']
class Discrepancy(Record):  # A wrong claim, and the pairing that shows it.
    kind: Contradiction; model: str; pairing: str; what: str
class InCommon(Record):  # What a pairing has in common with another.
    boards: int; byes: int; pairs: int; with_: str
class Judged(Record):  # One pairing under a model.
    legal: bool; objective: tuple[TierVerdict, ...]; pairing: str; price: tuple[TierVerdict, ...] | None; violations: tuple[Violation, ...]
Lack = Literal['pairing', 'optimum', 'proof']
class Metrics(Record):  # How much there is of every metric, in units.
    absolute_denied: Exact; bye_score: Exact; bye_with_points: Exact; byes: Exact; colour_difference: Exact; colour_difference_two: Exact
    downfloats: Exact; downfloats_round_before: Exact; downfloats_two_rounds_before: Exact; mild_denied: Exact; pairs: Exact
    score_difference: Exact; score_difference_squares: Exact; strong_denied: Exact; upfloats: Exact; upfloats_round_before: Exact
    upfloats_two_rounds_before: Exact
class Missing(Record):  # What a system or model lacks for a round.
    lacks: Lack; name: str; reason: str
class ModelCheck(Record):  # The pairings under one model.
    model: str; optimum: tuple[TierVerdict, ...] | None; pairings: tuple[Judged, ...]
class Violation(Record):  # One violation of a rule by a pairing.
    players: tuple[int, ...]; rule: str; what: str
class CompareReport(SideBySide):  # The pairings of one round, compared.
    discrepancies: tuple[Discrepancy, ...]; missing: tuple[Missing, ...]; models: tuple[ModelCheck, ...]; pairings: tuple[Compared, ...]
    round: int; rounds_planned: int | None; ties: str | None; tournament: str
class ModelTotals(Record):  # The sums over the rounds under one model.
    model: str; optimum: tuple[TierVerdict, ...]; pairings: tuple[PriceTotals, ...]; rounds: int
class PairingTotals(Record):  # The pairings of one system, one model or the tournament itself, summed over their rounds.
    in_common: tuple[InCommon, ...]; metrics: Metrics; name: str; rounds: int
class PriceTotals(Record):  # The prices of one column's pairings.
    legal: int; not_legal: int; pairing: str; price: tuple[TierVerdict, ...]
class Totals(WithMetrics):  # Sums over rounds.
    models: tuple[ModelTotals, ...]; pairings: tuple[PairingTotals, ...]
class CompareRoundsReport(Record):  # The comparisons of every round of a tournament, and the sums over all rounds.
    discrepancies_found: int; not_reached: tuple[int, ...]; rounds: tuple[CompareReport, ...]; rounds_planned: int | None; totals: Totals
    tournament: str
class ExplainedBoard(Record):  # One board, or the bye.
    black: int; board: int | None; instead: tuple[Instead, ...]; value: tuple[TierVerdict, ...]; white: int
class Instead(Record):  # What it costs if a player has another opponent.
    next: PricedOpponent | None; player: int
class PricedOpponent(Record):  # Another opponent.
    opponent: int; price: tuple[TierPrice, ...]
class ExplainReport(Record):  # Why a round is paired as it is by a model.
    barred: tuple[Barred, ...]; boards: tuple[ExplainedBoard, ...]; model: str; objective: tuple[TierVerdict, ...]; reason: str | None
    round: int; rounds_planned: int | None; status: Status; ties: str | None; tournament: str
class Bar(Record):  # A rule that bars a pair.
    rule: str; what: str; white: int | None
class ColoursReport(Record):  # What decides who of two has White.
    rule: str | None; so_far: tuple[str, str]; what: str
class Displaced(Record):  # A player with another opponent in one pairing than in another.
    after: int; before: int; player: int
class MeetsInstead(Record):  # Whom a player meets.
    opponent: int; player: int; rule: str
class OptimaCount(Record):  # How many optima there are.
    count: int; exact: bool
class StepReport(Record):  # The first step of a system's procedure at which a wish fails.
    best: int | None; number: int | None; rule: str | None; step: str | None; tier: str | None; what: str; with_pair: int | None
WhyStatus = Literal['forbidden', 'paired', 'worse', 'as-good', 'no-round', 'infeasible', 'otherwise', 'limit']
class WithoutReport(WithPairs):  # The best round without a pair that the optimum has.
    bye: int | None; displaced: tuple[Displaced, ...]; objective: tuple[TierVerdict, ...]; pairs: tuple[Board, ...]
    price: tuple[TierVerdict, ...]; proof: Evidence | None; reason: str | None; status: str
class WhyReport(WithPairs):  # Why two players do not meet in a round, or one of them does not have the bye.
    barred: tuple[Barred, ...]; black: int; board: tuple[TierVerdict, ...]; bye: int | None; colours: ColoursReport | None
    displaced: tuple[Displaced, ...]; instead: tuple[MeetsInstead, ...]; legal: bool; model: str | None; nearest: tuple[tuple[int, int], ...]
    objective: tuple[TierVerdict, ...]; optima: OptimaCount | None; optima_with_pair: OptimaCount | None; optimum: tuple[TierVerdict, ...]
    pairs: tuple[Board, ...]; price: tuple[TierVerdict, ...]; proof: Evidence | None; reason: str | None; round: int
    rounds_planned: int | None; rules: tuple[Bar, ...]; status: WhyStatus; step: StepReport | None; system: str | None; ties: str | None
    tournament: str; white: int; wishes: WishesKept | None; without: WithoutReport | None
class AgainstReport(Record):  # How a pairing differs from a system's pairing of the round.
    differences: tuple[str, ...]; pairs: int | None; same_bye: bool; same_colours: int; same_pairs: int; system: str
    violations: tuple[Violation, ...]
Claim = Literal['optimal', 'only-optimum', 'infeasible']
class DisputeNotAllowed(Record):
    pair: tuple[int, int]; step: str
class DisputeWorse(Record):
    article: str; best: int; count: str; given: int; step: str
class DisputeBetter(Record):
    article: str; best: int; count: str; given: int; step: str
class DisputeColours(Record):
    board: tuple[int, int]
class Dispute(Record):  # Why a pairing is not the system's.
    not_allowed: DisputeNotAllowed | None; worse: DisputeWorse | None; better: DisputeBetter | None; colours: DisputeColours | None
class Distance(Record):  # How far a pairing is from the optimum of a model.
    optimum: tuple[TierVerdict, ...]; price: tuple[TierVerdict, ...]
class ProofReportDisputed(Record):
    dispute: Dispute | str; system: Pairing
class ProofReport(WithOutcome):  # A proof, checked for its round.
    proven: Claim | None; disputed: ProofReportDisputed | None; refused: Refusal | None; model: str; round: int
class Refusal(Record):  # Why a proof is refused.
    check: str; what: str
class SecondReading(Record):  # A pairing beside that of the second reading of a system's rules.
    dispute: Dispute | str | None
class VerifyReport(WithPairs):  # A pairing that was checked by the rules of a model or a system.
    breaches: tuple[Violation, ...]; bye: int | None; distance: Distance | None; legal: bool; missing: Missing | None
    objective: tuple[TierVerdict, ...]; pairs: tuple[Board, ...]; proof: ProofReport | None; round: int; rounds_planned: int | None; rules: str
    second_reading: SecondReading | None; systems: tuple[AgainstReport, ...]; tournament: str; violations: tuple[Violation, ...]
    wishes: WishesKept | None
class ViolatedRow(Record):  # A pair that weighs more than it is given.
    given: Fraction; names: tuple[str, str]; seats: tuple[int, int]; sum: str; weight: Fraction
class DualCheckReport(Record):  # Dual values that somebody has written, checked. Numbers are exact, as text, in the unit of the tier; several tiers are one number.
    best: Fraction | None; bound: Fraction | None; distance: Fraction | None; feasible: bool; first: tuple[ViolatedRow, ...]; model: str
    refused: str | None; round: int; tiers: tuple[ScaleRow, ...]; tournament: str; violated: int
class CriterionReport(Record):  # What is counted.
    is_count: bool; name: str
class HeldTierReport(Record):  # A tier that is as good as it can be in all points.
    name: str; value: Exact
class PointReport(WithPairs):  # A non-dominated pairing.
    bye: int | None; change: tuple[Exact, ...] | None; pairs: tuple[Board, ...]; values: tuple[Exact, ...]
class ParetoReport(Record):  # The pairings that no other one dominates, or a price list.
    criteria: tuple[CriterionReport, ...]; held: tuple[HeldTierReport, ...]; model: str; points: tuple[PointReport, ...]; reason: str | None
    round: int; rounds_planned: int | None; status: Status; tournament: str; unknown: tuple[Exact | None, Exact | None] | None
class RankCheck(Record):  # A player's rank.
    id: int; in_file: int | None; is_right: bool; last: int; name: str; rank: int
class RoundCheck(Record):  # A played round compared with a system's pairing of it.
    differences: tuple[str, ...]; only_as_last_round: bool; round: int; same_bye: bool; same_colours: bool; same_order: bool; same_pairs: bool
class StandingsCheck(Record):  # The ranks of a file, compared with those by its own list of tie-breaks.
    ranks: tuple[RankCheck, ...]; tie_breaks: tuple[str, ...]; wrong: int
class CheckReport(Record):  # A tournament, every round of which a system paired again.
    by_wishes: bool | None; edition_by: str | None; rounds: tuple[RoundCheck, ...]; rounds_checked: int; rounds_different: int
    standings: StandingsCheck | None; system: str
class AcceleratedRow(Record):  # A player with points added for pairing.
    player: int; points: dict[str, str]
class AdjustmentRow(Record):  # A player's points by the arbiter's decision.
    player: int; points: str; round: int
class AwayRow(Record):  # A player who came and was then away.
    is_to_be_paired: bool; player: int; since: int
class FaultLine(Record):  # A fault, its place, and how to mend it.
    code: str; column: int | None; line: int | None; mend: str; path: str | None; what: str
class ForbiddenGroup(Record):  # Players who may not be paired with each other.
    players: tuple[int, ...]; rounds: tuple[int, int] | None
class LateRow(Record):  # A player who came after round 1.
    first_round: int | None; player: int
class InfoReport(Record):  # What a tournament file says, and what follows from it for the next round.
    absent: tuple[int, ...]; accelerated: tuple[AcceleratedRow, ...]; adjustments: tuple[AdjustmentRow, ...]; away: tuple[AwayRow, ...]
    clubs: int; federations: int; forbidden: tuple[ForbiddenGroup, ...]; format: str; games_per_pairing: int; initial_colour: str | None
    late: tuple[LateRow, ...]; next_round: int | None; notes: tuple[FaultLine, ...]; order: str; players: int; points: dict[str, str]
    rated: int; records_not_read: tuple[str, ...]; results_missing: int; rounds_planned: int | None; rounds_played: int
    tie_breaks: tuple[str, ...]; tournament: str
class StandingReport(Record):  # One line of a ranking.
    games: tuple[str, ...]; id: int; name: str; rank: int
class StandingsReport(Record):  # A final ranking.
    system: str | None; tie_breaks: tuple[str, ...]; rounds: int; standings: tuple[StandingReport, ...]
class AbsentReport(Record):  # Columns that a rule leaves out.
    count: int; first: str; rule: str; title: str
class FamilyReport(Record):  # A family of rows, or a kind of columns.
    count: int; example: str; id: str; players: tuple[NamedPlayer, ...]; rule: str | None; says: str
class NamedPlayer(Record):  # A player in an example.
    name: str; player: int
class ProgramReport(Record):  # One program.
    bounds: Sizes | None; coefficients: Sizes | None; columns: int; families: tuple[FamilyReport, ...]; kinds: tuple[FamilyReport, ...]
    left_out: tuple[AbsentReport, ...]; nonzeros: int; number: int; rows: int; step: str | None; tiers: tuple[TierReport, ...]
    weights: Sizes | None
class Sizes(Record):  # The smallest and the largest of some numbers.
    largest: int; smallest: int
class TierReport(Record):  # A tier.
    columns: int; name: str; optimum: int | None; rule: str | None; tier: int; unit: Exact | None; weights: Sizes | None
class ProgramsReport(Record):  # The programs of a round.
    model: str; programs: tuple[ProgramReport, ...]; round: int
class Diagnostic(Record):  # The entry of a message on a file, a pairing or a proof.
    example: str; help: str; id: str; meaning: str; title: str
class Rule(Record):  # The entry of a rule.
    id: str; meaning: str; reading: str; source: str; title: str
class Entry(Record):  # The entry of an id. Every id that is printed has one.
    id: str; meaning: str; reading: str | None; source: str | None; title: str; example: str | None; help: str | None
class Alike(Record):  # How often two pairings of a round are the same.
    boards: int; one: str; other: str; rounds: int; same: int
class Failed(Record):  # A record of something that went wrong.
    command: str | None; error: str; file: str; model: str | None; round: int | None
class LegalCount(Record):  # How often a pairing is legal.
    breaks: dict[str, int]; by: str; legal: int; optimal: int | None; pairing: str; rounds: int
class ModelCount(Record):  # Counts of the records of rounds by one model.
    certified: int; failed: int; infeasible: int; limit: int; optimal: int; rounds: int; verified: int
class SystemCount(Record):  # The rounds that a system was asked for.
    by_else: dict[str, int] | None; paired: int; refused: dict[str, int]; rounds: int
class TierCost(Record):  # What three pairings of a round are worth in one tier of a model, summed over the rounds that have all three, each legal.
    model: str; optimum: Exact; played: Exact; rounds: int; rules: Exact | None; system: str | None; tier: str
class Summary(Record):  # The records of a run, counted.
    alike: tuple[Alike, ...]; costs: tuple[TierCost, ...]; failed: int; failures: tuple[Failed, ...]; files: int; legal: tuple[LegalCount, ...]
    models: dict[str, ModelCount]; passed_over: int; records: int; systems: dict[str, SystemCount]; unproven: int; unusable: int
    without_round: int
class ArmReport(Record):  # The metrics of an arm.
    ended_early: tuple[EarlyEnds, ...]; metrics: tuple[MetricReport, ...]; name: str
Better = Literal['high', 'low']
class DifferenceReport(Record):  # The mean difference of two arms by a metric.
    arm: str; baseline: str; interval: tuple[float, float] | None; mean: float; metric: str; n: int; p: float | None; p_holm: float | None
    se: float | None
class EarlyEnds(Record):  # Events of an arm that ended in the same way before their last round.
    by: str; events: int; round: int
class Mean(Record):  # The mean of a sample.
    mean: float; n: int; se: float | None
class MeasuredMetric(Record):  # A metric that is measured.
    better: Better | None; constant: float | None; metric: str; unit: str; words: str
class MetricReport(Record):  # A metric of an arm.
    mean: Mean | None; metric: str
class PrecisionReport(Record):  # A standard error at which the run ends.
    metric: str; reached: bool; se: float
class SimulateReport(Record):  # The summary of an experiment.
    arms: tuple[ArmReport, ...]; baseline: str | None; differences: tuple[DifferenceReport, ...]; events: int; events_wanted: int
    experiment: str; experiment_sha256: str; metrics: tuple[MeasuredMetric, ...]; notes: tuple[str, ...]
    precision: tuple[PrecisionReport, ...]; seed: int
