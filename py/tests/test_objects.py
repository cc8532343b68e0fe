"""Objects, errors, models, frames."""

import pickle
import subprocess
import sys
import time
import warnings
from decimal import Decimal

import pytest
import swiss_ilp as si
from conftest import ROOT, run, without_times

TEACHING = "instances/teaching-8.json"


@pytest.fixture(scope="module")
def state():
    return si.read(TEACHING).round()


def test_values_are_exact():
    values = [tier.value for tier in si.solve(si.read("instances/teaching-10.json").round()).objective]
    assert values == [Decimal("252.5")] and isinstance(values[0], Decimal)


def test_a_round_without_a_pairing_is_a_result():
    none = si.solve(si.read("instances/teaching-infeasible.json").round())
    assert none.status == "infeasible" and not none.has_pairing and none.pairing is None and none.reason
    assert none.to_pairs() == none.to_trf() == b""


@pytest.mark.parametrize("path", sorted((ROOT / "tests/damaged").iterdir()), ids=lambda path: path.name)
def test_a_damaged_file_is_an_exception_with_all_faults(path):
    file = str(path.relative_to(ROOT))
    written, exit_code = run("solve", file, "--format", "json")
    try:
        si.solve(si.read(file).round())
    except si.FileError as error:
        assert exit_code == error.exit_code == 5
        import json

        theirs = json.loads(written)["faults"]
        assert [fault.to_dict() for fault in error.faults] == theirs
        assert (error.code, error.line, error.column, error.help) == tuple(theirs[0][k] for k in ("code", "line", "column", "mend"))
    except si.SwissError as error:
        assert error.exit_code == exit_code != 0
    else:
        assert exit_code in (0, 1)


def test_errors(state):
    with pytest.raises(si.RequestError, match="did you mean|name one of") as raised:
        si.solve(state, "paris")
    assert (raised.value.code, raised.value.exit_code, raised.value.line) == ("request", 3, None)
    with pytest.raises(si.FileError, match="cannot read nowhere.trf"):
        si.read("nowhere.trf")
    with pytest.raises(si.FileError) as raised:
        si.Model({"kind": "objective", "name": "x", "summary": "x", "formulation": "pairs", "hard": ["no-remach"], "tier": []})
    error = raised.value
    # Nobody wrote a line of it.
    assert error.code == "model" and str(error).startswith("hard: ") and "no-remach" in str(error) and error.line is None
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.faults, type(again)) == (str(error), error.faults, si.FileError)


def test_a_round_goes_to_other_processes(state):
    decided = state.tournament.round(4, absent=[7, 8], weights={(1, 2): 3})
    for one in (state, decided):
        again = pickle.loads(pickle.dumps(one))
        assert again.players == one.players and again.tournament.to_json() == one.tournament.to_json()
        assert si.solve(again).pairing == si.solve(one).pairing if one is state else again.absent == one.absent


# Those of a round go there and back in `test_commands`.
RESULTS = {
    "program": lambda state: si.solve(state, "dutch-2012"),
    "pair": lambda state: si.pair(state, "dutch-2012", trace=True),
    "compare-rounds": lambda state: si.compare(state.tournament, systems="tcec", models="pairs"),
    "duals-checked": lambda state: si.verify_duals(state, {player: 500 for player in range(1, 11)}),
    "check": lambda state: state.tournament.check("tcec"),
    "info": lambda state: state.tournament.info(),
    "standings": lambda state: state.tournament.standings(),
    "programs": lambda state: state.model("slots").programs(),
    "rule": lambda state: si.rule("ilp.no-rematch"),
    "rules": lambda state: si.rule(),
    "batch": lambda state: si.batch(TEACHING, rounds="next", times=False, jobs=1),
    "simulate": lambda state: si.simulate("examples/experiments/example.toml", events=2, jobs=1),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_goes_to_other_processes(state, name):
    one = RESULTS[name](state)
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(one))))
    assert type(again) is type(one)
    if isinstance(one, si.Frame):
        assert again == one
        return
    for call in ("to_text", "to_json", "to_csv", "to_pairs", "to_trf", "to_html", "frame", "_repr_html_", "__repr__"):
        found = [outcome(result, call) for result in (one, again)]
        assert found[0] == found[1], call
    for field in dir(type(one)):
        if isinstance(getattr(type(one), field), property):
            assert repr(getattr(again, field)) == repr(getattr(one, field)), field


def outcome(result, call):
    if not hasattr(result, call):
        return None
    try:
        return getattr(result, call)()
    except si.SwissError as error:
        return type(error), str(error)


MODELS = {
    "named": lambda: si.Model("fair"),
    "a file": lambda: si.Model("models/fair.toml"),
    "a system": lambda: si.Model("dutch-2012"),
    "a dictionary": lambda: si.Model({**OWN, "name": "mine"}),
    "built": lambda: si.Model(tiers=[si.Tier("scores", [si.Term("score-difference", -1)])]),
    "a matrix": lambda: si.Model(tiers=[si.Tier("t", [si.Term("t", -1, matrix=[[i * j for i in range(8)] for j in range(8)])])]),
}
OWN = {
    "kind": "objective",
    "summary": "s",
    "formulation": "pairs",
    "hard": ["no-rematch"],
    "tier": [{"name": "scores", "terms": [{"term": "score-difference", "weight": -1}]}],
}


