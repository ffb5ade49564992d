"""Gradients per sample, by a loop and by vmap, under names of MindSpore 1.x."""

import mindspore as ms
import mindspore.numpy as mnp
import mindspore.ops as ops
import numpy as np
from mindspore import Tensor, ms_function, nn, vmap
from mindspore import dtype as mstype
from parts import Mlp, mnist, start

start()
ms.set_seed(1)
MICRO = 4
norm_bound = Tensor(0.2, mstype.float32)
hyper_map = ops.HyperMap()
net = Mlp(4)
weights = net.trainable_params()
opt = nn.Momentum(weights, learning_rate=0.001, momentum=0.9)
model = nn.WithLossCell(net, nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean"))


def clip_grad(data, labels):
    loss, grads = ms.value_and_grad(model, grad_position=None, weights=weights)(data, labels)
    square_sum = Tensor(0, mstype.float32)
    for grad in grads:
        square_sum = mnp.add(square_sum, mnp.sum(mnp.square(grad)))
    norm = mnp.sqrt(square_sum)
    norm = mnp.where((norm <= norm_bound), x=norm_bound, y=norm)
    clipped = ()
    for grad in grads:
        clipped = clipped + (grad * (norm_bound / norm),)
    return clipped, loss


def add_noise(grads, seed=0):
    noise = ()
    for grad in grads:
        noise = noise + (ops.normal(ops.shape(grad), Tensor(0, mstype.float32), norm_bound, seed),)
    return hyper_map(mnp.add, grads, noise)


@ms_function
def by_loop(data, labels):
    datas, label_list = mnp.split(data, MICRO), mnp.split(labels, MICRO)
    grads, total = clip_grad(datas[0], label_list[0])
    for i in range(1, MICRO):
        grad, loss = clip_grad(datas[i], label_list[i])
        grads = hyper_map(mnp.add, grads, grad)
        total = total + loss
    return grads, total / MICRO


@ms_function
def by_vmap(data, labels):
    datas = ops.reshape(data, (MICRO, -1) + data.shape[1:])
    label_list = ops.reshape(labels, (MICRO, -1) + labels.shape[1:])
    grads, losses = vmap(clip_grad)(datas, label_list)
    grads = hyper_map(mnp.sum, grads, (0,) * len(grads))
    return grads, mnp.sum(losses) / MICRO


@ms_function
def update(loss, grads):
    return ops.depend(loss, opt(add_noise(grads)))


for batch in mnist(8).take(2).create_dict_iterator():
    one, loss1 = by_loop(batch["image"], batch["label"])
    two, loss2 = by_vmap(batch["image"], batch["label"])
    for a, b in zip(one, two, strict=True):
        assert np.allclose(a.asnumpy(), b.asnumpy(), atol=1e-5)
    assert np.allclose(loss1.asnumpy(), loss2.asnumpy(), atol=1e-5)
    print("loss", update(loss1, two))
