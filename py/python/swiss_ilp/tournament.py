"""Tournaments, and the state before a round."""

from __future__ import annotations

import csv
import io
import json
import operator
import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import count
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
    they do not follow from the results, which is else a fault, and ``trust="byes"`` keeps a pairing-allocated bye that is given before
    the round is paired, though the rules forbid it. ``encoding`` is that of a report, such as ``windows-1251``, whatever
    its bytes look like. ``name`` is the name of the file in messages.

    A file with faults raises :class:`~swiss_ilp.FileError`, which has all of them with line and column. What is missing for one round
    alone, such as the result of a game before it, is a fault of :meth:`Tournament.round`.
    """
    content, known_as = content_of(source)
    trust = text("trust", trust, "'nothing', 'results' or 'byes'")
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
        return _native.content_of(path, False), path
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

    @classmethod
    def from_pandas(cls, players: Any, games: Any = None, byes: Any = None, **fields: Any) -> Tournament:
        """The tournament of frames with a row for each player, game and bye, of pandas, polars or this package.

        ``players`` has the pairing number in ``number``, and may have ``name``, ``rating``, ``title``, ``federation``, ``club``; any other
        column is an attribute for the expressions of a model. ``games`` has ``round``, ``white``, ``black`` and ``result``, such as
        ``1-0``, or the points of White (1, 0.5, 0); what is missing is not known yet. ``byes`` has ``round``, ``number`` and ``kind``
        (``pairing``, ``half``, ``full``, ``zero``). So they are :attr:`players`, :attr:`games` and :attr:`byes` of a tournament.
        ``fields`` are other keys of the project's JSON, such as ``name="Club night"`` and ``rounds_planned=5``.

        >>> si.Tournament.from_pandas(t.players.to_pandas(), t.games.to_pandas(), rounds_planned=5)
        <Tournament '': 8 players, 3 rounds played>
        """
        rounds: dict[int, dict[str, list[dict[str, Any]]]] = {}

        def of_round(name: str, row: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
            return rounds.setdefault(_player(name, row["round"], "a round"), {"games": [], "byes": []})

        for row in _rows("games", games, ["round", "white", "black"], ["result"]):
            numbers = {colour: _player("games", row[colour]) for colour in ("white", "black")}
            of_round("games", row)["games"].append({**numbers, "result": _result(row.get("result"))})
        for row in _rows("byes", byes, ["round", "number", "kind"], []):
            of_round("byes", row)["byes"].append({"player": _player("byes", row["number"]), "kind": row["kind"]})
        gap = next(number for number in count(1) if number not in rounds)
        if gap <= max(rounds, default=0):
            raise RequestError(f"round {max(rounds)} has games or byes, and round {gap} has none; number the rounds from 1")
        return cls.from_dict({
            **fields,
            "players": [_player_row(row) for row in _rows("players", players, ["number"], None)],
            "rounds": [rounds[number] for number in range(1, gap)],
        })  # fmt: skip

    def with_results(self, pairing: Any, results: Any = None, *, round: int | None = None) -> Tournament:
        """The tournament with one more round: paired so, and with these results.

        ``pairing`` is a result that has one, a :class:`Pairing`, or pairs of numbers, as of :func:`swiss_ilp.verify`. ``results`` are
        one for each board, in its order, such as ``1-0``, or the points of White (1, 0.5, 0); in double rounds one of each of its two
        games; ``None`` if they are not known yet. ``round`` is by default the first one without games. Who has a requested bye in it
        keeps it.

        >>> t.with_results(si.solve(t.round()), ["1-0", 0.5, "0-1", "+/-"]).next_round
        5
        """
        number = self.next_round if round is None else needed("round", round, 1)
        if number > self.next_round or number in self.rounds_played:
            raise RequestError(f"round {number} cannot be the one that is added; the next one without games is {self.next_round}")
        paired = Pairing.from_pairs(pairs_of(pairing))
        data = self.to_dict()
        games = _games(paired, results, data.get("games_per_pairing", 1))
        away = [row for row in data.get("absences", []) if row.get("round", self.next_round) == number]
        rounds = data.setdefault("rounds", [])
        rounds += [{} for _ in range(number - len(rounds))]
        byes = rounds[number - 1].get("byes", []) + [{"player": row["player"], "kind": row.get("kind", "zero")} for row in away]
        byes += [{"player": paired.bye, "kind": "pairing"}] if paired.bye is not None else []
        rounds[number - 1] = {"games": games, "byes": byes}
        data["absences"] = [row for row in data.get("absences", []) if row not in away]
        for player in data["players"]:
            # They are the points before the round.
            player.pop("points", None)
        return Tournament.from_dict(data)

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
        """A row for each player, in the order of the file, by pairing ``number``."""
        columns = ["number", "name", "rating", "title", "federation", "club"]
        rows = [{**row, "number": row["id"]} for row in self._data["players"]]
        return Frame.from_rows(rows, columns, {**dict.fromkeys(columns, "s"), "number": "i", "rating": "i"})

    @property
    def games(self) -> Frame:
        """A row for each game: ``round``, ``white``, ``black`` (pairing numbers), and ``result`` (``None`` if it is not known)."""
        rounds = enumerate(self._data.get("rounds", []), 1)
        rows = [{"round": number, **game} for number, of in rounds for game in of.get("games", [])]
        kinds = {**dict.fromkeys(("round", "white", "black"), "i"), "result": "s"}
        return Frame.from_rows(rows, list(kinds), kinds)

    @property
    def byes(self) -> Frame:
        """A row for each bye of a round with games or byes: ``round``, ``number``, and ``kind`` (``pairing``, ``half``, ``full``, ``zero``)."""
        rounds = enumerate(self._data.get("rounds", []), 1)
        rows = [{"round": number, "number": bye["player"], "kind": bye.get("kind")} for number, of in rounds for bye in of.get("byes", [])]
        kinds = {"round": "i", "number": "i", "kind": "s"}
        return Frame.from_rows(rows, list(kinds), kinds)

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
        bye: int | None = None,
        forbid: Iterable[Sequence[int]] = (),
        avoid_same: str | Iterable[str] = (),
        attributes: Any = None,
        weights: Any = None,
        lots: int | None = None,
    ) -> RoundState:
        """The state before a round, from the rounds before it: everything that its pairing may depend on.

        ``round`` is by default the first round without games. ``absent`` are players who are not paired, ``late`` those who are
        although the file has them absent, ``bye`` is the one who has the pairing-allocated bye, so that the others are paired,
        ``forbid`` pairs or groups who may not meet, and ``avoid_same`` is ``federation``, ``club``
        or both. ``attributes`` is a table of the players for expressions of a model: a ``DataFrame`` or a path or text of CSV whose
        first column has pairing numbers, or a dictionary of dictionaries by number. What is missing there (``None``, nan) is the empty
        text. ``weights`` are numbers of pairs for ``weight(a, b)``: a dictionary of pairs, a symmetric array of shape (n, n), in which
        row i is the player of number i + 1, for all numbers up to the last one, a pandas ``DataFrame`` with pairing numbers as index and
        columns, or a ``DataFrame``, a path or text of CSV with the columns ``a``, ``b`` and ``value``. A number has at most 15 digits; a
        float counts as the decimal that it prints as. ``lots`` is a seed for the lots of a model that draws them, such as ``random``:
        another number is another draw.

        A tournament with faults raises :class:`~swiss_ilp.FileError` with all of them.
        """
        decisions = {
            "absent": _numbers("absent", absent),
            "late": _numbers("late", late),
            "bye": whole("bye", bye, 1),
            "forbid": [_group(group) for group in items("forbid", forbid, _GROUPS)],
            "avoid_same": texts("avoid_same", avoid_same, "'federation', 'club', or a list of both"),
        }
        at = {"file": self._file, "round": whole("round", round, 1), "decisions": decisions}
        named, contents = tables(attributes, weights, self._last_number)
        state = RoundState(self, {"at": at, "tables": {**named, "lots": whole("lots", lots, 0)}}, contents)
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

    def check(
        self,
        system: str,
        *,
        standings: bool = False,
        rather_not: Wishes = (),
        rather_not_same: str | Iterable[str] = (),
        time_limit: float | None = None,
    ) -> Check:
        """Pair every round again by the rules of a system, and compare it with what was played. ``dutch`` is the edition in force when
        the tournament began. ``standings`` checks the ranks of a report, too, by the tie-breaks that it names. ``rather_not`` and
        ``rather_not_same`` are wishes as of :func:`swiss_ilp.pair`."""
        request = {
            "system": text("system", system, "'tcec'"),
            "standings": truth("standings", standings),
            "wishes": wishes_of(rather_not, rather_not_same),
        }
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

    def pairs(self, model: ModelLike = "pairs") -> Frame:
        """A row for each pair of players to be paired, and in an odd field for each bye, by a model: the numbers ``a`` and ``b`` (0 is the
        bye), who has ``white``, what the pair is worth in each tier, in a column of its name, and the ids of the rules by which it is
        ``barred``, empty if it is legal. A pair that is barred is worth nothing (``None``). Caps bar no pair by itself.

        A tier whose name is that of another column stands under ``tier`` and its name. The model must have an objective, and the round
        at most 1,000 players.

        >>> t.round().pairs()
        <Frame of 28 rows: a, b, white, formulation, barred>
        """
        tiers, rows = self._pairs(model)
        columns = {name: [row[place] for row in rows] for place, name in enumerate(("a", "b", "white"))}
        barred = [", ".join(rules) for *_, rules in rows]
        names = [f"tier {tier}" if tier in (*columns, "barred") else tier for tier in tiers]
        values = {name: [row[3] and row[3][place] for row in rows] for place, name in enumerate(names)}
        kinds = {**dict.fromkeys(columns, "i"), **dict.fromkeys(values, "f"), "barred": "s"}
        return Frame({**columns, **values, "barred": barred}, kinds)

    def graph(self, model: ModelLike = "pairs") -> Any:
        """The round as a ``networkx.Graph``: a node for each player, and 0 for the bye in an odd field, with the columns of
        :attr:`players`, and an edge for each legal pair, with the columns of :meth:`pairs`. ``weight`` is one exact whole number for all
        tiers: a perfect matching of maximum weight is an optimum of the model, if it has no caps.

        >>> t.round().graph()[2][6]["formulation"]
        Decimal('47.5')
        """
        import networkx

        tiers, rows = self._pairs(model)
        graph = networkx.Graph()
        for player in self.players:
            graph.add_node(player["number"], **player)
        legal = [row for row in rows if not row[4]]
        if any(b == 0 for _, b, *_ in rows):
            graph.add_node(0)
        weights = _weights_of_tiers([row[3] for row in legal], graph.number_of_nodes() // 2)
        for (a, b, white, values, _), weight in zip(legal, weights):
            graph.add_edge(a, b, white=white, **dict(zip(tiers, values)), weight=weight)
        return graph

    def _pairs(self, model: ModelLike) -> tuple[list[str], list[list[Any]]]:
        chosen = model_of(model)
        asked, contents = _with_matrix(self, [chosen])
        native = self.tournament._native.round(json.dumps(asked), contents) if chosen._matrix is not None else self._native
        found = json.loads(native.pairs(chosen._native), parse_float=Decimal)
        return found["tiers"], found["pairs"]

    def model(
        self,
        model: ModelLike = "pairs",
        *,
        without: str | Iterable[str] = (),
        time_limit: float | None = None,
        memory_limit: int | None = None,
    ) -> RoundModel:
        """The integer program of this round by a model, for a look at it and for other solvers. ``without`` leaves out criteria of a
        system, as in :func:`swiss_ilp.solve`. The limits are those of each of its methods: a program with several tiers holds the optima
        of the tiers before, which are solved for it."""
        limits = (seconds(time_limit), whole("memory_limit", memory_limit, 1))
        return RoundModel(self, model_of(model), texts("without", without, "'C14'"), limits)

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

    def page(self, repair: list[str] | None = None) -> str:
        """The page."""
        request = {**self.request, "model": MODEL, "repair": repair or self.request.get("repair"), "page": {"html": _PAGE}}
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
    progress: Callable[[int, int | None], object] | None = None,
    depth: int = 3,
) -> Answer:
    """Ask a question about a round, by models or by a system. What the models leave unheeded in the round is a warning at the line of
    the caller so many calls above."""
    if not isinstance(state, RoundState):
        raise RequestError(f"a round is needed, such as t.round(), the next one of a tournament, or t.round(5), not {shown(state)}")
    asked, beside = _with_matrix(state, models)
    beside |= contents or {}
    native = state.tournament._native
    answer = ask(question, {**asked, **request}, models, limits, tournament=native, contents=beside, kept=kept, progress=progress)
    if depth:
        answer.warn("unheeded", depth)
    return answer


def _with_matrix(state: RoundState, models: Sequence[Model]) -> tuple[dict[str, Any], dict[str, bytes]]:
    """What is asked of a round, and its tables, among which is the matrix of a model that has one."""
    asked, contents = dict(state._asked), dict(state._contents)
    for model in models:
        if model._matrix is not None:
            if "weights" in state._contents:
                raise RequestError("the round has weights, and the model has a matrix of its own; leave one")
            contents["weights"] = weights_table(model._matrix, state.tournament._last_number, _PLACES).encode()
            asked["tables"] = {**asked["tables"], "weights": "weights"}
    return asked, contents


def _weights_of_tiers(values: list[list[Any]], boards: int) -> list[int]:
    """The values of pairs in one number: what all boards can gain in the tiers after one is less than its smallest unit."""
    weights, unit = [0] * len(values), 1
    for tier in reversed(list(zip(*values))):
        places = max((-int(value.as_tuple().exponent) for value in tier if isinstance(value, Decimal)), default=0)
        units = [int(value * 10**places) for value in tier]
        weights = [weight + unit * value for weight, value in zip(weights, units)]
        unit *= boards * (max(units) - min(units)) + 1
    return weights


_PLAYER = ["number", "name", "title", "rating", "federation", "club", "points", "score", "colour_difference", "colours"]


def _players(text: str) -> Frame:
    columns = [*_PLAYER, "preference", "strength"]
    kinds = {**dict.fromkeys(columns, "s"), **dict.fromkeys(("number", "rating", "colour_difference"), "i"), "points": "f", "score": "f"}
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


_GROUPS = "a list of pairs or groups, such as [(3, 7), (4, 9, 12)]"


def _group(group: Any, name: str = "forbid") -> str:
    if isinstance(group, (str, bytes)) or not hasattr(group, "__len__") or getattr(group, "shape", (0,)) == ():
        raise RequestError(f"{name} is {_GROUPS}, and {shown(group)} is none")
    return "-".join(map(str, _numbers(name, group)))


Wishes = Union[str, Iterable[Sequence[int]], Mapping[Sequence[int], int]]
"""Pairs or groups who rather do not meet, with a weight each or none."""


def wishes_of(rather_not: Wishes, rather_not_same: str | Iterable[str]) -> dict[str, list[str]]:
    """The part of a request with the organiser's wishes."""
    name = "rather_not"
    if isinstance(rather_not, str):
        pairs = texts(name, rather_not, "'3-7=2'")
    elif isinstance(rather_not, Mapping):
        pairs = [f"{_group(group, name)}={needed(f'a weight of {name}', weight, 1)}" for group, weight in rather_not.items()]
    else:
        pairs = [_group(group, name) for group in items(name, rather_not, _GROUPS)]
    same = texts("rather_not_same", rather_not_same, "'federation', 'club', or a list of both")
    return {name: pairs, "rather_not_same": same}


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


