"""Draw losses of several processes beside those of one: `python curves.py`, or with `long`, `experts`, `zero_bubble`.

Runs train.py on 8 processes, 2 (data) x 2 (stages) x 2 (parts), or on WORKERS that share each text's positions or the
experts, and in one. With `experts` a second picture shows their load. Needs matplotlib. STEPS, LENGTH and DATA_PATH as
in run.sh.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

HERE = Path(__file__).parent
LINE = re.compile(r"step (\d+): loss is ([\d.]+)")
VARIANT = sys.argv[1:2]
LONG, SPREAD = VARIANT == ["long"], VARIANT == ["experts"]
WORKERS = os.getenv("WORKERS", "4" if LONG or SPREAD else "8")
LENGTHS = {"LENGTH": os.getenv("LENGTH", "128"), "STEPS": os.getenv("STEPS", "20")} if LONG else {}
# One process has the experts, too: it is the same network.
ALONE = {"VARIANT": "experts", "STEPS": os.getenv("STEPS", "20")} if SPREAD else {}
# A process and what its experts are given, of a table that the log holds.
ROW = re.compile(r"^ (\d+) +\d+ to \d+ +[\d,]+ +[\d.]+ +([\d ]+)$", re.MULTILINE)


def points(text: str) -> tuple[list[int], list[float]]:
    """(steps, losses)."""
    found = LINE.findall(text)
    return [int(step) for step, _ in found], [float(loss) for _, loss in found]


def several() -> str:
    """What worker 0 prints."""
    env = {**os.environ, **LENGTHS, "WORKERS": WORKERS, "PYTHON": sys.executable}
    subprocess.run(["bash", "run.sh", *VARIANT], cwd=HERE, env=env, check=True)
    return (HERE / "log_output" / "worker_0.log").read_text()


def one() -> str:
    """What one process prints."""
    command = [sys.executable, "-m", "msacc", "train.py"]
    env = {**os.environ, **LENGTHS, **ALONE, "MODE": "1"}
    found = subprocess.run(command, cwd=HERE, env=env, check=True, capture_output=True, text=True)
    return found.stdout


def draw_load(text: str, axes: Any) -> None:
    """What each expert of each layer is given, beside the mean; a process has one shade."""
    layers = text.split(" of experts: ")[1:]
    width = 0.8 / len(layers)
    for i, layer in enumerate(layers):
        rows = [
            (int(process), list(map(int, each.split()))) for process, each in ROW.findall(layer)
        ]
        tokens = [count for _, each in rows for count in each]
        shades = [f"C{process}" for process, each in rows for _ in each]
        places = [k + (i - (len(layers) - 1) / 2) * width for k in range(len(tokens))]
        axes.bar(places, tokens, 0.9 * width, color=shades)
        axes.axhline(sum(tokens) / len(tokens), color="k", linewidth=0.5, linestyle=":")
    for process, _ in rows:
        axes.bar([0], [0], color=f"C{process}", label=f"process {process}")
    axes.set(xlabel=f"expert ({len(layers)} layers)", ylabel="characters of a micro-batch")


def main() -> None:
    figure, every = pyplot.subplots(1, 1 + SPREAD, figsize=(7 + 5 * SPREAD, 4.2), squeeze=False)
    axes = every[0, 0]
    log = several()
    together, alone = points(log), points(one())
    label = f"{int(WORKERS) // 4} (data) x 2 (pipeline) x 2 (operators) processes"
    if LONG:
        label = f"{WORKERS} processes, each with its positions of each text"
    if SPREAD:
        label = f"{WORKERS} processes, each with its texts and its experts"
        draw_load(log, every[0, 1])
    axes.plot(*alone, linewidth=4, alpha=0.35, label="one process")
    axes.plot(*together, "k.-", linewidth=1, label=label)
    axes.set(xlabel="step", ylabel="loss per character", xlim=(0, None), ylim=(0, None))
    for each in every.flat:
        each.legend(frameon=False)
        each.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(HERE / ("_".join(["curves", *VARIANT]) + ".png"), dpi=130)
    apart = max(abs(a - b) for a, b in zip(together[1], alone[1], strict=True))
    print(f"losses differ by at most {apart:.1e}")


if __name__ == "__main__":
    main()
