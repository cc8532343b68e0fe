"""Tournaments, and the state before a round."""

from __future__ import annotations

import csv
import io
import json
import operator
import os
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import IO, Any, NamedTuple, Union

from . import _native, page
from .asking import MODEL, Answer, Limits, ask
from .base import WithPairing
from .errors import Fault, FileError, RequestError, SwissWarning, faults_of
from .frame import Frame
from .model import Model, ModelLike, exact, model_of, weights_table
from .results import Aro, Check, Checklist, Info, Programs, Standings
from .settings import is_truth, items, needed, optional_text, seconds, shown, text, texts, truth, whole, wrong
from .settings import path as settings_path
from .values import Pairing

Source = Union[str, "os.PathLike[str]", bytes, IO[bytes]]
"""A file: its path, its bytes, or a file that is open for reading bytes."""


def read(
    source: Source,
    *,
    rounds: int | None = None,
    trust: str = "nothing",
    encoding: str | None = None,
    name: str | None = None,
) -> Tournament:
    """Read a tournament: FIDE's report format (TRF) or the project's JSON.

    ``rounds`` is the number of planned rounds, where the file does not say it. ``trust="results"`` computes the points anew where
    they do not follow from the results, which is else a fault. ``encoding`` is that of a report, such as ``windows-1251``, whatever
    its bytes look like. ``name`` is the name of the file in messages.

    A file with faults raises :class:`~swiss_ilp.FileError`, which has all of them with line and column. What is missing for one round
    alone, such as the result of a game before it, is a fault of :meth:`Tournament.round`.
    """
    content, known_as = content_of(source)
    trust = text("trust", trust, "'nothing' or 'results'")
    encoding = optional_text("encoding", encoding, "'windows-1251'")
    known_as = optional_text("name", name, "'club.trf'") or known_as or "<file>"
    return Tournament(content, {"file": known_as, "rounds": whole("rounds", rounds, 1), "trust": trust, "encoding": encoding})


_LONGEST_PATH = 4096
"""The characters of the longest path."""


