"""Solves the programs whose paths are on standard input by HiGHS, and prints a line for each: its optimum, or
that there is none."""

import sys

import highspy

for path in sys.stdin.read().splitlines():
    solver = highspy.Highs()
    for option, value in [("output_flag", False), ("threads", 1), ("mip_rel_gap", 0.0), ("mip_abs_gap", 0.0)]:
        solver.setOptionValue(option, value)
    if solver.readModel(path) == highspy.HighsStatus.kError:
        print("unreadable", path)
        continue
    solver.run()
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        print("optimal", solver.getInfo().objective_function_value)
    elif status in (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible):
        print("infeasible")
    else:
        print(status, path)
