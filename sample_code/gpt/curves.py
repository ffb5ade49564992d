"""Draw the losses of several processes beside those of one: `python curves.py`, or with `long` or `zero_bubble`.

Runs train.py on 8 processes, 2 (data) x 2 (stages) x 2 (parts), or on WORKERS that share each text's positions, and in
one, without a variant. Needs matplotlib. STEPS, LENGTH and DATA_PATH as in run.sh.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

HERE = Path(__file__).parent
LINE = re.compile(r"step (\d+): loss is ([\d.]+)")
VARIANT = sys.argv[1:2]
LONG = VARIANT == ["long"]
WORKERS = os.getenv("WORKERS", "4" if LONG else "8")
LENGTHS = {"LENGTH": os.getenv("LENGTH", "128"), "STEPS": os.getenv("STEPS", "20")} if LONG else {}


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
    env = {**os.environ, **LENGTHS, "MODE": "1"}
    found = subprocess.run(command, cwd=HERE, env=env, check=True, capture_output=True, text=True)
    return found.stdout


def main() -> None:
    figure, axes = pyplot.subplots(figsize=(7, 4.2))
    together, alone = points(several()), points(one())
    label = f"{int(WORKERS) // 4} (data) x 2 (pipeline) x 2 (operators) processes"
    if LONG:
        label = f"{WORKERS} processes, each with its positions of each text"
    axes.plot(*alone, linewidth=4, alpha=0.35, label="one process")
    axes.plot(*together, "k.-", linewidth=1, label=label)
    axes.set(xlabel="step", ylabel="loss per character", xlim=(0, None), ylim=(0, None))
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(HERE / ("_".join(["curves", *VARIANT]) + ".png"), dpi=130)
    apart = max(abs(a - b) for a, b in zip(together[1], alone[1], strict=True))
    print(f"losses differ by at most {apart:.1e}")


if __name__ == "__main__":
    main()
