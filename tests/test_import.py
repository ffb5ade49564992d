"""What loading msacc loads, and what it leaves until it is needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

_PROGRAM = """
import gc, sys
before = gc.get_threshold()
import numpy as np
import msacc as ms
from msacc import nn
assert gc.get_threshold() == before, gc.get_threshold()
ms.set_context(mode=ms.PYNATIVE_MODE)
net = nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.ReLU(), nn.Flatten(), nn.Dense(32, 3))
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.CrossEntropyLoss()), opt).set_train()
batch = ms.Tensor(np.ones((2, 1, 4, 4), np.float32)), ms.Tensor([0, 1], ms.int32)
step(*batch)
print([name for name in ("torch._dynamo", "torch._inductor.compile_fx", "torchvision") if name in sys.modules])
ms.jit(lambda x: x + 1, jit_level="O0")(ms.Tensor([1.0]))
print("torch._dynamo" in sys.modules)
"""


@pytest.mark.slow
def test_pynative_training_never_loads_the_compiler() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == ["[]", "True"]
