#!/usr/bin/env python3
"""The rounds of the benchmark set by this program and by the solvers of others: seconds, and whether the answer is an optimum.

    solvers.py [ROUND…]          the rounds with these ids, or all; LIMIT=60 seconds a solve, MODEL=fair or pairs
    solvers.py --one SOLVER      solves the graph on standard input, and prints what it found

Each solve is a process of its own with one thread. Seconds are those of the processor, so that others on the machine do not count. For a
solver of Python they begin when the pairs are in memory; for the two programs of Rust they are those of the whole process, which reads the round, too. The answer is
added up again in whole numbers, and compared with the recorded optimum. `make suite NAME=solvers` builds and installs what is needed.
"""

import csv
import gzip
import importlib
import importlib.metadata
import json
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from decimal import Decimal
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SET = ROOT / "instances/benchmark-set"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
PROGRAM = TARGET / "release/swiss-ilp"
EXAMPLE = TARGET / "release/examples/benchmark_set"
LIMIT = int(os.environ.get("LIMIT", "60"))
MODEL = os.environ.get("MODEL", "fair")
# A round of more pairs is only solved by this program: as a graph of Python it takes gigabytes.
MOST_PAIRS = 3_000_000
# A process may take so much memory.
MEMORY = 8 << 30
# After so many limits in a row, from the smaller rounds to the larger ones, a solver is not asked again.
MOST_LIMITS = 2


def read_graph(lines):
    """The head of the graph, and of each pair the two vertices, the cost, and what the caps count."""
    head = json.loads(next(lines))
    return head, [tuple(map(int, line.split())) for line in lines]


class NotPossible(Exception):
    """The solver cannot be asked this; the text says why."""


def fits(costs, vertices, bits):
    """Refuse what a solver would compute with rounded numbers."""
    if max(costs, default=0) * (vertices // 2) >= 1 << bits:
        raise NotPossible(f"beyond {bits} bits")


def highs(head, pairs):
    """The integer program of the pairs, without odd-set rows. `None` if there is no solution."""
    import highspy
    import numpy

    costs = [pair[2] for pair in pairs]
    fits(costs, head["vertices"], 53)
    caps, size = head["caps"], head["vertices"]
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(pairs), size + len(caps)
    program.col_cost_ = numpy.array(costs, dtype=float)
    program.col_lower_, program.col_upper_ = numpy.zeros(len(pairs)), numpy.ones(len(pairs))
    program.row_lower_ = numpy.array([1.0] * size + [0.0] * len(caps))
    program.row_upper_ = numpy.array([1.0] * size + [float(most) for most in caps])
    rows = [[one, other, *(size + cap for cap, counts in enumerate(counted) if counts)] for one, other, _, *counted in pairs]
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = numpy.cumsum([0, *map(len, rows)])
    program.a_matrix_.index_ = numpy.array([row for column in rows for row in column])
    program.a_matrix_.value_ = numpy.ones(sum(map(len, rows)))
    program.integrality_ = [highspy.HighsVarType.kInteger] * len(pairs)
    solver = highspy.Highs()
    for option, value in {"output_flag": False, "threads": 1, "mip_rel_gap": 0.0, "mip_abs_gap": 0.0}.items():
        solver.setOptionValue(option, value)
    solver.passModel(program)
    solver.run()
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    if status != highspy.HighsModelStatus.kOptimal:
        raise NotPossible(f"ends with {status}")
    return [place for place, value in enumerate(solver.getSolution().col_value) if value > 0.5]


def cp_sat(head, pairs):
    from ortools.sat.python import cp_model

    fits([pair[2] for pair in pairs], head["vertices"], 62)
    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in pairs]
    of_vertex = [[] for _ in range(head["vertices"])]
    for column, (one, other, *_) in zip(chosen, pairs):
        of_vertex[one].append(column)
        of_vertex[other].append(column)
    for columns in of_vertex:
        model.add_exactly_one(columns)
    for cap, most in enumerate(head["caps"]):
        model.add(sum(column for column, pair in zip(chosen, pairs) if pair[3 + cap]) <= most)
    model.minimize(cp_model.LinearExpr.weighted_sum(chosen, [pair[2] for pair in pairs]))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise NotPossible(f"ends with {solver.status_name(status)}")
    return [place for place, column in enumerate(chosen) if solver.boolean_value(column)]


