# Written by `python -m tests.stubs`.
from msacc.auto_parallel_context import get_algo_parameters as get_algo_parameters
from msacc.auto_parallel_context import reset_algo_parameters as reset_algo_parameters
from msacc.auto_parallel_context import set_algo_parameters as set_algo_parameters
from msacc.common.distributed_runtime import install as install
from msacc.module_aliases import refuse as refuse
from msacc.parallel import auto_parallel as auto_parallel
from msacc.parallel import function as function
from msacc.parallel import nn as nn
from msacc.parallel.auto_parallel import AutoParallel as AutoParallel
from msacc.parallel.function import shard as shard
from msacc.parallel.grad_accumulator import GradAccumulator as GradAccumulator
from msacc.parallel.layout import Layout as Layout
from msacc.parallel.legacy_queries import set_op_strategy_config as set_op_strategy_config
from msacc.parallel.nn.grad_accumulation import GradAccumulation as GradAccumulation
from msacc.parallel.nn.grad_accumulation import MicroBatchInterleaved as MicroBatchInterleaved
from msacc.parallel.parameter_broadcast import parameter_broadcast as parameter_broadcast
from msacc.parallel.runtime import MultiProcess as MultiProcess
from msacc.parallel.sharding_report import plan as plan
from msacc.step.micro_size import find_micro_size as find_micro_size
from msacc.step.pipeline_runtime.shared_parameters import sync_pipeline_shared_parameters as sync_pipeline_shared_parameters
from msacc.train.resharding.convert import rank_list_for_transform as _rank_list_for_transform
from msacc.train.resharding.convert import rank_list_for_transform as rank_list_for_transform
from msacc.train.resharding.convert import transform_checkpoint_by_rank as _transform_checkpoint_by_rank
from msacc.train.resharding.convert import transform_checkpoint_by_rank as transform_checkpoint_by_rank
from msacc.train.resharding.convert import transform_checkpoints as _transform_checkpoints
from msacc.train.resharding.convert import transform_checkpoints as transform_checkpoints
from msacc.train.resharding.distributed_loading import load_distributed_checkpoint as load_distributed_checkpoint
from msacc.train.resharding.file_segments import load_segmented_checkpoints as load_segmented_checkpoints
from msacc.train.resharding.slice_merging import merge_sliced_parameter as merge_sliced_parameter
from msacc.train.resharding.stage_strategy_files import merge_pipeline_strategys as merge_pipeline_strategys
from msacc.train.resharding.strategy_files import build_searched_strategy as build_searched_strategy
from msacc.train.resharding.strategy_files import restore_group_info_list as restore_group_info_list
from msacc.train.resharding.unified_writing import unified_safetensors as unified_safetensors
convert_checkpoint_by_rank = _transform_checkpoint_by_rank
convert_checkpoints = _transform_checkpoints
rank_list_for_convert = _rank_list_for_transform
