"""LeNet's input pipeline against real MindSpore's: images per CPU second, first and later epochs.

    OMP_NUM_THREADS=1 python benchmarks/dataset.py --data MNIST_Data/train \
        --mindspore-python /path/to/venv-with-mindspore/bin/python

Both sides run this file, one after the other, each in its own process; CPU seconds of all threads.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from typing import Any

EPOCHS, BATCH = 4, 32


def pipeline(ms: Any, folder: str) -> Any:
    """The tutorial's `create_dataset`."""
    ds = ms.dataset
    vision, transforms = ds.vision, ds.transforms
    data = ds.MnistDataset(folder)
    data = data.map(transforms.TypeCast(ms.int32), input_columns="label", num_parallel_workers=1)
    steps = [
        vision.Resize((32, 32), interpolation=vision.Inter.LINEAR),
        vision.Rescale(1 / 0.3081, -1 * 0.1307 / 0.3081),
        vision.Rescale(1.0 / 255.0, 0.0),
        vision.HWC2CHW(),
    ]
    data = data.map(steps, input_columns="image", num_parallel_workers=1)
    return data.shuffle(buffer_size=10000).batch(BATCH, drop_remainder=True)


def measure(ms: Any, folder: str) -> list[float]:
    """Images per CPU second, epoch by epoch, as tensors."""
    iterator = pipeline(ms, folder).create_tuple_iterator(num_epochs=EPOCHS)
    rates = []
    for _ in range(EPOCHS):
        start = time.process_time()
        images = sum(BATCH for _ in iterator)
        rates.append(images / (time.process_time() - start))
    return rates


def side(python: str, module: str, folder: str) -> list[float]:
    """`measure` in a process of its own."""
    command = [python, __file__, "--data", folder, "--side", module]
    env = {**os.environ, "OMP_NUM_THREADS": "1"}
    out = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    return json.loads(out.strip().splitlines()[-1])


def main() -> None:
    """Print both sides and their ratio, or measure one side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("DATA_PATH", "MNIST_Data/train"))
    parser.add_argument("--mindspore-python", help="a Python that has real MindSpore")
    parser.add_argument("--side", choices=["msacc", "mindspore"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side:
        module = __import__(options.side)
        __import__(f"{options.side}.dataset")
        print(json.dumps(measure(module, options.data)))
        return
    ours = side(sys.executable, "msacc", options.data)
    print(f"{'':10} {'first epoch':>12} {'later epochs':>13}   images per CPU second")
    print(f"{'msacc':10} {ours[0]:12.0f} {max(ours[1:]):13.0f}")
    if options.mindspore_python:
        theirs = side(options.mindspore_python, "mindspore", options.data)
        print(f"{'MindSpore':10} {theirs[0]:12.0f} {max(theirs[1:]):13.0f}")
        print(f"{'ratio':10} {ours[0] / theirs[0]:12.1f} {max(ours[1:]) / max(theirs[1:]):13.1f}")


if __name__ == "__main__":
    main()
