"""A limit and a Ctrl-C end no process, and leave none: exit codes, handlers and files are as without the package.

HiGHS runs in a process of its own (`apart`), or on a thread of the interpreter, where there is no interpreter to start (`here`).
"""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

BEGIN = """
import atexit, os, signal, sys, threading, time
atexit.register(lambda: print("the first handler"))
if WHERE == "here":
    sys.executable = ""
import swiss_ilp as si
atexit.register(lambda: print("the last handler"))
file = open(FILE, "w")
file.write("kept")
state = si.read("instances/aeroflot-open-2026.trf").round(5)

def solve(limit=0.3):
    best = si.solve(state, "slots", method="highs", time_limit=limit)
    assert best.status == "time-limit" and best.has_pairing, best.status
    return best
"""

ENDS = {
    "falls-off": ("solve()", 0),
    # What a limit leaves is no optimum.
    "exits": ("sys.exit(1 if solve().optimal else 3)", 3),
    "raises": ("solve(); raise SystemError('mine')", 1),
    "several": ("[solve() for _ in range(3)]; sys.exit(4)", 4),
    "a-test-fails": (
        "import unittest\nclass Test(unittest.TestCase):\n    def test(self): self.assertIsNone(solve())\nunittest.main(argv=['x'])",
        1,
    ),
    "interrupted": ("threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start(); solve(60)", -signal.SIGINT),
    "caught": (
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()\ntry: solve(60)\nexcept KeyboardInterrupt: sys.exit(5)",
        5,
    ),
    # Without a limit, too, and the next solve is not interrupted.
    "goes-on": (
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()\ntry: solve(None)\nexcept KeyboardInterrupt: pass\n"
        "sys.exit(9 if si.solve(si.read('instances/teaching-8.json').round()).optimal else 1)",
        9,
    ),
    "a-daemon-solves": ("threading.Thread(target=solve, args=(60,), daemon=True).start(); time.sleep(1); sys.exit(6)", 6),
    "a-handler-solves": ("atexit.register(solve); sys.exit(7)", 7),
    "a-fork-exits": (
        "threading.Thread(target=solve, args=(2,)).start(); time.sleep(1); child = os.fork()\n"
        "if child == 0: sys.exit(8)\nsys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))",
        8,
    ),
}


def python(code, where, file, executable=sys.executable):
    head = f"WHERE = {where!r}\nFILE = {str(file)!r}\n"
    if executable != sys.executable:
        head += f"import sys\nsys.executable = {str(executable)!r}\n"
    return [sys.executable, "-W", "ignore", "-c", head + BEGIN + code]


@pytest.mark.parametrize("where", ["apart", "here"])
@pytest.mark.parametrize("end", ENDS)
def test_an_interpreter_ends_as_its_program_says(end, where, tmp_path):
    code, due = ENDS[end]
    done = subprocess.run(python(code, where, tmp_path / "file"), capture_output=True, text=True, timeout=300)
    assert done.returncode == due, done.stderr
    said = done.stdout.split("\n")
    assert said[-3:] == ["the last handler", "the first handler", ""], done.stdout
    # With a daemon, Python itself does not come to write it.
    assert end == "a-daemon-solves" or (tmp_path / "file").read_text() == "kept"


def counted(tmp_path):
    """An interpreter that notes each of its starts."""
    log, wrapper = tmp_path / "starts", tmp_path / "python"
    log.write_text("")
    wrapper.write_text(f'#!/bin/sh\necho $$ >>"{log}"\nexec "{sys.executable}" "$@"\n')
    wrapper.chmod(0o755)
    return wrapper, lambda: [int(line) for line in log.read_text().split()]


def is_alive(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


LARGE = """
players = [{"id": number, "rating": 2800 - 7 * number} for number in range(1, 101)]
state = si.Tournament.from_dict({"players": players}).round()
"""


def test_a_process_that_solves_ends_with_the_limit(tmp_path):
    wrapper, starts = counted(tmp_path)
    code = LARGE + "started = time.monotonic(); solve(2); print(time.monotonic() - started)"
    done = subprocess.run(python(code, "apart", tmp_path / "file", wrapper), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert len(starts()) == 1 and not is_alive(starts()[0])


@pytest.mark.skipif(not os.path.exists("/proc"), reason="the system does not show its processes so")
def test_a_process_that_solves_ends_with_the_one_who_asked(tmp_path):
    wrapper, starts = counted(tmp_path)
    asking = subprocess.Popen(python(LARGE + "solve(300)", "apart", tmp_path / "file", wrapper), stdout=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 120
        while not starts() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(1)
        assert is_alive(starts()[0])
    finally:
        asking.kill()
        asking.wait()
    until = time.monotonic() + 60
    while is_alive(starts()[0]) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_alive(starts()[0])


def test_a_process_of_its_own_has_the_same_answer(tmp_path):
    wrapper, starts = counted(tmp_path)
    code = """
players = [{"id": number, "rating": 2800 - 7 * number} for number in range(1, 25)]
best = si.solve(si.Tournament.from_dict({"players": players}).round(), "slots", method="highs", time_limit=250)
import json
print(json.dumps({key: value for key, value in best.to_dict().items() if key != "seconds"}))
"""
    found = {}
    for where in ("apart", "here"):
        done = subprocess.run(python(code, where, tmp_path / "file", wrapper), capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        found[where] = json.loads(done.stdout.splitlines()[0])
        assert len(starts()) == 1, "one process for `apart`, and none more for `here`"
    assert found["apart"] == found["here"] and found["apart"]["status"] == "optimal"


@pytest.mark.parametrize("program", ["/bin/true", "/bin/cat", "/nowhere/python"])
def test_a_program_that_does_not_solve_is_not_needed(program, tmp_path):
    code = LARGE + "print(solve(3).status)"
    done = subprocess.run(python(code, "apart", tmp_path / "file", program), capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout.split("\n")[0]) == (0, "time-limit"), done.stderr
