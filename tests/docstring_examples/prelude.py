"""What MindSpore's examples use without importing it, and the network and dataset that their comments refer to."""

from __future__ import annotations

from typing import Any

import mindspore
import mindspore as ms
import numpy as np
from mindspore import Parameter, ParameterTuple, Tensor, context, mint, nn, ops
from mindspore import dtype as mstype
from mindspore.common.initializer import Normal
from mindspore.ops import operations as P
from mindspore.ops.operations import nn_ops


class LeNet5(nn.Cell):
    """Two convolutions and three dense layers, for images of 32 by 32."""

    def __init__(self, num_class: int = 10, num_channel: int = 1):
        super().__init__()
        self.conv1 = nn.Conv2d(num_channel, 6, 5, pad_mode="valid")
        self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.relu = nn.ReLU()
        self.max_pool2d = nn.MaxPool2d(kernel_size=2, stride=2)
        self.flatten = nn.Flatten()
        self.fc1 = nn.Dense(16 * 5 * 5, 120, weight_init=Normal(0.02))
        self.fc2 = nn.Dense(120, 84, weight_init=Normal(0.02))
        self.fc3 = nn.Dense(84, num_class, weight_init=Normal(0.02))

    def construct(self, x: Any) -> Any:
        x = self.max_pool2d(self.relu(self.conv1(x)))
        x = self.max_pool2d(self.relu(self.conv2(x)))
        x = self.flatten(x)
        return self.fc3(self.relu(self.fc2(self.relu(self.fc1(x)))))


def create_dataset(*_: Any, **__: Any) -> Any:
    """Two batches of images and labels, the same at every call."""
    draw = np.random.RandomState(0)
    images = draw.rand(64, 1, 32, 32).astype(np.float32)
    labels = draw.randint(0, 10, 64).astype(np.int32)
    return mindspore.dataset.NumpySlicesDataset((images, labels), shuffle=False).batch(32)


NAMES = {
    "LeNet5": LeNet5,
    "P": P,
    "Parameter": Parameter,
    "ParameterTuple": ParameterTuple,
    "Tensor": Tensor,
    "context": context,
    "create_dataset": create_dataset,
    "mindspore": mindspore,
    "mint": mint,
    "ms": ms,
    "mstype": mstype,
    "nn": nn,
    "nn_ops": nn_ops,
    "np": np,
    "ops": ops,
}
