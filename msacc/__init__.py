"""msacc: the MindSpore API on PyTorch."""

import gc as _gc
import os as _os
from typing import TYPE_CHECKING as _TYPE_CHECKING

# Next to nothing loaded here becomes garbage; looking for it would take a fifth of the import.
_thresholds = _gc.get_threshold()
_gc.set_threshold(200_000, 50, 100)
# Whether what exists is a program that has hardly begun (numpy and a few others make no more objects than this).
_early_in_program = len(_gc.get_objects()) < 60_000

from msacc.examples import attach as _attach_examples
from msacc.module_aliases import install as _install_aliases
from msacc.module_aliases import refuse as _refuse
from msacc.module_table import WITH_FIRST_USE as _WITH_FIRST_USE

_install_aliases()

from msacc import amp as amp
from msacc import auto_parallel_context as auto_parallel_context
from msacc import common as common
from msacc import communication as communication
from msacc import context as context
from msacc import device_context as device_context
from msacc import experimental as experimental
from msacc import graph as graph
from msacc import hal as hal
from msacc import log as log
from msacc import mint as mint
from msacc import multiprocessing as multiprocessing
from msacc import nn as nn
from msacc import ops as ops
from msacc import parallel as parallel
from msacc import runtime as runtime
from msacc import train as train
from msacc import utils as utils
from msacc.alias import as_mindspore as as_mindspore
from msacc.alias import install as install_as_mindspore  # noqa: F401
from msacc.alias import load_ipython_extension as load_ipython_extension
from msacc.alias import unload_ipython_extension as unload_ipython_extension
from msacc.auto_parallel_context import get_algo_parameters as get_algo_parameters
from msacc.auto_parallel_context import get_auto_parallel_context as get_auto_parallel_context
from msacc.auto_parallel_context import reset_algo_parameters as reset_algo_parameters
from msacc.auto_parallel_context import reset_auto_parallel_context as reset_auto_parallel_context
from msacc.auto_parallel_context import set_algo_parameters as set_algo_parameters
from msacc.auto_parallel_context import set_auto_parallel_context as set_auto_parallel_context
from msacc.common import Parameter as Parameter
from msacc.common import ParameterTuple as ParameterTuple
from msacc.common import Tensor as Tensor
from msacc.common import dtype as dtype
from msacc.common import get_seed as get_seed
from msacc.common import set_seed as set_seed
from msacc.common.dtype import Type as Type
from msacc.common.dtype import bfloat16 as bfloat16
from msacc.common.dtype import bool as bool
from msacc.common.dtype import bool_ as bool_
from msacc.common.dtype import byte as byte
from msacc.common.dtype import cdouble as cdouble
from msacc.common.dtype import cfloat as cfloat
from msacc.common.dtype import complex64 as complex64
from msacc.common.dtype import complex128 as complex128
from msacc.common.dtype import double as double
from msacc.common.dtype import dtype_to_nptype as dtype_to_nptype
from msacc.common.dtype import dtype_to_pytype as dtype_to_pytype
from msacc.common.dtype import float as float
from msacc.common.dtype import float8_e4m3fn as float8_e4m3fn
from msacc.common.dtype import float8_e5m2 as float8_e5m2
from msacc.common.dtype import float16 as float16
from msacc.common.dtype import float32 as float32
from msacc.common.dtype import float64 as float64
from msacc.common.dtype import float_ as float_
from msacc.common.dtype import get_py_obj_dtype as get_py_obj_dtype
from msacc.common.dtype import half as half
from msacc.common.dtype import hifloat8 as hifloat8
from msacc.common.dtype import int as int
from msacc.common.dtype import int8 as int8
from msacc.common.dtype import int16 as int16
from msacc.common.dtype import int32 as int32
from msacc.common.dtype import int64 as int64
from msacc.common.dtype import int_ as int_
from msacc.common.dtype import intc as intc
from msacc.common.dtype import intp as intp
from msacc.common.dtype import list_ as list_
from msacc.common.dtype import long as long
from msacc.common.dtype import number as number
from msacc.common.dtype import number_type as number_type
from msacc.common.dtype import pytype_to_dtype as pytype_to_dtype
from msacc.common.dtype import qint4x2 as qint4x2
from msacc.common.dtype import short as short
from msacc.common.dtype import single as single
from msacc.common.dtype import string as string
from msacc.common.dtype import tensor_type as tensor_type
from msacc.common.dtype import tuple_ as tuple_
from msacc.common.dtype import type_none as type_none
from msacc.common.dtype import ubyte as ubyte
from msacc.common.dtype import uint as uint
from msacc.common.dtype import uint8 as uint8
from msacc.common.dtype import uint16 as uint16
from msacc.common.dtype import uint32 as uint32
from msacc.common.dtype import uint64 as uint64
from msacc.common.dtype import uintc as uintc
from msacc.common.dtype import uintp as uintp
from msacc.common.dtype import ushort as ushort
from msacc.common.generator import Generator as Generator
from msacc.common.generator import default_generator as default_generator
from msacc.common.generator import get_rng_state as get_rng_state
from msacc.common.generator import initial_seed as initial_seed
from msacc.common.generator import manual_seed as manual_seed
from msacc.common.generator import seed as seed
from msacc.common.generator import set_rng_state as set_rng_state
from msacc.common.mutable_ import Symbol as Symbol
from msacc.common.mutable_ import mutable as mutable
from msacc.common.parallel_modes import ParallelMode as ParallelMode
from msacc.common.sparse import COOTensor as COOTensor
from msacc.common.sparse import CSRTensor as CSRTensor
from msacc.common.sparse import RowTensor as RowTensor
from msacc.common.sparse import SparseTensor as SparseTensor
from msacc.common.tensor_functions import from_dlpack as from_dlpack
from msacc.common.tensor_functions import from_numpy as from_numpy
from msacc.common.tensor_functions import frombuffer as frombuffer
from msacc.common.tensor_functions import is_tensor as is_tensor
from msacc.common.tensor_functions import swap_tensors as swap_tensors
from msacc.common.tensor_functions import tensor as tensor
from msacc.common.tensor_functions import to_dlpack as to_dlpack
from msacc.common.unsupported_services import DeviceCtx as DeviceCtx
from msacc.common.unsupported_services import flops_collection as flops_collection
from msacc.common.unsupported_services import load_mindir as load_mindir
from msacc.common.unsupported_services import load_obf_params_into_net as load_obf_params_into_net
from msacc.common.unsupported_services import mindio_preload as mindio_preload
from msacc.common.unsupported_services import ms_memory_recycle as ms_memory_recycle
from msacc.common.unsupported_services import no_inline as no_inline
from msacc.common.unsupported_services import obfuscate_ckpt as obfuscate_ckpt
from msacc.common.unsupported_services import save_mindir as save_mindir
from msacc.common.unsupported_services import set_mindio_server_info as set_mindio_server_info
from msacc.execution_context import COMPATIBLE as COMPATIBLE
from msacc.execution_context import GRAPH_MODE as GRAPH_MODE
from msacc.execution_context import LAX as LAX
from msacc.execution_context import PYNATIVE_MODE as PYNATIVE_MODE
from msacc.execution_context import STRICT as STRICT
from msacc.execution_context import get_context as get_context
from msacc.execution_context import get_current_device as get_current_device
from msacc.execution_context import get_jit_config as get_jit_config
from msacc.execution_context import get_ps_context as get_ps_context
from msacc.execution_context import reset_ps_context as reset_ps_context
from msacc.execution_context import set_context as set_context
from msacc.execution_context import set_deterministic as set_deterministic
from msacc.execution_context import set_device as set_device
from msacc.execution_context import set_offload_context as set_offload_context
from msacc.execution_context import set_ps_context as set_ps_context
from msacc.execution_context import set_recursion_limit as set_recursion_limit
from msacc.graph import JitConfig as JitConfig
from msacc.graph import enable_dynamic as enable_dynamic
from msacc.graph import get_grad as get_grad
from msacc.graph import grad as grad
from msacc.graph import jacfwd as jacfwd
from msacc.graph import jacrev as jacrev
from msacc.graph import jit as jit
from msacc.graph import jit_class as jit_class
from msacc.graph import jvp as jvp
from msacc.graph import lazy_inline as lazy_inline
from msacc.graph import ms_function as ms_function
from msacc.graph import value_and_grad as value_and_grad
from msacc.graph import vjp as vjp
from msacc.graph.custom_function import _Function as _Function
from msacc.graph.saved_tensor_hooks import _no_grad as _no_grad
from msacc.graph.saved_tensor_hooks import (
    register_saved_tensors_hooks as register_saved_tensors_hooks,
)
from msacc.graph.saved_tensor_hooks import saved_tensors_hooks as saved_tensors_hooks
from msacc.graph.vmap import vmap as vmap
from msacc.log import get_level as get_level
from msacc.log import get_log_config as get_log_config
from msacc.mint import optim as _mint_optim  # noqa: F401  (mint.optim, as an attribute)
from msacc.mint.nn import functional as _mint_functional  # noqa: F401  (mint.nn, as an attribute)
from msacc.nn.dump import set_dump as set_dump
from msacc.nn.recompute import recompute as recompute
from msacc.parallel import Layout as Layout
from msacc.parallel import parameter_broadcast as parameter_broadcast
from msacc.parallel import shard as shard
from msacc.run_check import run_check as run_check
from msacc.runtime import Event as Event
from msacc.runtime import MemPool as MemPool
from msacc.runtime import PluggableAllocator as PluggableAllocator
from msacc.runtime import Stream as Stream
from msacc.runtime import StreamCtx as StreamCtx
from msacc.runtime import StreamLimitCtx as StreamLimitCtx
from msacc.runtime import communication_stream as communication_stream
from msacc.runtime import current_stream as current_stream
from msacc.runtime import default_stream as default_stream
from msacc.runtime import dispatch_threads_num as dispatch_threads_num
from msacc.runtime import empty_cache as empty_cache
from msacc.runtime import get_device_limit as get_device_limit
from msacc.runtime import get_stream_limit as get_stream_limit
from msacc.runtime import launch_blocking as launch_blocking
from msacc.runtime import max_memory_allocated as max_memory_allocated
from msacc.runtime import max_memory_reserved as max_memory_reserved
from msacc.runtime import memory_allocated as memory_allocated
from msacc.runtime import memory_replay as memory_replay
from msacc.runtime import memory_reserved as memory_reserved
from msacc.runtime import memory_stats as memory_stats
from msacc.runtime import memory_summary as memory_summary
from msacc.runtime import reset_max_memory_allocated as reset_max_memory_allocated
from msacc.runtime import reset_max_memory_reserved as reset_max_memory_reserved
from msacc.runtime import reset_peak_memory_stats as reset_peak_memory_stats
from msacc.runtime import reset_stream_limit as reset_stream_limit
from msacc.runtime import set_cpu_affinity as set_cpu_affinity
from msacc.runtime import set_cur_stream as set_cur_stream
from msacc.runtime import set_device_limit as set_device_limit
from msacc.runtime import set_kernel_launch_capture as set_kernel_launch_capture
from msacc.runtime import set_kernel_launch_group as set_kernel_launch_group
from msacc.runtime import set_memory as set_memory
from msacc.runtime import set_stream_limit as set_stream_limit
from msacc.runtime import synchronize as synchronize
from msacc.runtime import use_mem_pool as use_mem_pool
from msacc.train import *  # noqa: F403
from msacc.train.serialization import load_segmented_checkpoints as load_segmented_checkpoints
from msacc.train.serialization import merge_pipeline_strategys as merge_pipeline_strategys
from msacc.train.serialization import rank_list_for_transform as rank_list_for_transform
from msacc.train.serialization import transform_checkpoint_by_rank as transform_checkpoint_by_rank
from msacc.train.serialization import transform_checkpoints as transform_checkpoints
from msacc.train.serialization import unified_safetensors as unified_safetensors
from msacc.utils import MsDispatchMode as MsDispatchMode
from msacc.utils import comm_exec_order_check as comm_exec_order_check
from msacc.utils import get_sdc_detect_result as get_sdc_detect_result
from msacc.utils import runtime_execution_order_check as runtime_execution_order_check
from msacc.utils import sdc_detect_start as sdc_detect_start
from msacc.utils import sdc_detect_stop as sdc_detect_stop
from msacc.utils import stress_detect as stress_detect
from msacc.version import MINDSPORE_VERSION as __version__  # noqa: F401

