#!/usr/bin/env python3
"""Check the rows that others have sent of the benchmark set: `check_times.py [TABLE.csv]`, in place of docs/src/evidence/times.csv.

The pairing of a row must be legal and worth the recorded optimum; a row without one claims that there is none, which must be recorded. A
certificate (a folder with certificate.json) must be accepted. Seconds are not checked. SWISS_ILP names the program.
"""

import csv
import datetime
import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SET = ROOT / "instances/benchmark-set"


def check(row, folder, rounds):
    """Raise what is wrong with a row."""
    if None in row.values() or None in row:
        raise ValueError("it has too few cells, or too many")
    if (instance := rounds.get(row["round"])) is None:
        raise ValueError(f"round: the set has no '{row['round']}'")
    best = next((model for model in instance["models"] if model["model"] == row["model"]), None)
    if best is None:
        raise ValueError(f"model: '{row['model']}' is none of {', '.join(model['model'] for model in instance['models'])}")
    # Somewhere it is tomorrow.
    if datetime.date.fromisoformat(row["date"]) > datetime.date.today() + datetime.timedelta(days=1):
        raise ValueError("date: the day is still to come")
    if not (row["solver"] and row["by"] and row["machine"] and float(row["seconds"]) > 0):
        raise ValueError("the solver, the machine, who sends it, and the seconds are needed")
    if not row["pairing"] and best["status"] != "infeasible":
        raise ValueError("the round has a legal pairing")
    model = SET / row["model"] if row["model"].endswith(".toml") else row["model"]
    command = [os.environ.get("SWISS_ILP", "swiss-ilp"), "verify", SET / instance["file"], "--round", str(instance["round"])]
    command += ["--model", model, "--time-limit", "1", "--format", "json"]
    command += ["--pairing", folder / row["pairing"]] if row["pairing"] else []
    command += ["--proof", folder / row["certificate"]] if row["certificate"] else []
    if not (row["pairing"] or row["certificate"]):
        return
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    record = json.loads(ran.stdout or json.dumps({"error": ran.stderr}))
    if refused := record.get("error") or (record.get("proof") or record).get("refused"):
        raise ValueError(f"it is refused: {refused}")
    values = [tier["value"] for tier in record.get("objective", [])]
    if row["pairing"] and not record.get("legal"):
        raise ValueError(f"pairing: it is not legal: {record.get('violations', record)}")
    if row["pairing"] and values != best["objective"]:
        raise ValueError(f"pairing: it is worth {values}, and the optimum is {best['objective']}")


def main(table=ROOT / "docs/src/evidence/times.csv"):
    rounds = {one["id"]: one for one in json.loads((SET / "optima.json").read_text())["instances"]}
    failed = False
    for number, row in enumerate(csv.DictReader(Path(table).read_text(encoding="utf-8").splitlines()), 2):
        try:
            check(row, Path(table).parent, rounds)
            what = "checked"
        except (KeyError, ValueError) as error:
            failed, what = True, f"refused: {error}"
        print(f"line {number}: {row['solver']}, {row['round']}: {what}")
    return failed


if __name__ == "__main__":
    if len(sys.argv) > 2 or "--help" in sys.argv:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
