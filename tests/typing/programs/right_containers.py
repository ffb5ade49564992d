# %% list_of_layers
from mindspore import nn

layers: list[nn.Cell] = []
for width in (2, 3):
    layers.append(nn.Dense(2, 2))
    layers.append(nn.ReLU())
net = nn.SequentialCell(layers)
blocks = nn.CellList(layers)
blocks.extend([nn.Tanh(), nn.Dense(2, 2)])
blocks.insert(0, nn.Identity())
blocks += [nn.ReLU()]
print(len(net), len(blocks), net[0], blocks[-1])

# %% unpacked_layers
from mindspore import nn

layers = [nn.Dense(2, 2), nn.ReLU(), nn.Dropout(p=0.1)]
net = nn.SequentialCell(*layers)
net = nn.SequentialCell(nn.CellList([nn.Dense(2, 2), nn.ReLU()]), nn.Flatten())
net = nn.SequentialCell(nn.SequentialCell([nn.ReLU()]))
lists = nn.CellList()
named = nn.CellList([nn.ReLU()], auto_prefix=False)

# %% ordered_layers
from collections import OrderedDict

from mindspore import nn, ops

net = nn.SequentialCell(OrderedDict([("fc", nn.Dense(2, 2)), ("act", nn.ReLU())]))
net = nn.SequentialCell(OrderedDict(fc=nn.Dense(2, 2), act=nn.ReLU()))
print(net(ops.ones((1, 2))))

# %% dict_of_layers
from mindspore import nn, ops

acts = nn.CellDict({"relu": nn.ReLU(), "tanh": nn.Tanh()})
acts.update([("gelu", nn.GELU())])
more = nn.CellDict([["relu", nn.ReLU()], ["tanh", nn.Tanh()]])
same = nn.CellDict((("relu", nn.ReLU()),))
empty = nn.CellDict()
empty["fc"] = nn.Dense(2, 2)
print(acts["relu"](ops.ones(2)), list(acts.keys()), len(more), len(same), "fc" in empty)

# %% tuples_of_parameters
from mindspore import Parameter, ParameterTuple, Tensor, nn

net = nn.Dense(2, 2)
both = ParameterTuple(net.trainable_params())
both = ParameterTuple(p for p in net.get_parameters())
both = ParameterTuple((net.weight, Parameter(Tensor([1.0]), name="more")))
copies = both.clone(prefix="moments", init="zeros")
print(len(both), copies[0].name, both[0].shape)

# %% values_of_parameters
import numpy as np

import mindspore as ms
from mindspore import Parameter, Tensor
from mindspore.common.initializer import Constant, Normal, One, XavierUniform, initializer

for value in (1, 1.5, [1.0, 2.0], np.ones(2, np.float32), Tensor([1.0])):
    print(Parameter(value, name="p").shape)
print(Parameter(initializer(XavierUniform(), (2, 2), ms.float32), "w", requires_grad=False))
print(initializer("ones", 2), initializer(1, [2, 3]), initializer(0.5, (2,)))
print(initializer(One(), [np.int64(2), 2]), initializer(Constant(np.float32(2)), [2]))
print(initializer(Constant(3), [2], ms.int32), initializer(Normal(sigma=1, mean=0), [2]))

# %% layers_in_a_loop
from mindspore import Tensor, nn


class Mixture(nn.Cell):
    def __init__(self, width: int, experts: int = 2) -> None:
        super().__init__()
        self.experts = nn.CellList([nn.Dense(width, width) for _ in range(experts)])
        self.heads = nn.CellDict({"a": nn.Dense(width, 1), "b": nn.Dense(width, 2)})

    def construct(self, x: Tensor) -> Tensor:
        for expert in self.experts:
            x = expert(x)
        return self.heads["a"](x)


print(Mixture(2)(Tensor([[1.0, 2.0]])).shape)
