"""The processes that the package starts: interpreters that load nothing but the compiled module."""

from __future__ import annotations

import os
import sys

from . import _native

_LOAD = """
import importlib.machinery, importlib.util, sys
finder = importlib.machinery.FileFinder(sys.argv[1], (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES))
spec = finder.find_spec("_native")
native = importlib.util.module_from_spec(spec)
spec.loader.exec_module(native)
"""


def command() -> tuple[str, list[str]]:
    """The program and the arguments of a process that works for this one."""
    return sys.executable, ["-I", "-S", "-c", f"{_LOAD}native.serve()", os.path.dirname(__file__)]


def solve_apart() -> None:
    """Have large programs solved in processes of their own, which a limit can end. Where ``sys.executable`` is no interpreter, as in a
    program that has its own, they are solved on threads."""
    if sys.executable and not getattr(sys, "frozen", False):
        _native.solve_apart(*command())
