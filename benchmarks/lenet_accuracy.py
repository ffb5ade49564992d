"""Accuracy of the gradient accumulation sample on real MNIST over several seeds.

    DATA_PATH=MNIST_Data python benchmarks/lenet_accuracy.py [--seeds 1 2 3 4 5] [--epochs 3] [--mode pynative]

Trains as sample_code/lenet_gradient_accumulation/train.py does (batch 32, one update in four batches,
Momentum 0.01 / 0.9) and prints the accuracy on the test images of each seed, then the mean. With
--mindspore the same runs under real MindSpore, in an environment that has it: a seed gives the same initial
parameters and the same batches on both sides, so the figures can be compared one by one.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

SAMPLE = Path(__file__).resolve().parent.parent / "sample_code" / "lenet_gradient_accumulation"


def accuracy(seed: int, epochs: int, mode: str, folder: Path) -> float:
    """Train with one seed; the share of test images that are told right."""
    import mindspore as ms
    import train
    from accumulation import GradientAccumulation
    from lenet import LeNet5

    ms.set_context(mode=ms.GRAPH_MODE if mode == "graph" else ms.PYNATIVE_MODE)
    ms.set_seed(seed)
    net = LeNet5()
    loss = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    optimizer = ms.nn.Momentum(net.trainable_params(), 0.01, 0.9)
    with tempfile.TemporaryDirectory() as place, contextlib.redirect_stdout(io.StringIO()):
        trainer = GradientAccumulation(net, loss, optimizer)
        data = train.create_dataset(str(folder / "train"))
        trainer.train_process(epochs, data, 4, os.path.join(place, "lenet.ckpt"))
    model = ms.Model(net, loss, optimizer, metrics={"Accuracy": ms.nn.Accuracy()})
    data = train.create_dataset(str(folder / "test"))
    return float(model.eval(data, dataset_sink_mode=False)["Accuracy"])


def _mindspore() -> Path:
    """Give MindSpore 2 the two modules of MindSpore 1 that the sample names; where DATA_PATH says MNIST is."""
    import mindspore.dataset as ds

    for home in (ds.transforms, ds.vision):
        sys.modules[f"{home.__name__}.c_transforms"] = home
    return Path(os.environ["DATA_PATH"])


def _stand_in() -> Path:
    """Let msacc be `mindspore`; where its MNIST is."""
    from msacc.alias import install
    from msacc.datafiles import mnist_folder

    install()
    return mnist_folder().resolve()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--mode", choices=["graph", "pynative"], default="pynative")
    parser.add_argument("--mindspore", action="store_true", help="run real MindSpore")
    args = parser.parse_args()
    sys.path.insert(0, str(SAMPLE))
    folder = _mindspore() if args.mindspore else _stand_in()
    side = "MindSpore" if args.mindspore else "msacc"
    print(f"{side}: {args.epochs} epochs in {args.mode} mode on {folder}")
    found = []
    for seed in args.seeds:
        start = time.process_time()
        found.append(accuracy(seed, args.epochs, args.mode, folder))
        print(f"seed {seed}: {found[-1]:.4f} ({time.process_time() - start:.1f} CPU s)", flush=True)
    print(f"mean {statistics.mean(found):.4f}, least {min(found):.4f}")


if __name__ == "__main__":
    main()
