"""What a record has besides its fields: pairings, and what is computed from several of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from .frame import Frame
from .record import Record, Type
from .settings import text, wrong

if TYPE_CHECKING:
    from . import answers


class Board(NamedTuple):
    """Two players at a board, by pairing number; in a double round, the first of their two games."""

    white: int
    black: int

    @classmethod
    def of(cls, data: dict[str, Any]) -> Board:
        """The board of its JSON."""
        return cls(data["white"], data["black"])


class Pairing(NamedTuple):
    """The pairing of a round."""

    pairs: tuple[Board, ...]
    """The boards, in order."""
    bye: int | None = None
    """Who has the pairing-allocated bye."""

    @classmethod
    def of(cls, data: dict[str, Any]) -> Pairing:
        """The pairing of its JSON."""
        return cls(tuple(map(Board.of, data["pairs"])), data["bye"])

    def to_pairs(self) -> bytes:
        """The arbiters' form: the number of lines, then ``white black`` a line, the bye as ``n 0``."""
        lines = [f"{white} {black}\n" for white, black in self.pairs]
        lines += [f"{self.bye} 0\n"] if self.bye is not None else []
        return f"{len(lines)}\n{''.join(lines)}".encode()

    @classmethod
    def from_pairs(cls, text: bytes) -> Pairing:
        """The pairing of a text in the arbiters' form that this package has written."""
        try:
            rows = [(int(white), int(black)) for white, black in map(str.split, text.decode().splitlines()[1:])]
        except (AttributeError, TypeError, ValueError):
            raise wrong("a pairing", "bytes in the arbiters' form, as to_pairs writes them", text) from None
        byes = [white for white, black in rows if black == 0]
        return cls(tuple(Board(white, black) for white, black in rows if black), byes[0] if byes else None)


class WithPairs(Record):
    """A record with a pairing."""

    pairs: tuple[Board, ...]
    bye: int | None

    @property
    def has_pairing(self) -> bool:
        """Whether there is a pairing."""
        return bool(self.pairs) or self.bye is not None

    @property
    def pairing(self) -> Pairing | None:
        """The pairing, or ``None``."""
        return Pairing(self.pairs, self.bye) if self.has_pairing else None

    def to_pairs(self) -> bytes:
        """The arbiters' form (``--format pairs``)."""
        return self.pairing.to_pairs() if self.pairing else b""


class WithMetrics(Record):
    """Pairings side by side."""

    pairings: tuple[Any, ...]

    @property
    def metrics(self) -> Frame:
        """A row for each pairing: its name, and what it counts (score differences, floats, colours, byes); of a total, the number of rounds,
        too."""
        return metrics_of(self._rows())

    def _rows(self) -> Iterable[dict[str, Any]]:
        for row in self._data["pairings"]:
            yield {name: row[name] for name in ("name", "rounds") if name in row} | row["metrics"]


def metrics_of(rows: Iterable[dict[str, Any]]) -> Frame:
    """The frame of rows of metrics."""
    rows = list(rows)
    # Scores have halves, and everything else is a count.
    kinds = {name: "s" if name == "name" else "f" if "score" in name else "i" for row in rows[:1] for name in row}
    return Frame.from_rows(rows, types=kinds)


class SideBySide(WithMetrics):
    """The pairings of a round side by side."""

    if TYPE_CHECKING:
        pairings: tuple[answers.Compared, ...]
        models: tuple[answers.ModelCheck, ...]

    def by(self, name: str) -> answers.Compared | None:
        """The pairing by the system or the model of this name; ``played`` is that of the file. ``None`` if there is none."""
        name = text("name", name)
        return next((found for found in self.pairings if found.name == name), None)

    def price(self, name: str, model: str) -> tuple[answers.TierVerdict, ...] | None:
        """What the pairing of ``name`` is worth by ``model``, less the optimum, tier by tier; ``None`` if that is not known."""
        name, model = text("name", name), text("model", model)
        judged = (of for check in self.models if check.model == model for of in check.pairings if of.pairing == name)
        return next((of.price for of in judged), None)


class WithOutcome(Record):
    """A proof that was checked."""

    @property
    def outcome(self) -> str:
        """What it proves: ``optimal``, ``only-optimum`` or ``infeasible``; by the rules of a system ``paired-by-rules``,
        ``unpairable-by-rules``, or ``disputed`` if the rules pair the round otherwise. ``refused`` if it does not hold."""
        [(name, found)] = [(name, found) for name, found in self._data.items() if name not in ("round", "model")]
        return found if name == "proven" else name


_BASES: dict[str, type[Record]] = {"CompareReport": SideBySide, "Totals": WithMetrics, "ProofReport": WithOutcome}


def base_of(name: str, types: Mapping[str, Type]) -> type[Record]:
    """What the class of this name is derived from."""
    has_pairs = "pairs" in types and types["pairs"].hint == "tuple[Board, ...]"
    return WithPairs if has_pairs else _BASES.get(name, Record)
