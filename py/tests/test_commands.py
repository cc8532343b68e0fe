"""Everything that the command line has is in Python, too, with the same bytes; or the guide says why not."""

import base64
import csv
import json
import os
import pickle
import re
import sqlite3
import subprocess
import sys
import zlib

import pytest
import swiss_ilp as si
from swiss_ilp import _native
from conftest import INSTANCES, ROOT, program, run, without_times

TEN = "instances/teaching-10.json"
STUCK = "instances/teaching-infeasible.json"
TRIANGLES = "docs/src/models/triangles.json"
REAL = "instances/british-championship-2026.trf"

RESULTS = {
    "duals": (si.shown, TEN, ("duals",), {}, ["solve", "--show", "duals"]),
    "duals-of-fair": (si.shown, TEN, ("duals",), {"model": "fair"}, ["solve", "--show", "duals", "--model", "fair"]),
    "shown": (si.shown, TRIANGLES, (("relax", "cuts", "duals", "tiers", "tree"),), {}, ["solve", "--show", "relax,cuts,duals,tiers,tree"]),
    "pareto": (si.pareto, TEN, (("scores", "colours"),), {}, ["pareto", "--between", "scores,colours"]),
    "pareto-text": (si.pareto, TEN, ("scores,downfloats",), {}, ["pareto", "--between", "scores,downfloats"]),
    "pareto-values": (si.pareto, TEN, ("scores,colours",), {"values": True}, ["pareto", "--between", "scores,colours", "--values"]),
    "pareto-held": (si.pareto, TEN, ("colours,fold",), {"hold": "scores"}, ["pareto", "--between", "colours,fold", "--hold", "scores"]),
    "pareto-stuck": (si.pareto, STUCK, ("scores,colours",), {}, ["pareto", "--between", "scores,colours"]),
    "prices": (si.pareto, TEN, (), {"of": "downfloats"}, ["pareto", "--of", "downfloats"]),
    "repair": (si.solve, STUCK, (), {"repair": True}, ["solve", "--repair"]),
    "repair-order": (
        si.solve,
        STUCK,
        (),
        {"repair": ["no-rematch", "no-third-colour"]},
        ["solve", "--repair=no-rematch,no-third-colour"],
    ),
    "repair-count": (si.solve, STUCK, (), {"repair": True, "count_optima": True}, ["solve", "--repair", "--count-optima"]),
    "no-repair-needed": (si.solve, TEN, (), {"repair": True}, ["solve", "--repair"]),
    "keep-open": (si.solve, "instances/teaching-6.json", (), {"keep_open": 2}, ["solve", "--keep-open", "2"]),
    "kept-closed": (si.solve, "instances/teaching-6.json", (), {"keep_open": 3}, ["solve", "--keep-open", "3"]),
    "all-optima": (si.solve, "instances/teaching-ties.json", (), {"all_optima": 5}, ["solve", "--all-optima", "5"]),
    "ties": (si.explain, "instances/teaching-ties.json", (), {"ties": "random:3"}, ["explain", "--ties", "random:3"]),
    "explain-repair": (si.explain, STUCK, (), {"repair": True}, ["explain", "--repair"]),
    "why-repair": (si.why, STUCK, (1, 4), {"repair": True}, ["why", 1, 4, "--repair"]),
    "why-bye": (si.why, TEN, (1, 0), {}, ["why", 1, "bye"]),
    "why-count": (si.why, "instances/teaching-ties.json", (1, 4), {"count_optima": True}, ["why", 1, 4, "--count-optima"]),
    "why-system": (si.why, TEN, (1, 2), {"system": "dutch-2012"}, ["why", 1, 2, "--system", "dutch-2012"]),
    "compare-repair": (si.compare, STUCK, (), {"repair": True}, ["compare", "--repair"]),
    "wishes": (si.pair, TEN, ("dutch-2026",), {"rather_not": {(1, 2): 2, (3, 4, 5): 1}}, ["pair", "--system", "dutch-2026", "--rather-not", "1-2=2,3-4-5"]),
    "wishes-text": (si.pair, TEN, ("dutch-2026",), {"rather_not": "1-2=2,3-4@2"}, ["pair", "--system", "dutch-2026", "--rather-not", "1-2=2,3-4@2"]),
    "same-club": (si.pair, "instances/clubs.json", ("dutch-2026",), {"rather_not_same": "club"}, ["pair", "--system", "dutch-2026", "--rather-not-same", "club"]),
    "verify-wishes": (
        si.verify,
        "instances/teaching-8.json",
        ([(3, 2), (1, 6), (7, 5), (8, 4)],),
        {"system": "dutch-2026", "rather_not": [(1, 6)]},
        ["verify", "--system", "dutch-2026", "--rather-not", "1-6", "--pairing", "PAIRS"],
    ),
    "checklist": (si.RoundState.checklist, TEN, ("dutch-2012",), {}, ["pair", "--checklist", "--system", "dutch-2012"]),
}


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.parametrize("format", ["json", "table", "csv"])
def test_a_result_has_the_bytes_of_the_command_line(name, format, tmp_path):
    task, file, arguments, options, (command, *rest) = RESULTS[name]
    rest = list(rest)
    is_shown = {"--show", "--count-optima", "--all-optima"} & set(rest) and "duals" not in rest
    if format == "csv" and is_shown and command == "solve":
        pytest.skip("the command line has no such table")
    ours = task(si.read(file).round(), *arguments, **options)
    # A table of the command line begins with the model that nobody named; here the signature says it, but for why.
    is_named = bool({"--model", "--system"} & set(rest))
    if format == "table" and command in ("solve", "explain") and not is_named:
        rest += ["--model", "pairs"]
    if "PAIRS" in rest:
        rest[rest.index("PAIRS")] = tmp_path / "its.pairs"
        (tmp_path / "its.pairs").write_bytes(ours.pairing.to_pairs())
    theirs, _ = run(command, file, *rest, "--format", format)
    mine = ours._native.render(format)
    if format == "table" and command == "why" and not is_named:
        # Its first line says what would name one, which has another name here.
        [(first, mine), (line, theirs)] = [text.split(b"\n", 1) for text in (mine, theirs)]
        assert first == line.replace(b"--", b"")
    assert without_times(mine) == without_times(theirs) != b""
    # Every field can be read, here and in another process.
    again = pickle.loads(pickle.dumps(ours))
    assert again._native.render(format).endswith(mine) and repr(again) == repr(ours)
    for field in dir(type(ours)):
        if isinstance(getattr(type(ours), field), property):
            assert repr(getattr(again, field)) == repr(getattr(ours, field)), field


