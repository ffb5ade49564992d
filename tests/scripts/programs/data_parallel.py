"""The functional loop: value_and_grad, DistributedGradReducer, a shard of the data per process."""

import sys

import mindspore as ms
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init
from parts import Mlp, mnist, start

start()
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)
init()
ms.set_seed(1)

net = Mlp()
data_set = mnist(32 // get_group_size(), num_shards=get_group_size(), shard_id=get_rank())
loss_fn = nn.CrossEntropyLoss()
optimizer = nn.SGD(net.trainable_params(), 1e-1)


def forward_fn(data, target):
    logits = net(data)
    return loss_fn(logits, target), logits


grad_fn = ms.value_and_grad(forward_fn, None, net.trainable_params(), has_aux=True)
grad_reducer = nn.DistributedGradReducer(optimizer.parameters)

for epoch in range(2):
    i = 0
    for image, label in data_set:
        (loss_value, _), grads = grad_fn(image, label)
        grads = grad_reducer(grads)
        optimizer(grads)
        if i % 2 == 0:
            print("epoch: %s, step: %s, loss is %s" % (epoch, i, loss_value), flush=True)
        i += 1
ms.save_checkpoint(net, f"{sys.argv[1]}_{get_rank()}.ckpt")
