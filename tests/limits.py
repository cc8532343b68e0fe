"""Make a tournament: python3 limits.py PLAYERS ROUNDS FILE"""

import random
import sys


def wanted(player):
    return (player["difference"], player["last"])


def made(players, rounds, chance):
    field = [
        {"rank": rank, "points": 0.0, "difference": 0, "last": "", "met": set(), "row": ""} for rank in range(players)
    ]
    for _ in range(rounds):
        order = sorted(field, key=lambda player: (-player["points"], player["rank"]))
        while order:
            one = order.pop(0)
            if not order:
                one["points"] += 1.0
                one["row"] += "  0000 - U"
                break
            group = sum(other["points"] == one["points"] for other in order[:players])
            places = [*range(group // 2, len(order)), *range(group // 2)]
            place = next((at for at in places if order[at]["rank"] not in one["met"]), places[0])
            other = order.pop(place)
            one["met"].add(other["rank"])
            other["met"].add(one["rank"])
            white, black = (one, other) if wanted(one) <= wanted(other) else (other, one)
            strength = (black["rank"] - white["rank"]) / players
            lot = chance.random() - 0.5
            result = 0.5 if abs(lot - strength) < 0.15 else 1.0 if lot < strength else 0.0
            for player, opponent, colour, won in ((white, black, "w", result), (black, white, "b", 1.0 - result)):
                player["points"] += won
                player["difference"] += 1 if colour == "w" else -1
                player["last"] = colour
                sign = {1.0: "1", 0.5: "=", 0.0: "0"}[won]
                player["row"] += f"  {opponent['rank'] + 1:4d} {colour} {sign}"
    return field


def main():
    players, rounds, file = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    field = made(players, rounds, random.Random(players))
    with open(file, "w", encoding="ascii") as out:
        out.write(f"012 made {players}\nXXR {rounds + 3}\nXXC white1\n")
        for player in field:
            number, rating = player["rank"] + 1, 2700 - player["rank"] * 1600 // players
            name = f"P{number:05d}"
            out.write(
                f"001 {number:4d}      {name:<33} {rating:4d}{'':28}{player['points']:4.1f} {number:4d}{player['row']}\n"
            )


main()