if _TYPE_CHECKING:
    from msacc import comparison as comparison
    from msacc import dataset as dataset
    from msacc import inspection as inspection
    from msacc import interop as interop
    from msacc import mindrecord as mindrecord
    from msacc import numpy as numpy
    from msacc import profiler as profiler
    from msacc.comparison import compare as compare
    from msacc.comparison import compare_records as compare_records
    from msacc.comparison import record as record
    from msacc.inspection import summary as summary
    from msacc.interop import from_torch_state_dict as from_torch_state_dict
    from msacc.interop import to_torch_module as to_torch_module
    from msacc.interop import to_torch_state_dict as to_torch_state_dict
    from msacc.mindrecord import FAILED as FAILED
    from msacc.mindrecord import SUCCESS as SUCCESS
    from msacc.mindrecord import Cifar10ToMR as Cifar10ToMR
    from msacc.mindrecord import Cifar100ToMR as Cifar100ToMR
    from msacc.mindrecord import CsvToMR as CsvToMR
    from msacc.mindrecord import FileReader as FileReader
    from msacc.mindrecord import FileWriter as FileWriter
    from msacc.mindrecord import ImageNetToMR as ImageNetToMR
    from msacc.mindrecord import MnistToMR as MnistToMR
    from msacc.profiler import EnvProfiler as EnvProfiler
    from msacc.profiler import Profiler as Profiler

__getattr__ = _refuse("mindspore")
_attach_examples(
    "amp", "cell", "initializers", "layers", "losses", "metrics", "mint", "mint_nn", "ops_array", "ops_linalg",
    "ops_math", "ops_nn", "ops_primitives", "ops_primitives_array", "ops_primitives_nn",
    "ops_primitives_training", "ops_random", "ops_scalars", "ops_scatter", "ops_sparse", "ops_special",
    "optimizers", "probability", "tensor", "tensor_in_place", "tensor_math", "top_level", "training",
)  # fmt: skip


def __dir__() -> list[str]:
    """What is loaded, and what comes when it is asked for."""
    return sorted({*globals(), *_WITH_FIRST_USE})


# All that was loaded becomes old without being looked through, and in a program that has hardly begun it is left out of
# garbage collection for good: the collection at the end of Python would take a third of an import. A program that has
# objects of its own keeps them with the collector (docs/porting.md).
if not _gc.get_freeze_count() and _os.environ.get("MSACC_GC_FREEZE") != "0":
    _gc.freeze()
    if not _early_in_program:
        _gc.unfreeze()
_gc.set_threshold(*_thresholds)
