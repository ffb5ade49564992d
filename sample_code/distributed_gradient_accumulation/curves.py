"""Draw the losses of both scalings beside the tutorial's printed points: `python curves.py`.

Runs train.py twice on WORKERS processes (default 8) at the tutorial's learning rate, as it is and with reduction="sum",
for three epochs,
and reads the logs of worker 0. Needs matplotlib. DATA_PATH as in run.sh; the tutorial's own run had 60,000 images.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

HERE = Path(__file__).parent
PRINTED = {100: 7.79, 200: 2.65, 300: 1.78, 400: 1.40, 500: 1.36, 600: 1.20}
LINE = re.compile(r"epoch: (\d+) step: (\d+), loss is ([\d.]+)")


def data_path() -> str:
    """The folder of training images."""
    out = subprocess.run(
        [sys.executable, "-m", "msacc.datafiles", "mnist"],
        check=True,
        capture_output=True,
        text=True,
    )
    return str(Path(out.stdout.strip().splitlines()[-1]) / "train")


def run(reduction: str, data: str) -> list[tuple[int, float]]:
    """(step, loss) of worker 0."""
    workers = os.environ.get("WORKERS", "8")
    text = (HERE / "train.py").read_text()
    text = text.replace(", MICRO_BATCHES)", f", MICRO_BATCHES, reduction={reduction!r})").replace(
        "LossMonitor(100)", "LossMonitor(10)"
    )
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "train.py"
        script.write_text(text)
        words = [
            f"--worker_num={workers}",
            f"--local_worker_num={workers}",
            "--join=True",
            "--log_dir=logs",
        ]
        env = {**os.environ, "DATA_PATH": data, "EPOCHS": "3", "LEARNING_RATE": "0.01"}
        command = [sys.executable, "-m", "msacc.launch", *words, "train.py"]
        subprocess.run(command, cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)
        found = LINE.findall((Path(folder) / "logs" / "worker_0.log").read_text())
    return _numbered([(int(e), int(s), float(loss)) for e, s, loss in found])


def _numbered(rows: list[tuple[int, int, float]]) -> list[tuple[int, float]]:
    """Steps counted over all epochs: one print every ten steps."""
    return [(10 * (i + 1), loss) for i, (_, _, loss) in enumerate(rows)]


def main() -> None:
    data = data_path()
    figure, axes = pyplot.subplots(figsize=(7, 4.2))
    for reduction, label in (
        ("sum", 'reduction="sum" (MindSpore until 2.5)'),
        ("mean", "mean (MindSpore since 2.6, the default)"),
    ):
        points = run(reduction, data)
        axes.plot(*zip(*points, strict=True), linewidth=1, label=label)
        at = dict(points)
        print(reduction, [round(at[s], 2) for s in PRINTED if s in at])
    axes.plot(
        PRINTED.keys(),
        PRINTED.values(),
        "k.",
        markersize=9,
        label="printed in the tutorial (60,000 images)",
    )
    axes.set(
        xlabel="step", ylabel="loss, summed over 4 micro-batches", xlim=(0, 650), ylim=(0, None)
    )
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(HERE / "curves.png", dpi=130)


if __name__ == "__main__":
    main()
