"""One table of wrong arguments: whatever somebody gives to a function, he gets a result or a sentence, which is a SwissError."""

import datetime
import functools
import inspect
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
import swiss_ilp as si
from conftest import ROOT

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")
pytestmark = pytest.mark.filterwarnings("ignore::swiss_ilp.SwissWarning")

FILE = "instances/teaching-8.json"


class Odd:
    """A value that is nothing, and does not even say so."""

    def __repr__(self):
        raise ArithmeticError("no repr")


# What is given to each parameter in turn.
JUNK = {
    "none": None,
    "an object": object(),
    "odd": Odd(),
    "a class": int,
    "a function": len,
    "complex": 3j,
    "nan": float("nan"),
    "infinite": float("inf"),
    "half": 0.5,
    "a fraction": Fraction(1, 3),
    "no number": Decimal("NaN"),
    "three": 3,
    "none of them": -1,
    "huge": 10**40,
    "true": True,
    "bytes": b"\xff\xfe\x00",
    "text": "no such thing",
    "empty": "",
    "a line": "a,b\n1",
    "with a nul": "a\0b",
    "surrogate": "\udcff",
    "empty list": [],
    "a list": [1, 2],
    "a mixed list": ["x", None, 3.5],
    "a generator": range(3),
    "a dictionary": {"x": object()},
    "a dictionary of numbers": {1: float("nan")},
    "a set": {1, 2},
    "a day": datetime.date(2026, 1, 1),
    "numpy nan": numpy.float64("nan"),
    "numpy number": numpy.int64(3),
    "an array": numpy.array([1.5, 2.5]),
    "a matrix": numpy.zeros((5, 5)),
    "a cube": numpy.zeros((2, 2, 2)),
    "an empty array": numpy.array([]),
    "a frame": pandas.DataFrame({"x": [1.5]}),
    "a model": si.Model("pairs"),
    "a term": si.Term("score-difference"),
    "a path": Path("no/such/path"),
    "a folder": Path("/"),
    "a round": si.read(FILE).round(),
    "a tournament": si.read(FILE),
}
STATE, TOURNAMENT, MODEL = JUNK["a round"], JUNK["a tournament"], JUNK["a model"]
BEST = si.solve(STATE)
STUCK = functools.partial(si.solve, si.read("instances/teaching-infeasible.json").round())
PAIRING, FRAME = BEST.pairing, STATE.players
FRAME_OF_TWO = pandas.DataFrame({"number": [1, 2]})
COMPARED = si.compare(TOURNAMENT, systems="tcec", models="pairs")
EXPERIMENT = {
    "kind": "experiment",
    "name": "x",
    "seed": 1,
    "events": 1,
    "rounds": 2,
    "players": 4,
}

# An option of the command line.
OPTION = re.compile(r" --[a-z]")

