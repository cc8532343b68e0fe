"""HiGHS alone, with its settings as they come, on programs that swiss-ilp writes. It needs highspy and swiss-ilp.

python3 highs.py formulations FILE ROUND SECONDS    the round in slots, ordered slots and pairs: size, root bound, nodes, seconds
python3 highs.py weights FILE ROUND W,W,…           the tiers of the model fair as one sum with these weights
"""

import subprocess
import sys
import tempfile
import time

import highspy


def program(model: str, file: str, *options: str) -> highspy.Highs:
    """The program of a round, read by HiGHS; values are in tenths."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/round.lp"
        subprocess.run(["swiss-ilp", "model", model, file, "--write-model", path, "--quiet", *options], check=True)
        solver = highspy.Highs()
        solver.silent()
        solver.readModel(path)
    return solver


def formulations(file: str, number: str, seconds: float) -> None:
    print("| variables | columns | rows | coefficients | root bound | nodes | seconds |\n|---|---:|---:|---:|---:|---:|---:|")
    for model in ("slots", "slots-ordered", "pairs"):
        root = program(model, file, "--round", number)
        root.setOptionValue("solve_relaxation", True)
        root.run()
        solver = program(model, file, "--round", number)
        solver.setOptionValue("time_limit", seconds)
        started = time.monotonic()
        solver.run()
        spent = time.monotonic() - started
        is_solved = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        effort = f"{solver.getInfo().mip_node_count} | {spent:.2f}" if is_solved else f"| not within {seconds:g}"
        sizes = f"{solver.getNumCol()} | {solver.getNumRow()} | {solver.getNumNz()}"
        print(f"| {model} | {sizes} | {root.getInfo().objective_function_value / 10:.1f} | {effort} |")


def weights(file: str, number: str, factors: list[int]) -> None:
    tiers = []
    for tier in range(1, len(factors) + 1):
        lp = program("fair", file, "--round", number, "--tier", str(tier)).getLp()
        tiers.append(dict(zip(lp.col_names_, lp.col_cost_, strict=True)))
    solver = program("fair", file, "--round", number, "--tier", "1")
    names = list(solver.getLp().col_names_)
    for column, name in enumerate(names):
        solver.changeColCost(column, sum(factor * tier.get(name, 0) for factor, tier in zip(factors, tiers, strict=True)) / 10)
    solver.run()
    point = dict(zip(names, solver.getSolution().col_value, strict=True))
    values = [sum(cost * point.get(name, 0) for name, cost in tier.items()) / 10 for tier in tiers]
    print(f"{solver.modelStatusToString(solver.getModelStatus())}: {solver.getInfo().objective_function_value:.0f}")
    print("tiers:", ", ".join(f"{value:.1f}" for value in values))


if __name__ == "__main__":
    if sys.argv[1] == "formulations":
        formulations(sys.argv[2], sys.argv[3], float(sys.argv[4]))
    else:
        weights(sys.argv[2], sys.argv[3], [int(word) for word in sys.argv[4].split(",")])