def without_caps(head):
    if head["caps"]:
        raise NotPossible("caps")


def places(head, pairs, mates):
    """The places of the pairs that a matching has; `None` if somebody is left over."""
    if len(mates) * 2 < head["vertices"]:
        return None
    place = {(one, other): place for place, (one, other, *_) in enumerate(pairs)}
    return [place[min(mate), max(mate)] for mate in mates]


def networkx(head, pairs):
    import networkx

    without_caps(head)
    most = max((pair[2] for pair in pairs), default=0)
    graph = networkx.Graph()
    graph.add_nodes_from(range(head["vertices"]))
    graph.add_weighted_edges_from((one, other, most - cost) for one, other, cost in pairs)
    return places(head, pairs, networkx.max_weight_matching(graph, maxcardinality=True))


def rustworkx(head, pairs):
    import rustworkx

    without_caps(head)
    most = max((pair[2] for pair in pairs), default=0)
    # It computes in 128 bits.
    fits([most], head["vertices"], 120)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(head["vertices"]))
    graph.add_edges_from([(one, other, most - cost) for one, other, cost in pairs])
    return places(head, pairs, rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int))


# What solves, the package, and what is loaded before the time begins.
OF_PYTHON = {
    "HiGHS": (highs, "highspy", ["highspy", "numpy"]),
    "CP-SAT": (cp_sat, "ortools", ["ortools.sat.python.cp_model"]),
    "networkx": (networkx, "networkx", ["networkx"]),
    "rustworkx": (rustworkx, "rustworkx", ["rustworkx"]),
}
SOLVERS = ["swiss-ilp", *OF_PYTHON, "integer-blossom"]