# Every public function and method, and arguments with which it works.
CALLS = {
    "read": (si.read, {"source": FILE}),
    "solve": (si.solve, {"state": STATE}),
    "pair": (si.pair, {"state": STATE, "system": "tcec"}),
    "verify": (si.verify, {"state": STATE, "pairing": PAIRING}),
    "verify_proof": (si.verify_proof, {"state": STATE, "proof": "tests/damaged"}),
    "verify_duals": (si.verify_duals, {"state": STATE, "duals": {1: 1}}),
    "compare": (si.compare, {"what": STATE, "systems": "tcec", "models": "pairs"}),
    "compare of a tournament": (si.compare, {"what": TOURNAMENT, "systems": "tcec", "models": "pairs"}),
    "explain": (si.explain, {"state": STATE}),
    "why": (si.why, {"state": STATE, "one": 1, "other": 3}),
    "shown": (si.shown, {"state": STATE, "show": "relax,duals"}),
    "pareto": (si.pareto, {"state": STATE, "between": "scores,colours"}),
    "prices": (si.pareto, {"state": STATE, "of": "downfloats"}),
    "rule": (si.rule, {}),
    "systems": (si.systems, {}),
    "models": (si.models, {}),
    "batch": (si.batch, {"paths": FILE, "rounds": "next", "jobs": 1}),
    "simulate": (si.simulate, {"experiment": "examples/experiments/example.toml", "events": 1, "jobs": 1}),
    "generate": (si.generate, {"experiment": "examples/experiments/example.toml", "events": 1, "jobs": 1}),
    "Model": (si.Model, {"source": "pairs"}),
    "Model of tiers": (si.Model, {"tiers": [si.Tier("scores", [si.Term("score-difference", -1)])]}),
    "Model.show": (MODEL.show, {}),
    "Term": (si.Term, {"name": "score-difference"}),
    "Tier": (si.Tier, {"name": "scores", "terms": [si.Term("score-difference")]}),
    "Definition": (si.Definition, {"name": "same-club", "pair": "a.club == b.club"}),
    "Frame": (si.Frame, {"columns": {"a": [1]}}),
    "Frame.from_rows": (si.Frame.from_rows, {"rows": [{"a": 1}]}),
    "Frame.from_csv": (si.Frame.from_csv, {"text": "a,b\n1,2\n"}),
    "Frame.__getitem__": (FRAME.__getitem__, {"name": "name"}),
    "Tournament.from_dict": (si.Tournament.from_dict, {"tournament": {"players": []}}),
    "Tournament.from_pandas": (si.Tournament.from_pandas, {"players": FRAME_OF_TWO}),
    "Tournament.with_results": (TOURNAMENT.with_results, {"pairing": PAIRING}),
    "Tournament.pairing": (TOURNAMENT.pairing, {"round": 1}),
    "Tournament.round": (TOURNAMENT.round, {}),
    "Tournament.info": (TOURNAMENT.info, {}),
    "Tournament.to_trf": (TOURNAMENT.to_trf, {}),
    "Tournament.check": (TOURNAMENT.check, {"system": "tcec"}),
    "Tournament.seeded": (si.Tournament.from_dict({"players": [{"id": 1}, {"id": 2}]}).seeded, {}),
    "Tournament.edited": (si.Tournament.from_dict({"players": [{"id": 1}, {"id": 2}]}).edited, {"absent": ["1"]}),
    "Tournament.standings": (TOURNAMENT.standings, {}),
    "RoundState.model": (STATE.model, {}),
    "RoundState.pairs": (STATE.pairs, {}),
    "RoundState.graph": (STATE.graph, {}),
    "RoundState.checklist": (STATE.checklist, {"system": "tcec"}),
    "RoundState.with_round": (STATE.with_round, {"pairing": PAIRING}),
    "RoundModel.to_lp": (STATE.model().to_lp, {}),
    "RoundModel.to_mps": (STATE.model().to_mps, {}),
    "RoundModel.to_opb": (STATE.model().to_opb, {}),
    "Pairing.from_pairs": (si.Pairing.from_pairs, {"text": b"1\n1 2\n"}),
    "to_html": (BEST.to_html, {}),
    "to_html of a comparison": (si.compare(STATE, systems="tcec").to_html, {}),
    "ComparedRounds.round": (COMPARED.round, {"number": 1}),
    "Comparison.by": (COMPARED.round(1).by, {"name": "tcec"}),
    "Comparison.price": (COMPARED.round(1).price, {"name": "tcec", "model": "pairs"}),
}
PARAMETERS = [
    (call, name) for call, (function, _) in CALLS.items() for name in inspect.signature(function).parameters
]
# What writes somewhere, where junk would be written, too.
WRITTEN = {"out", "proof", "path"}


@pytest.mark.parametrize(("call", "name"), PARAMETERS)
def test_junk_is_a_result_or_a_sentence(call, name, tmp_path, monkeypatch):
    function, good = CALLS[call]
    for what, value in JUNK.items():
        if name in WRITTEN and isinstance(value, (str, Path)):
            value = str(tmp_path / "no" / "such") if what == "a path" else value
            if what != "a path":
                continue
        if call == "batch" and (name == "time_limit" or what in ("a folder", "empty")):
            # The root of the system has more files than a test can read.
            continue
        if name in ("progress", "outcome") and callable(value):
            # What somebody's function raises is raised.
            continue
        try:
            function(**{**good, name: value})
        except si.SwissError as error:
            said = str(error)
            assert " " in said and not OPTION.search(said) and len(said) < 2000, (what, said)
            assert not isinstance(error, si.InternalError), (what, said)
        except Exception as error:
            pytest.fail(f"{call}({name}={what}) raises {type(error).__name__}: {error}")


