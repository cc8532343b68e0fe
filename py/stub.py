"""Writes ``answers.pyi``: the types of the records of answers, for editors and checkers. ``make python-types`` runs it."""

import textwrap
from pathlib import Path

from swiss_ilp import answers

PATH = Path(__file__).parent / "python/swiss_ilp/answers.pyi"
HEAD = '''# Made by py/stub.py from the schemas of answers. "make python-types" makes it again.
"""The records of answers. ``help`` of a class says what its attributes mean."""

from fractions import Fraction
from typing import Literal

from .record import Exact, Record
from .values import Board, Pairing, SideBySide, WithMetrics, WithOutcome, WithPairs

'''


def stub():
    """The text of the file: of each class a line, with what it is, and its attributes."""
    text = HEAD
    for name, made in answers.made.items():
        if isinstance(made, type):
            fields = "; ".join(f"{of}: {kind.hint}" for of, kind in made._types.items())
            # A line is broken between fields alone.
            lines = textwrap.wrap(fields.replace(" ", "\0").replace(";\0", "; "), 140)
            body = "".join(f"    {line.rstrip(';')}\n" for line in lines).replace("\0", " ")
            # An object without a name of its own has no words of its own either.
            first = " ".join((made.__doc__ or "").partition("\n\n")[0].split())
            text += f"class {name}({made.__base__.__name__}):{'  # ' if first else ''}{first}\n{body}"
        else:
            text += f"{name} = Literal[{', '.join(map(repr, made.__args__))}]\n"
    return text


if __name__ == "__main__":
    PATH.write_text(stub())
