"""Tournaments, and the state before a round."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import count
from typing import IO, Any, Union

from . import _native, page
from .answers import FaultLine
from .asking import Answer, ask, request, warn
from .errors import RequestError, faults_of
from .frame import Frame
from .model import Model, ModelLike, model_of
from .results import Check, Checklist, Info, Programs, Standings
from .settings import is_truth, items, shown, text, whole, wrong
from .tables import content_of, is_missing, pairs_of, player_number, rows_of, tables, weights_table
from .values import Pairing

Source = Union[str, "os.PathLike[str]", bytes, IO[bytes]]
"""A file: its path, its bytes, or a file that is open for reading bytes."""

Wishes = Union[str, Iterable[Sequence[int]], Mapping[Sequence[int], int]]
"""Pairs or groups who rather do not meet, with a weight each or none."""


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
    known_as = known_as if name is None else text("name", name) or "<file>"
    return Tournament(content, {"file": known_as, "rounds": rounds, "trust": trust, "encoding": encoding})


class Tournament:
    """A tournament: players and rounds, as the file has them. :func:`read` makes one, and so does :meth:`from_dict`."""

    def __init__(self, content: bytes, given: dict[str, Any]) -> None:
        self._native = _native.Tournament.read(content, request("read", given))
        self._content = content
        self._given = given

    def __reduce__(self) -> tuple[Any, ...]:
        return Tournament, (self._content, self._given)

    def _ask(
        self, question: str, given: dict[str, Any], contents: Mapping[str, bytes] | None = None, kept: str | None = None
    ) -> Answer:
        """The answer to a question about the tournament."""
        return ask(question, {**self._given, **given}, tournament=self._native, contents=contents, kept=kept)

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
            return rounds.setdefault(player_number(name, row["round"], "a round"), {"games": [], "byes": []})

        for row in rows_of("games", games, ["round", "white", "black"], ["result"]):
            numbers = {colour: player_number("games", row[colour]) for colour in ("white", "black")}
            of_round("games", row)["games"].append({**numbers, "result": _result(row.get("result"))})
        for row in rows_of("byes", byes, ["round", "number", "kind"], []):
            of_round("byes", row)["byes"].append({"player": player_number("byes", row["number"]), "kind": row["kind"]})
        gap = next(number for number in count(1) if number not in rounds)
        if gap <= max(rounds, default=0):
            raise RequestError(f"round {max(rounds)} has games or byes, and round {gap} has none; number the rounds from 1")
        return cls.from_dict({
            **fields,
            "players": [_player_row(row) for row in rows_of("players", players, ["number"], None)],
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
        number = self.next_round if round is None else whole("round", round, 1)
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
        answer = self._ask("convert", {"to": "trf", "byes": byes, "time_limit": time_limit})
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
    def notes(self) -> list[FaultLine]:
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
        kinds = {**dict.fromkeys(("round", "white", "black"), "i"), "result": "s"}
        return Frame.from_rows(self._of_rounds("games"), list(kinds), kinds)

    @property
    def byes(self) -> Frame:
        """A row for each bye of a round with games or byes: ``round``, ``number``, and ``kind`` (``pairing``, ``half``, ``full``, ``zero``)."""
        kinds = {"round": "i", "number": "i", "kind": "s"}
        return Frame.from_rows([{**bye, "number": bye["player"]} for bye in self._of_rounds("byes")], list(kinds), kinds)

    def _of_rounds(self, what: str) -> list[dict[str, Any]]:
        return [{"round": number, **row} for number, of in enumerate(self._data.get("rounds", []), 1) for row in of.get(what, [])]

    def pairing(self, round: int) -> Pairing | None:
        """How a round is paired in the file; ``None`` if it has no games."""
        text = self._native.pairing(whole("round", round, 1, 2**32 - 1))
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
        given = {**self._given, "round": round, "absent": absent, "late": late, "bye": bye, "forbid": forbid, "avoid_same": avoid_same}
        named, contents = tables(attributes, weights, self._last_number)
        state = RoundState(self, {**given, **named, "lots": lots}, contents)
        for fault in faults_of(state._native.overruled()):
            warn(f"{fault.what}; the results are trusted")
        return state

    @cached_property
    def _last_number(self) -> int:
        """The greatest pairing number."""
        return max((row["id"] for row in self._data["players"]), default=0)

    def info(self, *, time_limit: float | None = None) -> Info:
        """The tournament summed up: who is absent, late or away, and what holds for the next round. A limit in seconds that comes first
        raises :class:`~swiss_ilp.LimitError`, here and below."""
        return Info(self._ask("info", {"time_limit": time_limit}).record)

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
        return Check(self._ask("check", locals()).record)

    def seeded(
        self,
        by: str = "rating,title,name",
        *,
        groups: int | None = None,
        seed: int = 0,
        name: str | None = None,
        start: str | None = None,
    ) -> Tournament:
        """The tournament before round 1, or a list of players, with numbers in the order of ``by``: ``rating,title,name`` as FIDE has it,
        some of these, ``tcec-groups`` (groups of like strength in turn; default: an even number of them, the nearest to a seventh of the
        players), or ``lots`` (drawn from ``seed``). ``name`` and ``start`` (a day such as ``2026-11-27``) are those of the tournament."""
        given = {"by": by, "groups": groups, "seed": seed, "name": name, "start": start}
        answer = self._ask("seed", given)
        answer.warn("remark")
        # JSON has an encoding and a number of rounds of its own.
        return Tournament(answer.record.render("json"), {**self._given, "rounds": None, "encoding": None})

    def edited(
        self,
        results: str | None = None,
        *,
        round: int | None = None,
        absent: str | Iterable[str] = (),
        half: str | Iterable[str] = (),
        present: str | Iterable[str] = (),
        forbid: Iterable[Sequence[int]] = (),
        forbid_same: str | Iterable[str] = (),
        correct: Iterable[str] = (),
        late: Source | None = None,
    ) -> Tournament:
        """The tournament after what happens between two rounds. ``results`` are those of the boards of a ``round`` (default: the last one
        that is paired), ``"1-0,½-½,+/-"``, or of some boards, ``"3=0-1"``. ``absent`` are players who are away, by number or name: ``"16"`` from the next
        round, ``"16@3"`` from round 3, ``"16@3-"`` from round 3 on; ``half`` have a half-point bye, and ``present`` are there after all.
        ``forbid`` are pairs or groups who may not meet from the next round on, and ``forbid_same`` is ``federation``, ``club`` or both. ``correct`` is a list such
        as ``["16:rating=1985"]``, and ``late`` a list of late entries (CSV)."""
        given = {"results": results, "round": round, "absent": absent, "half": half, "present": present, "forbid": forbid}
        given |= {"forbid_same": forbid_same, "correct": correct}
        contents = {"late": content_of(late)[0]} if late is not None else {}
        given |= {name: name for name in contents} | {"out": "tournament"}
        return Tournament(self._ask("edit", given, contents, kept="tournament").files["tournament"], self._given)

    def standings(
        self,
        round: int | None = None,
        *,
        system: str | None = None,
        tie_breaks: str | None = None,
        cross_table: bool = False,
        time_limit: float | None = None,
    ) -> Standings:
        """Rank the players before a round (default: after the last one): by a system (default ``tcec``), or by FIDE's tie-breaks such as
        ``"BH-C1,SB"``; ``"file"`` are those that the file names. ``cross_table`` adds what everybody did in each round."""
        return Standings(self._ask("standings", locals()).record)

    def __repr__(self) -> str:
        return f"<Tournament {self.name!r}: {len(self.players)} players, {len(self.rounds_played)} rounds played>"

    def _repr_html_(self) -> str:
        return page.table(self.info())


class RoundState:
    """Everything that the pairing of one round may depend on. :meth:`Tournament.round` makes one."""

    def __init__(self, tournament: Tournament, given: dict[str, Any], contents: dict[str, bytes]) -> None:
        self.tournament = tournament
        """The tournament."""
        self._given = given
        self._contents = contents
        self._native = tournament._native.round(request("round", given), contents)

    def __reduce__(self) -> tuple[Any, ...]:
        return RoundState, (self.tournament, self._given, self._contents)

    def _ask(
        self,
        question: str,
        given: Mapping[str, Any],
        contents: Mapping[str, bytes] | None = None,
        kept: str | None = None,
        progress: Callable[[int, int | None], object] | None = None,
    ) -> Answer:
        """The answer to a question about the round."""
        of_model, matrix = self._with_matrix(given.get("model"))
        given = {**self._given, **{name: value for name, value in given.items() if value is not None}, **of_model}
        files = {**self._contents, **matrix, **(contents or {})}
        return ask(question, given, tournament=self.tournament._native, contents=files, kept=kept, progress=progress)

    def _with_matrix(self, model: ModelLike | None) -> tuple[dict[str, Any], dict[str, bytes]]:
        """A model, and the table of its matrix, if it has one."""
        if model is None:
            return {}, {}
        chosen = model_of(model)
        if chosen._matrix is None:
            return {"model": chosen}, {}
        if "weights" in self._contents:
            raise RequestError("the round has weights, and the model has a matrix of its own; leave one")
        table = weights_table(chosen._matrix, self.tournament._last_number, _PLACES).encode()
        return {"model": chosen, "weights": "weights"}, {"weights": table}

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
        named, matrix = self._with_matrix(chosen)
        native = self.tournament._native.round(request("round", {**self._given, **named}), {**self._contents, **matrix})
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
        given = {"model": model_of(model), "without": without, "time_limit": time_limit, "memory_limit": memory_limit}
        return RoundModel(self, given)

    def checklist(self, system: str) -> Checklist:
        """The check-list of the round: scores, colours, floats, opponents and byes, and who may have the bye by the rules of a
        system."""
        return Checklist(self._ask("pair", {"system": system, "checklist": True}).record, state=self)

    def with_round(self, pairing: Any) -> bytes:
        """The tournament report (TRF) with this round paired so. A report that was read stays byte for byte the same else."""
        return self._native.with_round(pairs_of(pairing))

    def __repr__(self) -> str:
        return f"<RoundState before round {self.round} of {self.tournament.name!r}: {len(self.players)} players to be paired>"

    def _repr_html_(self) -> str:
        return self.players._repr_html_()


_PLACES = 3
"""How many decimals a count has, which the number of a matrix is."""


def ask_of_round(
    question: str,
    given: Mapping[str, Any],
    contents: Mapping[str, bytes] | None = None,
    kept: str | None = None,
    progress: Callable[[int, int | None], object] | None = None,
) -> Answer:
    """Ask a question about a round, the ``state`` among the parameters. What the models leave unheeded in it is a warning."""
    answer = round_of(given["state"])._ask(question, given, contents, kept, progress)
    answer.warn("unheeded")
    return answer


def round_of(state: Any) -> RoundState:
    """What is given as a round, if it is one."""
    if not isinstance(state, RoundState):
        raise RequestError(f"a round is needed, such as t.round(), the next one of a tournament, or t.round(5), not {shown(state)}")
    return state


class RoundModel:
    """The integer program of a round by a model. It may have several tiers: a program for other solvers has one objective, and holds the
    tiers before it at their optima. A system has no program but those of its steps, each of which has several tiers."""

    def __init__(self, state: RoundState, given: dict[str, Any]) -> None:
        self.state = state
        """The state before the round."""
        self.model: Model = given["model"]
        """The model."""
        self._given = given

    def _ask(self, given: dict[str, Any], kept: str | None = None) -> Answer:
        return ask_of_round("model", {"state": self.state, **self._given, **given}, kept=kept)

    def _write(self, format: str, step: int | None, tier: int | None) -> str:
        file = f"program.{format}"
        return self._ask({"write_model": file, "step": step, "tier": tier}, file).files[file].decode()

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
        """The columns, rows and sizes; of a system, those of each step."""
        return Programs(self._ask({}).record, state=self.state)

    def __repr__(self) -> str:
        return f"<RoundModel {self.model.name} of round {self.state.round}>"

    def _repr_html_(self) -> str:
        return page.table(self.programs())


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


_OF_PLAYER = ("name", "title", "federation", "club")
"""Texts of a player. The pairing number and the rating are numbers, and anything else is an attribute."""


def _player_row(row: dict[str, Any]) -> dict[str, Any]:
    said = {name: str(row.pop(name)) for name in _OF_PLAYER if name in row}
    numbers = {"id": player_number("players", row.pop("number"))}
    if "rating" in row:
        # A column with a gap is one of floats to pandas.
        rating = row.pop("rating")
        is_whole = isinstance(rating, float) and rating.is_integer()
        numbers["rating"] = whole(f"the rating of player {numbers['id']}", int(rating) if is_whole else rating, 0)
    return {**numbers, **said, **({"attributes": row} if row else {})}


_BY_POINTS = {1: "1-0", 0.5: "1/2-1/2", 0: "0-1"}


def _result(value: Any) -> str | None:
    """A result as the project's JSON has it, of a text or of White's points."""
    if is_missing(value):
        return None
    if isinstance(value, str):
        return value
    found = _BY_POINTS.get(float(value)) if hasattr(value, "__float__") and not is_truth(value) else None
    if found is None:
        raise wrong("a result", "a text such as '1-0', or the points of White: 1, 0.5 or 0", value)
    return found


def _games(paired: Pairing, results: Any, games_per_pairing: int) -> list[dict[str, Any]]:
    """The games of a round, first those with the colours of the pairing."""
    boards = len(paired.pairs)
    given = [None] * boards if results is None else items("results", results, "a list with a result for each board")
    if len(given) != boards:
        raise RequestError(f"there are {boards} boards and {len(given)} results; give one for each board, None where it is not known")
    if games_per_pairing == 1:
        return [{"white": white, "black": black, "result": _result(of)} for (white, black), of in zip(paired.pairs, given)]
    both = [[None, None] if of is None else items("results", of, "two results for each board of a double round") for of in given]
    if any(len(of) != 2 for of in both):
        raise RequestError("a board of a double round has two results, each with White's points first; give both")
    first = [{"white": white, "black": black, "result": _result(of[0])} for (white, black), of in zip(paired.pairs, both)]
    return first + [{"white": black, "black": white, "result": _result(of[1])} for (white, black), of in zip(paired.pairs, both)]
