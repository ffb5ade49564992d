"""AlexNet's layers, narrow, on CIFAR-10 binaries; TrainOneStepCell, a Tensor of learning rates."""

import argparse

import mindspore as ms
import mindspore.dataset as ds
import mindspore.dataset.transforms as transforms
import mindspore.dataset.vision as vision
import mindspore.nn as nn
import numpy as np
from mindspore.common.initializer import TruncatedNormal

parser = argparse.ArgumentParser()
parser.add_argument("--device_target", type=str, default="Ascend")
parser.add_argument("--device_id", type=int, default=0)
args = parser.parse_args()


def create_dataset(path, batch_size=4):
    data = ds.Cifar10Dataset(path)
    data = data.map(operations=transforms.TypeCast(ms.int32), input_columns="label")
    steps = [
        vision.RandomCrop([32, 32], [4, 4, 4, 4]),
        vision.RandomHorizontalFlip(),
        vision.Resize(size=(67, 67)),
        vision.Rescale(1.0 / 255.0, 0.0),
        vision.Normalize((0.4914, 0.4822, 0.4465), (0.2023, 0.1994, 0.2010)),
        vision.HWC2CHW(),
    ]
    for step in steps:
        data = data.map(operations=step, input_columns="image")
    data = data.shuffle(buffer_size=1000)
    return data.batch(batch_size, drop_remainder=True).repeat(1)


def conv(inside, outside, kernel_size, stride=1, pad_mode="valid"):
    weight = TruncatedNormal(0.02)
    return nn.Conv2d(
        inside,
        outside,
        kernel_size=kernel_size,
        stride=stride,
        padding=0,
        weight_init=weight,
        has_bias=False,
        pad_mode=pad_mode,
    )


class AlexNet(nn.Cell):
    def __init__(self, classes=10):
        super().__init__()
        self.conv1 = conv(3, 6, 11, stride=4)
        self.conv2 = conv(6, 8, 5, pad_mode="same")
        self.conv3 = conv(8, 8, 3, pad_mode="same")
        self.relu = nn.ReLU()
        self.max_pool2d = nn.MaxPool2d(kernel_size=3, stride=2)
        self.flatten = nn.Flatten()
        self.fc1 = nn.Dense(8, 16, TruncatedNormal(0.02), TruncatedNormal(0.02))
        self.fc2 = nn.Dense(16, classes, TruncatedNormal(0.02), TruncatedNormal(0.02))

    def construct(self, x):
        for layer in (self.conv1, self.conv2, self.conv3):
            x = self.max_pool2d(self.relu(layer(x)))
        return self.fc2(self.relu(self.fc1(self.flatten(x))))


def rates(step, highest, total):
    each = [highest if i < 0.8 * total else highest * 0.1 for i in range(total)]
    return np.array(each).astype(np.float32)[step:]


if __name__ == "__main__":
    train_data = create_dataset("./datasets/cifar10/train")
    ms.set_context(
        mode=ms.GRAPH_MODE,
        device_target=args.device_target,
        device_id=args.device_id,
        jit_config={"jit_level": "O0"},
    )
    network = AlexNet()
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    with_loss = nn.WithLossCell(network, loss)
    lr = ms.Tensor(rates(0, 0.002, 10 * train_data.get_dataset_size()))
    optimizer = nn.Momentum(with_loss.trainable_params(), learning_rate=lr, momentum=0.9)
    train_net = nn.TrainOneStepCell(with_loss, optimizer)
    train_net.set_train()
    for step, inputs in enumerate(train_data):
        output = train_net(*inputs)
        print(f"step: {step + 1}, losses: {output.asnumpy()}")
