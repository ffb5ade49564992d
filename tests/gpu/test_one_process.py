"""NCCL with one process: a job of one rank trains as no job does."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import torch

from tests.gpu.conftest import ON_CPU

PROGRAM = """
import msacc as ms, torch
from msacc import nn, ops
from msacc.common.settings import settings
from msacc.communication import get_group_size, init
from msacc.parallel import AutoParallel
from tests.gpu.steps import batches, network

settings.device = torch.device(DEVICE)
init()
assert get_group_size() == 1
if DEVICE == "cuda":  # get_backend() tells both
    assert "cuda:nccl" in torch.distributed.get_backend_config()
assert ops.AllReduce()(ms.Tensor([2.0])).asnumpy().tolist() == [2.0]


def losses(around):
    net = network()
    optimizer = nn.Momentum(net.trainable_params(), 0.05, 0.9)
    step = nn.TrainOneStepCell(around(net), optimizer).set_train()
    return [float(step(*batch)) for batch in batches()]


ms.set_context(mode=ms.GRAPH_MODE)


def sharded(net):
    spread = AutoParallel(net)
    spread.hsdp(threshold=0)
    return spread


alone, spread = losses(lambda net: net), losses(sharded)
assert all(abs(a - b) < 1e-5 * abs(a) for a, b in zip(alone, spread)), (alone, spread)
print("DONE")
"""


def test_a_job_of_one(device: torch.device) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    env = {**os.environ, "RANK": "0", "LOCAL_RANK": "0", "WORLD_SIZE": "1"}
    env |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    kind = "cpu" if ON_CPU else "cuda"
    program = PROGRAM.replace("DEVICE", repr(kind))
    done = subprocess.run(
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, timeout=500
    )
    assert done.stdout.endswith("DONE\n"), done.stdout + done.stderr
