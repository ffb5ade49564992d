from mindspore.dataset.vision import c_transforms  # runs removed
from mindspore.nn import *
from mindspore.nn.graph_kernels import ReLU  # unknown removed

from . import layers
from .. import net as package
from . import functions as F


class Block(layers.Cell):
    def __init__(self, size):
        super().__init__(wrong=1)  # unknown wrong
        self.dense = Dense(size, size, bias=False)  # unknown bias
        self.pool = package.layers.AvgPol2d(2)  # unknown
        self.register_saved_tensors_hooks(None, None)  # refused

    def construct(self, x):
        return F.concatcat([x, x])  # unknown


class Wide(Block):
    def __init__(self):
        super().__init__(size=3)
        self.own_method(wrong=2)

    def own_method(self, wrong):
        return wrong
