# %% mint
from msacc import Tensor, mint

x = Tensor([[1.0, 2.0], [3.0, 4.0]])
print(
    mint.softmax(x, dim=-1),
    mint.sum(x, dim=1, keepdim=True),
    mint.cat([x, x], dim=0),
    mint.add(x, 1, alpha=2),
)
print(
    mint.linalg.norm(x),
    mint.special.expm1(x),
    mint.max(x),
    mint.zeros((2, 3)),
    mint.where(x > 1, x, 0.0),
)

# %% mint_layers
import msacc.mint.nn.functional as F
from msacc import Tensor, mint, ops

net = mint.nn.Linear(2, 3, bias=False)
x: Tensor = F.relu(net(ops.ones((1, 2))))
y: Tensor = mint.nn.Conv2d(3, 4, kernel_size=3, padding=1)(ops.ones((1, 3, 4, 4)))
print(
    F.gelu(x, approximate="tanh"),
    F.cross_entropy(x, Tensor([1])),
    mint.nn.functional.dropout(y, p=0.5, training=False),
)

# %% numpy
import msacc.numpy as mnp

x = mnp.arange(6).reshape(2, 3)
print(
    mnp.ones((2, 3)) + x,
    mnp.zeros(4),
    mnp.sum(x, axis=0),
    mnp.concatenate((x, x), axis=1),
    mnp.where(x > 2, x, 0),
)
print(
    mnp.reshape([1, 2], (2, 1)), mnp.exp([0.0, 1.0]), mnp.add(1, [1, 2]), mnp.split(x, 2)[0], mnp.pi
)

# %% mindspore
import mindspore as ms
import mindspore.nn as nn
import mindspore.ops as ops
from mindspore import Tensor
from mindspore import dtype as mstype
from mindspore.common.initializer import initializer
from mindspore.train.callback import LossMonitor

x = Tensor([[1.0, 2.0]], mstype.float32)
y: ms.Tensor = nn.Dense(2, 3)(x) + ops.relu(x).sum()
print(y, initializer("ones", [2], ms.float32), LossMonitor(per_print_times=2))

# %% mindspore_paths
import mindspore.dataset.transforms as C
import mindspore.dataset.vision as V
import mindspore.numpy as mnp
from mindspore import Parameter, Tensor, context, mint
from mindspore.nn.optim.momentum import Momentum
from mindspore.ops import functional as F
from mindspore.ops import operations as P

context.set_context(mode=context.PYNATIVE_MODE)
w = Parameter(Tensor([1.0]), name="w")
print(
    Momentum([w], 0.1, 0.9),
    F.relu(w),
    P.ReLU()(w),
    mint.abs(w),
    mnp.sqrt(w),
    C.OneHot(3),
    V.HWC2CHW(),
)

# %% both_names
import mindspore

import msacc

x: msacc.Tensor = mindspore.Tensor([1.0])
y: mindspore.Tensor = msacc.ops.abs(x)
