"""Training on several processes: AutoParallel, accumulation, sharding.

Holds what scripts call to train on several processes.

Imports: auto_parallel_context, common, communication, graph, module_aliases, nn, nn.cell, nn.optim,
ops.comm, ops.core, profiler, sharding, step, train.
"""

from msacc.auto_parallel_context import get_algo_parameters as get_algo_parameters
from msacc.auto_parallel_context import reset_algo_parameters as reset_algo_parameters
from msacc.auto_parallel_context import set_algo_parameters as set_algo_parameters
from msacc.common.distributed_runtime import install
from msacc.module_aliases import refuse
from msacc.parallel import function as function
from msacc.parallel import functional_step as functional_step
from msacc.parallel import nn as nn
from msacc.parallel.auto_parallel import AutoParallel as AutoParallel
from msacc.parallel.expert_load import expert_load as expert_load
from msacc.parallel.grad_accumulator import GradAccumulator as GradAccumulator
from msacc.parallel.layout import Layout as Layout
from msacc.parallel.layout_picture import layout_picture as layout_picture
from msacc.parallel.nn import GradAccumulation as GradAccumulation
from msacc.parallel.nn import MicroBatchInterleaved as MicroBatchInterleaved
from msacc.parallel.parameter_broadcast import parameter_broadcast as parameter_broadcast
from msacc.parallel.pipeline_api import (
    sync_pipeline_shared_parameters as sync_pipeline_shared_parameters,
)
from msacc.parallel.runtime import MultiProcess
from msacc.parallel.shard import shard as shard
from msacc.parallel.sharding_report import plan as plan
from msacc.step.micro_size import find_micro_size as find_micro_size
from msacc.train.serialization import build_searched_strategy as build_searched_strategy
from msacc.train.serialization import load_distributed_checkpoint as load_distributed_checkpoint
from msacc.train.serialization import load_segmented_checkpoints as load_segmented_checkpoints
from msacc.train.serialization import merge_pipeline_strategys as merge_pipeline_strategys
from msacc.train.serialization import merge_sliced_parameter as merge_sliced_parameter
from msacc.train.serialization import rank_list_for_transform as rank_list_for_transform
from msacc.train.serialization import restore_group_info_list as restore_group_info_list
from msacc.train.serialization import transform_checkpoint_by_rank as transform_checkpoint_by_rank
from msacc.train.serialization import transform_checkpoints as transform_checkpoints
from msacc.train.serialization import unified_safetensors as unified_safetensors
from msacc.train.sharded_checkpoints.full_values import full_value as full_value

# What lies below asks about other processes through this one interface.
install(MultiProcess())

rank_list_for_convert = rank_list_for_transform
convert_checkpoint_by_rank = transform_checkpoint_by_rank
convert_checkpoints = transform_checkpoints
__getattr__ = refuse("mindspore.parallel")