# What is refused for certain, with a word of the message.
REFUSED = {
    "model": (lambda: si.solve(STATE, 3), "a Model"),
    "system": (lambda: si.pair(STATE, None), "system"),
    "system as a number": (lambda: si.pair(STATE, 3), "system"),
    "systems": (lambda: si.compare(STATE, systems=[3]), "systems"),
    "trace": (lambda: si.pair(STATE, "tcec", trace="yes"), "True or False"),
    "method": (lambda: si.solve(STATE, method=3), "method"),
    "repair": (lambda: si.solve(STATE, repair=3), "repair"),
    "force": (lambda: si.solve(STATE, force=1), "True or False"),
    "an endless limit": (lambda: si.solve(STATE, time_limit=float("inf")), "seconds"),
    "an array as a limit": (lambda: si.solve(STATE, time_limit=numpy.array([1.0, 2.0])), "seconds"),
    "one": (lambda: si.why(STATE, 1.0, 2), "a pairing number"),
    "nobody": (lambda: si.why(STATE, None, 2), "a pairing number"),
    "attributes": (lambda: TOURNAMENT.round(attributes=[1, 2]), "attributes"),
    "a list within attributes": (lambda: TOURNAMENT.round(attributes={1: {"x": [1]}}), "the x of player 1"),
    "attributes of nobody": (lambda: TOURNAMENT.round(attributes={"Ada": {"x": 1}}), "a player of attributes"),
    "long attributes": (lambda: TOURNAMENT.round(attributes={1: {"x": 0.1 + 0.2}}), "15 digits"),
    "long attributes of a frame": (lambda: TOURNAMENT.round(attributes=pandas.DataFrame({"no": [1], "x": [1 / 3]})), "15 digits"),
    "endless attributes": (lambda: TOURNAMENT.round(attributes={1: {"x": float("inf")}}), "the x of player 1"),
    "weights": (lambda: TOURNAMENT.round(weights=3), "matrix of weights"),
    "weights of one": (lambda: TOURNAMENT.round(weights={1: 2}), "pairs of pairing numbers"),
    "weights of halves": (lambda: TOURNAMENT.round(weights={(1.5, 2): 2}), "whole number"),
    "long weights": (lambda: TOURNAMENT.round(weights={(1, 2): 0.1 + 0.2}), "15 digits"),
    "weights that are none": (lambda: TOURNAMENT.round(weights={(1, 2): float("nan")}), "finite"),
    "weights as a text": (lambda: TOURNAMENT.round(weights={(1, 2): "3"}), "no number"),
    "a cube": (lambda: TOURNAMENT.round(weights=numpy.zeros((8, 8, 8))), "shape"),
    "a small matrix": (lambda: TOURNAMENT.round(weights=numpy.zeros((5, 5))), r"\(8, 8\)"),
    "a large matrix": (lambda: TOURNAMENT.round(weights=numpy.zeros((9, 9))), r"\(8, 8\)"),
    "a matrix with nan": (lambda: TOURNAMENT.round(weights=numpy.full((8, 8), numpy.nan)), "finite"),
    "a matrix from 0": (lambda: TOURNAMENT.round(weights=pandas.DataFrame(numpy.zeros((8, 8)))), "pairing numbers"),
    "a matrix of others": (lambda: TOURNAMENT.round(weights=pandas.DataFrame([[0, 1], [1, 0]], [1, 9], [1, 9])), "9"),
    "a matrix of names": (lambda: TOURNAMENT.round(weights=pandas.DataFrame([[0, 1], [1, 0]], list("ab"), list("ab"))), "pairing numbers"),
    "a matrix of an archive": (lambda: si.batch(FILE, models="pairs", weights=numpy.zeros((8, 8))), "archive"),
    "the matrix of a term": (lambda: solved_by(numpy.random.default_rng(1).random((8, 8)).round(12)), "symmetric"),
    "a full matrix": (lambda: solved_by(numpy.full((8, 8), 1 / 3)), "numpy.round"),
    "a small matrix of a term": (lambda: solved_by(numpy.zeros((5, 5))), r"\(8, 8\)"),
    "a weight": (lambda: si.Term("score-difference", float("nan")), "finite"),
    "a weight of text": (lambda: si.Term("score-difference", "3"), "no number"),
    "a matrix in an arm": (lambda: si.simulate({**EXPERIMENT, "arm": [{"name": "x", "model": of_matrix(numpy.zeros((8, 8)))}]}), "expression"),
    "no progress": (lambda: si.batch(FILE, progress=3), "progress"),
    "wishes": (lambda: si.pair(STATE, "tcec", rather_not=[(3,)]), "rather_not|two players|group"),
    "no wishes": (lambda: si.pair(STATE, "tcec", rather_not=3), "rather_not"),
    "a weight of a wish": (lambda: si.pair(STATE, "tcec", rather_not={(3, 7): 0}), "a weight of rather_not"),
    "pairs of a system": (lambda: STATE.pairs("dutch-2012"), "has no value"),
    "pairs of a large round": (lambda: si.Tournament.from_dict({"players": [{"id": number} for number in range(1, 1002)]}).round().pairs(), "1000"),
    "a rule that is none": (lambda: STUCK("pairs", repair=["no-rematches"]), "no-rematches"),
    "a rule twice": (lambda: STUCK("pairs", repair=["no-rematch", "no-rematch"]), "twice"),
    "the repair of a program": (lambda: STUCK("dutch-2012", repair=True), "repair"),
    "the repair of a system": (lambda: STUCK("tcec", repair=True), "repair"),
    "rounds kept open": (lambda: si.solve(STATE, keep_open=1, ties="fold"), "keep_open"),
    "one tier": (lambda: si.pareto(STATE, "scores"), "two"),
    "a tier twice": (lambda: si.pareto(STATE, ["scores", "scores"]), "twice"),
    "a table twice": (lambda: si.compare(STATE, attributes="instances/clubs.csv"), "of its own"),
    "a table for nobody": (lambda: si.batch("instances/clubs.json", attributes="instances/clubs.csv"), "attributes"),
    "repair in an archive": (lambda: si.batch(FILE, models="tcec", repair=True), "repair"),
    "a model twice": (lambda: si.batch(FILE, models="pairs,pairs"), "twice"),
    "a system twice": (lambda: si.batch(FILE, systems="tcec,tcec"), "twice"),
    "round 0": (lambda: si.batch(FILE, rounds="0"), "rounds"),
    "round 99": (lambda: TOURNAMENT.round(99), "99"),
    "the edition in force": (lambda: si.pair(STATE, "dutch"), "dutch"),
    "no thread": (lambda: si.solve(STATE, threads=0), "threads"),
    "optima of a program": (lambda: si.solve(STATE, "dutch-2012", count_optima=True), "not counted"),
    "weights that nobody uses": (lambda: si.verify(TOURNAMENT.round(weights={(1, 2): 3}), [(1, 2)]), "weights"),
    "a rule": (lambda: si.rule("no-such-rule"), "no-such-rule"),
    "results": (lambda: TOURNAMENT.with_results(PAIRING, ["1-0"]), "4 boards and 1 results"),
    "a result": (lambda: TOURNAMENT.with_results(PAIRING, [2, 0, 0, 0]), "the points of White"),
    "a round that was played": (lambda: TOURNAMENT.with_results(PAIRING, round=3), "cannot be the one that is added"),
    "players": (lambda: si.Tournament.from_pandas([1, 2]), "a frame with the columns number"),
    "players without numbers": (lambda: si.Tournament.from_pandas(pandas.DataFrame({"name": ["Ada"]})), "no column number"),
    "games of nobody": (lambda: si.Tournament.from_pandas(FRAME_OF_TWO, pandas.DataFrame({"round": [1]})), "no column white, black"),
    "a gap": (lambda: si.Tournament.from_pandas(FRAME_OF_TWO, pandas.DataFrame({"round": [2], "white": [1], "black": [2]})), "round 1 has none"),
    "a round that was not compared": (lambda: COMPARED.round(9), "round 9 was not compared"),
    "no folder": (lambda: BEST.to_html("no/such/folder/page.html"), "cannot write"),
    "a folder": (lambda: BEST.to_html(ROOT), "cannot write"),
    "a pattern": (lambda: si.batch("nope*.trf"), "no file is like this pattern"),
    "a path": (lambda: si.batch([FILE, "nowhere.trf"]), "nowhere.trf: no such file"),
    "an encoding": (lambda: si.read(FILE, encoding="klingon"), "write one of utf-8, latin-1"),
    "an encoding of JSON": (lambda: si.read(FILE, encoding="cp850"), "JSON, which is in UTF-8; leave out encoding"),
    "an encoding that is none": (lambda: si.read(FILE, encoding=850), "encoding"),
    "an encoding of an archive": (lambda: si.batch(FILE, encoding="klingon"), "write one of utf-8, latin-1"),
    "a content": (lambda: si.read((ROOT / FILE).read_text()), "bytes"),
    "a dictionary": (lambda: si.Tournament.from_dict({"players": [{"id": object()}]}), "JSON"),
    "a rating": (lambda: si.Tournament.from_dict({"players": [{"id": 1, "rating": float("nan")}]}), "JSON"),
    "a list": (lambda: si.Tournament.from_dict([1]), "dictionary"),
    "a pairing": (lambda: si.verify(STATE, [(1.5, 2)]), "a pairing"),
    "a column": (lambda: FRAME["elo"], "number, name"),
    "columns": (lambda: si.Frame({"a": [1], "b": []}), "one length"),
    "a cell": (lambda: si.Frame({"a": [[1]]}).to_pandas(), "64 bits"),
    "a huge cell": (lambda: si.Frame({"a": [10**400]}).__arrow_c_stream__(), "64 bits"),
}