def content_of(source: Source) -> tuple[bytes, str]:
    """The bytes of a file, and its name."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), "<bytes>"
    if isinstance(source, (str, os.PathLike)):
        if isinstance(source, str) and ("\n" in source or len(source) > _LONGEST_PATH):
            what = "a text is the path of a file, and this one is what a file has"
            raise RequestError(f"{what}: {shown(source)}; give its bytes, as by text.encode()")
        path = settings_path("a file", source)
        try:
            with open(path, "rb") as file:
                return file.read(), path
        except OSError as error:
            raise FileError(f"cannot read {path}: {error.strerror}") from error
    if not hasattr(source, "read"):
        raise wrong("a file", "a path, bytes, or open for reading bytes", source)
    try:
        content = source.read()
    except (OSError, ValueError, TypeError) as error:
        raise RequestError(f"{shown(source)} cannot be read: {error}; open the file with mode 'rb'") from error
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise RequestError("the file is open as text; open it with mode 'rb'")
    content = bytes(content)
    return content, str(getattr(source, "name", "<file>"))


class Tournament:
    """A tournament: players and rounds, as the file has them. :func:`read` makes one, and so does :meth:`from_dict`."""

    def __init__(self, content: bytes, file: dict[str, Any]) -> None:
        self._native = _native.Tournament.read(content, json.dumps(file))
        self._content = content
        self._file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return Tournament, (self._content, self._file)

    def _ask(self, question: str, request: dict[str, Any], time_limit: float | None = None) -> Answer:
        """The answer to a question about the tournament."""
        return ask(question, {"file": self._file, **request}, limits=(time_limit, None), tournament=self._native)

    @classmethod
    def from_dict(cls, tournament: Mapping[str, Any]) -> Tournament:
        """The tournament of a dictionary with the keys of the project's JSON (``docs/src/formats`` of the source)."""
        if not isinstance(tournament, Mapping):
            raise wrong("a tournament", "a dictionary with the keys of the project's JSON", tournament)
        try:
            text = json.dumps(tournament, default=_as_number, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise RequestError(f"the dictionary is no JSON: {error}; write texts, finite numbers, lists and dictionaries") from None
        return read(text.encode(), name="<dict>")

    def to_dict(self) -> dict[str, Any]:
        """The tournament with the keys of the project's JSON."""
        return json.loads(self.to_json())

    def to_json(self) -> bytes:
        """The tournament in the project's JSON."""
        return self._native.json()

    def to_trf(self, *, byes: str = "new", time_limit: float | None = None) -> bytes:
        """The tournament as a report (TRF). What a report does not keep is a warning; none of it matters for pairing. ``byes="old"``
        writes byes by the letters of results, as before 2016."""
        answer = self._ask("convert", {"to": "trf", "byes": text("byes", byes, "'new' or 'old'")}, time_limit)
        answer.warn("remark")
        return answer.record.render("table")

    @cached_property
    def _data(self) -> dict[str, Any]:
        return json.loads(self.to_json(), parse_float=Decimal)

    @property
    def name(self) -> str:
        """The tournament's name, possibly empty."""
        return self._data.get("name", "")

    @property
    def rounds_planned(self) -> int | None:
        """The number of planned rounds, if it is known."""
        return self._data.get("rounds_planned")

    @property
    def rounds_played(self) -> list[int]:
        """The numbers of the rounds with games."""
        return self._native.played

    @property
    def next_round(self) -> int:
        """The first round without games."""
        return self._native.next_round

    @property
    def notes(self) -> list[Fault]:
        """Where the reader was lenient. A person should look at these places."""
        return faults_of(self._native.notes())

    @property
    def players(self) -> Frame:
        """A row for each player, in the order of the file: ``id`` is the pairing number."""
        columns = ["id", "name", "rating", "title", "federation", "club"]
        return Frame.from_rows(self._data["players"], columns)

    @property
    def games(self) -> Frame:
        """A row for each game: ``round``, ``white``, ``black`` (pairing numbers), and ``result`` (``None`` if it is not known)."""
        rounds = enumerate(self._data.get("rounds", []), 1)
        rows = [{"round": number, **game} for number, of in rounds for game in of.get("games", [])]
        return Frame.from_rows(rows, ["round", "white", "black", "result"])

    def pairing(self, round: int) -> Pairing | None:
        """How a round is paired in the file; ``None`` if it has no games."""
        text = self._native.pairing(needed("round", round, 1))
        return Pairing.from_pairs(text) if text is not None else None

    def round(
        self,
        round: int | None = None,
        *,
        absent: Iterable[int] = (),
        late: Iterable[int] = (),
        forbid: Iterable[Sequence[int]] = (),
        avoid_same: str | Iterable[str] = (),
        attributes: Any = None,
        weights: Any = None,
    ) -> RoundState:
        """The state before a round, from the rounds before it: everything that its pairing may depend on.

        ``round`` is by default the first round without games. ``absent`` are players who are not paired, ``late`` those who are
        although the file has them absent, ``forbid`` pairs or groups who may not meet, and ``avoid_same`` is ``federation``, ``club``
        or both. ``attributes`` is a table of the players for expressions of a model: a ``DataFrame`` or a path or text of CSV whose
        first column has pairing numbers, or a dictionary of dictionaries by number. What is missing there (``None``, nan) is the empty
        text. ``weights`` are numbers of pairs for ``weight(a, b)``: a dictionary of pairs, a symmetric array of shape (n, n), in which
        row i is the player of number i + 1, for all numbers up to the last one, a pandas ``DataFrame`` with pairing numbers as index and
        columns, or a ``DataFrame``, a path or text of CSV with the columns ``a``, ``b`` and ``value``. A number has at most 15 digits; a
        float counts as the decimal that it prints as.

        A tournament with faults raises :class:`~swiss_ilp.FileError` with all of them.
        """
        decisions = {
            "absent": _numbers("absent", absent),
            "late": _numbers("late", late),
            "forbid": [_group(group) for group in items("forbid", forbid, "a list of pairs or groups, such as [(3, 7), (4, 9, 12)]")],
            "avoid_same": texts("avoid_same", avoid_same, "'federation', 'club', or a list of both"),
        }
        at = {"file": self._file, "round": whole("round", round, 1), "decisions": decisions}
        named, contents = tables(attributes, weights, self._last_number)
        state = RoundState(self, {"at": at, "tables": named}, contents)
        for fault in faults_of(state._native.overruled()):
            warnings.warn(f"{fault.what}; the results are trusted", SwissWarning, stacklevel=2)
        return state

    @cached_property
    def _last_number(self) -> int:
        """The greatest pairing number."""
        return max((row["id"] for row in self._data["players"]), default=0)

    def info(self, *, time_limit: float | None = None) -> Info:
        """The tournament summed up: who is absent, late or away, and what holds for the next round. A limit in seconds that comes first
        raises :class:`~swiss_ilp.LimitError`, here and below."""
        return Info(self._ask("info", {}, time_limit).record)

    def check(self, system: str, *, standings: bool = False, time_limit: float | None = None) -> Check:
        """Pair every round again by the rules of a system, and compare it with what was played. ``dutch`` is the edition in force when
        the tournament began. ``standings`` checks the ranks of a report, too, by the tie-breaks that it names."""
        request = {"system": text("system", system, "'tcec'"), "standings": truth("standings", standings)}
        return Check(self._ask("check", request, time_limit).record)

    def seeded(self, method: str = "group", *, groups: int | None = None, seed: int = 0) -> Tournament:
        """The tournament before round 1 with seed numbers: from ``group`` s of like strength in turn (default: an even number of them,
        the nearest to a seventh of the players), or by lot (``random``, from ``seed``)."""
        request = {"method": text("method", method, "'group' or 'random'"), "groups": whole("groups", groups, 1), "seed": needed("seed", seed, 0)}
        answer = self._ask("seed", request)
        answer.warn("remark")
        # JSON has an encoding and a number of rounds of its own.
        return Tournament(answer.record.render("json"), {**self._file, "rounds": None, "encoding": None})

    def standings(
        self,
        round: int | None = None,
        *,
        system: str | None = None,
        tie_breaks: str | None = None,
        time_limit: float | None = None,
    ) -> Standings:
        """Rank the players before a round (default: after the last one): by a system (default ``tcec``), or by FIDE's tie-breaks such as
        ``"BH-C1,SB"``; ``"file"`` are those that the file names."""
        request = {
            "round": whole("round", round, 1),
            "system": optional_text("system", system, "'tcec'"),
            "tie_breaks": optional_text("tie_breaks", tie_breaks, "'BH-C1,SB' or 'file'"),
        }
        return Standings(self._ask("standings", request, time_limit).record)

    def aro(self, round: int | None = None, *, time_limit: float | None = None) -> Aro:
        """The average rating of everybody's opponents before a round (default: after the last one), exactly, with the due colours and
        the transfers (Dubov 9)."""
        return Aro(self._ask("standings", {"round": whole("round", round, 1), "aro": True}, time_limit).record)

    def __repr__(self) -> str:
        return f"<Tournament {self.name!r}: {len(self.players)} players, {len(self.rounds_played)} rounds played>"

    def _repr_html_(self) -> str:
        return page.table(self.info())


class RoundState:
    """Everything that the pairing of one round may depend on. :meth:`Tournament.round` makes one."""

    def __init__(self, tournament: Tournament, asked: dict[str, Any], contents: dict[str, bytes]) -> None:
        self.tournament = tournament
        """The tournament."""
        self._asked = asked
        self._contents = contents
        self._native = tournament._native.round(json.dumps(asked), contents)

    def __reduce__(self) -> tuple[Any, ...]:
        return RoundState, (self.tournament, self._asked, self._contents)

    @property
    def round(self) -> int:
        """The round."""
        return self._native.round

    @property
    def rounds_planned(self) -> int | None:
        """The number of planned rounds, if it is known."""
        return self._native.rounds_planned

    @property
    def players(self) -> Frame:
        """A row for each player to be paired, in pairing order: ``number``, ``name``, ``title``, ``rating``, ``federation``, ``club``,
        ``points`` won, the ``score`` that pairing goes by (with accelerations), ``colour_difference`` (Whites less Blacks), ``colours``
        (such as ``WBW``, games played only), and the colour ``preference`` with its ``strength``."""
        return _players(self._native.players())

    @property
    def absent(self) -> Frame:
        """The same of the players who are not paired."""
        return _players(self._native.absent())

    @property
    def forbidden(self) -> list[tuple[int, int]]:
        """The pairs who may not meet by decisions and declarations, rematches apart."""
        return self._native.forbidden()

    def model(
        self, model: ModelLike = "pairs", *, time_limit: float | None = None, memory_limit: int | None = None
    ) -> RoundModel:
        """The integer program of this round by a model, for a look at it and for other solvers. The limits are those of each of its
        methods: a program with several tiers holds the optima of the tiers before, which are solved for it."""
        return RoundModel(self, model_of(model), (seconds(time_limit), whole("memory_limit", memory_limit, 1)))

    def checklist(self, system: str) -> Checklist:
        """The check-list of the round: scores, colours, floats, opponents and byes, and who may have the bye by the rules of a
        system."""
        request = {"system": text("system", system, "'tcec'"), "checklist": True, "tables": None}
        return Checklist(ask_of_round("pair", self, request).record, self)

    def with_round(self, pairing: Any) -> bytes:
        """The tournament report (TRF) with this round paired so. A report that was read stays byte for byte the same else."""
        return self._native.with_round(pairs_of(pairing))

    def __repr__(self) -> str:
        return f"<RoundState before round {self.round} of {self.tournament.name!r}: {len(self.players)} players to be paired>"

    def _repr_html_(self) -> str:
        return self.players._repr_html_()


class Drawn(NamedTuple):
    """What the page of an optimum is drawn from, when it is asked for."""

    state: RoundState
    model: Model
    request: dict[str, Any]
    limits: Limits

    def page(self, live: bool, repair: list[str] | None = None) -> str:
        """The page."""
        request = {**self.request, "model": MODEL, "repair": repair or self.request.get("repair"), "page": {"html": _PAGE}, "live": live}
        return ask_of_round("explain", self.state, request, [self.model], self.limits, kept=_PAGE, depth=0).files[_PAGE].decode()


_PAGE = "page.html"

_PLACES = 3
"""How many decimals a count has, which the number of a matrix is."""


def ask_of_round(
    question: str,
    state: RoundState,
    request: Mapping[str, Any],
    models: Sequence[Model] = (),
    limits: Limits = (None, None),
    *,
    contents: Mapping[str, bytes] | None = None,
    kept: str | None = None,
    depth: int = 3,
) -> Answer:
    """Ask a question about a round, by models or by a system. What the models leave unheeded in the round is a warning at the line of
    the caller so many calls above."""
    if not isinstance(state, RoundState):
        raise RequestError(f"a round is needed, such as t.round(), the next one of a tournament, or t.round(5), not {shown(state)}")
    asked, beside = dict(state._asked), {**state._contents, **(contents or {})}
    for model in models:
        if model._matrix is not None:
            if "weights" in state._contents:
                raise RequestError("the round has weights, and the model has a matrix of its own; leave one")
            beside["weights"] = weights_table(model._matrix, state.tournament._last_number, _PLACES).encode()
            asked["tables"] = {**asked["tables"], "weights": "weights"}
    native = state.tournament._native
    answer = ask(question, {**asked, **request}, models, limits, tournament=native, contents=beside, kept=kept)
    if depth:
        answer.warn("unheeded", depth)
    return answer


_PLAYER = ["number", "name", "title", "rating", "federation", "club", "points", "score", "colour_difference", "colours"]


def _players(text: str) -> Frame:
    kinds = dict.fromkeys(["name", "title", "federation", "club", "colours", "preference", "strength"], "s")
    kinds |= {"rating": "i", "points": "f", "score": "f"}
    columns = [*_PLAYER, "preference", "strength"]
    rows = json.loads(text, parse_float=Decimal)
    return Frame({name: [row[name] for row in rows] for name in columns}, kinds)


def _as_number(value: Any) -> Any:
    if isinstance(value, Decimal):
        return float(value)
    # A number or an array of NumPy.
    if hasattr(value, "tolist") and not isinstance(value.tolist(), type(value)):
        return value.tolist()
    raise TypeError(f"{shown(value)} is none of its values")


def _numbers(name: str, players: Any) -> list[int]:
    is_one = hasattr(players, "__index__") and getattr(players, "shape", ()) == ()
    rows = [players] if is_one else items(name, players, "a list of pairing numbers")
    return [needed(f"a player of {name}", player, 1) for player in rows]


def _group(group: Any) -> str:
    if isinstance(group, (str, bytes)) or not hasattr(group, "__len__") or getattr(group, "shape", (0,)) == ():
        raise RequestError(f"forbid is a list of pairs or groups, such as [(3, 7), (4, 9, 12)], and {shown(group)} is none")
    return "-".join(map(str, _numbers("forbid", group)))


def tables(attributes: Any, weights: Any, last: int | None) -> tuple[dict[str, str], dict[str, bytes]]:
    """The organiser's tables: the part of a request that names them, and their contents as CSV. ``last`` is the greatest pairing number,
    or ``None`` for many tournaments."""
    texts = {"attributes": _attributes(attributes), "weights": _weights(weights, last)}
    # Half of a character is none, which the reader of tables says.
    contents = {name: text.encode(errors="surrogatepass") for name, text in texts.items() if text is not None}
    return {name: name for name in contents}, contents


def _read_text(name: str, table: Any) -> str:
    if isinstance(table, str) and "\n" in table:
        return table
    try:
        return content_of(table)[0].decode()
    except UnicodeDecodeError:
        raise FileError(f"{name}: {shown(table)} is not UTF-8 text; save it as UTF-8") from None


def _weights(weights: Any, last: int | None) -> str | None:
    if weights is None:
        return None
    if isinstance(weights, (str, os.PathLike)):
        return _read_text("weights", weights)
    if hasattr(weights, "columns") and sorted(map(str, weights.columns)) == ["a", "b", "value"]:
        columns = _columns("weights", weights)
        return weights_table(_pairs("weights", columns), last)
    if last is None and not isinstance(weights, Mapping) and not hasattr(weights, "columns"):
        what = "the tournaments of an archive may have different numbers of players, which an array does not fit"
        raise RequestError(f"{what}; give a dictionary of pairs, or a pandas.DataFrame with pairing numbers as index and columns")
    return weights_table(weights, last)


_DECIMAL = re.compile(r"-?\d+(\.\d+)?")


def _pairs(name: str, columns: dict[str, list[Any]]) -> dict[tuple[int, int], Any]:
    found: dict[tuple[int, int], Any] = {}
    for one, other, value in zip(columns["a"], columns["b"], columns["value"]):
        pair = (_player(name, one), _player(name, other))
        if pair in found:
            raise RequestError(f"{name} has the pair {pair[0]}-{pair[1]} twice; leave out one of the rows")
        found[pair] = Decimal(value) if isinstance(value, str) and _DECIMAL.fullmatch(value.strip()) else value
    return found


def _columns(name: str, table: Any) -> dict[str, list[Any]]:
    """The columns of a frame of pandas, polars or this package, as lists."""
    columns = [str(column) for column in table.columns]
    if len(set(columns)) != len(columns):
        raise RequestError(f"{name} has a column twice: {', '.join(columns)}; leave out one of them")
    try:
        cells = [_list(table[column]) for column in table.columns]
    except Exception as error:  # What somebody's class does.
        raise RequestError(f"{name} is no table whose columns can be read: {error}") from error
    return dict(zip(columns, cells))


def _list(column: Any) -> list[Any]:
    return list(column.tolist() if hasattr(column, "tolist") else column)


def _attributes(table: Any) -> str | None:
    if table is None:
        return None
    if isinstance(table, (str, os.PathLike)):
        return _read_text("attributes", table)
    if hasattr(table, "columns"):
        columns = _columns("attributes", table)
        first = next(iter(columns), "number")
        numbers = columns.pop(first, [])
        rows = [(number, dict(zip(columns, cells))) for number, *cells in zip(numbers, *columns.values())]
        names = list(columns)
    elif isinstance(table, Mapping) and all(isinstance(row, Mapping) for row in table.values()):
        rows = list(table.items())
        names = list(dict.fromkeys(name for row in table.values() for name in row))
    else:
        what = "a DataFrame whose first column has pairing numbers, a dictionary such as {1: {'club': 'Ajax'}}, or a path or text of CSV"
        raise wrong("attributes", what, table)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["number", *names])
    for number, row in rows:
        player = _player("attributes", number)
        writer.writerow([player, *(_cell(row.get(name), f"attributes: the {name} of player {player}") for name in names)])
    return text.getvalue()


