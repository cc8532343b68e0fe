"""Many tournaments: archives and experiments."""

from __future__ import annotations

import functools
import glob
import json
import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Optional, Union

from . import _native, _processes, answers, page
from ._toml import Document, write
from .asking import request, warn
from .base import Result, WithPage
from .errors import FileError, RequestError
from .frame import Frame, table_of
from .model import Model, ModelLike, Term, Tier, models, models_of
from .settings import Progress, Repair, items, path, told, whole, wrong
from .tables import pairs_of, tables
from .tournament import RoundState, Tournament, read
from .values import WithPairs


def batch(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    models: ModelLike | Sequence[ModelLike] = "pairs",
    systems: str | Iterable[str] = (),
    rounds: str | int = "all",
    jobs: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
    boards: bool = False,
    times: bool = True,
    trust: str = "nothing",
    encoding: str | None = None,
    method: str = "exact",
    ties: str = "canonical",
    repair: Repair = False,
    attributes: Any = None,
    weights: Any = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: Progress = False,
) -> Batch:
    """Pair all rounds of an archive, one record a round, whatever happens. Nothing is lost: what ends a process costs one round.

    ``paths`` are files, folders, zip archives and patterns. ``rounds`` is ``all`` that have games, the ``last`` of these, the ``next``
    one, a number, or ``A-B``. ``systems`` are set beside each model. ``jobs`` processes work at once (default: one a core); the records do not
    depend on it. With ``out`` the records go to a file whose name ends in ``.jsonl``, ``.csv`` or ``.parquet``, and ``resume`` goes on
    after those that an ended run has left there; ``force`` replaces the file.

    Options: ``boards`` (the boards, too), ``times`` (``False`` leaves out seconds and memory, so that the same input gives the same
    bytes), ``trust``, ``encoding`` (of reports), ``method``, ``ties``, ``repair``, ``attributes`` and ``weights`` (as of
    :meth:`Tournament.round`), ``time_limit`` (seconds a round), ``memory_limit`` (MiB a process). ``progress=True`` says on standard error how many records there
    are, and a function is called with this number and ``None``. A summary file is ``to_json()``, and the page is ``to_html()``.
    """
    sources = [paths] if isinstance(paths, (str, os.PathLike)) else items("paths", paths, "a path, or a list of paths")
    given, chosen, contents = _orders({**locals(), "paths": [_there(path("paths", source)) for source in sources]})
    asked, program = request("batch", given), _processes.command()
    lines, summary = _native.pair_archive(asked, chosen, contents, program, told(progress, "records"))
    return Batch(summary, lines=lines, out=None if out is None else Path(out))


def _there(source: str) -> str:
    """A path or a pattern, if it names anything. What cannot be read further down is a record."""
    if not os.path.exists(source) and not any(glob.iglob(source, recursive=True)):
        what = "no file is like this pattern" if glob.has_magic(source) else "no such file or folder"
        raise FileError(f"{source}: {what}; name files, folders, zip archives or patterns that are there")
    return source


def _orders(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[_native.Model], dict[str, bytes]]:
    """What is done with every file, the models, and the contents of the tables."""
    chosen = models_of(given["models"])
    if any(model._matrix is not None for model in chosen):
        raise RequestError("a model of an archive has no matrix of its own; give weights instead, or attributes and expressions")
    names, contents = tables(given["attributes"], given["weights"], None)
    # A record says which file a table is from.
    named = {table: _file_of(given[table]) or table for table in names}
    rounds = given["rounds"]
    rounds = rounds if isinstance(rounds, str) else str(whole("rounds", rounds, 1))
    asked = {**given, "rounds": rounds, "attributes": None, "weights": None, **named}
    return asked, [model._native for model in chosen], {named[table]: content for table, content in contents.items()}


def _file_of(table: Any) -> str | None:
    """The name of the file that a table is read from, if it is."""
    is_file = isinstance(table, os.PathLike) or (isinstance(table, str) and "\n" not in table)
    return os.fspath(table) if is_file else None