PAGES = {
    "solve": (lambda state: si.solve(state), TEN, ["explain", "--model", "pairs"]),
    "solve-ties": (lambda state: si.solve(state, ties="random:3"), "instances/teaching-ties.json", ["explain", "--model", "pairs", "--ties", "random:3"]),
    "solve-fair": (lambda state: si.solve(state, "fair"), REAL, ["explain", "--model", "fair", "--round", "8"]),
    "solve-stuck": (lambda state: si.solve(state), STUCK, ["explain", "--model", "pairs"]),
    "solve-repaired": (lambda state: si.solve(state, repair=True), STUCK, ["explain", "--model", "pairs", "--repair"]),
    "solve-highs": (lambda state: si.solve(state, method="highs"), TEN, ["explain", "--model", "pairs"]),
    "explain": (lambda state: si.explain(state), TEN, ["explain", "--model", "pairs"]),
    "compare": (lambda state: si.compare(state), TEN, ["compare"]),
    "compare-rounds": (lambda state: si.compare(state.tournament, systems="tcec"), TEN, ["compare", "--all-rounds", "--systems", "tcec"]),
}


def unpacked(shown):
    """The page in a frame."""
    return zlib.decompress(base64.b64decode(re.search(r'atob\("([^"]*)"\)', shown)[1])).decode()


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_bytes_of_the_command_line(name, tmp_path):
    task, file, (command, *rest) = PAGES[name]
    result = task(si.read(file).round(8 if "--round" in rest else None))
    run(command, file, *rest, "--html", tmp_path / "theirs.html")
    ours = tmp_path / "ours.html"
    text = result.to_html(ours)
    assert ours.read_bytes() == text.encode() == (tmp_path / "theirs.html").read_bytes()
    shown = result._repr_html_()
    assert shown.count("<iframe") == 1 and len(shown.encode()) < 100_000 and 'sandbox="allow-scripts"' in shown
    assert unpacked(shown) == text.replace("\r", "")
    assert result.to_html(ours) == ours.read_text(), "a page replaces the one that is there"


