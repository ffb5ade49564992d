"""A split batch by hand: slices by a Python rank, AllReduce in the loss Cell, and its gradient."""

import mindspore as ms
import numpy as np
from mindspore import nn, ops, train
from mindspore.communication import get_group_size, get_rank, init
from parts import Mlp, mnist, start

start()
init()
ms.set_seed(1)
rank, count, batch = get_rank(), get_group_size(), 32
share = batch // count


class Part(nn.Cell):
    """The network on this process's rows."""

    def __init__(self, body):
        super().__init__()
        self.body = body

    def construct(self, x):
        return self.body(x[rank * share : rank * share + share])


class ReduceLoss(nn.Cell):
    """The mean loss of all processes."""

    def __init__(self):
        super().__init__()
        self.loss = nn.CrossEntropyLoss()
        self.all_reduce = ops.AllReduce()

    def construct(self, data, label):
        label = label[rank * share : rank * share + share]
        return self.all_reduce(self.loss(data, label)) / count


body = Mlp()
image, label = next(mnist(batch).create_tuple_iterator())
whole = nn.CrossEntropyLoss()(body(image), label).asnumpy()
net, loss_fn = Part(body), ReduceLoss()
assert np.allclose(loss_fn(net(image), label).asnumpy(), whole, atol=1e-6)

# MindSpore's AllReduce sums the incoming gradients, so that each process gets that of its own rows.
weights = net.trainable_params()
grads = ms.grad(lambda x, y: loss_fn(net(x), y), None, weights)(image, label)
rows = slice(rank * share, rank * share + share)
own = ms.grad(lambda x, y: nn.CrossEntropyLoss()(body(x), y), None, weights)(
    image[rows], label[rows]
)
for a, b in zip(grads, own, strict=True):
    assert np.allclose(a.asnumpy(), b.asnumpy(), atol=1e-6)

model = ms.Model(net, loss_fn=loss_fn, optimizer=nn.SGD(weights, 1e-2))
model.train(1, mnist(batch), callbacks=[train.LossMonitor(1)])
