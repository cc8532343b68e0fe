"""What all results have: the bytes of the command line, frames, pages."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar

from . import _native, page
from .errors import RequestError, SwissError
from .frame import Frame, table_of
from .record import Record
from .settings import path as settings_path

if TYPE_CHECKING:
    import pandas
    import polars

    from .tournament import RoundState


class Kept:
    """A record that was sent by another process: what it renders as."""

    def __init__(self, native: _native.Record, has_page: bool) -> None:
        self._formats = {of: _rendered(native, of) for of in ("table", "json", "csv", "pairs")}
        self._page = native.page() if has_page else None

    def render(self, format: str) -> bytes:
        """As of a record."""
        found = self._formats[format]
        if isinstance(found, SwissError):
            raise found
        return found

    def page(self) -> str | None:
        """As of a record."""
        return self._page


def _rendered(native: _native.Record, format: str) -> bytes | SwissError:
    try:
        return native.render(format)
    except SwissError as error:
        return error


def _restored(kind: type[Result], kept: Kept, beside: dict[str, Any]) -> Result:
    return kind(kept, **beside)


class Result(Record):
    """A result. It has the bytes that the command line writes, and an attribute for each field of its JSON.

    ``to_text``, ``to_json`` and ``to_csv`` are the command line's ``--format table``, ``json`` and ``csv``. The schema of the JSON is in
    ``docs/schema/`` of the source. As a frame (:meth:`frame`, :meth:`to_pandas`,
    :meth:`to_polars`, or by the C data interface of Apache Arrow) a result is the table of ``to_csv``, whose columns have the same types
    whatever is in them; there, a text that a spreadsheet would take for a formula follows an apostrophe.
    """

    _kinds: ClassVar[Mapping[str, str]] = {}
    """The types of columns of the table that are not those of other tables."""
    _rest: ClassVar[str] = "s"
    """The type of all other columns."""

    def __init__(self, native: _native.Record | Kept, **beside: Any) -> None:
        """The result of a record, and what stands ``beside`` it, as attributes."""
        super().__init__(json.loads(native.render("json"), parse_float=Decimal))
        self._native = native
        self._beside = beside
        vars(self).update(beside)

    def to_text(self) -> str:
        """The table for persons."""
        return self._native.render("table").decode()

    def to_json(self) -> bytes:
        """One line of JSON."""
        return self._native.render("json")

    def to_csv(self) -> bytes:
        """Comma-separated values with headings."""
        return self._native.render("csv")

    def frame(self) -> Frame:
        """The table of :meth:`to_csv`."""
        return table_of(self.to_csv().decode(), self._kinds, self._rest)

    def to_pandas(self) -> pandas.DataFrame:
        """The frame as a ``pandas.DataFrame``."""
        return self.frame().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """The frame as a ``polars.DataFrame``."""
        return self.frame().to_polars()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame().__arrow_c_stream__(requested_schema)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        data = self._data
        of = f" of round {data['round']}" if "round" in data else ""
        by = next((f" by {data[name]}" for name in ("model", "system", "rules") if isinstance(data.get(name), str)), "")
        said = self._said()
        return f"<{type(self).__name__}{of}{by}{': ' if said else ''}{said}>"

    def _said(self) -> str:
        """What is said of it in a line."""
        return self._data.get("status", "")

    def __reduce__(self) -> tuple[Any, ...]:
        # Others have their page of another record, or none.
        has_page = getattr(type(self), "_page", None) is WithPage._page
        kept = self._native if isinstance(self._native, Kept) else Kept(self._native, has_page)
        return _restored, (type(self), kept, self._beside)

    def _repr_html_(self) -> str:
        return page.table(self)


class OfRound(Result):
    """A result of a round."""

    state: RoundState
    """The state before the round."""


class WithPage(Result):
    """A result with a page for a browser, as which it shows itself in a notebook."""

    def _page(self) -> str:
        drawn = self._native.page()
        if drawn is None:
            raise RequestError("this result has no page")
        return drawn

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The page that ``--html`` writes: one file, which needs no network. With ``path`` it is written there, too, in place of a file
        of this name."""
        where = None if path is None else settings_path("path", path)
        text = self._page()
        if where is not None:
            _native.write(where, text.encode())
        return text

    def _repr_html_(self) -> str:
        return page.of_result(self)
