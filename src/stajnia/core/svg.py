"""A few shapes as SVG, and the frame around them: what every game's `svg_form` is drawn with."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

INK = "#2b2440"
PALE = "#8a84a0"
GROUND = "#fbfaff"
FONT = "font-family='system-ui, sans-serif'"


def rect(x: float, y: float, w: float, h: float, fill: str, edge: str = "none", round: float = 6) -> str:
    return (
        f"<rect x='{x:g}' y='{y:g}' width='{w:g}' height='{h:g}' rx='{round:g}' fill='{fill}' "
        f"stroke='{edge}' stroke-width='2'/>"
    )


def circle(x: float, y: float, r: float, fill: str, edge: str = "none") -> str:
    return f"<circle cx='{x:g}' cy='{y:g}' r='{r:g}' fill='{fill}' stroke='{edge}' stroke-width='2'/>"


def line(x: float, y: float, to_x: float, to_y: float, edge: str, width: float = 2) -> str:
    return f"<line x1='{x:g}' y1='{y:g}' x2='{to_x:g}' y2='{to_y:g}' stroke='{edge}' stroke-width='{width:g}'/>"


def arc(x: float, y: float, r: float, edge: str, width: float) -> str:
    """The upper half of a circle."""
    path = f"M {x - r:g} {y:g} A {r:g} {r:g} 0 0 1 {x + r:g} {y:g}"
    return f"<path d='{path}' fill='none' stroke='{edge}' stroke-width='{width:g}'/>"


def label(
    x: float, y: float, text: object, size: float = 14, fill: str = INK, anchor: str = "middle", bold: bool = False
) -> str:
    weight = " font-weight='700'" if bold else ""
    return (
        f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' fill='{fill}' text-anchor='{anchor}'{weight}>"
        f"{escape(str(text))}</text>"
    )


def clipped(text: str, most: int) -> str:
    """A text that is no longer than so many letters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def picture(width: float, height: float, title: str, told: str, shapes: Iterable[str]) -> str:
    """The whole drawing; `told` says the same in words to those who do not see it."""
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:g} {height:g}' width='{width:g}' "
        f"height='{height:g}' role='img' {FONT}><title>{escape(title)}</title><desc>{escape(told)}</desc>"
        f"{rect(0, 0, width, height, GROUND, round=0)}{''.join(shapes)}</svg>"
    )