def limit_process(used=0):
    """End this process at so many seconds more of the processor, and at too much memory."""
    resource.setrlimit(resource.RLIMIT_CPU, (used + LIMIT, used + LIMIT + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def one(solver):
    """Solves the graph on standard input."""
    solve, _, modules = OF_PYTHON[solver]
    for module in modules:
        importlib.import_module(module)
    head, pairs = read_graph(sys.stdin)
    limit_process(math.ceil(time.process_time()))
    started = time.process_time()
    try:
        found = solve(head, pairs)
    except NotPossible as why:
        found, answer = None, {"why": str(why)}
    except MemoryError:
        found, answer = None, {"why": "memory"}
    else:
        seconds = time.process_time() - started
        answer = {"seconds": seconds, "cost": None}
    if found is not None:
        met = [vertex for place in found for vertex in pairs[place][:2]]
        keeps = all(sum(pairs[place][3 + cap] for place in found) <= most for cap, most in enumerate(head["caps"]))
        is_pairing = sorted(met) == list(range(head["vertices"])) and keeps
        answer["cost"] = str(sum(pairs[place][2] for place in found)) if is_pairing else "no pairing"
    print(json.dumps(answer))


def shown(seconds):
    """Two digits, without an exponent. What is less, the clock of the processor does not tell."""
    return f"{Decimal(f'{seconds:.2g}'):f}" if seconds >= 0.001 else "< 0.001"


def text_of(answer, optimum):
    """A cell of the table: the seconds, or why there are none."""
    if "why" in answer:
        return f"not possible: {answer['why']}"
    return shown(answer["seconds"]) if answer["cost"] == optimum else "wrong"


def by_program(instance, record, folder):
    model = SET / record["model"] if record["model"].endswith(".toml") else record["model"]
    file = SET / instance["file"]
    if file.suffix == ".gz":
        file = Path(folder) / file.stem
        file.write_bytes(gzip.decompress((SET / instance["file"]).read_bytes()))
    command = [PROGRAM, "solve", file, "--round", str(instance["round"]), "--model", model]
    ended, seconds = run([*command, "--format", "json", "--quiet"], preexec_fn=limit_process)
    if ended.returncode < 0:
        return "limit" if ended.returncode == -signal.SIGXCPU else "failed"
    answer = json.loads(ended.stdout)
    is_it = [tier["value"] for tier in answer["objective"]] == record["objective"]
    return shown(seconds) if is_it and (answer["optimal"] or answer["status"] == "infeasible") else "wrong"


def run(command, **more):
    """What a program says, and its seconds of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, **more)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def by_other(solver, instance, record, graph, head):
    if solver == "integer-blossom":
        if head["caps"]:
            return "not possible: caps"
        ended, seconds = run([EXAMPLE, "blossom", instance["id"], record["model"]], preexec_fn=limit_process)
    else:
        with open(graph) as lines:
            ended, seconds = run([sys.executable, __file__, "--one", solver], stdin=lines)
    if ended.returncode != 0:
        return "limit" if ended.returncode == -signal.SIGXCPU else "failed"
    # HiGHS says its name before it can be told to be silent.
    return text_of({"seconds": seconds, **json.loads(ended.stdout.splitlines()[-1])}, head["optimum"])


def rows(ids):
    """The rounds from the fewest pairs to the most, each with a cell for each solver."""
    instances = json.loads((SET / "optima.json").read_text())["instances"]
    chosen = [instance for instance in instances if not ids or instance["id"] in ids]
    limits = dict.fromkeys(SOLVERS, 0)
    for instance in sorted(chosen, key=lambda instance: instance["allowed_pairs"]):
        for record in instance["models"]:
            if record["model"] != MODEL and not record["model"].endswith(".toml"):
                continue
            is_small = instance["allowed_pairs"] <= MOST_PAIRS
            with tempfile.TemporaryDirectory() as folder:
                cells = {"swiss-ilp": by_program(instance, record, folder)}
                graph = Path(folder) / "graph"
                others = [solver for solver in SOLVERS[1:] if is_small and limits[solver] < MOST_LIMITS]
                if others:
                    with open(graph, "w") as lines:
                        subprocess.run([EXAMPLE, "graph", instance["id"], record["model"]], stdout=lines, check=True)
                    with open(graph) as lines:
                        head = json.loads(next(lines))
                for solver in others:
                    cells[solver] = by_other(solver, instance, record, graph, head)
                    limits[solver] = limits[solver] + 1 if cells[solver] in ("limit", "failed") else 0
            model = Path(record["model"]).stem
            row = [instance["id"], model, instance["players"], instance["allowed_pairs"]]
            yield row + [cells.get(solver, "not tried") for solver in SOLVERS]


def main():
    if sys.argv[1:2] == ["--one"]:
        return one(sys.argv[2])
    versions = ", ".join(f"{solver} {importlib.metadata.version(package)}" for solver, (_, package, _) in OF_PYTHON.items())
    print(f"{versions}; at most {LIMIT} s a solve; load {os.getloadavg()[0]:.1f} at the beginning", file=sys.stderr)
    header = ["round", "model", "players", "pairs", *SOLVERS]
    print("| " + " | ".join(header) + " |\n|---|---|" + "---:|" * (len(header) - 2))
    TARGET.mkdir(exist_ok=True)
    wrong = 0
    with open(TARGET / "solvers.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(header)
        for row in rows(sys.argv[1:]):
            table.writerow(row)
            file.flush()
            wrong += "wrong" in row
            print(f"| `{row[0]}` | " + " | ".join(map(str, row[1:])) + " |", flush=True)
    print(f"{wrong} rounds with a wrong answer; load {os.getloadavg()[0]:.1f} at the end; {TARGET / 'solvers.csv'}", file=sys.stderr)


if __name__ == "__main__":
    main()