_MISSING = ("nan", "NaN", "<NA>", "NaT")
"""How what is missing prints."""


def _cell(value: Any, where: str) -> str:
    """What a table has of a value. Missing values are the empty text, as a file has them."""
    if isinstance(value, str) or is_truth(value):
        return str(value)
    if isinstance(value, (Mapping, Sequence)) or getattr(value, "shape", ()) != ():
        raise wrong(where, "a number, a text, True or False", value)
    if value is None or shown(value) in _MISSING or str(value) in _MISSING:
        return ""
    is_number = hasattr(value, "__index__") or hasattr(value, "__float__")
    return exact(value, where) if is_number else str(value)


def _player(name: str, number: Any) -> int:
    """A pairing number of a table, in which numbers may be texts."""
    is_text = isinstance(number, str) and number.strip().isascii() and number.strip().isdigit()
    return needed(f"a player of {name}", int(number) if is_text else number, 1)


def pairs_of(pairing: Any) -> bytes:
    """A pairing in one of the forms that are read: a :class:`Pairing`, an iterable of pairs ``(white, black)`` with the bye as
    ``(player, 0)``, or the bytes of a file (the arbiters' form, CSV, JSON, or a tournament in which the round is paired)."""
    if isinstance(pairing, (bytes, bytearray)):
        return bytes(pairing)
    if isinstance(pairing, WithPairing) and not pairing.has_pairing:
        raise RequestError(f"{pairing!r} has no pairing: {pairing.reason or pairing.status}")
    if hasattr(pairing, "to_pairs"):
        return pairing.to_pairs()
    if isinstance(pairing, (str, os.PathLike)):
        return content_of(pairing)[0]
    try:
        rows = [(operator.index(white), operator.index(0 if black is None else black)) for white, black in pairing]
    except (TypeError, ValueError) as error:
        what = "a result, a Pairing, a list of pairs (white, black) with the bye as (player, 0), a path, or bytes"
        raise wrong("a pairing", what, pairing) from error
    return (f"{len(rows)}\n" + "".join(f"{white} {black}\n" for white, black in rows)).encode()