class Batch(WithPage):
    """The records of an archive, and their summary. As JSON and as a table it is the summary; as a frame it is the records."""

    lines: bytes
    """The records, a line of JSON each. They are empty if the records went to a file."""
    out: Path | None
    """The file of the records, if they went to one."""

    @property
    def summary(self) -> answers.Summary:
        """The summary."""
        return answers.Summary(self._data)

    def records(self) -> list[dict[str, Any]]:
        """The records as dictionaries, in the order of the files."""
        return list(self)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (json.loads(line) for line in self._lines().splitlines())

    def __len__(self) -> int:
        return len(self._lines().splitlines())

    def _lines(self) -> bytes:
        is_read = self.out is not None and self.out.suffix == ".jsonl"
        return _native.content_of(str(self.out), True) if is_read and self.out else self.lines

    def frame(self) -> Frame:
        """A row for each record, and with systems and boards one for each of them, as ``batch`` writes CSV. Of records in a file that
        ends in .csv or .parquet there is none: read the file."""
        return frame_of(self._lines())

    def __repr__(self) -> str:
        failed = f": {self.summary.failed} failed" if self.summary.failed else ""
        return f"<Batch of {self.summary.records} records{failed}>"


def frame_of(lines: bytes) -> Frame:
    """The frame of records, a line of JSON each."""
    columns = _native.record_columns()
    rows = [row for line in lines.decode().splitlines() for row in json.loads(_native.record_rows(line))]
    cells = zip(*rows) if rows else ([] for _ in columns)
    return Frame({name: of for (name, _), of in zip(columns, cells)}, dict(columns))


@dataclass(frozen=True)
class PlayedEvent:
    """An event of an experiment that is over, of which at least one round was played: what a metric of one's own is asked of."""

    event: int
    """The number of the event, from 1."""
    arm: str
    """The name of the arm."""
    tournament: Tournament
    """The tournament, with all results."""
    ranks: dict[int, int]
    """The final rank of each player, by pairing number. Who shares a place has the same."""
    strengths: dict[int, float]
    """The true strength of each player, by pairing number."""


Measure = Callable[[PlayedEvent], Optional[float]]
"""A metric of one's own: the number that an event has, or ``None``."""

Measures = Mapping[str, Union[Measure, tuple[Measure, str]]]
"""Metrics by their names; with ``"high"`` or ``"low"`` if one end is better."""


def simulate(
    experiment: str | os.PathLike[str] | Mapping[str, Any],
    *,
    events: int | None = None,
    jobs: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
    time_limit: float | None = None,
    metrics: Sequence[str] | Measures = (),
    outcome: Outcome | None = None,
    arms: Mapping[str, ArmFunction | tuple[ArmFunction, ModelLike]] | None = None,
    until_se: Mapping[str, float] | None = None,
    progress: Progress = False,
) -> Simulation:
    """Play the tournaments of an experiment, paired by systems and models, and compare how well they rank and how fair they are.

    ``experiment`` is the path of a TOML file, or a dictionary with its keys. ``events`` is the number of tournaments (default: that of
    the experiment), ``jobs`` the threads that play at once (default: one a core); the results do not depend on it. ``out`` is the
    folder of the files (default: a temporary one), which ``resume`` goes on with and ``force`` replaces. ``progress=True`` says on
    standard error how many events were played, and a function is called with this number and that of all.

    ``metrics`` are the names of those in the table and the
    plot (default: all that are not the same in all events). As a mapping from names to functions they are metrics of one's own, measured
    besides those of the experiment: a function is called with each :class:`PlayedEvent`, and returns a number, or ``None`` for no value;
    ``(function, "low")`` says which end is better. ``outcome`` is a function of White and Black, each a :class:`Side`: it returns the
    chances of a win, a draw and a loss of White, and is asked in place of the experiment's own. ``arms`` are arms by functions, besides
    those of the experiment: a function is called with the :class:`RoundState` of each round, and returns a pairing as :func:`verify`
    takes it, or ``None`` if there is none. The verifier asks that everybody is paired once; with ``(function, model)`` it holds the
    pairing to the hard rules of the model. A run with functions cannot be resumed, and they are called in one thread at a time. ``until_se``, such as
    ``{"kendall": 0.005}``, ends the run when the means of all arms have these standard errors.

    In a dictionary, the ``model`` of an arm may be a :class:`Model` of one's own. The folder has the files of all models, and plays
    again anywhere.
    """
    played = _experiment(experiment)
    functions = _functions(metrics) if isinstance(metrics, Mapping) else []
    given = {**locals(), "metrics": None if functions else metrics}
    folder = Path(tempfile.mkdtemp(prefix="swiss-ilp-") if out is None else path("out", out))
    try:
        with played.located():
            asked, wanted = request("simulate", {**given, "out": folder}), (functions, _outcome(outcome), _arms({} if arms is None else arms))
            record, plot, is_complete, notes = _native.run_experiment(played.given, asked, *wanted, told(progress, "events"))
    except BaseException:
        if out is None:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    simulation = Simulation(record, folder=folder, plot=plot, is_complete=is_complete, notes=notes)
    if out is None:
        weakref.finalize(simulation, shutil.rmtree, folder, ignore_errors=True)
    for note in notes:
        warn(note)
    return simulation


