"""Are OpenGotha's pairings optimal by its own costs? A row for each round, as CSV on standard output.

    python3 compare.py PAIRGOTH [--program swiss-ilp]

PAIRGOTH is a checkout of https://github.com/ffrgo/pairgoth.
"""

import argparse
import csv
import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

# What each pair has who have not met. A pair without it is worse than any round without one.
NOT_MET = 500_000_000_000_000
# A count of the program is at most 10,000,000,000, so a cost is two of them.
UNIT = 1_000_000
MODEL = f"""kind = "objective"
name = "costs"
summary = "The greatest total of OpenGotha's costs."
formulation = "pairs"
hard = ["no-forbidden-pair"]
[[define]]
name = "high"
pair = "floor(weight(a, b) / {UNIT})"
[[define]]
name = "low"
pair = "weight(a, b) % {UNIT}"
[[tier]]
name = "costs"
terms = [{{ term = "high", weight = {UNIT} }}, {{ term = "low", weight = 1 }}]
"""


def key(name: str) -> str:
    """A player, as the games of the XML name them."""
    return name.replace(" ", "").upper()


def costs(path: Path) -> dict[frozenset[str], int]:
    """The total cost of each pair."""
    found, pair = {}, []
    for line in path.read_text(encoding="utf-8").splitlines():
        what, _, value = line.partition("=")
        if what in ("Player1Name", "Player2Name"):
            pair.append(key(value))
        elif what == "totalCost":
            found[frozenset(pair)], pair = int(value), []
    return found


def boards(path: Path, number: int) -> list[frozenset[str]]:
    """The pairing of a round."""
    games = xml.parse(path).getroot().iter("Game")
    of_round = [game for game in games if int(game.get("roundNumber")) == number]
    return [frozenset(key(game.get(colour)) for colour in ("whitePlayer", "blackPlayer")) for game in of_round]


def solve(program: str, table: dict[frozenset[str], int], players: list[str], folder: Path) -> dict:
    """The record of the best pairing of `players`."""
    ids = {name: number for number, name in enumerate(players, 1)}
    pairs = [(sorted(ids[name] for name in pair), cost) for pair, cost in table.items() if pair <= set(players)]
    forbidden = [{"players": pair} for pair, cost in pairs if cost < NOT_MET]
    tournament = {"players": [{"id": ids[name], "name": name} for name in players], "rounds_planned": 1, "forbidden": forbidden}
    (folder / "round.json").write_text(json.dumps(tournament))
    (folder / "model.toml").write_text(MODEL)
    with (folder / "weights.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("a", "b", "value"))
        writer.writerows((*pair, cost - NOT_MET) for pair, cost in pairs if cost >= NOT_MET)
    command = [program, "solve", folder / "round.json", "--model", folder / "model.toml", "--weights", folder / "weights.csv"]
    solved = subprocess.run([*command, "--format", "json", "--quiet"], check=True, capture_output=True, text=True)
    return json.loads(solved.stdout)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("pairgoth", type=Path)
    asked.add_argument("--program", default="swiss-ilp")
    given = asked.parse_args()
    resources = given.pairgoth / "api-webapp/src/test/resources/opengotha"
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("tournament", "round", "boards", "opengotha", "optimum", "missing", "only_optimum", "different_boards"))
    files = [path for path in resources.glob("*/*_weights_R*.txt")]
    named = sorted((path.parent.name, int(re.search(r"_R(\d+)\.txt$", path.name)[1]), path) for path in files)
    for tournament, number, path in named:
        places = [resources / "pairings" / f"{tournament}.xml", path.parent / f"{tournament}.xml", path.parent / f"{tournament}.geobug.xml"]
        played = boards(next(place for place in places if place.exists()), number)
        if not played:
            print(f"{path.name}: the tournament's file has no games of this round", file=sys.stderr)
            continue
        table = costs(path)
        players = sorted(name for board in played for name in board)
        with tempfile.TemporaryDirectory() as folder:
            record = solve(given.program, table, players, Path(folder))
        if not (record["optimal"] and record["verified"]):
            sys.exit(f"{path.name}: the optimum is not proven")
        best = [frozenset(players[board[colour] - 1] for colour in ("white", "black")) for board in record["pairs"]]
        theirs, ours = (sum(table[board] for board in pairing) for pairing in (played, best))
        different = len(set(played) - set(best))
        writer.writerow((tournament, number, len(played), theirs, ours, ours - theirs, record["unique"], different))


if __name__ == "__main__":
    main()
