"""Cell.shard and ms.shard in one process: the same numbers."""

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn
from mindspore.communication import init

ms.set_context(mode=ms.PYNATIVE_MODE)
ms.set_auto_parallel_context(
    parallel_mode=ms.ParallelMode.AUTO_PARALLEL, search_mode="sharding_propagation"
)
init()
ms.set_seed(1)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.block = nn.SequentialCell(nn.Dense(8, 16), nn.GELU(), nn.Dense(16, 8))
        self.head = nn.Dense(8, 2)
        plan = {"self.block.2.weight": (8, 1)}
        self.block_shard = self.block.shard(in_strategy=((1, 8),), parameter_plan=plan)

    def construct(self, x):
        return self.head(self.block_shard(x))


net = Net()
image = Tensor(np.random.rand(4, 8).astype(np.float32))
assert np.array_equal(net(image).asnumpy(), net.head(net.block(image)).asnumpy())
assert np.array_equal(ms.shard(net.block, ((1, 8),))(image).asnumpy(), net.block(image).asnumpy())
assert [p.name for p in net.trainable_params()][-1] == "head.bias"
grads = ms.grad(net, None, net.trainable_params())(image)
assert all(np.abs(g.asnumpy()).max() > 0 for g in grads)
print("Done!")