def test_the_page_of_an_archive(tmp_path):
    run("batch", *INSTANCES, "--no-times", "--html", tmp_path / "theirs.html", "--out", tmp_path / "records.jsonl")
    records = si.batch(INSTANCES, times=False)
    assert records.to_html().encode() == (tmp_path / "theirs.html").read_bytes()


def test_a_result_without_a_page_shows_its_table():
    state = si.read(TEN).round()
    for result in (si.solve(state, "dutch-2012"), si.solve(state, keep_open=1)):
        with pytest.raises(si.RequestError):
            result.to_html()
        shown = result._repr_html_()
        assert "<iframe" not in shown and "<pre" in shown and "There is no page" in shown


def test_a_large_round_shows_its_table_and_has_a_page(tmp_path):
    players = [{"id": number} for number in range(1, 301)]
    best = si.solve(si.Tournament.from_dict({"players": players}).round())
    shown = best._repr_html_()
    assert "<iframe" not in shown and "200 players" in shown
    assert best.to_html(tmp_path / "large.html").endswith("</html>")


def test_no_name_leaves_the_frame_of_a_page():
    names = ["</script><script>alert(1)</script>", "' onload='alert(1)", "&#39; \"x\"", "</iframe>"]
    tournament = si.Tournament.from_dict({"name": names[1], "players": [{"id": n, "name": name} for n, name in enumerate(names, 1)]})
    shown = si.solve(tournament.round())._repr_html_()
    from html.parser import HTMLParser

    class Frames(HTMLParser):
        def __init__(self):
            super().__init__()
            self.found = []

        def handle_starttag(self, tag, attributes):
            self.found.append((tag, dict(attributes)))

    parser = Frames()
    parser.feed(shown)
    assert [tag for tag, _ in parser.found] == ["p", "code", "p", "iframe"]
    assert unpacked(parser.found[3][1]["srcdoc"]) == si.solve(tournament.round()).to_html()
    assert set(parser.found[3][1]) == {"srcdoc", "sandbox", "loading", "title", "style"}


def test_fields_of_a_repair_and_of_the_rounds_to_come():
    state = si.read(STUCK).round()
    best = si.solve(state, repair=True)
    repair = best.repair
    assert best.optimal and repair.given_up[-1] == "ilp.no-rematch" and "1, 3, 5" in repair.reason
    assert [(of.rule, of.players, of.pair) for of in repair.breaches] == [("ilp.no-rematch", (4, 5), (4, 5))]
    assert {price.value for price in repair.breaches[0].price} == {0}
    assert si.solve(state).repair is None and si.solve(si.read(TEN).round(), repair=True).repair is None
    assert si.verify(state, best, repair=True).breaches[0].players == (4, 5)
    six = si.read("instances/teaching-6.json").round()
    ahead = si.solve(six, keep_open=2).keep_open
    assert (ahead.asked, ahead.kept_open, ahead.broken_at, len(ahead.witness)) == (2, 2, None, 2)
    closed = si.solve(six, keep_open=3)
    assert closed.status == "infeasible" and closed.keep_open.kept_open == 2 and closed.keep_open.broken_at


