"""What the scripts share: the data and the networks. Beside them, as scripts have it."""

import os

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn


def start(**options):
    """GRAPH_MODE; LEVEL chooses the code generator's effort."""
    level = os.getenv("LEVEL", "O0")
    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": level}, **options)


def mnist(batch_size, shuffle=False, **shards):
    """The idx files of DATA_PATH in batches."""
    data = ds.MnistDataset(os.getenv("DATA_PATH"), shuffle=shuffle, **shards)
    image = [
        ds.vision.Rescale(1.0 / 255.0, 0),
        ds.vision.Normalize(mean=(0.1307,), std=(0.3081,)),
        ds.vision.HWC2CHW(),
    ]
    data = data.map(image, "image")
    data = data.map(ds.transforms.TypeCast(ms.int32), "label")
    return data.batch(batch_size)


class Mlp(nn.Cell):
    """Flatten and two dense layers."""

    def __init__(self, width=12):
        super().__init__()
        self.flatten = nn.Flatten()
        self.layers = nn.SequentialCell(
            nn.Dense(28 * 28, width, weight_init="normal", bias_init="zeros"),
            nn.ReLU(),
            nn.Dense(width, 10, weight_init="normal", bias_init="zeros"),
        )

    def construct(self, x):
        return self.layers(self.flatten(x))
