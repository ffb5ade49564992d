# %% operators
from msacc import Tensor

x = Tensor([1.0, -2.0, 3.0])
y = x + 1
y = 2 * x - x / 4 + x**2
y = -x
y = abs(x) @ x
y += x
y -= 1
positive = x > 0
if (positive & (x < 10)).any():
    y = ~positive

# %% comparisons
from msacc import Tensor

a, b = Tensor([1, 2, 3]), Tensor([3, 2, 1])
print((a == b).sum(), (a != b).asnumpy(), (a <= 2).all(), 3 - a, 5 % a, 7 // b)
print(bool((a == b)[1]), 2 in a, len(a), int(a[0]), float(b[0]))

# %% indexing
import numpy as np

from msacc import Tensor

x = Tensor(np.arange(24).reshape(2, 3, 4), dtype=None)
print(x[0], x[0, 1:], x[..., -1], x[None].shape, x[:, [0, 2]], x[x > 5])
x[0, 0] = 7
x[1] = Tensor(np.zeros((3, 4), np.int64))
for row in x:
    print(row.shape[0], row.dtype)

# %% properties
import msacc as ms
from msacc import Tensor

x = Tensor([[1, 2], [3, 4]], ms.float32)
n: int = x.ndim + x.size + x.itemsize
shape: tuple[int, ...] = x.shape
assert x.T.shape == shape[::-1]
assert x.dtype == ms.float32
print(x.asnumpy().mean(), x.item(0), x.tolist(), n)

# %% methods
import msacc as ms
from msacc import Tensor

x = Tensor([[1.0, 2.0], [3.0, 4.0]])
print(x.sum(), x.sum(axis=1, keepdims=True), x.mean(0), x.max(), x.argmax(axis=1))
print(x.reshape(4), x.reshape((4, 1)), x.view(2, 2), x.transpose(1, 0), x.astype(ms.int32))
print(x.exp().log().clamp(0.0, 3.0).sqrt().matmul(x), x.std(), x.any(), x.to(ms.float16))

# %% spellings
from msacc import Tensor

x = Tensor([[True, False], [True, True]])
print(x.all(axis=1), x.all(dim=1, keepdim=True), x.all(axis=[0, 1], keep_dims=True))
y = Tensor([[1.0, 2.0], [3.0, 4.0]])
print(y.argmax(dim=1), y.argmax(axis=1, keepdims=True), y.softmax(axis=-1))
index = Tensor([[0, 1]])
print(y.scatter(dim=0, index=index, src=Tensor([[9.0, 8.0]])))

# %% in_place
from msacc import Tensor

x = Tensor([1.0, 2.0])
same: Tensor = x.add_(1).mul_(x).sub_(Tensor([0.5, 0.5]))
assert same is x
x.zero_().fill_(2)

# %% with_numpy
import numpy as np

from msacc import Tensor

x = Tensor(np.ones((2, 2), np.float32))
print(
    x + np.float32(2),
    x * np.ones((2, 2), np.float32),
    np.asarray(x).sum(),
    Tensor.from_numpy(np.zeros(3)),
)

# %% functions
from msacc import Tensor, ops

x, y = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([[5.0, 6.0], [7.0, 8.0]])
z = ops.relu(x - 2) + ops.softmax(x, axis=-1) + ops.matmul(x, y)
z = ops.where(x > 2, x, y) + ops.where(x > 2, 1.0, y)
z = ops.cat((x, y), axis=1) + ops.concat([x, y], axis=1) + ops.stack([x, y]).reshape(2, 4)
z = (
    ops.zeros((2, 2))
    + ops.ones_like(x)
    + ops.full((2, 2), 3.0)
    + ops.clamp(x, 0, 1)
    + ops.add(x, 1)
    + ops.mul(2, x)
)
print(
    ops.topk(x, 1),
    ops.split(z, 1),
    ops.mean(x, 1, keep_dims=True),
    ops.one_hot(Tensor([0, 1]), 3),
    ops.norm(x),
)

# %% primitives
import msacc.ops.operations as P
from msacc import Tensor, ops

x = Tensor([[1.0, 2.0], [3.0, 4.0]])
print(ops.Softmax()(x), ops.Softmax(axis=0)(x), ops.ReduceSum(keep_dims=True)(x, 1), P.ReLU()(x))
print(
    ops.MatMul(transpose_b=True)(x, x),
    ops.Cast()(x, ops.DType()(x)),
    ops.Concat(1)((x, x)),
    P.Add()(x, 1.0),
)

# %% parameters
from msacc import Parameter, ParameterTuple, Tensor
from msacc.common.initializer import Normal, initializer

w = Parameter(Tensor([1.0, 2.0]), name="w", requires_grad=False)
b = Parameter(initializer(Normal(0.02), [2, 2]), name="b")
w.set_data(Tensor([3.0, 4.0]))
w.requires_grad = True
both = ParameterTuple([w, b])
print(w + b, w.name, [p.name for p in both], w.asnumpy())

# %% numbers_of_numpy
import numpy as np

from msacc import Tensor, mint, ops

x = Tensor([[1.0, 2.0], [3.0, 4.0]])
one, axes = np.float32(1.0), Tensor([0, 1])
print(ops.clamp(x, one, np.float32(2.0)), ops.lerp(x, x, one), ops.where(x > 1, x, one))
print(ops.masked_fill(x, x > 1, one), ops.full((2,), one), ops.addmm(x, x, x, beta=one, alpha=2))
print(ops.mean(x, axes), ops.sum(x, [0, 1]), ops.amax(x, (0, 1)), ops.squeeze(x[:1], 0))
print(ops.reshape(x, Tensor([4])), ops.ones((np.int64(2), 3)), mint.zeros(Tensor([2, 3])))
print(ops.tile(x, (2, 1)), ops.split(x, [1, 1], 1), ops.arange(np.int64(3)))