def of_matrix(matrix):
    return si.Model(tiers=[si.Tier("t", [si.Term("t", -1, matrix=matrix)])])


def solved_by(matrix):
    return si.solve(STATE, of_matrix(matrix))


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_wrong_is_said(what):
    call, word = REFUSED[what]
    with pytest.raises(si.SwissError, match=word) as raised:
        call()
    assert raised.value.exit_code in (3, 5) and len(str(raised.value)) < 500 and not OPTION.search(str(raised.value))
    # Nobody has written the lines of a table.
    assert raised.value.line is None, raised.value


# What works with numbers of NumPy as with those of Python.
NUMPY = {
    "why": lambda as_int, as_float: si.why(STATE, as_int(1), as_int(3)).price,
    "the bye": lambda as_int, as_float: si.why(si.read("instances/teaching-10.json").round(), as_int(1), as_int(0)).price,
    "verify": lambda as_int, as_float: si.verify(STATE, [(as_int(1), as_int(3)), (as_int(2), as_int(4))]).violations,
    "round": lambda as_int, as_float: TOURNAMENT.round(as_int(3), absent=[as_int(8)], late=[as_int(7)], forbid=[(as_int(1), as_int(3))]).forbidden,
    "absent": lambda as_int, as_float: TOURNAMENT.round(absent=numpy.array([7, 8]) if as_int is numpy.int64 else [7, 8]).absent,
    "forbid": lambda as_int, as_float: TOURNAMENT.round(forbid=numpy.array([[1, 3], [2, 4]]) if as_int is numpy.int64 else [(1, 3), (2, 4)]).forbidden,
    "weights": lambda as_int, as_float: solved_by_weights({(as_int(1), as_int(6)): as_float(0.25)}),
    "attributes": lambda as_int, as_float: solved_by_strength({as_int(1): {"strength": as_float(2.5)}, as_int(6): {"strength": as_int(1)}}),
    "duals": lambda as_int, as_float: si.verify_duals(
        STATE, {**{as_int(number): as_int(500) for number in range(1, 9)}, (as_int(2), as_int(3), as_int(4)): as_int(3)}
    ).bound,
    "options": lambda as_int, as_float: si.solve(STATE, time_limit=as_float(50), threads=as_int(1), count_optima=as_int(9), all_optima=as_int(2)).pairing,
    "a weight": lambda as_int, as_float: solved_by_tier(as_float(-0.1)),
    "the tournament": lambda as_int, as_float: si.Tournament.from_dict({"players": [{"id": as_int(1), "rating": as_int(2000)}]}).to_json(),
    "rounds": lambda as_int, as_float: si.batch(FILE, rounds=as_int(3), jobs=as_int(1), times=False).lines,
    "truth": lambda as_int, as_float: si.pair(STATE, "tcec", trace=numpy.True_ if as_int is numpy.int64 else True).trace,
}


