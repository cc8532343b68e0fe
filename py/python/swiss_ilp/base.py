"""What all results have: the bytes of the command line, frames, pages."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from . import _native, page
from .errors import RequestError, SwissError
from .frame import Frame, table_of
from .settings import optional_path
from .values import Board, Pairing, pairing_of

if TYPE_CHECKING:
    import pandas
    import polars

    from .tournament import RoundState


class Kept:
    """A record that was sent by another process: what it renders as."""

    def __init__(self, formats: dict[str, bytes | SwissError], page: str | None) -> None:
        self._formats = formats
        self._page = page

    @classmethod
    def of(cls, native: _native.Record | Kept, has_page: bool) -> Kept:
        """All that a record renders as, with its page, if its result shows that."""
        if isinstance(native, Kept):
            return native
        return cls({of: _rendered(native, of) for of in _FORMATS}, native.page() if has_page else None)

    def render(self, format: str) -> bytes:
        """As of a record."""
        found = self._formats[format]
        if isinstance(found, SwissError):
            raise found
        return found

    def page(self) -> str | None:
        """As of a record."""
        return self._page


_FORMATS = ("table", "json", "csv", "pairs")


def _rendered(native: _native.Record, format: str) -> bytes | SwissError:
    try:
        return native.render(format)
    except SwissError as error:
        return error


def _restored(kind: type[Result], kept: dict[str, Any]) -> Result:
    result = kind.__new__(kind)
    vars(result).update(kept)
    return result


class Result:
    """A result. It has the bytes that the command line writes, and fields.

    ``to_text``, ``to_json`` and ``to_csv`` are the command line's ``--format table``, ``json`` and ``csv``. ``to_dict`` has everything,
    also what has no field here; the schema is in ``docs/schema/`` of the source. As a frame (:meth:`frame`, :meth:`to_pandas`,
    :meth:`to_polars`, or by the C data interface of Apache Arrow) a result is the table of ``to_csv``, whose columns have the same types
    whatever is in them; there, a text that a spreadsheet would take for a formula follows an apostrophe.
    """

    _kinds: ClassVar[Mapping[str, str]] = {}
    """The types of columns of the table that are not those of other tables."""
    _rest: ClassVar[str] = "s"
    """The type of all other columns."""

    def __init__(self, native: _native.Record) -> None:
        self._native: _native.Record | Kept = native

    @cached_property
    def _data(self) -> Any:
        return json.loads(self.to_json(), parse_float=Decimal)

    def to_text(self) -> str:
        """The table for persons."""
        return self._native.render("table").decode()

    def to_json(self) -> bytes:
        """One line of JSON."""
        return self._native.render("json")

    def to_csv(self) -> bytes:
        """Comma-separated values with headings."""
        return self._native.render("csv")

    def to_dict(self) -> dict[str, Any]:
        """The JSON as a dictionary. Here, and only here, decimals are floats."""
        return json.loads(self.to_json())

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
        return f"<{type(self).__name__}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # Others have their page of another record, or none.
        has_page = getattr(type(self), "_page", None) is WithPage._page
        kept = {**vars(self), "_native": Kept.of(self._native, has_page)}
        kept.pop("_data", None)
        return _restored, (type(self), kept)

    def _repr_html_(self) -> str:
        return page.table(self)


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
        where = optional_path("path", path)
        text = self._page()
        if where is not None:
            _native.write(where, text.encode())
        return text

    def _repr_html_(self) -> str:
        return page.of_result(self)


class OfRound(Result):
    """A result of a round."""

    def __init__(self, native: _native.Record, state: RoundState) -> None:
        super().__init__(native)
        self.state = state
        """The state before the round."""

    @property
    def round(self) -> int:
        """The round."""
        return self._data["round"]

    @property
    def tournament(self) -> str:
        """The tournament's name."""
        return self._data.get("tournament", self.state.tournament.name)


class WithStatus(OfRound):
    """A result of a search, or of a pairing by rules."""

    @property
    def status(self) -> str:
        """How it ended."""
        return self._data["status"]

    @property
    def reason(self) -> str | None:
        """Why there is no pairing, if there is none."""
        return self._data.get("reason")


class WithPairing(WithStatus):
    """A result with a pairing."""

    @property
    def has_pairing(self) -> bool:
        """Whether there is a pairing."""
        raise NotImplementedError

    @property
    def pairing(self) -> Pairing | None:
        """The pairing, or ``None``."""
        return pairing_of(self._data) if self.has_pairing else None

    @property
    def pairs(self) -> tuple[Board, ...]:
        """The boards, in order."""
        return pairing_of(self._data).boards

    @property
    def bye(self) -> int | None:
        """Who has the pairing-allocated bye."""
        return self._data["bye"]

    def to_pairs(self) -> bytes:
        """The arbiters' form (``--format pairs``)."""
        return self._native.render("pairs")

    def to_trf(self) -> bytes:
        """The tournament report with the new round in it (``--format trf``)."""
        return self.state.with_round(self.to_pairs()) if self.has_pairing else b""
