"""Draw the losses of 8 processes beside those of one: `python curves.py`.

Runs train.py on 8 processes, 2 (data) x 2 (stages) x 2 (parts), and in one. Needs matplotlib. STEPS and DATA_PATH as
in run.sh.
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


def points(text: str) -> tuple[list[int], list[float]]:
    """(steps, losses)."""
    found = LINE.findall(text)
    return [int(step) for step, _ in found], [float(loss) for _, loss in found]


def eight() -> str:
    """What worker 0 of 8 prints."""
    subprocess.run(
        ["bash", "run.sh"], cwd=HERE, env={**os.environ, "PYTHON": sys.executable}, check=True
    )
    return (HERE / "log_output" / "worker_0.log").read_text()


def one() -> str:
    """What one process prints."""
    command, env = [sys.executable, "-m", "msacc", "train.py"], {**os.environ, "MODE": "1"}
    found = subprocess.run(command, cwd=HERE, env=env, check=True, capture_output=True, text=True)
    return found.stdout


def main() -> None:
    figure, axes = pyplot.subplots(figsize=(7, 4.2))
    together, alone = points(eight()), points(one())
    axes.plot(*alone, linewidth=4, alpha=0.35, label="one process")
    axes.plot(
        *together, "k.-", linewidth=1, label="2 (data) x 2 (pipeline) x 2 (operators) processes"
    )
    axes.set(xlabel="step", ylabel="loss per character", xlim=(0, None), ylim=(0, None))
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(HERE / "curves.png", dpi=130)
    apart = max(abs(a - b) for a, b in zip(together[1], alone[1], strict=True))
    print(f"losses differ by at most {apart:.1e}")


if __name__ == "__main__":
    main()