def test_dual_values_prove_and_are_checked(tmp_path):
    state = si.read(TRIANGLES).round()
    shown = si.shown(state, "duals")
    duals = shown.duals
    best = si.solve(state)
    assert duals.bound == 10 * best.objective[0].value == sum(of.dual for of in duals.seats) + sum(of.room * of.dual for of in duals.odd_sets)
    assert len(duals.odd_sets) > 0 and {len(of.seats) % 2 for of in duals.odd_sets} == {1}
    written = {of.seat: of.dual for of in duals.seats} | {of.seats: of.dual for of in duals.odd_sets}
    again = si.verify_duals(state, written)
    assert again.feasible and again.distance == 0 and again.best == duals.bound
    wrong = si.verify_duals(state, {**written, 1: written[1] - 1})
    assert not wrong.feasible and wrong.violated > 0 and 1 in wrong.first[0].seats
    si.solve(state, proof=tmp_path / "proof")
    theirs, exit_code = run("verify", TRIANGLES, "--duals", tmp_path / "proof" / "certificate.json", "--format", "json")
    assert (again.to_json(), exit_code) == (theirs, 0)
    with pytest.raises(si.FileError) as raised:
        si.verify_duals(state, b"1,250\n2,x\n")
    assert raised.value.code == "duals"
    with pytest.raises(si.NoPairingError):
        si.shown(si.read(STUCK).round(), "duals")


def test_a_proof_is_written_and_checked(tmp_path):
    state, stuck = si.read(TEN).round(), si.read(STUCK).round()
    best = si.solve(state, proof=tmp_path / "best")
    assert si.verify(state, best, proof=tmp_path / "best").proof.outcome == "optimal"
    # Without the pairing an optimum is not proven.
    assert "no pairing is given" in si.verify_proof(state, tmp_path / "best").refused.what
    si.solve(stuck, proof=tmp_path / "none")
    checked = si.verify_proof(stuck, tmp_path / "none")
    assert checked.outcome == "infeasible"
    assert checked.to_json() == run("verify", STUCK, "--proof", tmp_path / "none", "--format", "json")[0]
    refused = si.verify_proof(state, tmp_path / "none")
    assert refused.proven is None and refused.refused and refused.outcome == "refused"
    (tmp_path / "best" / "notes").write_text("mine")
    with pytest.raises(si.RequestError):
        si.solve(state, proof=tmp_path / "best")
    si.solve(state, proof=tmp_path / "best", force=True)
    assert (tmp_path / "best" / "notes").exists()


def test_a_front_has_pairings_and_a_plot(tmp_path):
    state = si.read(TEN).round()
    front = si.pareto(state, "scores,colours")
    run("pareto", TEN, "--between", "scores,colours", "--plot", tmp_path / "plot.svg")
    assert front.plot == (tmp_path / "plot.svg").read_text() and front.plot in front._repr_html_()
    for number, point in enumerate(front.points, 1):
        theirs, _ = run("pareto", TEN, "--between", "scores,colours", "--point", number, "--format", "pairs")
        assert point.pairing.to_pairs() == theirs
    assert si.pareto(state, "scores,colours", values=True).points[0].pairing is None
    listed = si.pareto(state, of="downfloats")
    assert listed.points[0].change is None and listed.plot is None


def test_tables_and_repairs_of_many_rounds(tmp_path):
    table = "instances/clubs.csv"
    ours = si.compare(si.read("instances/clubs.json"), models="soft-bans", systems="tcec", attributes=table)
    theirs, _ = run("compare", "instances/clubs.json", "--all-rounds", "--models", "soft-bans", "--systems", "tcec", "--attributes", table, "--format", "json")
    assert ours.to_json() == theirs and ours.rounds
    options = {"models": "soft-bans", "rounds": "next", "attributes": table, "times": False}
    theirs, _ = run("batch", "instances/clubs.json", "--models", "soft-bans", "--rounds", "next", "--attributes", table, "--no-times", "--format", "json")
    assert si.batch("instances/clubs.json", **options).lines == theirs != b""
    theirs, _ = run("batch", STUCK, "--rounds", "next", "--repair", "--no-times", "--format", "json")
    assert si.batch(STUCK, rounds="next", repair=True, times=False).lines == theirs