@pytest.mark.parametrize("name", MODELS)
def test_a_model_goes_to_other_processes(state, name):
    one = MODELS[name]()
    again = pickle.loads(pickle.dumps(one))
    assert (again.name, again.text, again.show(True)) == (one.name, one.text, one.show(True))
    assert without_times(si.solve(state, again).to_json()) == without_times(si.solve(state, one).to_json())


def test_a_pool_of_processes_solves():
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    states = [si.read(TEACHING).round(number) for number in (1, 2, 3, 4)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(si.solve, states, [si.Model("fair")] * 4))
    for state, best in zip(states, found):
        assert best.pairing == si.solve(state, "fair").pairing and best.to_html().endswith("</html>")


def test_a_file_is_read_with_all_its_faults():
    raw = (ROOT / "instances/aeroflot-open-2026.trf").read_bytes()
    with pytest.raises(si.FileError) as raised:
        si.read(raw[:5000])
    assert len(raised.value.faults) > 100 and raised.value.line is not None
    with pytest.raises(si.FileError, match="points"):
        si.read("tests/damaged/points-do-not-follow.trf")
    assert si.read("tests/damaged/points-do-not-follow.trf", trust="results").rounds_played
    with pytest.raises(si.RequestError) as refused:
        si.read(raw.decode("latin-1"))
    assert len(str(refused.value)) < 300


def test_the_encoding_that_is_named_decides(tmp_path):
    names = ["Łukasz", "Žofie", "Řehoř", "Šárka"]
    rows = [f"001 {number:>4}      {name:33}{'0.0':>37}\n" for number, name in enumerate(names, 1)]
    content = "".join(rows).encode("cp852")
    file = tmp_path / "czech.trf"
    file.write_bytes(content)
    tournament = si.read(file, encoding="cp852")
    assert tournament.players["name"] == names and tournament.notes == []
    assert pickle.loads(pickle.dumps(tournament)).players["name"] == names
    assert si.Pairing.from_pairs(si.solve(tournament.round()).to_pairs())
    assert sorted(tournament.seeded("lots").players["name"]) == sorted(names)
    # The bytes stay, and faults show the names.
    assert si.solve(tournament.round()).to_trf() == run("solve", file, "--encoding", "cp852", "--format", "trf")[0]
    with pytest.raises(si.FileError, match="Žofie"):
        si.read(content.replace(b" 0.0\n", b" 9.5\n", 2), encoding="cp852")
    with pytest.raises(si.FileError, match="UTF-8"):
        si.read(file, encoding="utf-8")
    theirs, _ = run("batch", file, "--rounds", "next", "--encoding", "cp852", "--no-times", "--format", "json")
    assert si.batch(file, rounds="next", times=False, encoding="cp852").lines == theirs != b""


def test_a_column_has_one_type():
    kinds, dtypes = {}, {}
    for file in ("instances/teaching-10.json", TEACHING, "instances/british-championship-2026.trf"):
        tournament = si.read(file)
        number = min(tournament.next_round - 1, 3)
        state = tournament.round(number)
        frames = {
            "players": tournament.players,
            "games": tournament.games,
            "byes": tournament.byes,
            "of the round": state.players,
            "checklist": state.checklist("dutch-2012"),
            "standings": tournament.standings(tie_breaks="BH,SB"),
        }
        for model in ("pairs", "fair"):
            best, compared = si.solve(state, model), si.compare(state, systems="dutch-2012", models=model)
            frames |= {
                f"solve {model}": best,
                f"verify {model}": si.verify(state, best),
                f"compare {model}": compared,
                f"metrics {model}": compared.metrics,
                f"explain {model}": si.explain(state, model),
                f"why {model}": si.why(state, *state.players["number"][:2], model=model),
                f"pairs {model}": state.pairs(model),
                f"programs {model}": state.model(model).programs(),
            }
        for name, found in frames.items():
            frame = found if isinstance(found, si.Frame) else found.frame()
            # A model has tiers and tie-breaks of its own, and so columns; otherwise it does not matter.
            name = name if name.startswith("pairs") else name.split()[0]
            for column, kind in frame.kinds.items():
                kinds.setdefault((name, column), set()).add(kind)
                dtypes.setdefault((name, column), set()).add(str(frame.to_pandas()[column].dtype))
    assert {name for name, found in kinds.items() if len(found) > 1} == set()
    assert {name for name, found in dtypes.items() if len(found) > 1} == set()
    assert kinds["compare", "dutch-2012"] == {"f"} and kinds["checklist", "difference"] == {"i"} and dtypes["games", "round"] == {"Int64"}