def solved_by_weights(weights):
    model = si.Model(tiers=[si.Tier("t", [si.Term("travel", -1, pair="weight(a, b)")])])
    return si.solve(TOURNAMENT.round(weights=weights), model).objective


def solved_by_strength(attributes):
    model = si.Model(tiers=[si.Tier("t", [si.Term("strong", -1, pair="a.strength == 2.5 || b.strength == 2.5")])])
    return si.solve(TOURNAMENT.round(attributes=attributes), model).objective


def solved_by_tier(weight):
    return si.solve(STATE, si.Model(tiers=[si.Tier("t", [si.Term("score-difference", weight)])])).objective


@pytest.mark.parametrize("what", NUMPY)
def test_numbers_of_numpy_are_numbers(what):
    call = NUMPY[what]
    found = call(numpy.int64, numpy.float32 if what == "a weight" else numpy.float64)
    due = call(int, float)
    assert found == due


def test_a_matrix_may_be_indexed():
    generator = numpy.random.default_rng(7)
    matrix = generator.integers(0, 50_000, (8, 8)) / 1000
    matrix = numpy.round(matrix + matrix.T, 3)
    due = solved_by(matrix)
    order = generator.permutation(8) + 1
    frame = pandas.DataFrame(matrix, range(1, 9), range(1, 9)).loc[order, order[::-1]]
    by_frame = solved_by(frame)
    assert by_frame.pairing == due.pairing and by_frame.objective == due.objective
    assert solved_by(matrix.tolist()).objective == due.objective
    pairs = {(i + 1, j + 1): float(matrix[i, j]) for i in range(8) for j in range(i + 1, 8)}
    assert solved_by_weights(pairs)[0].value == due.objective[0].value
    assert solved_by_weights(frame)[0].value == due.objective[0].value
    table = pandas.DataFrame([(*pair, number) for pair, number in pairs.items()], columns=["a", "b", "value"])
    assert solved_by_weights(table)[0].value == due.objective[0].value
    # A part of the players is enough, where they are named.
    part = frame.loc[[2, 5], [2, 5]]
    assert solved_by_weights(part)[0].value == solved_by_weights({(2, 5): pairs[2, 5]})[0].value


def test_a_float_is_the_decimal_that_it_prints_as():
    for number in (0.1, 2.5, -0.125, 1e-7, 123456.789, 0.00000000000001):
        best = solved_by_strength({1: {"strength": 2.5, "x": number}, 2: {"strength": number}})
        assert best is not None
    term = si.Term("exact", 1, pair="a.x + b.x == 0.3 ? 1 : 0")
    model = si.Model(tiers=[si.Tier("t", [term])])
    state = TOURNAMENT.round(attributes={number: {"x": 0.1 if number % 2 else 0.2} for number in range(1, 9)})
    assert si.solve(state, model).objective[0].value > 0
    # A text that is long stays a text, and what is missing is empty.
    for missing in (None, float("nan"), numpy.nan, pandas.NA, pandas.NaT, ""):
        empty = TOURNAMENT.round(attributes={1: {"x": "1234567890123456", "y": missing}})
        model = si.Model(tiers=[si.Tier("t", [si.Term("no-y", -1, pair="a.y == '' && b.y == ''")])])
        assert si.solve(empty, model).objective[0].value == -4
