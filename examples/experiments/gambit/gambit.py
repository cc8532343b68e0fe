"""Who would have ended higher by losing the first round? python gambit.py EVENTS SEED FORM

In each round a player is as strong as the true strength and a normal form with the standard deviation FORM. Who is stronger by more than
DRAWN wins; White is stronger by WHITE. So the same two have the same result whatever was played before, and luck is not drawn anew.
"""

import random
import sys

import swiss_ilp as si

PLAYERS, ROUNDS, SYSTEM, DRAWN, WHITE = 32, 7, "dutch-2026", 60, 35
NUMBERS = range(1, PLAYERS + 1)


def final_ranks(strengths: dict[tuple[int, int], float], loser: int | None = None) -> tuple[dict[int, float], set[int]]:
    """The rank of each player by points and Buchholz, and who lost round 1; `loser` loses it on purpose.

    `strengths` has that of a player in a round.
    """
    points, met = dict.fromkeys(NUMBERS, 0.0), {number: [] for number in NUMBERS}
    lost: set[int] = set()
    tournament = si.Tournament.from_dict({"players": [{"id": n} for n in NUMBERS], "rounds_planned": ROUNDS, "initial_colour": "white"})
    for played in range(1, ROUNDS + 1):
        pairing = si.pair(tournament.round(), system=SYSTEM)
        results = []
        for white, black in pairing.pairs:
            ahead = strengths[white, played] + WHITE - strengths[black, played]
            result = 1 if ahead > DRAWN else 0 if ahead < -DRAWN else 0.5
            if played == 1 and loser in (white, black):
                result = 0 if loser == white else 1
            if played == 1 and result != 0.5:
                lost.add(black if result else white)
            results.append(result)
            points[white] += result
            points[black] += 1 - result
            met[white].append(black)
            met[black].append(white)
        tournament = tournament.with_results(pairing, results)
    key = {number: (points[number], sum(points[other] for other in met[number])) for number in NUMBERS}
    return {n: sum(other > key[n] for other in key.values()) + (1 + sum(other == key[n] for other in key.values())) / 2 for n in NUMBERS}, lost


def main(events: int, seed: int, form: float) -> None:
    """Prints what the gambit brings those who do not lose round 1 anyway."""
    gains: list[float] = []
    helped = 0
    for event in range(events):
        drawn = random.Random(f"{seed} {event}")
        field = sorted((drawn.uniform(1400, 2200) for _ in NUMBERS), reverse=True)
        strengths = {(n, played): field[n - 1] + drawn.gauss(0, form) for n in NUMBERS for played in range(1, ROUNDS + 1)}
        ranks, lost = final_ranks(strengths)
        of_event = [ranks[n] - final_ranks(strengths, n)[0][n] for n in NUMBERS if n not in lost]
        helped += max(of_event) > 0
        gains += of_event
    better = [gain for gain in gains if gain > 0]
    print(f"form {form:g}, seed {seed}: {events} events, in {helped / events:.1%} one gambit at least helps")
    print(f"of {len(gains)} gambits {len(better) / len(gains):.1%} help, by {sum(better) / max(len(better), 1):.2f} ranks in the mean, {max(gains):g} at most")
    print(f"all together: {sum(gains) / len(gains):+.2f} ranks in the mean")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
