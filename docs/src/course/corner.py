"""Draws corner.svg: what the rows let three players do among themselves, and what the odd set cuts off.

Run it as `python3 docs/src/course/corner.py`. It writes beside itself, and the same bytes each time.
"""

from math import cos, radians, sin
from pathlib import Path

# The corners of x_12 + x_13 <= 1, x_12 + x_23 <= 1, x_13 + x_23 <= 1, x >= 0, by (x_12, x_13, x_23).
NONE, ONE_TWO, ONE_THREE, TWO_THREE = (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)
HALVES = (0.5, 0.5, 0.5)
LABELS = [
    (NONE, "no board", "middle", 0, 24),
    (ONE_TWO, "x_12 = 1", "middle", 0, 28),
    (ONE_THREE, "x_13 = 1", "middle", 0, 28),
    (TWO_THREE, "x_23 = 1", "middle", 0, -16),
    (HALVES, "all 1/2", "end", -10, -8),
]
# A body is its visible edges, and its sides towards the eye.
WITH_HALVES = (
    [(ONE_TWO, ONE_THREE), (ONE_TWO, TWO_THREE), (ONE_THREE, TWO_THREE)]
    + [(corner, HALVES) for corner in (ONE_TWO, ONE_THREE, TWO_THREE)],
    [
        (ONE_TWO, ONE_THREE, HALVES),
        (ONE_TWO, TWO_THREE, HALVES),
        (ONE_THREE, TWO_THREE, HALVES),
    ],
)
CUT_OFF = (
    [(ONE_TWO, ONE_THREE), (ONE_TWO, TWO_THREE), (ONE_THREE, TWO_THREE)],
    [(ONE_TWO, ONE_THREE, TWO_THREE)],
)
HIDDEN = [(NONE, corner) for corner in (ONE_TWO, ONE_THREE, TWO_THREE)]
TURN, TILT, SCALE = radians(54), radians(27), 200


def flat(point, left):
    """Where a point of the body is in the picture."""
    x, y, z = point
    across = -x * sin(TURN) + y * cos(TURN)
    depth = x * cos(TURN) + y * sin(TURN)
    up = z * cos(TILT) - depth * sin(TILT)
    return left + SCALE * across, 245 - SCALE * up


def path(points, left):
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (flat(point, left) for point in points))


def body(left, title, edges, sides, labels):
    yield f'<text x="{left - 40}" y="28" text-anchor="middle" font-weight="bold">{title}</text>'
    for edge in HIDDEN:
        yield f'<polyline points="{path(edge, left)}" stroke="#999" stroke-dasharray="5 4"/>'
    for side, shade in zip(sides, (0.42, 0.12, 0.26)):
        yield f'<polygon points="{path(side, left)}" fill="#4477aa" fill-opacity="{shade}"/>'
    for edge in edges:
        yield f'<polyline points="{path(edge, left)}" stroke="#224466" stroke-width="2"/>'
    for point, text, anchor, right, down in labels:
        x, y = flat(point, left)
        colour = {HALVES: "#cc3311", NONE: "#999"}.get(point, "#224466")
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}"/>'
        yield f'<text x="{x + right:.1f}" y="{y + down:.1f}" text-anchor="{anchor}">{text}</text>'


def drawing():
    yield '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 400" font-family="sans-serif" font-size="15" fill="none">'
    yield "<style>text { fill: #222; stroke: none }</style>"
    yield '<rect width="760" height="400" fill="#fff"/>'
    yield from body(245, "the rows of the players", *WITH_HALVES, LABELS)
    yield from body(610, "and x_12 + x_13 + x_23 &#8804; 1", *CUT_OFF, LABELS[:-1])
    yield "</svg>"


Path(__file__).with_suffix(".svg").write_text("\n".join(drawing()) + "\n", encoding="utf-8")