def _player(name: str, number: Any, what: str = "a player") -> int:
    """A pairing number of a table, in which numbers may be texts."""
    is_text = isinstance(number, str) and number.strip().isascii() and number.strip().isdigit()
    return needed(f"{what} of {name}", int(number) if is_text else number, 1)


def _rows(name: str, table: Any, required: list[str], others: list[str] | None) -> list[dict[str, Any]]:
    """The rows of a frame, without what is missing. It has the ``required`` columns, and any others, or some of these."""
    if table is None:
        return []
    if not hasattr(table, "columns"):
        raise wrong(name, f"a frame with the columns {', '.join([*required, *(others or [])])}", table)
    columns = _columns(name, table)
    without = [column for column in required if column not in columns]
    if without:
        raise RequestError(f"{name} has no column {', '.join(without)}; it has {', '.join(columns) or 'none'}")
    unknown = [column for column in columns if others is not None and column not in [*required, *others]]
    if unknown:
        raise RequestError(f"{name} has a column {unknown[0]}, which means nothing; it has {', '.join([*required, *(others or [])])}")
    rows = [dict(zip(columns, cells)) for cells in zip(*columns.values())]
    found = [{column: value for column, value in row.items() if not _is_missing(value)} for row in rows]
    for place, row in enumerate(found, 1):
        lacks = [column for column in required if column not in row]
        if lacks:
            raise RequestError(f"row {place} of {name} has no {lacks[0]}; fill it in, or leave out the row")
    return found


