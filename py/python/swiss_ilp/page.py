"""How results show themselves in a notebook. Everything of a result that is HTML is made here, or is the page of the command line."""

from __future__ import annotations

import base64
import html
import zlib
from typing import TYPE_CHECKING

from .errors import SwissError

if TYPE_CHECKING:
    from .base import Result, WithPage

MOST_BYTES = 100_000
"""A page with more bytes, packed, is not shown in a notebook, which would keep all of them."""

MOST_PLAYERS = 200
"""The page of a round with more players is not drawn for a notebook: it takes seconds."""

HEIGHT = 640
"""The height of a page in a notebook, in pixels. It scrolls within."""


def of_result(result: WithPage) -> str:
    """The page of a result for a notebook: in a frame of its own, whose style and scripts do not reach the notebook. If there is none,
    or if it is too large, the table."""
    players = len(result.state.players) if hasattr(result, "state") else 0
    if players > MOST_PLAYERS:
        return table(result) + _said(f"A round of more than {MOST_PLAYERS} players shows its table; to_html('page.html') writes its page.")
    try:
        text = result.to_html()
    except SwissError as error:
        return table(result) + _said(f"There is no page: {error}.")
    framed = _framed(text, repr(result), _boards(result))
    if len(framed.encode()) > MOST_BYTES:
        return table(result) + _said("The page is too large for a notebook; to_html('page.html') writes it.")
    return framed


def table(result: Result) -> str:
    """The table of a result as HTML."""
    return preformatted(result.to_text())


def preformatted(text: str) -> str:
    """A text of columns as HTML."""
    return f'<pre style="line-height: 1.3">{html.escape(text)}</pre>'


def with_plot(result: Result, plot: str) -> str:
    """The table of a result, and its plot in SVG."""
    return table(result) + plot


def _said(sentence: str) -> str:
    return f"<p><em>{html.escape(sentence)}</em></p>"


_FIRST = 10
"""So many boards stand above the page."""


def _boards(result: WithPage) -> str:
    """The first boards of a result with a pairing, in one line."""
    boards = getattr(result, "pairs", ())
    said = [f"{white}\u2013{black}" for white, black in boards[:_FIRST]] + ["\u2026"] * (len(boards) > _FIRST)
    return f"<p>{', '.join(said)}</p>" if said else ""


# The page is unpacked in the frame, which begins where the round is drawn, or at the head of a page without a drawing.
_UNPACKED = """<!DOCTYPE html><meta charset="utf-8"><script>
(async () => {
  const packed = Uint8Array.from(atob("%s"), (letter) => letter.charCodeAt(0));
  const page = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  document.open(); document.write(page); document.close();
  document.getElementById("round-title")?.scrollIntoView();
})();
</script>"""


def _framed(text: str, name: str, boards: str) -> str:
    # A viewer that shows no frames, such as a hoster of source code, shows the lines before it.
    line = f"<p><code>{html.escape(name)}</code></p>{boards}"
    style = f"width: 100%; height: {HEIGHT}px; border: 1px solid #8888; border-radius: 4px"
    attributes = f'sandbox="allow-scripts" loading="lazy" title="{html.escape(name)}" style="{style}"'
    # In an attribute between apostrophes nothing has to be written in another way: there is neither one nor an ampersand.
    source = _UNPACKED % base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    return f"{line}<iframe srcdoc='{source}' {attributes}></iframe>"
