# %% context_by_keyword
from mindspore import context

context.set_context(mode=context.GRAPH_MODE, device_target="CPU", device_id=0, max_call_depth=10000)
context.set_context(
    mode=0, save_graphs=2, save_graphs_path="graphs", jit_config={"jit_level": "O0"}
)
context.set_context(mode=context.PYNATIVE_MODE, deterministic="ON", pynative_synchronize=False)

# %% context_from_a_dict
from typing import Any

import mindspore as ms

settings: dict[str, Any] = {"mode": ms.PYNATIVE_MODE, "device_target": "CPU"}
ms.set_context(**settings)

# %% parallel_context
import mindspore as ms
from mindspore import context
from mindspore.context import ParallelMode

context.reset_auto_parallel_context()
context.set_auto_parallel_context(
    device_num=1, parallel_mode=ParallelMode.STAND_ALONE, gradients_mean=True, full_batch=False
)
ms.set_auto_parallel_context(dataset_strategy=((1, 1),), all_reduce_fusion_config=[1, 2])
ms.set_auto_parallel_context(dataset_strategy="data_parallel", pipeline_stages=1)
context.reset_auto_parallel_context()

# %% seeds_and_devices
import numpy as np

import mindspore as ms
import mindspore.dataset as ds

ms.set_seed(1)
np.random.seed(1)
ds.config.set_seed(1)
ms.set_device("CPU", 0)
print(ms.get_context("device_target"))

# %% compiled_with_options
import mindspore as ms
from mindspore import Tensor, jit


@jit(capture_mode="ast", jit_level="O0", backend="", infer_boost="off")
def product(a: Tensor, b: Tensor) -> Tensor:
    return a @ b


config = ms.JitConfig(jit_level="O0")
print(product(ms.ops.ones((2, 2)), ms.ops.ones((2, 2))))

# %% profiled
from mindspore import Profiler
from mindspore.profiler import schedule

plan = schedule(wait=0, active=1, warmup=1, repeat=1)
profiler = Profiler(start_profile=False, output_path="./data", profile_memory=False)
print(plan, profiler)