def test_nothing_is_left_open():
    code = """
import gc, pathlib, swiss_ilp as si
one = si.simulate("examples/experiments/example.toml", events=2)
folder = one.folder
assert folder.exists() and len(one.events) == 6
try:
    si.simulate("examples/experiments/example.toml", events=2, out=folder)
except si.RequestError:
    pass
else:
    raise SystemExit("a run is replaced")
two = si.simulate("examples/experiments/example.toml", events=2, out=OUT)
del one, two
gc.collect()
assert not folder.exists() and pathlib.Path(OUT).exists()
si.simulate("examples/experiments/example.toml", events=2)
si.batch("instances/teaching-8.json", jobs=1)
si.read("instances/teaching-8.json")
"""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        begin = f"OUT = {folder + '/out'!r}\n"
        done = subprocess.run([sys.executable, "-X", "dev", "-W", "error", "-c", begin + code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_model_is_built(state):
    tiers = [
        si.Tier("scores", [si.Term("score-difference", -1), si.Term("bye-score", Decimal("-1"))]),
        si.Tier("colours", [si.Term("colour-difference", -1)]),
        si.Tier("fold", [si.Term("fold-distance", -1)]),
    ]
    hard = ["no-rematch", "no-forbidden-pair", "no-third-colour", "colour-balance", "no-second-bye"]
    built = si.solve(state, si.Model(tiers=tiers, hard=hard, name="mine"))
    named = si.solve(state, "fair")
    assert built.pairing == named.pairing and [t.value for t in built.objective] == [t.value for t in named.objective]
    path = {"kind": "objective", "name": "mine", "summary": "s", "formulation": "pairs", "hard": hard}
    as_dict = si.solve(state, {**path, "tier": [tier.to_dict() for tier in tiers]})
    assert as_dict.pairing == named.pairing and as_dict.model == "mine"


def test_attributes():
    tournament = si.read("instances/clubs.json")
    text = (ROOT / "instances/clubs.csv").read_text()
    from_text = si.solve(tournament.round(attributes=text), "soft-bans")
    assert without_times(from_text.to_json()) == without_times(
        run("solve", "instances/clubs.json", "--model", "soft-bans", "--attributes", "instances/clubs.csv", "--format", "json")[0]
    )
    pandas = pytest.importorskip("pandas")
    import io

    table = pandas.read_csv(io.StringIO(text), keep_default_na=False)
    assert si.solve(tournament.round(attributes=table), "soft-bans").pairing == from_text.pairing
    rows = {int(row.iloc[0]): dict(row.iloc[1:]) for _, row in table.iterrows()}
    assert si.solve(tournament.round(attributes=rows), "soft-bans").pairing == from_text.pairing


def test_frames(state):
    pandas, polars, pyarrow = (pytest.importorskip(name) for name in ("pandas", "polars", "pyarrow"))
    players = state.players
    assert players.kinds["rating"] == "i" and players.kinds["score"] == "f" and len(players) == 8
    frame = si.Frame({"a": [1, None], "b": [0.5, Decimal("1.5")], "c": [True, None], "d": ["x", None]})
    assert frame.kinds == {"a": "i", "b": "f", "c": "b", "d": "s"}
    assert polars.DataFrame(frame).rows() == [(1, 0.5, True, "x"), (None, 1.5, None, None)]
    assert pyarrow.table(frame).to_pylist() == [{"a": 1, "b": 0.5, "c": True, "d": "x"}, {"a": None, "b": 1.5, "c": None, "d": None}]
    assert list(frame.to_pandas().dtypes.astype(str)) == ["Int64", "float64", "boolean", "object"]
    for result in (si.solve(state), si.pair(state, "tcec"), si.compare(state), si.rule("ilp.no-rematch")):
        assert result.to_polars().shape == result.to_pandas().shape == pyarrow.table(result).shape
        assert len(result.to_pandas()) == len(result.frame()) > 0
    empty = si.Frame({"a": []})
    assert polars.DataFrame(empty).shape == (0, 1) and empty.to_pandas().shape == (0, 1)
    assert "&lt;b&gt;" in si.Frame({"a": ["<b>"]})._repr_html_()
    assert si.Frame({"a": range(1000)})._repr_html_().count("<tr>") == 201


def test_arrow_needs_no_pyarrow():
    code = "import sys; sys.modules['pyarrow'] = None; import polars, swiss_ilp as si; print(polars.DataFrame(si.rule()).height > 300)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "True\n", done.stderr


def test_a_result_shows_itself(state):
    best = si.solve(state)
    assert "2–6, 3–7, 8–1, 4–5" in best._repr_html_() and repr(best) == "<Solution of round 4 by pairs: optimal; formulation 185>"
    named = si.Tournament.from_dict({"name": "<script>", "players": [{"id": 1}, {"id": 2}]})
    system = si.solve(named.round(), "dutch-2012")
    assert "<script>" not in system._repr_html_() and "&lt;script&gt;" in system._repr_html_()


def test_other_threads_go_on_meanwhile():
    import threading

    state = si.read("instances/aeroflot-open-2026.trf").round(5)
    worker = threading.Thread(target=si.solve, args=(state, "slots"), kwargs={"method": "highs", "time_limit": 1})
    worker.start()
    ticks = 0
    while worker.is_alive():
        time.sleep(0.01)
        ticks += 1
    assert ticks > 20