def _is_missing(value: Any) -> bool:
    return value is None or shown(value) in _MISSING or str(value) in _MISSING


_OF_PLAYER = ("name", "title", "federation", "club")
"""Texts of a player. The pairing number and the rating are numbers, and anything else is an attribute."""


def _player_row(row: dict[str, Any]) -> dict[str, Any]:
    said = {name: str(row.pop(name)) for name in _OF_PLAYER if name in row}
    numbers = {"id": _player("players", row.pop("number"))}
    if "rating" in row:
        # A column with a gap is one of floats to pandas.
        rating = row.pop("rating")
        is_whole = isinstance(rating, float) and rating.is_integer()
        numbers["rating"] = whole(f"the rating of player {numbers['id']}", int(rating) if is_whole else rating, 0)
    return {**numbers, **said, **({"attributes": row} if row else {})}


_BY_POINTS = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}


def _result(value: Any) -> str | None:
    """A result as the project's JSON has it, of a text or of White's points."""
    if value is None or _is_missing(value):
        return None
    if is_truth(value):
        raise wrong("a result", "a text such as '1-0', or the points of White: 1, 0.5 or 0", value)
    if isinstance(value, str):
        return value
    found = _BY_POINTS.get(float(value)) if hasattr(value, "__float__") else None
    if found is None:
        raise wrong("a result", "a text such as '1-0', or the points of White: 1, 0.5 or 0", value)
    return found