@pytest.mark.skipif(sqlite3.sqlite_version_info < (3, 38), reason="->> is newer")
def test_the_question_of_the_page_is_answered_by_sql(tmp_path):
    """The page has queries for a whole archive, and what they answer; `sqlite3` reads every cell of CSV as text."""
    text = (ROOT / "docs/src/guide/chess-results.md").read_text()
    command = re.search(r"^\$ swiss-ilp (.*)$", text, re.M)[1].replace("target/archive.csv", str(tmp_path / "archive.csv"))
    subprocess.run(f"{program()} {command} >/dev/null", shell=True, check=True, cwd=ROOT)
    names, *rows = csv.reader((tmp_path / "archive.csv").open(newline=""))
    database = sqlite3.connect(":memory:")
    database.execute(f"CREATE TABLE archive ({', '.join(f'{name} TEXT' for name in names)})")
    database.executemany(f"INSERT INTO archive VALUES ({', '.join('?' for _ in names)})", rows)
    queries = re.findall(r"```sql\n(.*?)```", text, re.S)
    answers = re.findall(r"^\$ sqlite3 .*?\n(.*?)```", text, re.M | re.S)
    assert len(queries) == len(answers) == 2
    for query, shown in zip(queries, answers):
        asked = database.execute(query)
        answer = [[column[0] for column in asked.description], *asked]
        assert "".join(",".join("" if cell is None else str(cell) for cell in row) + "\n" for row in answer) == shown


def test_rows_of_the_table_of_times_are_checked(tmp_path):
    """By the script: the optimum and the certificate."""
    folder = ROOT / "instances/benchmark-set"
    for name, proof in [("middle-6-3", "proof"), ("infeasible-6-4", "none")]:
        command = [program(), "solve", folder / f"rounds/{name}.trf", "--model", "fair", "--proof", tmp_path / proof, "--quiet"]
        subprocess.run(command, check=False, stdout=subprocess.PIPE)
    (tmp_path / "good.pairs").write_bytes((folder / "pairings/middle-6-3.fair.pairs").read_bytes())
    (tmp_path / "worse.pairs").write_bytes((folder / "pairings/middle-6-3.tcec.pairs").read_bytes())
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong/certificate.json").write_text((tmp_path / "proof/certificate.json").read_text().replace('"bound":-', '"bound":-1'))
    rows = [
        ("middle-6-3,fair,1,me,2026-11-30,us,good.pairs,proof", "checked"),
        ("middle-6-3,fair,1,me,2026-11-30,us,good.pairs,wrong", "it is refused"),
        ("middle-6-3,fair,1,me,2026-11-30,us,worse.pairs,", "and the optimum is"),
        ("infeasible-6-4,fair,1,me,2026-11-30,us,,", "checked"),
        ("infeasible-6-4,fair,1,me,2026-11-30,us,,none", "checked"),
        ("infeasible-6-4,fair,1,me,2026-11-30,us,,proof", "it is refused"),
        ("middle-6-3,fair,1,me,2026-11-30,us,,", "the round has a legal pairing"),
        ("middle-6-3,fair,1,me,yesterday,us,good.pairs,", "isoformat"),
        ("middle-6-3,fair,1,me,2999-01-01,us,good.pairs,", "the day is still to come"),
        ("nowhere-1-1,fair,1,me,2026-11-30,us,good.pairs,", "the set has no 'nowhere-1-1'"),
        ("middle-6-3,best,1,me,2026-11-30,us,good.pairs,", "model: 'best' is none of "),
        ("middle-6-3,fair,1", "too few cells"),
    ]
    table = tmp_path / "times.csv"
    table.write_text("solver,round,model,seconds,machine,date,by,pairing,certificate\n" + "".join(f"S,{row}\n" for row, _ in rows))
    script = [sys.executable, ROOT / "benches/check_times.py"]
    environment = {**os.environ, "SWISS_ILP": str(program())}
    done = subprocess.run([*script, table], capture_output=True, text=True, env=environment)
    assert done.returncode == 1 and len(done.stdout.splitlines()) == len(rows), done.stderr
    for line, (row, what) in zip(done.stdout.splitlines(), rows):
        assert what in line, line
    ours = subprocess.run(script, capture_output=True, text=True, env=environment)
    assert ours.returncode == 0, ours.stdout


