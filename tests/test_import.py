"""What loading msacc loads, and what it leaves until it is needed."""

from __future__ import annotations

import os
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


_HOST = """
import gc, logging, signal, sys, threading, warnings
import numpy{others}


def of_torch():
    torch = sys.modules.get("torch")
    return torch and {{
        "filters": list(warnings.filters),  # torch adds some
        "types": (torch.get_default_dtype(), torch.get_default_device()),
        "gradients": (torch.is_grad_enabled(), torch.is_inference_mode_enabled()),
        "threads": (torch.get_num_threads(), torch.get_num_interop_threads()),
        "exact": (torch.are_deterministic_algorithms_enabled(), torch.get_float32_matmul_precision()),
        "random": (torch.initial_seed(), torch.get_rng_state().tolist()),
    }}


def state():
    numbers = [n for n in signal.valid_signals() if n not in (signal.SIGKILL, signal.SIGSTOP)]
    return {{
        "thresholds": gc.get_threshold(),
        "collecting": gc.isenabled(),
        "frozen": gc.get_freeze_count() > 0,
        "hooks": (sys.excepthook, sys.unraisablehook, threading.excepthook, sys.displayhook),
        "signals": [signal.getsignal(n) for n in numbers],
        "root": (list(logging.root.handlers), list(logging.root.filters), logging.root.level),
        "numpy": (str(numpy.random.get_state()), numpy.geterr(), numpy.get_printoptions()),
        "recursion": sys.getrecursionlimit(),
        **(of_torch() or {{}}),
    }}


before = state()
import msacc, msacc.profiler, msacc.dataset
after = state()
print([name for name in before if before[name] != after[name]])
"""


@pytest.mark.parametrize(
    ("others", "freeze", "changed"),
    [("", "1", ["frozen"]), ("", "0", []), (", torch", "1", [])],
    ids=["hardly begun", "asked not to freeze", "torch is loaded"],
)
def test_what_an_import_changes_of_the_host_program(
    others: str, freeze: str, changed: list[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _HOST.format(others=others)],
        env={**os.environ, "MSACC_GC_FREEZE": freeze},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(changed)