def _games(paired: Pairing, results: Any, games_per_pairing: int) -> list[dict[str, Any]]:
    """The games of a round, first those with the colours of the pairing."""
    boards = len(paired.boards)
    given = [None] * boards if results is None else items("results", results, "a list with a result for each board")
    if len(given) != boards:
        raise RequestError(f"there are {boards} boards and {len(given)} results; give one for each board, None where it is not known")
    if games_per_pairing == 1:
        return [{"white": white, "black": black, "result": _result(of)} for (white, black), of in zip(paired.boards, given)]
    both = [[None, None] if of is None else items("results", of, "two results for each board of a double round") for of in given]
    if any(len(of) != 2 for of in both):
        raise RequestError("a board of a double round has two results, each with White's points first; give both")
    first = [{"white": white, "black": black, "result": _result(of[0])} for (white, black), of in zip(paired.boards, both)]
    return first + [{"white": black, "black": white, "result": _result(of[1])} for (white, black), of in zip(paired.boards, both)]


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
    """The integer program of a round by a model. A system has several, one for each step, and each has several tiers: a program for
    other solvers has one objective, and holds the tiers before it at their optima."""

    def __init__(self, state: RoundState, model: Model, without: list[str], limits: Limits) -> None:
        self.state = state
        """The state before the round."""
        self.model = model
        """The model."""
        self._without = without
        self._limits = limits

    def _ask(self, request: dict[str, Any], kept: str | None = None, depth: int = 4) -> Answer:
        request = {"model": MODEL, "without": self._without, **request}
        return ask_of_round("model", self.state, request, [self.model], self._limits, kept=kept, depth=depth)

    def _write(self, format: str, step: int | None, tier: int | None) -> str:
        file = f"program.{format}"
        request = {"write_model": file, "step": whole("step", step, 1), "tier": whole("tier", tier, 1)}
        return self._ask(request, file, 5).files[file].decode()

    def to_lp(self, *, tier: int | None = None, step: int | None = None) -> str:
        """The program in the LP format. ``tier`` counts from 1, and is by default the last one; ``step`` is one of a system's."""
        return self._write("lp", step, tier)

    def to_mps(self, *, tier: int | None = None, step: int | None = None) -> str:
        """The program in the free MPS format."""
        return self._write("mps", step, tier)

    def to_opb(self, *, tier: int | None = None, step: int | None = None) -> str:
        """The program as a pseudo-Boolean one (OPB)."""
        return self._write("opb", step, tier)

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
