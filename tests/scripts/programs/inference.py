"""Inference from a checkpoint, with ones for weights and a device that may not be there."""

import mindspore as ms
import mindspore.nn as nn
import numpy as np
from mindspore import Tensor, load_checkpoint, load_param_into_net
from mindspore.common.initializer import One


class LeNet5(nn.Cell):
    def __init__(self, num_class=1, num_channel=1):
        super().__init__()
        self.conv1 = nn.Conv2d(num_channel, 2, 5, weight_init="ones", pad_mode="valid")
        self.relu = nn.ReLU()
        self.max_pool2d = nn.MaxPool2d(kernel_size=2, stride=2)
        self.flatten = nn.Flatten()
        self.fc1 = nn.Dense(2 * 14 * 14, num_class, weight_init=One())

    def construct(self, x):
        return self.fc1(self.flatten(self.max_pool2d(self.relu(self.conv1(x)))))


if __name__ == "__main__":
    first = LeNet5()
    ms.save_checkpoint(
        [{"name": p.name, "data": Tensor(p.asnumpy() * 0 + 0.5)} for p in first.get_parameters()],
        "converted.ckpt",
    )
    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O0"})
    ms.set_device(device_target="GPU")
    network = LeNet5()
    load_param_into_net(network, load_checkpoint("./converted.ckpt"))
    out = network(Tensor(np.ones([2, 1, 32, 32]).astype(np.float32))).asnumpy()
    assert np.allclose(out, 2 * 14 * 14 * 0.5 * 12.5 + 0.5), out
    print("Done!")