class RoundModel:
    """The integer program of a round by a model. For a system it has several stages, and for a model several tiers: a program for
    other solvers has one objective, and holds the tiers before it at their optima."""

    def __init__(self, state: RoundState, model: Model, limits: Limits) -> None:
        self.state = state
        """The state before the round."""
        self.model = model
        """The model."""
        self._limits = limits

    def _ask(self, request: dict[str, Any], kept: str | None = None, depth: int = 4) -> Answer:
        return ask_of_round("model", self.state, {"model": MODEL, **request}, [self.model], self._limits, kept=kept, depth=depth)

    def _write(self, format: str, stage: int | None, tier: int | None) -> str:
        file = f"program.{format}"
        request = {"write_model": file, "stage": whole("stage", stage, 1), "tier": whole("tier", tier, 1)}
        return self._ask(request, file, 5).files[file].decode()

    def to_lp(self, *, tier: int | None = None, stage: int | None = None) -> str:
        """The program in the LP format. ``tier`` counts from 1, and is by default the last one; ``stage`` is one of a system's."""
        return self._write("lp", stage, tier)

    def to_mps(self, *, tier: int | None = None, stage: int | None = None) -> str:
        """The program in the free MPS format."""
        return self._write("mps", stage, tier)

    def to_opb(self, *, tier: int | None = None, stage: int | None = None) -> str:
        """The program as a pseudo-Boolean one (OPB)."""
        return self._write("opb", stage, tier)

    def to_latex(self) -> str:
        """The formulation with the sizes of the round."""
        return self._ask({"latex": True}).record.render("table").decode()

    def programs(self) -> Programs:
        """The columns, rows and sizes."""
        return Programs(self._ask({}).record)

    def __repr__(self) -> str:
        return f"<RoundModel {self.model.name} of round {self.state.round}>"

    def _repr_html_(self) -> str:
        return page.table(self.programs())
