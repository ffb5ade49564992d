"""Everything here runs."""

import mindspore as ms
import mindspore.dataset as ds
from mindspore import Tensor, context, nn, ops
from mindspore.common import dtype as mstype
from mindspore.nn.transformer import AttentionMask
from mindspore.nn.transformer.layers import _Linear
from mindspore.ops import operations as P
from mindspore.parallel._transformer.moe import MoE
from mindspore.parallel.nn import TransformerEncoder
from mindspore.train.callback import LossMonitor

context.set_context(mode=context.PYNATIVE_MODE, device_target="CPU")


class Net(nn.Cell):
    def __init__(self, **rest):
        super().__init__(auto_prefix=True)
        self.dense = nn.Dense(2, 3, has_bias=False)
        self.cast = P.Cast()
        self.refusal_count = 0

    def construct(self, x):
        return self.cast(self.dense(x), mstype.float32) + self.scale(x)

    def scale(self, x, ops=None):
        return ops.not_a_name(x)  # a parameter hides the module


layers = (AttentionMask(4), _Linear(2, 3), MoE(8, 16, 0.1), TransformerEncoder(2, 2, 8, 16, 4, 2))
net = Net()
net.set_train(False)
x = Tensor([[1.0, 2.0]], dtype=ms.float32)
y = ops.softmax(x, axis=-1).asnumpy()
data = ds.NumpySlicesDataset([1, 2], shuffle=False).batch(2, drop_remainder=True)
callbacks = [LossMonitor(per_print_times=1)]

ms.ops.own_function = max  # what a project gives to MindSpore it finds there
largest = ms.ops.own_function(1, 2)


def convert(adjacency, dense):
    if dense:
        adjacency = Tensor(adjacency)
    elif adjacency.col:  # a matrix of scipy
        return adjacency.row
    return adjacency.col  # either
