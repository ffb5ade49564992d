# Written by `python -m tests.stubs`.
from msacc.common import dtype as mstype
from msacc.common.parameter import Parameter as Parameter
from msacc.common.tensor import Tensor as Tensor
from msacc.module_aliases import refuse as refuse
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
from msacc.train.serialization.background_save import wait_for_async_saves as wait_for_async_saves
from msacc.train.serialization.export import _save_graph as _save_graph
from msacc.train.serialization.export import export as export
from msacc.train.serialization.export import export_split_mindir as export_split_mindir
from msacc.train.serialization.format_conversion import ckpt_to_safetensors as ckpt_to_safetensors
from msacc.train.serialization.format_conversion import safetensors_to_ckpt as safetensors_to_ckpt
from msacc.train.serialization.load import load_checkpoint as load_checkpoint
from msacc.train.serialization.load import load_checkpoint_async as load_checkpoint_async
from msacc.train.serialization.load_into_net import _update_param as _update_param
from msacc.train.serialization.load_into_net import load_param_into_net as load_param_into_net
from msacc.train.serialization.mindir_files import load as load
from msacc.train.serialization.private_api import _exec_save as _exec_save
from msacc.train.serialization.private_api import _get_merged_param_data as _get_merged_param_data
from msacc.train.serialization.private_api import _load_dismatch_prefix_params as _load_dismatch_prefix_params
from msacc.train.serialization.private_api import _load_map_parameter as _load_map_parameter
from msacc.train.serialization.private_api import _parse_ckpt_proto as _parse_ckpt_proto
from msacc.train.serialization.save import save_checkpoint as save_checkpoint
from typing import Any
INT4: str
TYPES: Any
tensor_to_ms_type: Any
def tensor_to_np_type(tensor_type_str: str) -> Any: ...