class Side(float):
    """A player of a game that is to be decided: as a number the true strength."""

    player: int
    """The pairing number."""
    round: int
    """The round, from 1."""
    score: float
    """The points before the round."""
    colour: str
    """``white`` or ``black``."""

    def __new__(cls, strength: float, player: int, score: float, round: int, colour: str) -> Side:
        side = super().__new__(cls, strength)
        side.player, side.score, side.round, side.colour = player, score, round, colour
        return side


#: The chances of a win, a draw and a loss of White, by White and Black.
Outcome = Callable[[Side, Side], Sequence[float]]

#: The pairing of a round; ``None`` if there is none.
ArmFunction = Callable[[RoundState], Any]


def _outcome(outcome: Any) -> Any:
    if outcome is None:
        return None
    if not callable(outcome):
        raise wrong("outcome", "a function of two strengths that returns the chances of a win, a draw and a loss of White", outcome)

    def call(round: int, white: tuple[float, int, float], black: tuple[float, int, float]) -> Any:
        return outcome(Side(*white, round, "white"), Side(*black, round, "black"))

    return call


def _arms(arms: Any) -> list[tuple[str, Callable[..., bytes | None], _native.Model]]:
    """The arms as they are called: with a tournament as JSON and a round."""
    if not isinstance(arms, Mapping):
        raise wrong("arms", _ARMS, arms)
    return [_arm_of(str(name), *(of if isinstance(of, tuple) else (of,))) for name, of in arms.items()]


def _arm_of(name: str, pair: Any = None, model: Any = None, *more: Any) -> tuple[str, Callable[..., bytes | None], _native.Model]:
    if not callable(pair) or more:
        raise wrong("arms", _ARMS, {name: pair})

    def call(content: str, round: int) -> bytes | None:
        made = pair(read(content.encode(), name=f"arm {name}").round(round))
        # A round without a legal pairing ends the event, as in the arms of models.
        has_none = isinstance(made, WithPairs) and not made.has_pairing and getattr(made, "status", "infeasible") == "infeasible"
        return None if made is None or has_none else pairs_of(made)

    rules = Model(tiers=[Tier("all", [Term("pairs-made")])], hard=[]) if model is None else models_of(model)[0]
    return name, call, rules._native


_ARMS = "functions of a round by the names of their arms, or pairs of one and of the model whose hard rules hold"


def _functions(metrics: Mapping[str, Any]) -> list[tuple[str, str | None, Callable[..., float | None]]]:
    """The functions as they are called: with an event's number, arm, tournament as JSON, ranks and strengths."""
    return [_function(str(name), *(of if isinstance(of, tuple) else (of,))) for name, of in metrics.items()]


def _function(name: str, measure: Any = None, better: Any = None, *more: Any) -> tuple[str, str | None, Callable[..., float | None]]:
    if not callable(measure) or not (better is None or isinstance(better, str)) or more:
        raise wrong("metrics", _MEASURES, {name: measure})

    def call(event: int, arm: str, content: str, ranks: list[int], strengths: list[float]) -> float | None:
        tournament = read(content.encode(), name=f"event {event}")
        played = PlayedEvent(event, arm, tournament, dict(enumerate(ranks, 1)), dict(enumerate(strengths, 1)))
        value: float | None = measure(played)
        return value

    return name, better, call


_MEASURES = "functions of a played event by their names, or pairs of one and of 'high' or 'low'"


def generate(
    experiment: str | os.PathLike[str] | Mapping[str, Any],
    *,
    events: int | None = None,
    arm: str | None = None,
    jobs: int | None = None,
    time_limit: float | None = None,
    outcome: Outcome | None = None,
) -> Generated:
    """The tournaments of an experiment, paired by one of its arms (default: the first), with all their results. ``time_limit`` ends it
    after so many seconds, with those that were played. ``outcome`` is that of :func:`simulate`. They are a list, whose ``players`` and
    ``games`` are frames of all of them."""
    played = _experiment(experiment)
    with played.located():
        written = _native.generate(played.given, request("simulate", locals()), _outcome(outcome))
    if time_limit is not None and events is not None and len(written) < events:
        warn(f"{len(written)} of {events} tournaments were played before the limit")
    return Generated(read(text.encode(), name=f"event {number}") for number, text in enumerate(written, 1))


