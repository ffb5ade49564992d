"""The curve of the first page: `python -m docs.loss_curve PYTHON_WITH_MINDSPORE` writes images/loss_curve.svg.

Runs first_training.py under MindSpore and under msacc and draws what both print. The numbers stand in the picture, and
a test compares msacc's with a run of its own.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_DOCS = Path(__file__).parent
SCRIPT = _DOCS / "first_training.py"
PICTURE = _DOCS / "images" / "loss_curve.svg"
_WIDTH, _HEIGHT = 560, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 20, 12, 36


def losses(*command: str) -> list[float]:
    """What a run of the script prints."""
    done = subprocess.run([*command, str(SCRIPT)], capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()]


def drawn(mindspore: list[float], msacc: list[float]) -> str:
    """The two curves, on top of each other where they agree; colours come from the page."""
    highest = max(*mindspore, *msacc)
    parts = [
        _axis(highest, len(msacc)),
        _line("mindspore", mindspore, highest),
        _line("msacc", msacc, highest),
        _key(),
    ]
    numbers = " ".join(f"{loss:.4f}" for loss in msacc)
    title = "Loss by step under MindSpore 2.10 and under msacc: the two curves lie on each other"
    return (
        f'<svg class="loss-curve" role="img" aria-label="{title}" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'xmlns="http://www.w3.org/2000/svg"><desc>{numbers}</desc>{"".join(parts)}</svg>\n'
    )


def _place(step: int, loss: float, count: int, highest: float) -> tuple[float, float]:
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    return _LEFT + width * step / max(1, count - 1), _TOP + height * (1 - loss / highest)


def _line(name: str, values: list[float], highest: float) -> str:
    places = [_place(step, loss, len(values), highest) for step, loss in enumerate(values)]
    return f'<polyline class="{name}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>'


def _axis(highest: float, count: int) -> str:
    bottom = _HEIGHT - _BOTTOM
    parts = [f'<path class="axis" d="M{_LEFT} {_TOP}V{bottom}H{_WIDTH - _RIGHT}"/>']
    for loss in (0.0, 0.5, 1.0):
        y = _place(0, loss, count, highest)[1]
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{loss}</text>')
    for step in range(0, count + 1, 60):
        x = _place(step, 0, count, highest)[0]
        parts.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{step}</text>')
    parts.append(f'<text x="{_WIDTH - _RIGHT}" y="{bottom + 32}" text-anchor="end">step</text>')
    return "".join(parts)


def _key() -> str:
    """Which line is whose."""
    x, parts = _WIDTH - _RIGHT - 170, []
    for at, (name, words) in enumerate(
        (("mindspore", "MindSpore 2.10, CPU"), ("msacc", "msacc, CPU"))
    ):
        y = _TOP + 16 + 20 * at
        parts.append(
            f'<path class="{name}" d="M{x} {y}h24"/><text x="{x + 32}" y="{y + 4}">{words}</text>'
        )
    return "".join(parts)


if __name__ == "__main__":
    PICTURE.write_text(
        drawn(losses(sys.argv[1]), losses(sys.executable, "-m", "msacc")), encoding="utf-8"
    )
