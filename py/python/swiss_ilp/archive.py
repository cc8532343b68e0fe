"""Many tournaments: archives and experiments."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from . import _native, page
from .base import Result, WithPage
from .errors import RequestError, SwissWarning
from .frame import Frame
from .model import ModelLike, model_of
from .settings import Repair, given_up, seconds, whole, workers
from .tasks import listed
from .tournament import Tournament, read, tables


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
    method: str = "exact",
    ties: str = "canonical",
    repair: Repair = False,
    attributes: Any = None,
    weights: Any = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Batch:
    """Pair all rounds of an archive, one record a round, whatever happens. Nothing is lost: what ends a process costs one round.

    ``paths`` are files, folders, zip archives and patterns. ``rounds`` is ``all`` that have games, the ``last`` of these, the ``next``
    one, a number, or ``A-B``. ``systems`` are set beside each model. ``jobs`` processes work at once (default: one a core); the records do not
    depend on it. With ``out`` the records go to a file whose name ends in ``.jsonl``, ``.csv`` or ``.parquet``, and ``resume`` goes on
    after those that an ended run has left there; ``force`` replaces the file.

    Options: ``boards`` (the boards, too), ``times`` (``False`` leaves out seconds and memory, so that the same input gives the same
    bytes), ``trust``, ``method``, ``ties``, ``repair``, ``attributes`` and ``weights`` (as of :meth:`Tournament.round`), ``time_limit``
    (seconds a round), ``memory_limit`` (MiB a process). A summary file is ``to_json()``, and the page is ``to_html()``.
    """
    place = {"out": out and os.fspath(out), "resume": resume, "force": force, "jobs": workers(jobs)}
    sources = [paths] if isinstance(paths, (str, os.PathLike)) else paths
    orders = _orders(
        models,
        systems,
        rounds,
        boards=boards,
        times=times,
        trust=trust,
        method=method,
        ties=ties,
        repair=repair,
        attributes=attributes,
        weights=weights,
        time_limit=time_limit,
        memory_limit=memory_limit,
    )
    # The processes of the pool are interpreters that load nothing but the compiled module.
    program = (sys.executable, ["-I", "-S", "-c", _SERVE, os.path.dirname(__file__)])
    lines, summary = _native.pair_archive([os.fspath(path) for path in sources], orders, place, program)
    return Batch(lines, summary, out)


_SERVE = """
import importlib.machinery, importlib.util, sys
finder = importlib.machinery.FileFinder(sys.argv[1], (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES))
spec = finder.find_spec("_native")
native = importlib.util.module_from_spec(spec)
spec.loader.exec_module(native)
native.serve()
"""


def _orders(
    models: Any,
    systems: Any,
    rounds: str | int,
    *,
    boards: bool,
    times: bool,
    trust: str,
    method: str,
    ties: str,
    repair: Repair,
    attributes: Any,
    weights: Any,
    time_limit: float | None,
    memory_limit: int | None,
) -> dict[str, Any]:
    chosen = [model_of(model) for model in listed(models)]
    if any(model._matrix is not None for model in chosen):
        raise RequestError("a model of an archive has no matrix of its own; give weights instead, or attributes and expressions")
    given = tables(attributes, weights)
    return {
        "models": [model._native for model in chosen],
        "systems": listed(systems),
        "rounds": str(rounds),
        "trust": trust,
        "method": method,
        "ties": ties,
        "time_limit": seconds(time_limit),
        "memory_limit": whole("memory_limit", memory_limit, 1),
        "boards": boards,
        "times": times,
        "repair": given_up(repair),
        "attributes": _named("attributes", attributes, given),
        "weights": _named("weights", weights, given),
    }


def _named(option: str, table: Any, given: dict[str, str | None]) -> tuple[str, str] | None:
    """The table of an option, with the name of its file if it has one."""
    text = given[option]
    is_file = isinstance(table, os.PathLike) or (isinstance(table, str) and "\n" not in table)
    return None if text is None else (os.fspath(table) if is_file else option, text)


class Pairer:
    """Pairs tournaments in this process, one after the other: for the workers of a cluster, which have processes of their own.

    The records are those of :func:`batch` with the same options, byte for byte (with ``times=False``).
    """

    def __init__(
        self,
        models: ModelLike | Sequence[ModelLike] = "pairs",
        systems: str | Iterable[str] = (),
        rounds: str | int = "all",
        *,
        boards: bool = False,
        times: bool = False,
        trust: str = "nothing",
        method: str = "exact",
        ties: str = "canonical",
        repair: Repair = False,
        attributes: Any = None,
        weights: Any = None,
        time_limit: float | None = None,
        memory_limit: int | None = None,
    ) -> None:
        orders = _orders(
            models,
            systems,
            rounds,
            boards=boards,
            times=times,
            trust=trust,
            method=method,
            ties=ties,
            repair=repair,
            attributes=attributes,
            weights=weights,
            time_limit=time_limit,
            memory_limit=memory_limit,
        )
        self._native = _native.Worker(orders)

    def lines(self, files: Iterable[tuple[str, bytes]]) -> bytes:
        """The records of files, each with its name and its bytes (plain or packed by gzip): a line of JSON each."""
        return self._native.answer([(name, bytes(content)) for name, content in files])

    def records(self, files: Iterable[tuple[str, bytes]]) -> list[dict[str, Any]]:
        """The same as dictionaries."""
        return [json.loads(line) for line in self.lines(files).splitlines()]

    def frame(self, files: Iterable[tuple[str, bytes]]) -> Frame:
        """The same as a frame with the columns of ``batch`` as CSV."""
        return frame_of(self.lines(files))


class Batch(WithPage):
    """The records of an archive, and their summary. As JSON and as a table it is the summary; as a frame it is the records."""

    def __init__(self, lines: bytes, summary: _native.Record, out: Any = None) -> None:
        super().__init__(summary)
        self.lines: bytes = lines
        """The records, a line of JSON each. They are empty if the records went to a file."""
        self.out: Path | None = None if out is None else Path(out)
        """The file of the records, if they went to one."""

    @property
    def summary(self) -> dict[str, Any]:
        """The summary."""
        return self.to_dict()

    def records(self) -> list[dict[str, Any]]:
        """The records as dictionaries, in the order of the files."""
        return list(self)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (json.loads(line) for line in self._lines().splitlines())

    def __len__(self) -> int:
        return len(self._lines().splitlines())

    def _lines(self) -> bytes:
        is_read = self.out is not None and self.out.suffix == ".jsonl"
        return self.out.read_bytes() if is_read and self.out else self.lines

    def frame(self) -> Frame:
        """A row for each record, and with systems and boards one for each of them, as ``batch`` writes CSV. Of records in a file that
        ends in .csv or .parquet there is none: read the file."""
        return frame_of(self._lines())

    def __repr__(self) -> str:
        summary = self.summary
        failed = f": {summary['failed']} failed" if summary["failed"] else ""
        return f"<Batch of {summary['records']} records{failed}>"


def frame_of(lines: bytes) -> Frame:
    """The frame of records, a line of JSON each."""
    columns = _native.record_columns()
    rows = [row for line in lines.decode().splitlines() for row in json.loads(_native.record_rows(line))]
    cells = zip(*rows) if rows else ([] for _ in columns)
    return Frame({name: of for (name, _), of in zip(columns, cells)}, dict(columns))


def simulate(
    experiment: str | os.PathLike[str] | Mapping[str, Any],
    *,
    events: int | None = None,
    jobs: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
    time_limit: float | None = None,
) -> Simulation:
    """Play the tournaments of an experiment, paired by systems and models, and compare how well they rank and how fair they are.

    ``experiment`` is the path of a TOML file, or a dictionary with its keys. ``events`` is the number of tournaments (default: that of
    the experiment), ``jobs`` the threads that play at once (default: one a core); the results do not depend on it. ``out`` is the
    folder of the files (default: a temporary one), which ``resume`` goes on with and ``force`` replaces.
    """
    import tempfile

    kept = None if out is not None else tempfile.TemporaryDirectory(prefix="swiss-ilp-")
    folder = Path(out if out is not None else kept.name)  # type: ignore[union-attr]
    place = {"out": folder, "resume": resume, "force": force, "jobs": workers(jobs)}
    path, text = _experiment(experiment)
    events = whole("events", events, 1)
    try:
        record, plot, is_complete = _native.run_experiment(path, text, events, place, seconds(time_limit))
    except BaseException:
        if kept is not None:
            kept.cleanup()
        raise
    simulation = Simulation(record, folder, plot, is_complete, kept)
    for note in simulation.notes:
        warnings.warn(note, SwissWarning, stacklevel=2)
    return simulation


def generate(
    experiment: str | os.PathLike[str] | Mapping[str, Any],
    *,
    events: int | None = None,
    arm: str | None = None,
    jobs: int | None = None,
    time_limit: float | None = None,
) -> list[Tournament]:
    """The tournaments of an experiment, paired by one of its arms (default: the first), with all their results. ``time_limit`` ends it
    after so many seconds, with those that were played."""
    path, text = _experiment(experiment)
    wanted = whole("events", events, 1)
    written = _native.generate(path, text, wanted, arm, workers(jobs), seconds(time_limit))
    if time_limit is not None and wanted is not None and len(written) < wanted:
        warnings.warn(f"{len(written)} of {wanted} tournaments were played before the limit", SwissWarning, stacklevel=2)
    return [read(text.encode(), name=f"event {number}") for number, text in enumerate(written, 1)]


def _experiment(experiment: Any) -> tuple[str, str | None]:
    from ._toml import write

    if isinstance(experiment, Mapping):
        return "experiment", write(experiment)
    return os.fspath(experiment), None


class Simulation(Result):
    """An experiment that was played. As a table it is the summary; as a frame it is a row for each event and arm."""

    def __init__(self, native: _native.Record, folder: Path, plot: str, is_complete: bool, kept: Any) -> None:
        super().__init__(native)
        self.folder: Path = folder
        """The folder of the files. If none was named, it lasts as long as this object."""
        self.plot: str = plot
        """The plot of the differences between the arms, as SVG."""
        self.is_complete: bool = is_complete
        """Whether all events were played. If not, ``resume`` goes on."""
        self._kept = kept

    @property
    def notes(self) -> list[str]:
        """What the field's file has and no event uses, what an arm does not heed, and how many events of an arm ended early."""
        data = self.to_dict()
        ended = []
        for arm in data["arms"]:
            ends = arm["ended_early"]
            if ends:
                each = ", ".join(f"{end['events']} before round {end['round']} ({end['by']})" for end in ends)
                early = sum(end["events"] for end in ends)
                ended.append(f"arm '{arm['name']}': {early} of {data['events']} events ended early: {each}")
        return data["notes"] + ended

    def _read(self, name: str) -> Frame:
        return Frame.from_csv((self.folder / name).read_text())

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

    def frame(self) -> Frame:
        """:attr:`events`."""
        return self.events

    def _repr_html_(self) -> str:
        return page.with_plot(self, self.plot)

    def __repr__(self) -> str:
        return f"<Simulation {self._data['experiment']!r}: {self._data['events']} events>"