class Generated(list[Tournament]):
    """Tournaments of an experiment, in the order of the events."""

    @property
    def players(self) -> Frame:
        """The players of all of them, as of :attr:`Tournament.players`, after a column ``event`` from 1."""
        return _all_of([tournament.players for tournament in self])

    @property
    def games(self) -> Frame:
        """The games of all of them, as of :attr:`Tournament.games`, after a column ``event`` from 1."""
        return _all_of([tournament.games for tournament in self])


def _all_of(frames: list[Frame]) -> Frame:
    names = frames[0].columns if frames else []
    events = [event for event, frame in enumerate(frames, 1) for _ in range(len(frame))]
    kinds = {"event": "i", **(frames[0].kinds if frames else {})}
    return Frame({"event": events, **{name: [cell for frame in frames for cell in frame[name]] for name in names}}, kinds)


class _Asked(NamedTuple):
    """An experiment: its path, or its text, and the models of its arms by the files that they are named as."""

    path: str
    written: Document | None = None
    models: list[tuple[str, _native.Model]] = []

    def located(self) -> AbstractContextManager[None]:
        return self.written.located() if self.written else nullcontext()

    @property
    def given(self) -> tuple[str, str | None, list[tuple[str, _native.Model]]]:
        return self.path, self.written and self.written.text, self.models


def _experiment(experiment: Any) -> _Asked:
    if isinstance(experiment, Mapping):
        models: list[tuple[str, _native.Model]] = []
        arms = experiment.get("arm")
        if isinstance(arms, (list, tuple)):
            experiment = {**experiment, "arm": [_arm(arm, models) if isinstance(arm, Mapping) else arm for arm in arms]}
        return _Asked("experiment", write(experiment), models)
    if not isinstance(experiment, (str, os.PathLike)):
        raise wrong("experiment", "the path of a TOML file, or a dictionary with its keys", experiment)
    return _Asked(path("experiment", experiment))


def _arm(arm: Mapping[str, Any], given: list[tuple[str, _native.Model]]) -> dict[str, Any]:
    """An arm whose model is named. A model of one's own is given beside it, by the name of the file that the run writes of it."""
    model = arm.get("model")
    if not isinstance(model, Model):
        return dict(arm)
    if model._matrix is not None:
        what = "the players of an experiment are not those of a matrix, so the model of an arm has none"
        raise RequestError(f"{what}; write the term as an expression")
    asked = model._native.asked
    if asked not in models():
        asked = f"{len(given) + 1}/{os.path.basename(asked)}"
        given.append((asked, model._native))
    return {**arm, "model": asked}


_OF_FILES = {"strength": "f", **dict.fromkeys(("baseline", "metric", "ended_by", "colour", "outcome"), "s")}


class Simulation(Result):
    """An experiment that was played. As a table it is the summary; as a frame it is a row for each event and arm."""

    folder: Path
    """The folder of the files. If none was named, it lasts as long as this object."""
    plot: str
    """The plot of the differences between the arms, as SVG."""
    is_complete: bool
    """Whether all events were played. If not, ``resume`` goes on."""
    notes: list[str]
    """What the field's file has and no event uses, what an arm does not heed, and how many events of an arm ended early."""

    def __reduce__(self) -> tuple[Any, ...]:
        # The folder may be gone where this is read again.
        tables = {name: getattr(self, name) for name in ("events", "summary", "differences")}
        restored, (kind, kept, beside) = super().__reduce__()
        return restored, (kind, kept, {**beside, **tables})

    @property
    def report(self) -> answers.SimulateReport:
        """The record of the experiment."""
        return answers.SimulateReport(self._data)

    def _read(self, name: str, rest: str | None = "f") -> Frame:
        return table_of(_native.content_of(str(self.folder / name), True).decode(), _OF_FILES, rest)

    @cached_property
    def events(self) -> Frame:
        """A row for each event and arm, with all metrics."""
        return self._read("events.csv")

    @cached_property
    def summary(self) -> Frame:
        """For each arm and metric: ``mean``, standard error ``se``, number ``n`` of events."""
        return self._read("summary.csv")

    @cached_property
    def differences(self) -> Frame:
        """For each arm and metric: the mean difference from the baseline with its interval, event by event."""
        return self._read("differences.csv")

    @cached_property
    def players(self) -> Frame:
        """Who plays in each event, with rating and true strength, the same in all arms."""
        # The attributes of the field are what they are.
        return self._read("players.csv", None)

    def frame(self) -> Frame:
        """:attr:`events`."""
        return self.events

    def _repr_html_(self) -> str:
        return page.with_plot(self, self.plot)

    def __repr__(self) -> str:
        return f"<Simulation {self.report.experiment!r}: {self.report.events} events>"