def test_what_a_package_has_read_of_a_site_is_a_tournament(monkeypatch):
    """`tournament` of the example makes JSON of the records of the package chess-results-api."""
    monkeypatch.syspath_prepend(str(ROOT / "examples/chess-results"))
    import datetime
    from types import SimpleNamespace as Of

    pull = pytest.importorskip("pull")
    player = lambda number: Of(number=number, display_name=f"P{number}", rating=2000 - number, federation="AUT")  # noqa: E731
    codes = [(1, 2, 2, (0.5, 0.5)), (3, 4, 4, (1.0, 0.0)), (5, -1, 9, (1.0, None)), (6, -2, 2, (0.5, None)), (7, -2, 0, None)]
    games = [Of(white_player=one, black_player=other, result_code=code, points=points) for one, other, code, points in codes]
    began = Of(start_date=datetime.date(2026, 3, 1), round_count=5)
    read = Of(
        rounds=[Of(games=games), Of(games=())], players=[*map(player, range(1, 8))], metadata=Of(name="Open"), configuration=began
    )
    tournament = si.read(pull.tournament(read).encode())
    assert tournament.to_dict()["rounds"][0]["byes"] == [
        {"player": 5, "kind": "pairing"}, {"player": 6, "kind": "half"}, {"player": 7, "kind": "zero"}
    ]
    assert [game["result"] for game in tournament.games] == ["1/2-1/2", "+/-"]
    found = Of(rounds=9, start_date=datetime.date(2026, 3, 1))
    monkeypatch.setitem(sys.modules, "chess_results", Of())
    monkeypatch.setitem(sys.modules, "chess_results.trf", Of(to_trf=lambda event, total_rounds: f"012 Open\n001    1\nXXR {total_rounds}\n"))
    assert pull.report(Of(last_round=7), found) == "012 Open\n042 2026/03/01\n001    1\nXXR 9\n"


GUIDE = (ROOT / "docs/src/guide/python.md").read_text()
# What has another name in Python, and what the guide says is not there.
ROWS = dict(re.findall(r"^\| `(--[a-z-]+)` \| (.+?) \|$", GUIDE, re.M))
PLACES = {
    "solve": [si.solve, si.shown],
    "pair": [si.pair, si.RoundState.checklist],
    "compare": [si.compare],
    "check": [si.Tournament.check],
    "seed": [si.Tournament.seeded],
    "edit": [si.Tournament.edited],
    "standings": [si.Tournament.standings],
    "verify": [si.verify, si.verify_duals, si.verify_proof],
    "explain": [si.explain, si.Explanation.to_html],
    "why": [si.why],
    "pareto": [si.pareto],
    "info": [si.Tournament.info],
    "convert": [si.Tournament.to_trf, si.Tournament.to_json],
    "model": [si.RoundModel.to_lp, si.RoundState.model],
    "batch": [si.batch],
    "simulate": [si.simulate, si.generate],
    "rule": [si.rule],
}


def fields(schema):
    """The names of the fields of a request, those of its parts instead of a part."""

    def within(of):
        while "$ref" in of:
            of = schema["$defs"][of["$ref"].rpartition("/")[2]]
        for name, field in of.get("properties", {}).items():
            yield from within(field) if list(within(field)) else [name]

    return set(within(schema))


def test_every_field_of_every_request_is_a_parameter_or_the_guide_says_where():
    import inspect

    schemas = {name: json.loads(text) for name, text in _native.request_schemas().items()}
    assert set(schemas) == {*PLACES, "read", "round"}
    # What is read, and that a proof is checked without a pairing, which verify_proof does.
    others = {"file", "none"}
    # What is no part of a request.
    beside = {"state", "what", "time_limit", "memory_limit", "progress", "models", "experiment", "arms", "outcome"}
    for name, places in PLACES.items():
        known = {field for place in [*places, si.read, si.Tournament.round] for field in inspect.signature(place).parameters}
        options = {option[2:].replace("-", "_") for option in ROWS}
        assert fields(schemas[name]) <= known | options | others, (name, fields(schemas[name]) - known - options - others)
        for place in places:
            if place.__module__ in ("swiss_ilp.tasks", "swiss_ilp.archive"):
                assert set(inspect.signature(place).parameters) <= fields(schemas.get(place.__name__, schemas[name])) | beside, place
    assert {"round", "absent", "attributes", "trust", "keep_open", "threads"} <= fields(schemas["solve"])
