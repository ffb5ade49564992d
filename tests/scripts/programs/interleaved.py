"""MicroBatchInterleaved inside AutoParallel, and Cell.recompute under a GradOperation."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops, train
from mindspore.communication import get_group_size, get_rank, init
from mindspore.nn.utils import no_init_parameters
from mindspore.parallel.auto_parallel import AutoParallel
from parts import Mlp, mnist, start

start()


class Grad(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.grad = ops.GradOperation()
        self.net = net

    def construct(self, x):
        return self.grad(self.net)(x)


def gradient(again):
    ms.set_seed(3)
    with no_init_parameters():
        block = nn.SequentialCell(nn.Dense(4, 4, weight_init="normal"), nn.Tanh())
    block.recompute(again)
    image = Tensor(np.arange(8, dtype=np.float32).reshape(2, 4))
    return AutoParallel(Grad(block), parallel_mode="semi_auto")(image).asnumpy()


assert np.allclose(gradient(True), gradient(False))
assert np.abs(gradient(True)).max() > 0

init()
ms.set_seed(1)
with no_init_parameters():
    net = Mlp()
    optimizer = nn.SGD(net.trainable_params(), 1e-1)
data_set = mnist(32 // get_group_size(), num_shards=get_group_size(), shard_id=get_rank())
loss_fn = nn.CrossEntropyLoss()
net = ms.parallel.nn.MicroBatchInterleaved(nn.WithLossCell(net, loss_fn), 2)
net = AutoParallel(net)
model = ms.Model(net, optimizer=optimizer)
model.train(1, data_set, callbacks=[train.LossMonitor(1)])
