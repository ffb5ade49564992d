# Written by `python -m tests.stubs`.
import builtins
from msacc import amp as amp
from msacc import auto_parallel_context as auto_parallel_context
from msacc import boost as boost
from msacc import common as common
from msacc import communication as communication
from msacc import context as context
from msacc import dataset as dataset
from msacc import device_context as device_context
from msacc import experimental as experimental
from msacc import graph as graph
from msacc import hal as hal
from msacc import interop as interop
from msacc import log as log
from msacc import mindrecord as mindrecord
from msacc import mint as mint
from msacc import multiprocessing as multiprocessing
from msacc import nn as nn
from msacc import numpy as numpy
from msacc import ops as ops
from msacc import parallel as parallel
from msacc import profiler as profiler
from msacc import rewrite as rewrite
from msacc import runtime as runtime
from msacc import scipy as scipy
from msacc import train as train
from msacc import utils as utils
from msacc.alias import as_mindspore as as_mindspore
from msacc.alias import install as _install
from msacc.alias import load_ipython_extension as load_ipython_extension
from msacc.alias import unload_ipython_extension as unload_ipython_extension
from msacc.auto_parallel_context import get_algo_parameters as get_algo_parameters
from msacc.auto_parallel_context import get_auto_parallel_context as get_auto_parallel_context
from msacc.auto_parallel_context import reset_algo_parameters as reset_algo_parameters
from msacc.auto_parallel_context import reset_auto_parallel_context as reset_auto_parallel_context
from msacc.auto_parallel_context import set_algo_parameters as set_algo_parameters
from msacc.auto_parallel_context import set_auto_parallel_context as set_auto_parallel_context
from msacc.common import dtype as dtype
from msacc.common.dtype import Type as Type
from msacc.common.dtype import dtype_to_nptype as dtype_to_nptype
from msacc.common.dtype import dtype_to_pytype as dtype_to_pytype
from msacc.common.dtype import get_py_obj_dtype as get_py_obj_dtype
from msacc.common.dtype import pytype_to_dtype as pytype_to_dtype
from msacc.common.dtype_kinds import Int as Int
from msacc.common.dtype_kinds import QuantDtype as QuantDtype
from msacc.common.dtype_kinds import TensorType as TensorType
from msacc.common.generator import Generator as Generator
from msacc.common.generator import get_rng_state as get_rng_state
from msacc.common.generator import initial_seed as initial_seed
from msacc.common.generator import manual_seed as manual_seed
from msacc.common.generator import seed as seed
from msacc.common.generator import set_rng_state as set_rng_state
from msacc.common.mutable_ import Symbol as Symbol
from msacc.common.mutable_ import mutable as mutable
from msacc.common.parallel_modes import ParallelMode as ParallelMode
from msacc.common.parameter import Parameter as Parameter
from msacc.common.parameter import ParameterTuple as ParameterTuple
from msacc.common.seed import get_seed as get_seed
from msacc.common.seed import set_seed as set_seed
from msacc.common.sparse import COOTensor as COOTensor
from msacc.common.sparse import COOTensor as _COOTensor
from msacc.common.sparse import CSRTensor as CSRTensor
from msacc.common.sparse import RowTensor as RowTensor
from msacc.common.tensor import Tensor as Tensor
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
from msacc.comparison.compare_records import compare_records as compare_records
from msacc.comparison.compare_sides import compare as compare
from msacc.comparison.record import record as record
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
from msacc.graph.custom_function import _Function as _Function
from msacc.graph.enable_dynamic import enable_dynamic as enable_dynamic
from msacc.graph.jacobians import jacfwd as jacfwd
from msacc.graph.jacobians import jacrev as jacrev
from msacc.graph.jacobians import jvp as jvp
from msacc.graph.jacobians import vjp as vjp
from msacc.graph.jit import JitConfig as JitConfig
from msacc.graph.jit import jit as jit
from msacc.graph.jit import jit_class as jit_class
from msacc.graph.jit import lazy_inline as lazy_inline
from msacc.graph.jit import ms_function as ms_function
from msacc.graph.saved_tensor_hooks import _no_grad as _no_grad
from msacc.graph.saved_tensor_hooks import register_saved_tensors_hooks as register_saved_tensors_hooks
from msacc.graph.saved_tensor_hooks import saved_tensors_hooks as saved_tensors_hooks
from msacc.graph.transforms import get_grad as get_grad
from msacc.graph.transforms import grad as grad
from msacc.graph.transforms import value_and_grad as value_and_grad
from msacc.graph.vmap import vmap as vmap
from msacc.inspection.summary import summary as summary
from msacc.interop.state_dict import from_torch_state_dict as from_torch_state_dict
from msacc.interop.to_module import to_torch_module as to_torch_module
from msacc.interop.to_state_dict import to_torch_state_dict as to_torch_state_dict
from msacc.log import get_level as get_level
from msacc.log import get_log_config as get_log_config
from msacc.mindrecord.filereader import FileReader as FileReader
from msacc.mindrecord.filewriter import FileWriter as FileWriter
from msacc.mindrecord.tools.base import MSRStatus
from msacc.mindrecord.tools.cifar import Cifar100ToMR as Cifar100ToMR
from msacc.mindrecord.tools.cifar import Cifar10ToMR as Cifar10ToMR
from msacc.mindrecord.tools.csv_to_mr import CsvToMR as CsvToMR
from msacc.mindrecord.tools.imagenet_to_mr import ImageNetToMR as ImageNetToMR
from msacc.mindrecord.tools.mnist_to_mr import MnistToMR as MnistToMR
from msacc.nn.dump import set_dump as set_dump
from msacc.nn.metrics import get_metric_fn as get_metric_fn
from msacc.nn.metrics import names as names
from msacc.nn.metrics.accuracy import Accuracy as Accuracy
from msacc.nn.metrics.auc import auc as auc
from msacc.nn.metrics.bleu_score import BleuScore as BleuScore
from msacc.nn.metrics.confusion_matrix import ConfusionMatrix as ConfusionMatrix
from msacc.nn.metrics.confusion_matrix import ConfusionMatrixMetric as ConfusionMatrixMetric
from msacc.nn.metrics.cosine_similarity import CosineSimilarity as CosineSimilarity
from msacc.nn.metrics.dice import Dice as Dice
from msacc.nn.metrics.error import MAE as MAE
from msacc.nn.metrics.error import MSE as MSE
from msacc.nn.metrics.fbeta import F1 as F1
from msacc.nn.metrics.fbeta import Fbeta as Fbeta
from msacc.nn.metrics.hausdorff_distance import HausdorffDistance as HausdorffDistance
from msacc.nn.metrics.loss import Loss as Loss
from msacc.nn.metrics.mean_surface_distance import MeanSurfaceDistance as MeanSurfaceDistance
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs
from msacc.nn.metrics.occlusion_sensitivity import OcclusionSensitivity as OcclusionSensitivity
from msacc.nn.metrics.perplexity import Perplexity as Perplexity
from msacc.nn.metrics.precision import Precision as Precision
from msacc.nn.metrics.recall import Recall as Recall
from msacc.nn.metrics.roc import ROC as ROC
from msacc.nn.metrics.root_mean_square_surface_distance import RootMeanSquareDistance as RootMeanSquareDistance
from msacc.nn.metrics.topk import Top1CategoricalAccuracy as Top1CategoricalAccuracy
from msacc.nn.metrics.topk import Top5CategoricalAccuracy as Top5CategoricalAccuracy
from msacc.nn.metrics.topk import TopKCategoricalAccuracy as TopKCategoricalAccuracy
from msacc.nn.recompute import recompute as recompute
from msacc.ops.bindings.primitives.comm_uneven import reshard as reshard
from msacc.ops.core.primitive import constexpr as constexpr
from msacc.parallel.function import shard as shard
from msacc.parallel.layout import Layout as Layout
from msacc.parallel.legacy_queries import set_op_strategy_config as set_op_strategy_config
from msacc.parallel.parameter_broadcast import parameter_broadcast as parameter_broadcast
from msacc.profiler.env_profiler import EnvProfiler as EnvProfiler
from msacc.profiler.profiler import Profiler as Profiler
from msacc.rewrite.api import Node as Node
from msacc.rewrite.api import SymbolTree as SymbolTree
from msacc.rewrite.node_values import NodeType as NodeType
from msacc.rewrite.node_values import ScopedValue as ScopedValue
from msacc.rewrite.node_values import ValueType as ValueType
from msacc.run_check import run_check as run_check
from msacc.runtime.executor import dispatch_threads_num as dispatch_threads_num
from msacc.runtime.executor import launch_blocking as launch_blocking
from msacc.runtime.executor import set_kernel_launch_capture as set_kernel_launch_capture
from msacc.runtime.executor import set_kernel_launch_group as set_kernel_launch_group
from msacc.runtime.limits import StreamLimitCtx as StreamLimitCtx
from msacc.runtime.limits import get_device_limit as get_device_limit
from msacc.runtime.limits import get_stream_limit as get_stream_limit
from msacc.runtime.limits import reset_stream_limit as reset_stream_limit
from msacc.runtime.limits import set_device_limit as set_device_limit
from msacc.runtime.limits import set_stream_limit as set_stream_limit
from msacc.runtime.memory import MemPool as MemPool
from msacc.runtime.memory import PluggableAllocator as PluggableAllocator
from msacc.runtime.memory import empty_cache as empty_cache
from msacc.runtime.memory import max_memory_allocated as max_memory_allocated
from msacc.runtime.memory import max_memory_reserved as max_memory_reserved
from msacc.runtime.memory import memory_allocated as memory_allocated
from msacc.runtime.memory import memory_replay as memory_replay
from msacc.runtime.memory import memory_reserved as memory_reserved
from msacc.runtime.memory import memory_stats as memory_stats
from msacc.runtime.memory import memory_summary as memory_summary
from msacc.runtime.memory import reset_peak_memory_stats as _reset_peak_memory_stats
from msacc.runtime.memory import reset_peak_memory_stats as reset_peak_memory_stats
from msacc.runtime.memory import set_memory as set_memory
from msacc.runtime.memory import use_mem_pool as use_mem_pool
from msacc.runtime.stream import Event as Event
from msacc.runtime.stream import Stream as Stream
from msacc.runtime.stream import StreamCtx as StreamCtx
from msacc.runtime.stream import communication_stream as communication_stream
from msacc.runtime.stream import current_stream as current_stream
from msacc.runtime.stream import default_stream as default_stream
from msacc.runtime.stream import set_cur_stream as set_cur_stream
from msacc.runtime.stream import synchronize as synchronize
from msacc.runtime.thread_bind_core import set_cpu_affinity as set_cpu_affinity
from msacc.step.pipeline_runtime.shared_parameters import sync_pipeline_shared_parameters as sync_pipeline_shared_parameters
from msacc.train._model import Model as Model
from msacc.train._unsupported import ConvertModelUtils as ConvertModelUtils
from msacc.train._unsupported import ConvertNetUtils as ConvertNetUtils
from msacc.train.amp import build_train_network as build_train_network
from msacc.train.callback._backup_and_restore import BackupAndRestore as BackupAndRestore
from msacc.train.callback._callback import Callback as Callback
from msacc.train.callback._callback import RunContext as RunContext
from msacc.train.callback._checkpoint import ModelCheckpoint as ModelCheckpoint
from msacc.train.callback._checkpoint_config import CheckpointConfig as CheckpointConfig
from msacc.train.callback._early_stop import EarlyStopping as EarlyStopping
from msacc.train.callback._history import History as History
from msacc.train.callback._lambda_callback import LambdaCallback as LambdaCallback
from msacc.train.callback._landscape import SummaryLandscape as SummaryLandscape
from msacc.train.callback._loss_monitor import LossMonitor as LossMonitor
from msacc.train.callback._lr_scheduler_callback import LearningRateScheduler as LearningRateScheduler
from msacc.train.callback._on_request_exit import OnRequestExit as OnRequestExit
from msacc.train.callback._reduce_lr_on_plateau import ReduceLROnPlateau as ReduceLROnPlateau
from msacc.train.callback._summary_collector import SummaryCollector as SummaryCollector
from msacc.train.callback._time_monitor import TimeMonitor as TimeMonitor
from msacc.train.callback._unsupported import FlopsUtilizationCollector as FlopsUtilizationCollector
from msacc.train.callback._unsupported import TrainFaultTolerance as TrainFaultTolerance
from msacc.train.data_sink import data_sink as data_sink
from msacc.train.dataset_helper import DatasetHelper as DatasetHelper
from msacc.train.dataset_helper import connect_network_with_dataset as connect_network_with_dataset
from msacc.train.loss_scale_manager import DynamicLossScaleManager as DynamicLossScaleManager
from msacc.train.loss_scale_manager import FixedLossScaleManager as FixedLossScaleManager
from msacc.train.loss_scale_manager import LossScaleManager as LossScaleManager
from msacc.train.resharding.convert import rank_list_for_transform as rank_list_for_transform
from msacc.train.resharding.convert import transform_checkpoint_by_rank as transform_checkpoint_by_rank
from msacc.train.resharding.convert import transform_checkpoints as transform_checkpoints
from msacc.train.resharding.distributed_loading import load_distributed_checkpoint as load_distributed_checkpoint
from msacc.train.resharding.file_segments import load_segmented_checkpoints as load_segmented_checkpoints
from msacc.train.resharding.redundancy import get_ckpt_path_with_strategy as get_ckpt_path_with_strategy
from msacc.train.resharding.slice_merging import merge_sliced_parameter as merge_sliced_parameter
from msacc.train.resharding.stage_strategy_files import merge_pipeline_strategys as merge_pipeline_strategys
from msacc.train.resharding.strategy_files import build_searched_strategy as build_searched_strategy
from msacc.train.resharding.strategy_files import restore_group_info_list as restore_group_info_list
from msacc.train.resharding.unified_writing import unified_safetensors as unified_safetensors
from msacc.train.serialization.background_save import async_ckpt_thread_status as async_ckpt_thread_status
from msacc.train.serialization.export import export as export
from msacc.train.serialization.export import export_split_mindir as export_split_mindir
from msacc.train.serialization.format_conversion import ckpt_to_safetensors as ckpt_to_safetensors
from msacc.train.serialization.format_conversion import safetensors_to_ckpt as safetensors_to_ckpt
from msacc.train.serialization.load import load_checkpoint as load_checkpoint
from msacc.train.serialization.load import load_checkpoint_async as load_checkpoint_async
from msacc.train.serialization.load_into_net import load_param_into_net as load_param_into_net
from msacc.train.serialization.mindir_files import load as load
from msacc.train.serialization.save import save_checkpoint as save_checkpoint
from msacc.train.summary.summary_record import SummaryRecord as SummaryRecord
from msacc.utils import MsDispatchMode as MsDispatchMode
from msacc.utils import comm_exec_order_check as comm_exec_order_check
from msacc.utils import get_sdc_detect_result as get_sdc_detect_result
from msacc.utils import runtime_execution_order_check as runtime_execution_order_check
from msacc.utils import sdc_detect_start as sdc_detect_start
from msacc.utils import sdc_detect_stop as sdc_detect_stop
from msacc.utils import stress_detect as stress_detect
from typing import Any
COMPATIBLE: builtins.int
FAILED: MSRStatus
GRAPH_MODE: builtins.int
LAX: builtins.int
PYNATIVE_MODE: builtins.int
STRICT: builtins.int
SUCCESS: MSRStatus
SparseTensor = _COOTensor
__version__: str
bfloat16: Type
bool: Type
bool_: Type
byte: Type
cdouble: Type
cfloat: Type
complex128: Type
complex64: Type
default_generator: Generator
double: Type
float: Type
float16: Type
float32: Type
float64: Type
float8_e4m3fn: Type
float8_e5m2: Type
float_: Type
half: Type
hifloat8: Type
install_as_mindspore = _install
int: Type
int16: Type
int32: Type
int64: Type
int8: Type
int_: Type
intc: Type
intp: Type
list_: Type
long: Type
number: Type
number_type: Any
qint4x2: Type
reset_max_memory_allocated = _reset_peak_memory_stats
reset_max_memory_reserved = _reset_peak_memory_stats
short: Type
single: Type
string: Type
tensor_type: Type
tuple_: Type
type_none: Type
ubyte: Type
uint: Type
uint16: Type
uint32: Type
uint64: Type
uint8: Type
uintc: Type
uintp: Type
ushort: Type
