"""What the tests share: the folders of the source, and the program with which the package is compared."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
os.chdir(ROOT)

ORACLES = sorted((ROOT / "tests/data/oracle").rglob("*.trf")) + sorted((ROOT / "tests/data/oracle").rglob("*.json"))
REAL = sorted((ROOT / "instances").glob("*.trf"))
TEACHING = sorted((ROOT / "instances").glob("*.json"))
# Without the benchmark set, whose certificates are no tournaments and whose rounds take long.
INSTANCES = ["instances/*.trf", "instances/*.json", "instances/errata"]


def program() -> str:
    """The command line that is built from the same source."""
    found = os.environ.get("SWISS_ILP") or shutil.which("swiss-ilp") or str(ROOT / "target/release/swiss-ilp")
    if not Path(found).exists():
        pytest.fail(f"there is no program {found} to compare with: build it, or set SWISS_ILP")
    return found


def run(*arguments, stdin=None):
    """What the command line writes, and its exit code."""
    done = subprocess.run([program(), *map(str, arguments), "--quiet"], input=stdin, capture_output=True, cwd=ROOT)
    return done.stdout, done.returncode


def without_times(text: bytes) -> bytes:
    """The bytes without wall times, which differ from run to run."""
    text = re.sub(rb'"seconds":\{[^}]*\}', b'"seconds":{}', text)
    return re.sub(rb"(?m)^Time: .*$", b"Time:", text)
