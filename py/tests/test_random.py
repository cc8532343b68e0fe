"""1,000 random rounds go through Python's objects and come back the same; and nothing leaks."""

import gc
import json
import os
import random
import resource

import pytest
import swiss_ilp as si
from conftest import without_times

ROUNDS = int(os.environ.get("RANDOM_ROUNDS", "1000"))
SOLVES = int(os.environ.get("LEAK_SOLVES", "100000"))


def random_tournament(seed):
    """A tournament of a few rounds between players who meet at random, with byes, absences and decimals."""
    of = random.Random(seed)
    count = of.randint(1, 14)
    players = [{"id": number, "name": f"P{number} é\"", "rating": of.randint(1000, 2800)} for number in range(1, count + 1)]
    for player in players:
        if of.random() < 0.3:
            player["federation"] = of.choice(["NED", "ITA", "CRO"])
    rounds, met = [], set()
    for number in range(of.randint(0, 4)):
        here = [player["id"] for player in players]
        of.shuffle(here)
        games, byes, taken = [], [], set()
        for one in here:
            for other in here:
                if one < other and not {one, other} & taken and (one, other) not in met and of.random() < 0.7:
                    white, black = of.sample([one, other], 2)
                    games.append({"white": white, "black": black, "result": of.choice(["1-0", "0-1", "1/2-1/2", "+/-"])})
                    met.add((one, other))
                    taken |= {one, other}
        if not games:
            break
        byes = [{"player": player, "kind": of.choice(["half", "zero"])} for player in here if player not in taken]
        rounds.append({"games": games, "byes": byes})
    return {"name": f"random {seed}", "rounds_planned": len(rounds) + 3, "players": players, "rounds": rounds}


def test_random_rounds_round_trip():
    odd = without = 0
    for seed in range(ROUNDS):
        tournament = si.Tournament.from_dict(random_tournament(seed))
        again = si.Tournament.from_dict(tournament.to_dict())
        assert again.to_json() == tournament.to_json()
        # Through a report, and through the bytes of JSON.
        report = si.read(again.to_trf()) if tournament.rounds_played else tournament
        by_json = si.read(tournament.to_json())
        state = tournament.round()
        best = si.solve(state)
        for other in (again, report, by_json):
            assert without_times(si.solve(other.round()).to_json()) == without_times(best.to_json()), seed
        odd += best.bye is not None
        if not best.has_pairing:
            without += 1
            continue
        pairing = si.Pairing.from_pairs(best.to_pairs())
        assert pairing == best.pairing
        verdict = si.verify(state, list(pairing.pairs) + ([(pairing.bye, 0)] if pairing.bye else []))
        assert verdict.legal and verdict.objective == best.objective
        assert verdict.distance.price[0].value == 0 and verdict.pairing == best.pairing
        # The tournament with the new round in it has this pairing.
        if tournament.rounds_played:
            assert sorted(si.read(best.to_trf()).pairing(state.round).pairs) == sorted(pairing.pairs)
        # The frame has the boards of the pairing.
        boards = [(row["white"], row["black"]) for row in best.frame() if row["kind"] == "board"]
        assert boards == [tuple(board) for board in best.pairs]
        assert json.loads(best.to_json())["pairs"] == best.to_dict()["pairs"]
    assert odd > ROUNDS // 10 and without < ROUNDS // 2


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is read from /proc")
def test_no_leak():
    """Memory after so many solves is what it was after the first tenth of them."""
    tournament = si.Tournament.from_dict({"players": [{"id": number} for number in range(1, 7)]})
    model = si.Model("pairs")
    for number in range(SOLVES):
        best = si.solve(tournament.round(), model)
        assert best.optimal
        if number == SOLVES // 10:
            gc.collect()
            before = resident()
    gc.collect()
    grown = resident() - before
    # Of 100,000 solves, a leak of 50 bytes in each would be seen.
    assert grown < 4 << 20, f"{grown} bytes more after {SOLVES} solves"
