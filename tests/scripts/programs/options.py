"""Options of other hardware: an op's device, offloading, a memory limit, a device that is not there."""

import mindspore as ms
from mindspore import nn, ops
from mindspore.common.initializer import initializer
from parts import mnist, start

start(device_target="Ascend")
ms.set_context(max_device_memory="1GB")
ms.set_context(memory_offload="ON")
ms.set_offload_context(offload_config={"offload_path": "./offload/", "auto_offload": True})
ms.set_seed(1)


class Dense(nn.Cell):
    """Dense of two primitives."""

    def __init__(self, in_channels, out_channels):
        super().__init__()
        self.weight = ms.Parameter(initializer("normal", [in_channels, out_channels], ms.float32))
        self.bias = ms.Parameter(initializer("normal", [out_channels], ms.float32))
        self.matmul = ops.MatMul()
        self.add = ops.Add()

    def construct(self, x):
        return self.add(self.matmul(x, self.weight), self.bias)


net = nn.SequentialCell(nn.Flatten(), Dense(784, 12), nn.ReLU(), Dense(12, 10))
for i in (1, 3):
    net[i].matmul.set_device("CPU")
    net[i].add.set_device("CPU")
optimizer = nn.SGD(net.trainable_params(), 1e-2)
loss_fn = nn.CrossEntropyLoss()
grad_fn = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, net.trainable_params())
for image, label in mnist(32):
    loss, grads = grad_fn(image, label)
    optimizer(grads)
print("loss is", loss)
