"""All uses of torch's private API: each such name is wrapped or listed here.

Torch may move or drop these without a word, so each has a test (tests/graph/test_torch_private.py), and no
other package names one. Tried with:

    torch 2.11.0, 2.13.0, 2.14.1

What pulls in Dynamo or inductor is imported by the function that needs it: that takes longer than
loading torch, and PyNative programs never do.

Imports: nothing of msacc.
"""

from __future__ import annotations

from torch.utils._python_dispatch import TorchDispatchMode as TorchDispatchMode
from torch.utils._pytree import tree_leaves as tree_leaves
from torch.utils._pytree import tree_map as tree_map

from msacc.common.torch_private.capture import TracingOptions as TracingOptions
from msacc.common.torch_private.capture import break_errors as break_errors
from msacc.common.torch_private.capture import calls_higher_order as calls_higher_order
from msacc.common.torch_private.capture import checkpoint_contexts as checkpoint_contexts
from msacc.common.torch_private.capture import constant_in_graphs as constant_in_graphs
from msacc.common.torch_private.capture import dynamo as dynamo
from msacc.common.torch_private.capture import forward_only as forward_only
from msacc.common.torch_private.capture import is_kept_out_of_graphs as is_kept_out_of_graphs
from msacc.common.torch_private.capture import load_compiler as load_compiler
from msacc.common.torch_private.capture import pipeline_stage as pipeline_stage
from msacc.common.torch_private.capture import pipelining as pipelining
from msacc.common.torch_private.capture import raised_inside as raised_inside
from msacc.common.torch_private.capture import reason as reason
from msacc.common.torch_private.capture import region_marks as region_marks
from msacc.common.torch_private.capture import restarts as restarts
from msacc.common.torch_private.capture import run_schedule as run_schedule
from msacc.common.torch_private.capture import split_by as split_by
from msacc.common.torch_private.capture import traces_placements as traces_placements
from msacc.common.torch_private.compiler import cannot_be_recorded as cannot_be_recorded
from msacc.common.torch_private.compiler import compiled_folder as compiled_folder
from msacc.common.torch_private.compiler import compiled_package as compiled_package
from msacc.common.torch_private.compiler import compiler_version as compiler_version
from msacc.common.torch_private.compiler import composition as composition
from msacc.common.torch_private.compiler import cpp_compiler as cpp_compiler
from msacc.common.torch_private.compiler import cuda_graph_skips as cuda_graph_skips
from msacc.common.torch_private.compiler import fresh_cache as fresh_cache
from msacc.common.torch_private.compiler import inductor as inductor
from msacc.common.torch_private.compiler import inspecting_compile as inspecting_compile
from msacc.common.torch_private.compiler import instructions as instructions
from msacc.common.torch_private.compiler import is_composed as is_composed
from msacc.common.torch_private.compiler import is_kernels as is_kernels
from msacc.common.torch_private.graph_nodes import captured_value as captured_value
from msacc.common.torch_private.graph_nodes import is_view_call as is_view_call
from msacc.common.torch_private.graph_nodes import is_writing_call as is_writing_call
from msacc.common.torch_private.graph_nodes import is_written as is_written
from msacc.common.torch_private.graph_nodes import namespace_of as namespace_of
from msacc.common.torch_private.graph_nodes import writes as writes
from msacc.common.torch_private.graph_nodes import written_inputs as written_inputs
from msacc.common.torch_private.processes import collectives as collectives
from msacc.common.torch_private.processes import default_store as default_store
from msacc.common.torch_private.processes import flatten_mesh as flatten_mesh
from msacc.common.torch_private.processes import local_of as local_of
from msacc.common.torch_private.processes import process_group as process_group
from msacc.common.torch_private.processes import (
    silence_all_to_all_notice as silence_all_to_all_notice,
)
from msacc.common.torch_private.processes import spread as spread
from msacc.common.torch_private.processes import spread_of as spread_of
from msacc.common.torch_private.recording import SizeGuards as SizeGuards
from msacc.common.torch_private.recording import asks_for_unknown_size as asks_for_unknown_size
from msacc.common.torch_private.recording import fake_mode as fake_mode
from msacc.common.torch_private.recording import hooks_saved_tensors as hooks_saved_tensors
from msacc.common.torch_private.recording import is_known as is_known
from msacc.common.torch_private.recording import lacks_values as lacks_values
from msacc.common.torch_private.recording import load_recorder as load_recorder
from msacc.common.torch_private.recording import new_input_like as new_input_like
from msacc.common.torch_private.recording import no_modes as no_modes
from msacc.common.torch_private.recording import record_calls as record_calls
from msacc.common.torch_private.recording import saved_tensor_hooks as saved_tensor_hooks
from msacc.common.torch_private.recording import transforms_functions as transforms_functions
from msacc.common.torch_private.recording import watches_ops as watches_ops
from msacc.common.torch_private.recording import without_function_modes as without_function_modes
from msacc.common.torch_private.recording import without_hooks as without_hooks
from msacc.common.torch_private.recording import without_values as without_values
from msacc.common.torch_private.tensors import FOREACH as FOREACH
from msacc.common.torch_private.tensors import WatchedModule as WatchedModule
from msacc.common.torch_private.tensors import ctc_log_alpha as ctc_log_alpha
from msacc.common.torch_private.tensors import cudnn_rnn as cudnn_rnn
from msacc.common.torch_private.tensors import fused_adam as fused_adam
from msacc.common.torch_private.tensors import fused_adamw as fused_adamw
from msacc.common.torch_private.tensors import fused_sgd as fused_sgd
from msacc.common.torch_private.tensors import has_bfloat16_products as has_bfloat16_products
from msacc.common.torch_private.tensors import has_float16_products as has_float16_products
from msacc.common.torch_private.tensors import is_view as is_view
from msacc.common.torch_private.tensors import put_rnn_weights_together as put_rnn_weights_together
from msacc.common.torch_private.tensors import standard_gamma as standard_gamma
from msacc.common.torch_private.tensors import storage_key as storage_key
from msacc.common.torch_private.tensors import version as version
from msacc.common.torch_private.tensors import view_base as view_base
