"""LeNet5 on MNIST with gradient accumulation, in the spelling of MindSpore 1.x.

    python -m msacc train.py [--epochs 3] [--mini_steps 4] [--mode graph]

The images are those in the folder DATA_PATH, or in ./MNIST_Data.
"""

from __future__ import annotations

import argparse
import os

import mindspore.dataset as ds
import mindspore.dataset.transforms.c_transforms as C
import mindspore.dataset.vision.c_transforms as CV
import mindspore.nn as nn
from accumulation import GradientAccumulation
from lenet import LeNet5
from mindspore import Model, context
from mindspore import dtype as mstype
from mindspore.common import set_seed
from mindspore.dataset.vision import Inter
from mindspore.nn import Accuracy
from mindspore.train.serialization import load_checkpoint, load_param_into_net

CHECKPOINT = "gradient_accumulation.ckpt"


def create_dataset(data_path: str, batch_size: int = 32) -> ds.Dataset:
    """Batches of (images (N, 1, 32, 32) float32, labels (N,) int32)."""
    data = ds.MnistDataset(data_path)
    images = [
        CV.Resize((32, 32), interpolation=Inter.LINEAR),
        CV.Rescale(1 / 0.3081, -1 * 0.1307 / 0.3081),
        CV.Rescale(1.0 / 255.0, 0.0),
        CV.HWC2CHW(),
    ]
    data = data.map(operations=C.TypeCast(mstype.int32), input_columns="label")
    data = data.map(operations=images, input_columns="image")
    return data.shuffle(buffer_size=10000).batch(batch_size, drop_remainder=True).repeat(1)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--mini_steps", type=int, default=4)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--mode", choices=["graph", "pynative"], default="graph")
    parser.add_argument("--device_target", default="CPU")
    return parser.parse_args()


def main() -> None:
    args = parse()
    mode = context.GRAPH_MODE if args.mode == "graph" else context.PYNATIVE_MODE
    context.set_context(mode=mode, device_target=args.device_target)
    if args.seed is not None:
        set_seed(args.seed)
    folder = os.environ.get("DATA_PATH", "./MNIST_Data")
    train_set = create_dataset(os.path.join(folder, "train"))

    net = LeNet5(10)
    loss_fn = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9)

    print("============== Starting Training ==============")
    trainer = GradientAccumulation(net, loss_fn, optimizer)
    trainer.train_process(args.epochs, train_set, args.mini_steps, CHECKPOINT)

    print("============== Starting Testing ==============")
    load_param_into_net(net, load_checkpoint(CHECKPOINT))
    model = Model(net, loss_fn, optimizer, metrics={"Accuracy": Accuracy()})
    print(model.eval(create_dataset(os.path.join(folder, "test")), dataset_sink_mode=False))


if __name__ == "__main__":
    main()
