"""What a researcher takes out of a round, puts into a tournament, and watches while it lasts."""

import json
import pickle
from decimal import Decimal

import pytest
import swiss_ilp as si
from conftest import ROOT, run

TEACHING = "instances/teaching-8.json"
ODD = "instances/teaching-10.json"
REAL = "instances/british-championship-2026.trf"


def tier_sum(rows, matching, tier):
    """What a matching is worth in a tier, by the rows of a frame."""
    values = {frozenset((row["a"], row["b"])): row[tier] for row in rows}
    return sum(Decimal(str(values[frozenset(pair)])) for pair in matching)


@pytest.mark.parametrize("model", ["pairs", "fair", "swiss", "slots"])
@pytest.mark.parametrize("file", [TEACHING, ODD, "instances/gros-open-2010.trf", "tests/data/oracle/dutch-2012/n9_r5_102.trf"])
def test_the_pairs_of_a_round_are_those_that_why_knows(file, model):
    state = si.read(file).round()
    best = si.solve(state, model)
    frame = state.pairs(model)
    rows = list(frame)
    size = len(state.players) + len(state.players) % 2
    assert len(frame) == size * (size - 1) // 2
    # The optimum is worth what its pairs are worth.
    matching = [tuple(board) for board in best.pairs] + ([(best.bye, 0)] if best.bye else [])
    for tier in best.objective:
        assert tier_sum(rows, matching, tier.name) == tier.value
    # A pair that is barred has the rules that `why` has, and no value.
    barred = [row for row in rows if row["barred"]]
    for row in barred[:: max(1, len(barred) // 7)]:
        why = si.why(state, row["a"], row["b"], model=model)
        assert why.status == "forbidden" and set(row["barred"].split(", ")) <= {bar.rule for bar in why.rules}
        assert all(row[tier.name] is None for tier in best.objective)
    legal = [row for row in rows if not row["barred"]]
    for row in legal[:: max(1, len(legal) // 7)]:
        assert si.why(state, row["a"], row["b"], model=model).legal
    assert barred or model == "slots" or file == TEACHING


def test_a_pair_is_barred_by_rules_that_do_so_together():
    state = si.read(REAL).round(8)
    of = {player["number"]: player for player in state.players}
    twice = [number for number, player in of.items() if player["colours"].endswith("WW")]
    free = [number for number, player in of.items() if not player["colours"].endswith(("WW", "BB")) and abs(player["colour_difference"]) < 2]
    # The first may not have White a third time, and the others not by a rule of one's own: neither bars the pair alone.
    own = si.Definition("no-white", forbid_colour=f"colour == 'white' && p.number in {free}")
    model = si.Model(tiers=[si.Tier("scores", [si.Term("score-difference", -1)])], define=[own], hard=["no-rematch", "no-third-colour"])
    barred = {(row["a"], row["b"]): row["barred"] for row in state.pairs(model)}
    met = si.Model(tiers=[si.Tier("scores", [si.Term("score-difference", -1)])], hard=["no-rematch"])
    have_met = {(row["a"], row["b"]) for row in state.pairs(met) if row["barred"]}
    pairs = [pair for pair in barred if pair not in have_met and {*pair} & {*twice} and {*pair} & {*free}]
    assert len(pairs) > 10
    assert {barred[pair] for pair in pairs} == {"ilp.no-third-colour, define.forbid"}
    assert all(si.why(state, *pair, model=model).status == "forbidden" for pair in pairs[:5])


def test_a_matrix_of_ones_own_is_in_the_pairs():
    numpy = pytest.importorskip("numpy")
    state = si.read(TEACHING).round()
    matrix = numpy.arange(64).reshape(8, 8)
    model = si.Model(tiers=[si.Tier("white", [si.Term("travel", -1, matrix=matrix + matrix.T)])])
    frame = state.pairs(model)
    assert frame.columns == ["a", "b", "white", "tier white", "barred"]
    for row in frame:
        if not row["barred"]:
            a, b = row["a"] - 1, row["b"] - 1
            assert row["tier white"] == -(matrix[a, b] + matrix[b, a])


@pytest.mark.parametrize("model", ["pairs", "fair", "swiss"])
@pytest.mark.parametrize("file", [TEACHING, ODD, REAL])
def test_another_solver_finds_the_optimum_in_the_graph(file, model):
    networkx = pytest.importorskip("networkx")
    state = si.read(file).round(8 if file == REAL else None)
    graph = state.graph(model)
    assert graph.number_of_nodes() == len(state.players) + len(state.players) % 2
    assert graph.nodes[state.players["number"][0]]["score"] == state.players["score"][0]
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    best = si.solve(state, model)
    for tier in best.objective:
        assert sum(graph[a][b][tier.name] for a, b in matching) == tier.value
    assert all(isinstance(data["weight"], int) for *_, data in graph.edges(data=True))


@pytest.mark.parametrize("file", [TEACHING, ODD, REAL, "instances/gros-open-2010.trf", "instances/clubs.json"])
def test_a_tournament_comes_back_from_its_frames(file):
    pytest.importorskip("pandas")
    t = si.read(file)
    frames = (t.players, t.games, t.byes)
    for players, games, byes in (frames, [frame.to_pandas() for frame in frames], [frame.to_polars() for frame in frames]):
        again = si.Tournament.from_pandas(players, games, byes, name=t.name, rounds_planned=t.rounds_planned)
        assert again.players == t.players and again.games == t.games and again.byes == t.byes
        assert (again.name, again.rounds_planned, again.rounds_played) == (t.name, t.rounds_planned, t.rounds_played)
        last = t.rounds_played[-1] if t.rounds_played else 1
        assert si.pair(again.round(last), "dutch-2012").pairs == si.pair(t.round(last), "dutch-2012").pairs


def test_other_columns_are_attributes():
    pandas = pytest.importorskip("pandas")
    players = pandas.DataFrame({"number": [1, 2, 3, 4], "rating": [2000, None, 1800, 1700], "strength": [1.5, 2.5, None, 2.5], "house": list("abca")})
    games = pandas.DataFrame({"round": [1, 1], "white": [1, 4], "black": [2, 3], "result": [1, 0.5]})
    t = si.Tournament.from_pandas(players, games)
    assert t.players["rating"] == [2000, None, 1800, 1700] and t.games["result"] == ["1-0", "1/2-1/2"]
    same_house = si.Model(tiers=[si.Tier("t", [si.Term("house", 1, pair="a.house == b.house")])])
    assert si.solve(t.round(), same_house).objective[0].value == 1
    assert t.to_dict()["players"][0]["attributes"] == {"strength": 1.5, "house": "a"}


def test_a_round_is_played_with_results():
    t = si.read(TEACHING)
    best = si.solve(t.round())
    after = t.with_results(best, ["1-0", 0.5, "-/+", None])
    assert after.pairing(4) == best.pairing and after.rounds_played == [1, 2, 3, 4]
    assert [row["result"] for row in after.games if row["round"] == 4] == ["1-0", "1/2-1/2", "-/+", None]
    assert t.rounds_played == [1, 2, 3], "it is another tournament"
    # A whole tournament, as the program plays it: the same states as of a file.
    while (t.rounds_planned or 7) >= t.next_round:
        paired = si.pair(t.round(), "dutch-2026")
        t = t.with_results(paired, [1] * len(paired.pairs))
    assert t.check("dutch-2026").rounds_checked == t.rounds_planned
    assert not any(row["different"] for row in t.check("dutch-2026").to_dict()["rounds"][3:] if "different" in row)


def test_byes_stay_and_the_pairing_allocated_one_is_added():
    players = [{"id": number} for number in range(1, 7)]
    absences = [{"player": 6, "round": 1, "kind": "half"}, {"player": 5, "round": 2}]
    t = si.Tournament.from_dict({"players": players, "absences": absences})
    paired = si.pair(t.round(), "dutch-2026")
    after = t.with_results(paired, ["1-0", "0-1"])
    assert sorted(map(tuple, (row.values() for row in after.byes))) == sorted([(1, 6, "half"), (1, paired.bye, "pairing")])
    assert after.round().absent["number"] == [5]
    double = si.Tournament.from_dict({"games_per_pairing": 2, "players": players})
    both = double.with_results(si.pair(double.round(), "tcec"), [("1-0", "0-1"), None, (0.5, 0.5)])
    assert len(both.games) == 6 and both.games["white"][3:] == both.games["black"][:3]
    assert both.games["result"] == ["1-0", None, "1/2-1/2", "0-1", None, "1/2-1/2"]


def test_rounds_that_were_compared_are_there_one_by_one():
    t = si.read(TEACHING)
    compared = si.compare(t, systems=["dutch-2012", "tcec"], models=["pairs", "fair"])
    for of in compared.rounds:
        one = si.compare(t.round(of.round), systems=["dutch-2012", "tcec"], models=["pairs", "fair"])
        assert of == compared.round(of.round) and (of.pairings, of.models) == (one.pairings, one.models)
        assert of.price("dutch-2012", "fair") == one.price("dutch-2012", "fair") != None
        rows = [{key: value for key, value in row.items() if key != "round"} for row in compared.metrics if row["round"] == of.round]
        assert rows == list(one.metrics)
    assert compared.round(1).price("nobody", "pairs") is compared.round(1).by("nobody") is None
    assert compared.totals.metrics["rounds"] == [3] * 5


def experiment(model):
    text = (ROOT / "examples/experiments/example.toml").read_text()
    tomllib = pytest.importorskip("tomllib")
    found = tomllib.loads(text)
    return {**found, "arm": [{"name": "rules", "system": "dutch-2012"}, {"name": "own", "model": model}]}


def test_a_model_of_ones_own_is_an_arm(tmp_path):
    scores = si.Model(tiers=[si.Tier("scores", [si.Term("score-difference", -1)])], name="mine")
    ours = si.simulate(experiment(scores), events=3, out=tmp_path / "ours")
    (tmp_path / "mine.toml").write_text(scores.text)
    theirs = si.simulate(experiment(str(tmp_path / "mine.toml")), events=3)
    assert ours.events == theirs.events
    # The folder has it, and plays again without it.
    assert (tmp_path / "ours" / "mine.toml").read_text() == scores.text
    assert si.simulate(tmp_path / "ours" / "experiment.toml", events=3).events == theirs.events
    # Two models of one name are two files.
    other = si.Model(tiers=[si.Tier("scores", [si.Term("score-difference", -2)])], name="mine")
    both = {**experiment(scores), "arm": [{"name": "one", "model": scores}, {"name": "two", "model": other}]}
    si.simulate(both, events=1, out=tmp_path / "both")
    assert (tmp_path / "both" / "2-mine.toml").read_text() == other.text
    # The text is the same when the run is resumed.
    assert si.simulate(experiment(scores), events=5, out=tmp_path / "ours", resume=True).events["event"][-1] == 5
    assert si.generate(experiment(si.Model("pairs")), events=2, arm="own")[0].to_json() == si.generate(experiment("pairs"), events=2, arm="own")[0].to_json()


def test_a_solution_is_verified_by_its_model():
    state = si.read(TEACHING).round()
    free = si.Model(tiers=[si.Tier("fold", [si.Term("fold-distance", -1)])], hard=["no-rematch"])
    best = si.solve(state, free)
    verdict = si.verify(state, best)
    assert verdict.legal and verdict.rules == "model own" and not any(tier.value for tier in verdict.distance.price)
    assert si.verify(state, best, model="pairs").rules == "model pairs" == si.verify(state, best.pairing).rules
    assert si.verify(state, pickle.loads(pickle.dumps(best))).rules == "model own"
    stuck = si.read("instances/teaching-infeasible.json").round()
    assert si.verify(stuck, si.solve(stuck, repair=True)).legal


def test_a_fault_of_an_object_is_said_of_the_object():
    scores = si.Term("score-difference", -1)
    arms = [{"name": "x", "model": "pairs", "method": "guess"}]
    for call, said in (
        (lambda: si.Model(tiers=[si.Tier("x", [scores, si.Term("score-diference", -1)])]), "tier 'x', term 'score-diference': there is no term"),
        (lambda: si.Model(tiers=[si.Tier("x", [scores])], define=[si.Definition("mine", pair="a.")]), "define 'mine'"),
        (lambda: si.Model({"kind": "objective", "name": "x"}), "missing field"),
        (lambda: si.simulate({**experiment("pairs"), "keep-open": 1}), "keep-open: unknown field"),
        (lambda: si.simulate({**experiment("pairs"), "arm": arms}), "arm 'x', method: there is no method 'guess'"),
        (lambda: si.simulate({**experiment("pairs"), "arm": [{"name": "x", "pair": lambda st: 1}]}), "arm 'x', pair: a value is a text"),
    ):
        with pytest.raises(si.SwissError) as raised:
            call()
        assert said in str(raised.value) and raised.value.line is None and ".toml" not in str(raised.value), raised.value


def test_generated_tournaments_are_frames():
    events = si.generate("examples/experiments/example.toml", events=3)
    assert len(events) == 3 and events.players.columns[0] == "event"
    assert len(events.players) == sum(len(t.players) for t in events) and set(events.games["event"]) == {1, 2, 3}
    second = [{key: value for key, value in row.items() if key != "event"} for row in events.games if row["event"] == 2]
    assert second == list(events[1].games)


def test_progress_is_told(capfd):
    told = []
    records = si.batch("instances/teaching-*.json", rounds="next", jobs=1, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (records.summary.records, None) and [done for done, _ in told] == sorted({done for done, _ in told})
    events = []
    si.simulate("examples/experiments/example.toml", events=4, progress=lambda *how_many: events.append(how_many))
    assert events[-1] == (4, 4)
    for asked in ({"between": ("scores", "colours")}, {"of": "downfloats"}):
        points = []
        found = si.pareto(si.read(TEACHING).round(), **asked, progress=lambda *how_many: points.append(how_many))
        assert points[-1] == (len(found.points), None)
    capfd.readouterr()
    si.batch(TEACHING, jobs=1, progress=True)
    assert capfd.readouterr().err.endswith("3 records")


def test_an_exception_of_progress_ends_the_run():
    def enough(done, total):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        si.batch("tests/data/oracle/dutch-2012", jobs=1, progress=enough)
    assert len(si.batch(TEACHING, jobs=1)) == 3


def test_a_proof_by_the_rules_is_made_and_checked(tmp_path):
    state = si.read(TEACHING).round()
    paired = si.pair(state, "dutch-2026", proof=tmp_path / "proof")
    run("pair", TEACHING, "--system", "dutch-2026", "--proof", tmp_path / "theirs")
    ours = {path.name: path.read_bytes() for path in (tmp_path / "proof").iterdir()}
    assert ours == {path.name: path.read_bytes() for path in (tmp_path / "theirs").iterdir()}
    assert si.verify(state, paired, system="dutch-2026", proof=tmp_path / "proof").proof.outcome == "paired-by-rules"
    other = si.verify(state, si.solve(state), system="dutch-2026", proof=tmp_path / "proof").proof
    assert (other.outcome, other.refused, other.disputed.system) == ("disputed", None, paired.pairing)
    assert other.disputed.dispute.worse.article == "dutch-2026.C6"
    made = si.verify(state, si.solve(state), system="dutch-2026", proof=tmp_path / "made", make=True)
    assert made.proof == other and (tmp_path / "made" / "certificate.json").exists()
    with pytest.raises(si.RequestError, match="force"):
        (tmp_path / "made" / "mine.txt").write_text("mine")
        si.verify(state, paired, system="dutch-2026", proof=tmp_path / "made", make=True)
    si.verify(state, paired, system="dutch-2026", proof=tmp_path / "made", make=True, force=True)
    stuck = si.read("instances/teaching-infeasible.json").round()
    assert si.pair(stuck, "dutch-2026", proof=tmp_path / "stuck").status == "infeasible"
    assert si.verify_proof(stuck, tmp_path / "stuck", system="dutch-2026").outcome == "unpairable-by-rules"
    damaged = json.loads((tmp_path / "proof" / "certificate.json").read_text())
    (tmp_path / "proof" / "certificate.json").write_text(json.dumps({**damaged, "system": "dutch-2017"}))
    try:
        assert si.verify(state, paired, system="dutch-2026", proof=tmp_path / "proof").proof.refused
    except si.FileError:
        pass


def test_wishes_within_the_rules():
    state = si.read(TEACHING).round()
    plain = si.pair(state, "dutch-2026")
    assert plain.wishes is None
    wished = si.pair(state, "dutch-2026", rather_not=[tuple(plain.pairs[0])])
    assert wished.wishes.fewest == (0,) and wished.wishes.by_the_rules == (1,) and not wished.wishes.is_the_rules_own
    assert wished.wishes.breaches == () and plain.pairs[0] not in wished.pairs
    everybody = si.pair(state, "dutch-2026", rather_not=[tuple(range(1, 9))])
    assert everybody.wishes.fewest == (4,) and len(everybody.wishes.breaches) == 4
    assert si.verify(state, wished, system="dutch-2026", rather_not=[tuple(plain.pairs[0])]).wishes.fewest == (0,)
    assert si.read(TEACHING).check("dutch-2026", rather_not=[(1, 2)]).to_dict()["by_wishes"] is True


def strongest_found(event):
    """`quarter_found` of the experiment."""
    strongest = sorted(event.strengths, key=lambda number: -event.strengths[number])[:4]
    return sum(event.ranks[number] <= 4 for number in strongest)


def widest_game(event):
    """`widest_game` of the experiment."""
    rating = {player["number"]: player["rating"] for player in event.tournament.players}
    widest = {}
    for game in event.tournament.games:
        wide = abs(rating[game["white"]] - rating[game["black"]])
        widest[game["round"]] = max(wide, widest.get(game["round"], 0))
    return sum(widest.values()) / len(widest)


def white_score(event):
    """`white_score` of the experiment."""
    results = [game["result"] for game in event.tournament.games]
    return sum({"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}[result] for result in results) / len(results)


OWN_METRICS = "examples/experiments/own-metrics.toml"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_metric_by_a_function_is_that_by_an_expression(jobs):
    functions = {"by_found": (strongest_found, "high"), "by_widest": (widest_game, "low"), "by_white": white_score}
    played = si.simulate(ROOT / OWN_METRICS, events=1_000, jobs=jobs, metrics=functions)
    rows = list(played.events)
    assert len({row["event"] for row in rows}) == 1_000
    for row in rows:
        assert [row["by_found"], row["by_widest"], row["by_white"]] == [row["quarter_found"], row["widest_game"], row["white_score"]]
    assert len({row["by_widest"] for row in rows}) > 100


def test_games_are_drawn_by_a_function():
    import math

    path = ROOT / "examples/experiments/example.toml"
    tomllib = pytest.importorskip("tomllib")
    elo = {**tomllib.loads(path.read_text()), "outcome": {"model": "elo", "draws": 0.5, "white-advantage": 35}}

    def outcome(white, black):
        expected = 1 / (1 + 10 ** ((black - white - 35) / 400))
        draw = 0.5 * 2 * min(expected, 1 - expected)
        return expected - draw / 2, draw, 1 - expected - draw / 2

    ours, own = (si.simulate(elo, events=60, outcome=function) for function in (None, outcome))
    # A chance that is rounded otherwise changes no result of these games.
    assert list(ours.events) == list(own.events)
    always = si.simulate(elo, events=20, outcome=lambda white, black: (1.0, 0.0, 0.0))
    assert math.isclose(sum(row["kendall"] for row in always.events), sum(row["kendall"] for row in ours.events)) is False
    for wrong, what in [((0.5, 0.5, 0.5), "chances"), ((-0.1, 0.6, 0.5), "chances"), ((math.nan, 0, 1), "chances")]:
        with pytest.raises(si.RequestError, match=what):
            si.simulate(elo, events=2, outcome=lambda white, black: wrong)


def test_a_game_is_drawn_by_who_plays_it():
    seen = []

    def outcome(white, black):
        seen.append((white.round, white.player, black.player, white.score, black.score, white.colour, black.colour))
        return (1, 0, 0) if white.round == 1 else (0, 1, 0)

    played = si.simulate(experiment("fair"), events=1, jobs=1, outcome=outcome)
    rounds = {one[0] for one in seen}
    assert rounds == set(range(1, max(rounds) + 1)) and {one[5:] for one in seen} == {("white", "black")}
    assert {one[3:5] for one in seen if one[0] == 1} == {(0.0, 0.0)}
    assert {score for one in seen if one[0] == 2 for score in one[3:5]} >= {0.0, 1.0}
    assert len(played.events) == 2


def test_an_arm_by_a_function_plays_as_the_model_that_it_asks(tmp_path):
    mine = {"mine": (lambda state: si.solve(state, "fair"), "fair")}
    played = si.simulate(experiment("fair"), events=6, arms=mine, jobs=2, out=tmp_path / "run")
    metrics = [{key: cell for key, cell in row.items() if key != "arm"} for row in played.events]
    assert [row["arm"] for row in played.events][:3] == ["rules", "own", "mine"] and metrics[1::3] == metrics[2::3]
    with pytest.raises(si.RequestError, match="mine is a function"):
        si.simulate(experiment("fair"), events=8, arms=mine, out=tmp_path / "run", resume=True)
    again = lambda state: [(1, 2), (3, 4)]  # noqa: E731
    for arm, what in [
        ((again, "fair"), "arm 'mine', round 1: the verifier refuses the pairing: "),
        (lambda state: "no file", "no file"),
        (3, "functions of a round by the names of their arms"),
    ]:
        with pytest.raises(si.SwissError, match=what):
            si.simulate(experiment("fair"), events=2, arms={"mine": arm})
    with pytest.raises(si.RequestError, match="an arm 'own' before"):
        si.simulate(experiment("fair"), events=2, arms={"own": again})
    nobody = si.simulate(experiment("fair"), events=2, arms={"mine": lambda state: None})
    assert [row["ended_by"] for row in nobody.events if row["arm"] == "mine"] == ["no-pairing", "no-pairing"]


def test_a_folder_with_functions_is_no_experiment_without_them(tmp_path):
    asked = {"outcome": lambda white, black: (0.5, 0.25, 0.25), "arms": {"mine": lambda state: si.solve(state, "fair")}}
    si.simulate(experiment("fair"), events=2, out=tmp_path / "run", **asked)
    kept = tmp_path / "run" / "experiment.toml"
    assert kept.read_text().startswith('functions = ["outcome", "mine"]\n')
    si.simulate(kept, events=2, out=tmp_path / "again", **asked)
    for name in ("experiment.toml", "manifest.json", "events.csv", "differences.csv"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "run" / name).read_bytes(), name
    for given in [{}, {"outcome": asked["outcome"]}]:
        with pytest.raises(si.RequestError, match="made with functions that no file has: .*mine"):
            si.simulate(kept, events=2, **given)
    with pytest.raises(si.RequestError, match="games end by the function outcome"):
        list(si.generate(kept, events=1))
    without = {key: value for key, value in experiment("fair").items() if key != "outcome"}
    with pytest.raises(si.SwissError, match=r"the table \[outcome\] is missing"):
        si.simulate(without, events=2, outcome=asked["outcome"])
    assert si.simulate({"functions": ["outcome"], **without}, events=2, outcome=asked["outcome"]).is_complete


def test_a_round_without_a_pairing_ends_the_event_of_an_arm_by_a_function():
    short = {**experiment("fair"), "players": 4, "rounds": 6}
    played = si.simulate(short, events=2, arms={"mine": lambda state: si.solve(state, "fair")})
    assert {row["ended_by"] for row in played.events if row["arm"] == "mine"} == {"no-pairing"}


def test_what_a_function_raises_is_raised(tmp_path):
    def fails(event):
        raise KeyError(f"event {event.event} by {event.arm}")

    path = ROOT / OWN_METRICS
    with pytest.raises(KeyError, match="event 1 by"):
        si.simulate(path, events=2, jobs=1, metrics={"mine": fails}, out=tmp_path / "raised")
    with pytest.raises(ZeroDivisionError):
        si.simulate(path, events=2, outcome=lambda white, black: 1 / 0)
    for metrics, what in [
        ({"kendall": white_score}, "a metric 'kendall' before"),
        ({"Mine": white_score}, "small letter"),
        ({"mine": lambda event: float("inf")}, "inf is no value"),
        ({"mine": (white_score, "up")}, "'high' or 'low'"),
        ({"mine": 3}, "functions of a played event"),
        ({"mine": lambda event: "three"}, "metric mine: the function returned 'three', and not a number or None"),
    ]:
        with pytest.raises(si.RequestError, match=what):
            si.simulate(path, events=2, metrics=metrics)
    for returned in [1.0, (0.5, 0.5), None]:
        with pytest.raises(si.RequestError, match="the function returned .*, and not three chances"):
            si.simulate(path, events=2, outcome=lambda white, black: returned)
    # No value is no number in the mean.
    some = si.simulate(path, events=4, metrics={"mine": lambda event: event.event if event.event % 2 else None}, out=tmp_path / "some")
    assert {(row["mean"], row["n"]) for row in some.summary if row["metric"] == "mine"} == {(2.0, 2)}
    with pytest.raises(si.RequestError, match="mine is a function"):
        si.simulate(path, events=6, metrics={"mine": lambda event: 1}, out=tmp_path / "some", resume=True)
    with pytest.raises(si.RequestError, match="not of this experiment"):
        si.simulate(path, events=6, out=tmp_path / "some", resume=True)
