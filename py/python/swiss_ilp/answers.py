"""The records of answers, made from their schemas when the package is imported.

``answers.pyi`` has their types for editors and checkers. ``make python-types`` writes it.
"""

import json
from fractions import Fraction

from . import _native
from .record import Schemas, Type
from .values import Board, Pairing, base_of

_ANSWERS = (
    "solve solve-shown pair checklist compare compare-all-rounds explain why verify verify-duals pareto check info standings "
    "program rule batch-summary simulate"
)
_GIVEN = {"Board": Type("Board", Board.of), "Pairing": Type("Pairing", Pairing.of), "ExactValue": Type("Fraction", Fraction)}

_texts = _native.record_schemas()
made = Schemas((json.loads(_texts[name]) for name in _ANSWERS.split()), _GIVEN, base_of).made
globals().update(made)
