# Written by `python -m tests.stubs`.
from msacc.train.serialization import *
from msacc.train.serialization import _exec_save as _exec_save
from msacc.train.serialization import _get_merged_param_data as _get_merged_param_data
from msacc.train.serialization import _load_dismatch_prefix_params as _load_dismatch_prefix_params
from msacc.train.serialization import _load_map_parameter as _load_map_parameter
from msacc.train.serialization import _parse_ckpt_proto as _parse_ckpt_proto
from msacc.train.serialization import _save_graph as _save_graph
from msacc.train.serialization import _update_param as _update_param
