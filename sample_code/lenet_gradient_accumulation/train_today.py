"""LeNet5 on MNIST with gradient accumulation, in today's spelling.

    python -m msacc train_today.py [--epochs 3] [--mini_steps 4] [--by model]

`--by hand` writes the step with ms.value_and_grad under ms.jit; `--by model` leaves it to Model.train and
GradAccumulation. The images are those in the folder DATA_PATH, or in ./MNIST_Data.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from typing import Any

import mindspore as ms
import mindspore.dataset as ds
from lenet import LeNet5
from mindspore import nn, ops
from mindspore.dataset import transforms, vision
from mindspore.parallel.nn import GradAccumulation
from mindspore.train import CheckpointConfig, LossMonitor, Model, ModelCheckpoint, TimeMonitor

BATCH = 32


def create_dataset(data_path: str, batch_size: int = BATCH) -> ds.Dataset:
    """Batches of (images (N, 1, 32, 32) float32, labels (N,) int32)."""
    images = [
        vision.Resize((32, 32), interpolation=vision.Inter.LINEAR),
        vision.Rescale(1 / 0.3081, -1 * 0.1307 / 0.3081),
        vision.Rescale(1.0 / 255.0, 0.0),
        vision.HWC2CHW(),
    ]
    data = ds.MnistDataset(data_path, shuffle=True)
    data = data.map(transforms.TypeCast(ms.int32), input_columns="label")
    data = data.map(images, input_columns="image")
    return data.batch(batch_size, drop_remainder=True)


def build_steps(
    net: nn.Cell, loss_fn: Any, optimizer: Any, mini_steps: int
) -> tuple[Callable, ...]:
    """(add one mini-batch's gradients and return its loss, update and clear), both compiled."""
    weights = optimizer.parameters
    grad_sum = weights.clone(prefix="grad_sum", init="zeros")

    def forward(images: ms.Tensor, labels: ms.Tensor) -> ms.Tensor:
        return loss_fn(net(images), labels) / mini_steps

    gradient = ms.value_and_grad(forward, None, weights)

    @ms.jit
    def accumulate(images: ms.Tensor, labels: ms.Tensor) -> ms.Tensor:
        loss, grads = gradient(images, labels)
        for total, grad in zip(grad_sum, grads, strict=True):
            ops.assign_add(total, grad)
        return loss * mini_steps

    @ms.jit
    def update() -> bool:
        optimizer(grad_sum)
        for total in grad_sum:
            ops.assign(total, ops.zeros_like(total))
        return True

    return accumulate, update


def train_by_hand(args: argparse.Namespace, net: nn.Cell, loss_fn: Any, folder: str) -> None:
    """The loop written out."""
    optimizer = nn.Momentum(net.trainable_params(), args.learning_rate, 0.9)
    accumulate, update = build_steps(net, loss_fn, optimizer, args.mini_steps)
    data = create_dataset(os.path.join(folder, "train"))
    net.set_train()
    for epoch in range(args.epochs):
        for k, (images, labels) in enumerate(data.create_tuple_iterator(num_epochs=1)):
            loss = accumulate(images, labels)
            if (k + 1) % args.mini_steps == 0:
                update()
                print(f"epoch: {epoch + 1} step: {(k + 1) // args.mini_steps} loss is {loss}")


def train_by_model(args: argparse.Namespace, net: nn.Cell, loss_fn: Any, folder: str) -> None:
    """Model.train with callbacks; a batch is cut into `mini_steps` parts."""
    optimizer = nn.Momentum(net.trainable_params(), args.learning_rate, 0.9)
    network = GradAccumulation(nn.WithLossCell(net, loss_fn), args.mini_steps)
    data = create_dataset(os.path.join(folder, "train"), BATCH * args.mini_steps)
    size = data.get_dataset_size()
    keep = CheckpointConfig(save_checkpoint_steps=size, keep_checkpoint_max=2)
    callbacks = [
        LossMonitor(max(1, size // 3)),
        TimeMonitor(),
        ModelCheckpoint(prefix="lenet", directory="checkpoints", config=keep),
    ]
    Model(network, optimizer=optimizer).train(args.epochs, data, callbacks, dataset_sink_mode=False)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--mini_steps", type=int, default=4)
    # The mean of the gradients is taken here, their sum in train.py: hence the larger rate.
    parser.add_argument("--learning_rate", type=float, default=0.04)
    parser.add_argument("--by", choices=["hand", "model"], default="hand")
    parser.add_argument("--mode", choices=["graph", "pynative"], default="pynative")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def main() -> None:
    args = parse()
    ms.set_context(mode=ms.GRAPH_MODE if args.mode == "graph" else ms.PYNATIVE_MODE)
    ms.set_device("CPU")
    ms.set_seed(args.seed)
    folder = os.environ.get("DATA_PATH", "./MNIST_Data")
    net = LeNet5(10)
    loss_fn = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")

    train = train_by_hand if args.by == "hand" else train_by_model
    train(args, net, loss_fn, folder)

    ms.save_checkpoint(net, "lenet.ckpt")
    ms.load_param_into_net(net, ms.load_checkpoint("lenet.ckpt"))
    model = Model(net, loss_fn, metrics={"Accuracy": nn.Accuracy()})
    print(model.eval(create_dataset(os.path.join(folder, "test")), dataset_sink_mode=False))


if __name__ == "__main__":
    main()
