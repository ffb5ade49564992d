# %% network
from msacc import Tensor, nn, ops


class Net(nn.Cell):
    def __init__(self, width: int = 8):
        super().__init__()
        self.fc = nn.Dense(4, width, activation="relu")
        self.norm = nn.LayerNorm((width,))
        self.drop = nn.Dropout(p=0.1)
        self.out = nn.Dense(width, 2, weight_init="normal", bias_init="zeros", has_bias=True)

    def construct(self, x: Tensor, scale: float = 1.0) -> Tensor:
        return self.out(self.drop(self.norm(self.fc(x)))) * scale


net = Net()
net.set_train(False)
print(net(ops.ones((3, 4)), 2.0).shape, net.fc.weight.shape, net.fc.in_channels + 1)

# %% untyped_network
import msacc.nn as nn
import msacc.ops as ops


class Block(nn.Cell):
    def __init__(self, channels, stride=1):
        super().__init__()
        self.conv = nn.Conv2d(3, channels, 3, stride, pad_mode="pad", padding=1, has_bias=False)
        self.bn = nn.BatchNorm2d(channels)
        self.relu = nn.ReLU()
        self.pool = nn.SequentialCell(nn.MaxPool2d(2, 2), nn.Flatten())

    def construct(self, x):
        return self.pool(self.relu(self.bn(self.conv(x))))


print(Block(4)(ops.zeros((2, 3, 8, 8))).shape)

# %% containers
from msacc import Tensor, nn

layers = nn.CellList([nn.Dense(2, 2), nn.ReLU()])
layers.append(nn.Dense(2, 1))
x = Tensor([[1.0, 2.0]])
for layer in layers:
    x = layer(x)
net = nn.SequentialCell([nn.Dense(2, 3), nn.Tanh(), nn.Dense(3, 1)])
print(x, net(Tensor([[1.0, 2.0]])), len(layers), layers[0], net[0])

# %% parameters_of_a_network
from msacc import nn

net = nn.Dense(2, 3)
for p in net.trainable_params():
    print(p.name, p.shape, p.requires_grad)
for name, cell in net.cells_and_names():
    print(name, type(cell))
names = [p.name for p in net.get_parameters()] + list(net.parameters_dict())
print(names, net.weight.asnumpy().sum(), net.has_bias)

# %% losses
from msacc import Tensor, nn, ops

logits, labels = ops.ones((2, 3)), Tensor([0, 2])
loss = nn.CrossEntropyLoss()(logits, labels) + nn.CrossEntropyLoss(reduction="sum")(logits, labels)
loss = loss + nn.MSELoss()(logits, ops.zeros((2, 3))) + nn.L1Loss(reduction="mean")(logits, logits)
loss = loss + ops.cross_entropy(logits, labels, reduction="mean", label_smoothing=0.1)
print(
    loss,
    nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")(logits, labels.astype("int32")),
)

# %% gradients
import msacc as ms
from msacc import Tensor, nn, ops

net, optimizer = nn.Dense(2, 1), nn.SGD(nn.Dense(2, 1).trainable_params(), learning_rate=0.1)


def forward(x: Tensor, y: Tensor) -> Tensor:
    return ops.mse_loss(net(x), y)


step = ms.value_and_grad(forward, None, net.trainable_params())
value, grads = step(Tensor([[1.0, 2.0]]), Tensor([[1.0]]))
first = ms.grad(lambda a: a * a, grad_position=0)(Tensor(3.0))
print(value, grads, first, ms.jvp(ops.sin, Tensor(1.0), Tensor(1.0)))

# %% jit
import msacc as ms
from msacc import Tensor


@ms.jit
def double(x: Tensor) -> Tensor:
    return x * 2


@ms.jit(jit_level="O0")
def shifted(x: Tensor, by: int) -> Tensor:
    return x + by


result: Tensor = shifted(double(Tensor([1.0])), 3)

# %% optimizers
from msacc import Tensor, nn

net = nn.Dense(2, 2)
schedule = nn.cosine_decay_lr(0.0, 0.1, 10, 5, 2)
groups = [{"params": [net.weight], "lr": 0.1}, {"params": [net.bias]}]
for optimizer in (
    nn.Adam(net.trainable_params(), learning_rate=1e-3, beta1=0.8, weight_decay=0.01),
    nn.Momentum(net.trainable_params(), 0.1, 0.9),
    nn.SGD(groups, learning_rate=schedule, momentum=0.9, nesterov=True),
    nn.AdamWeightDecay(net.trainable_params(), nn.ExponentialDecayLR(0.1, 0.9, 4)),
):
    optimizer((Tensor([[0.1, 0.1], [0.1, 0.1]]), Tensor([0.1, 0.1])))

# %% recurrent
from msacc import Tensor, nn, ops

lstm = nn.LSTM(4, 8, num_layers=2, batch_first=True, bidirectional=False)
out, (h, c) = lstm(ops.ones((2, 3, 4)), (ops.zeros((2, 2, 8)), ops.zeros((2, 2, 8))))
cell: Tensor = nn.GRUCell(4, 8)(ops.ones((2, 4)), ops.zeros((2, 8)))
attention = nn.MultiheadAttention(8, 2, batch_first=True)
print(out.shape, h.shape, c.shape, cell.shape, attention(out, out, out)[0].shape)

# %% own_loss_and_schedule
from msacc import Tensor, nn, ops


class Weighted(nn.LossBase):
    def __init__(self, weight: float):
        super().__init__("mean")
        self.weight = weight

    def construct(self, logits: Tensor, labels: Tensor) -> Tensor:
        return self.get_loss(ops.square(logits - labels), self.weight)


class Halving(nn.LearningRateSchedule):
    def construct(self, global_step: Tensor) -> Tensor:
        return 0.1 * 0.5**global_step


print(Weighted(0.5)(ops.ones(3), ops.zeros(3)), Halving()(Tensor(2.0)))

# %% buffers
from msacc import Tensor, nn


class Masked(nn.Cell):
    mask: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mask", Tensor([1.0, 0.0]))

    def construct(self, x: Tensor) -> Tensor:
        return x * self.mask


print(Masked()(Tensor([2.0, 2.0])))

# %% settings_of_layers
import numpy as np

from msacc import Tensor, nn
from msacc.common.initializer import Normal

weight = Tensor(np.ones((3, 2)), dtype=None)
dense = nn.Dense(2, 3, weight_init=Normal(0.02), bias_init=0.5, activation="relu")
nn.Dense(2, 3, weight, "zeros", activation=nn.ReLU())
nn.Conv2d(3, 4, (3, 3), stride=1, pad_mode="pad", padding=(1, 1, 1, 1), weight_init="he_normal")
nn.AdaptiveAvgPool2d((None, 2))
nn.LayerNorm([3], gamma_init="ones")
nn.Momentum((p for p in dense.trainable_params()), [0.1, 0.2], 0.9)
nn.Adam([dense.weight], Tensor(0.1), weight_decay=1)
