"""A page of small line charts as SVG, logarithmic upwards. No library: lines, ticks and words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from tools.bench.curves import Chart, Curve

_WIDTH, _HEIGHT = 520, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 190, 34, 40
_INKS = ("#1b6ca8", "#c0392b", "#2e8b57", "#b7791f", "#6b4fa0", "#7a8b99", "#c2578b", "#1f9aa0")
_STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#333}.title{font-size:13px;font-weight:600}.grid{stroke:#ddd}"
    "path{fill:none;stroke-width:1.8}@media(prefers-color-scheme:dark){text{fill:#ddd}.grid{stroke:#444}.back{fill:#161616}}"
    ".back{fill:#fff}"
)


def page(charts: Sequence[Chart], columns: int = 2) -> str:
    rows = -(-len(charts) // columns)
    width, height = columns * _WIDTH, rows * _HEIGHT
    placed = [
        f'<g transform="translate({i % columns * _WIDTH},{i // columns * _HEIGHT})">{_drawn(chart)}</g>'
        for i, chart in enumerate(charts)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="Growth curves">'
    back = f'<rect class="back" width="{width}" height="{height}"/>'
    return "\n".join([head, f"<style>{_STYLE}</style>", back, *placed, "</svg>"]) + "\n"


def _drawn(chart: Chart) -> str:
    sizes = [size for curve in chart.curves for size, _ in curve.points]
    times = [time.median for curve in chart.curves for _, time in curve.points]
    left, right = min(sizes), max(sizes)
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def x(size: float) -> float:
        return _LEFT + (size - left) / max(right - left, 1) * (_WIDTH - _LEFT - _RIGHT)

    def y(time: float) -> float:
        return _HEIGHT - _BOTTOM - (math.log10(time) - low) / max(high - low, 1) * (_HEIGHT - _TOP - _BOTTOM)

    def line(curve: Curve, ink: str) -> str:
        way = " ".join(
            f"{'M' if i == 0 else 'L'}{x(size):.1f} {y(time.median):.1f}" for i, (size, time) in enumerate(curve.points)
        )
        return f'<path d="{way}" stroke="{ink}"/>'

    parts = [f'<text class="title" x="{_LEFT}" y="20">{escape(chart.title)}</text>']
    for power in range(low, high + 1):
        level = y(10**power)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{level:.1f}" y2="{level:.1f}"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{level + 4:.1f}" text-anchor="end">{_time(10**power)}</text>')
    for size in _ticks(left, right):
        parts.append(f'<text x="{x(size):.1f}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{size}</text>')
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{_HEIGHT - 8}" text-anchor="middle">{escape(chart.axis)}</text>')
    for i, curve in enumerate(chart.curves):
        ink = _INKS[i % len(_INKS)]
        level = _TOP + 10 + 16 * i
        parts.append(line(curve, ink))
        parts.append(f'<line x1="{_WIDTH - _RIGHT + 8}" x2="{_WIDTH - _RIGHT + 20}" y1="{level}" y2="{level}" stroke="{ink}"/>')
        parts.append(f'<text x="{_WIDTH - _RIGHT + 25}" y="{level + 4}">{escape(curve.name)}</text>')
    return "".join(parts)


def _ticks(left: int, right: int) -> list[int]:
    step = max(1, (right - left) // 6)
    if step > 5:
        step = round(step, -1 if step < 100 else -2) or 10
    return [*range(left if step == 1 else 0, right + 1, step)]


def _time(micros: float) -> str:
    return f"{micros:g} µs" if micros < 1000 else f"{micros / 1000:g} ms"
