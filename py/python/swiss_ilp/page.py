"""How results show themselves in a notebook. Everything of a result that is HTML is made here."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .results import Result


def page(result: Result) -> str:
    """The result as HTML: its table, escaped."""
    return preformatted(result.to_text())


def preformatted(text: str) -> str:
    """A text of columns as HTML."""
    return f'<pre style="line-height: 1.3">{html.escape(text)}</pre>'
