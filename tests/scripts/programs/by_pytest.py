"""Started as `pytest -s by_pytest.py`: work at import and in a test function."""

import mindspore as ms
import numpy as np
from mindspore import nn
from mindspore.communication import get_group_size, get_rank, init
from parts import Mlp

init()
ms.set_seed(1)
net = Mlp()
print(f"imported on {get_rank()} of {get_group_size()}")


def test_net():
    out = net(ms.Tensor(np.zeros((2, 1, 28, 28), np.float32)))
    assert isinstance(net, nn.Cell)
    assert out.shape == (2, 10)
    print(f"tested on {get_rank()}")
