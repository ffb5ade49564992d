"""Gradient accumulation on several processes, sharded by hsdp: a MindSpore script.

Start it with `bash run.sh`, or `msrun --worker_num=8 --local_worker_num=8 train.py`. The environment: DATA_PATH (the
training images), EPOCHS (10), LEARNING_RATE (0.2; the tutorial has 0.01),
OUTPUT (the folder of mnist.ckpt and loss.csv).
"""

import os

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn, train
from mindspore.communication import get_rank, init
from mindspore.nn.utils import no_init_parameters
from mindspore.parallel import GradAccumulation
from mindspore.parallel.auto_parallel import AutoParallel

MICRO_BATCHES = 4


def create_dataset(path, batch_size):
    dataset = ds.MnistDataset(path)
    image_transforms = [
        ds.vision.Rescale(1.0 / 255.0, 0),
        ds.vision.Normalize(mean=(0.1307,), std=(0.3081,)),
        ds.vision.HWC2CHW(),
    ]
    dataset = dataset.map(image_transforms, "image")
    dataset = dataset.map(ds.transforms.TypeCast(ms.int32), "label")
    return dataset.batch(batch_size)


class Network(nn.Cell):
    def __init__(self):
        super().__init__()
        self.flatten = nn.Flatten()
        self.dense_relu_sequential = nn.SequentialCell(
            nn.Dense(28 * 28, 512, weight_init="normal", bias_init="zeros"),
            nn.ReLU(),
            nn.Dense(512, 512, weight_init="normal", bias_init="zeros"),
            nn.ReLU(),
            nn.Dense(512, 10, weight_init="normal", bias_init="zeros"),
        )

    def construct(self, x):
        return self.dense_relu_sequential(self.flatten(x))


class LossFile(train.Callback):
    """Writes `step,loss per sample` for the first and every tenth step.

    LossMonitor prints the step's result as it is, the sum over the micro-batches.
    """

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.lines = ["step,loss"]

    def on_train_step_end(self, run_context):
        params = run_context.original_args()
        if params.cur_step_num == 1 or params.cur_step_num % 10 == 0:
            loss = float(params.net_outputs.asnumpy()) / MICRO_BATCHES
            self.lines.append(f"{params.cur_step_num},{loss:.6f}")

    def on_train_end(self, run_context):
        with open(self.path, "w") as file:
            file.write("\n".join(self.lines) + "\n")


def main():
    ms.set_context(mode=ms.GRAPH_MODE)
    init()
    output = os.getenv("OUTPUT", "output")
    os.makedirs(output, exist_ok=True)
    data_set = create_dataset(os.getenv("DATA_PATH"), 32)
    with no_init_parameters():
        network = Network()
        learning_rate = float(os.getenv("LEARNING_RATE", "0.2"))
        optimizer = nn.SGD(network.trainable_params(), learning_rate)

    loss_fn = nn.CrossEntropyLoss()
    net = GradAccumulation(nn.WithLossCell(network, loss_fn), MICRO_BATCHES)
    net = AutoParallel(net)
    net.hsdp()
    model = ms.Model(net, optimizer=optimizer)
    callbacks = [train.LossMonitor(100)]
    if get_rank() == 0:
        callbacks.append(LossFile(os.path.join(output, "loss.csv")))
    model.train(int(os.getenv("EPOCHS", "10")), data_set, callbacks=callbacks)
    # All processes gather the shards; the first one writes the file.
    ms.save_checkpoint(network, os.path.join(output, "mnist.ckpt"))


if __name__ == "__main__":
    main()
