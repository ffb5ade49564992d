# %% reductions
import mindspore as ms
from mindspore import Tensor

x = Tensor([[1.0, 2.0], [3.0, 4.0]])
print(x.sum(), x.sum(0), x.sum([0, 1]), x.sum((0, 1), keepdims=True), x.sum(dtype=ms.int32))
print(x.sum(dim=1, keepdim=True), x.sum(dtype=ms.float32), x.sum(axis=Tensor(1)), x.sum(initial=1))
print(x.mean(Tensor(1)), x.mean(1, keep_dims=True), x.mean(dim=1, keepdim=True), x.mean((0, 1)))
print(x.std(), x.std(0), x.std((0, 1), ddof=1), x.std(dim=0, correction=0), x.var(0, keepdims=True))

# %% extremes
import numpy as np

from mindspore import Tensor

x = Tensor([[1.0, 2.0], [3.0, 4.0]])
values, places = x.max(dim=1)
values, places = x.min(axis=1, return_indices=True)
print(x.max(), x.max(axis=1, keepdims=True), x.min([0, 1]), x.max(axis=0, initial=9.0))
print(x.argmax(), x.argmin(axis=1), x.topk(1)[0], x.max(axis=0, initial=np.float32(9)))

# %% shapes
import numpy as np

from mindspore import Tensor

x = Tensor(np.arange(6), None)
sizes = [2, -1]
y = x.reshape(sizes).reshape(3, 2).reshape((1, *x.shape)).view(-1, 2).reshape(np.int64(3), 2)
y = y.reshape(x.shape[0] // 2, 2).transpose(1, 0).transpose((1, 0)).permute(1, 0).permute((1, 0))
y = y.expand_dims(0).squeeze(0).swapaxes(0, 1).broadcast_to((2, 2, 3)).flatten().flatten(order="C")
print(x.view(2, 3).T, y.repeat(2), x.reshape([3, 2]).expand(2, 3, 2), y.tile((2, 1)), y.ndim)

# %% dtypes
import numpy as np

import mindspore as ms
from mindspore import Tensor
from mindspore import dtype as mstype

x = Tensor([1, 2], mstype.int32)
y = x.astype(ms.float16).astype("float32").astype(np.float32).astype(float).astype(mstype.float32)
y = x.to(ms.float32).to(dtype=ms.float16, copy=True).float().int().bool().half()
print(x.astype(y.dtype), x.long(), Tensor(x, dtype=ms.float32), Tensor(1, ms.bool_).item())

# %% picked_elements
import mindspore as ms
from mindspore import Tensor

x, places = Tensor([[1.0, 2.0], [3.0, 4.0]]), Tensor([[0], [1]], ms.int32)
print(x.gather(Tensor([0, 1]), 1), x.gather(1, places), x.gather(dim=1, index=places))
print(
    x.select(0, 1), x.select(x > 1, 0.0), x.masked_fill(x > 1, 0), x.masked_fill(x > 1, Tensor(0.0))
)
print(
    x.index_add(0, Tensor([0], ms.int32), Tensor([[1.0, 1.0]]), alpha=2),
    x.index_select(0, Tensor([1])),
)
print(x.scatter_add(1, places, Tensor([[1.0], [1.0]])), x.where(x > 1, 0.0), x.take(Tensor([0, 3])))

# %% limits
import numpy as np

from mindspore import Tensor, ops

x = Tensor([1.0, 2.0])
print(x.clamp(0, 1), x.clamp(min=0.5), x.clip(None, 1.5), x.clip(Tensor(0.0), Tensor(1.0)))
print(ops.clip_by_value(x, 0, 1.5), ops.clip_by_value([x, x], Tensor(0.0), 1))
print(ops.clip_by_global_norm([x, x], np.float32(1)), ops.clip_by_norm(x, 1))

# %% written_in_place
import numpy as np

from mindspore import Tensor

x = Tensor([1.0, 2.0])
x.mul_(2).mul_(np.float32(2)).add_(Tensor([1.0, 1.0])).sub_(1).sub_(x, alpha=2).div_(2.0)
x.fill_(np.float32(3)).fill_(Tensor(1.0)).clamp_(0, 1).copy_(Tensor([1, 2]))
x += 1
x[0] = np.float32(4)
x[Tensor([True, False])] = 0

# %% operands
import numpy as np

from mindspore import Tensor, ops

x = Tensor([1.0, 2.0])
print(x.add(1), x.sub(np.float32(1)), x.add([1.0, 2.0]), x.div(2), x.pow(2), 2**x, x.matmul(x))
print(x + np.float32(2), ops.mul(x, True), x.lerp(x, 0.5))
print(x.equal(1), x.maximum(x), x.logical_and(x), x.isnan(), x.roll(1, 0), x.roll((1,), (0,)))
