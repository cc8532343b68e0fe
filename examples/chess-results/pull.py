"""Pull tournaments from chess-results.com into a folder of files that swiss-ilp reads: `pull.py FOLDER NAME FROM TO [LIMIT]`.

It needs the package chess-results, and pulls the finished tournaments of this name that ended between the two days. `tournament` makes the
same of what the package chess-results-api reads from a file of Swiss-Manager.
"""

import json
import pathlib
import sys

BYES = {1.0: "full", 0.5: "half", 0.0: "zero"}


def report(event, found):
    """The report (TRF) of an event, with what the search has found of it: the day on which it began, and its rounds."""
    from chess_results.trf import to_trf

    name, *lines = to_trf(event, total_rounds=max(found.rounds or 0, event.last_round)).splitlines()
    # By this day the edition of the rules is chosen.
    began = [f"042 {found.start_date:%Y/%m/%d}"] if found.start_date else []
    return "\n".join([name, *began, *lines, ""])


def tournament(read):
    """The JSON of a `Tournament` of chess-results-api, an individual Swiss one."""
    rounds = []
    for played in (one for one in read.rounds if one.games):
        rounds.append({"games": [], "byes": []})
        for game in played.games:
            if game.black_player > 0:
                result = RESULTS.get(int(game.result_code))
                rounds[-1]["games"].append({"white": game.white_player, "black": game.black_player, "result": result})
            else:
                kind = "pairing" if game.black_player == -1 else BYES[(game.points or (0.0,))[0]]
                rounds[-1]["byes"].append({"player": game.white_player, "kind": kind})
    of = {"id": "number", "name": "display_name", "rating": "rating", "federation": "federation"}
    players = [{key: getattr(player, name) or None for key, name in of.items()} for player in read.players]
    whole = {"name": read.metadata.name, "rounds_planned": read.configuration.round_count, "players": players, "rounds": rounds}
    began = read.configuration.start_date
    return json.dumps({**whole, "start_date": f"{began:%Y-%m-%d}"} if began else whole)


#: By the codes of Swiss-Manager.
RESULTS = {1: "1-0", 2: "1/2-1/2", 3: "0-1", 4: "+/-", 5: "-/+", 6: "-/-", 10: "0-0"}


def main(folder, name, ends_from, ends_to, limit="20"):
    from chess_results import ChessResults

    site = ChessResults(cache=True)
    for found in site.search(name, ends_from=ends_from, ends_to=ends_to, finished_only=True, limit=int(limit)).results:
        try:
            text = report(site.tournament(found.id), found)
        except ValueError as why:
            print(f"{found.id} {found.name}: {why}", file=sys.stderr)
            continue
        (pathlib.Path(folder) / f"tnr{found.id}.trf").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) not in (5, 6):
        sys.exit(__doc__)
    main(*sys.argv[1:])
