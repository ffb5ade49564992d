"""The gradient accumulation sample's nets and Cells, on fixed weights and batches.

Runs under msacc and, to record, under real MindSpore: `import mindspore` means whichever is there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

SAMPLE = Path(__file__).resolve().parents[2] / "sample_code" / "lenet_gradient_accumulation"
DATA = Path(__file__).parent / "data"
START, RECORDED = DATA / "lenet_start.ckpt", DATA / "lenet_losses.npz"
BATCH, MINI_STEPS, STEPS = 32, 4, 200


def sample() -> tuple[Any, Any]:
    """The sample's modules (accumulation, lenet)."""
    if str(SAMPLE) not in sys.path:
        sys.path.insert(0, str(SAMPLE))
    import accumulation
    import lenet

    return accumulation, lenet


def batch(number: int, size: int = BATCH) -> tuple[np.ndarray, np.ndarray]:
    """Images (size, 1, 32, 32) with a bright bar whose place tells the label, in noise."""
    rng = np.random.RandomState(number)
    labels = rng.randint(0, 10, size).astype(np.int32)
    images = rng.normal(0, 0.3, (size, 1, 32, 32)).astype(np.float32)
    for image, label in zip(images, labels, strict=True):
        image[0, 3 * label : 3 * label + 4, 4:28] += 1.5
    return images, labels


def build(ms: Any) -> tuple[Any, Any]:
    """(LeNet5, the sample's trainer around it)."""
    accumulation, lenet = sample()
    net = lenet.LeNet5()
    loss = ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    optimizer = ms.nn.Momentum(net.trainable_params(), 0.01, 0.9)
    return net, accumulation.GradientAccumulation(net, loss, optimizer)


def run(ms: Any, trainer: Any, steps: int, last: int = BATCH) -> np.ndarray:
    """Losses of `steps` mini-batches with an update every fourth; the last batch has `last` images."""
    losses = []
    for k in range(steps):
        images, labels = batch(k, last if k == steps - 1 else BATCH)
        losses.append(
            trainer.forward_backward(ms.Tensor(images), ms.Tensor(labels)).asnumpy().copy()
        )
        if (k + 1) % MINI_STEPS == 0:
            trainer.optim()
            trainer.clear()
    return np.array(losses)
