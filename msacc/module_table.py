"""Where the members of MindSpore's modules live, for modules and members that have no place of that name here.

Each row of MODULE_ALIASES is a module that has no file of its own in msacc: its name below `mindspore`, and
where its members live. `source: a b` re-exports a and b from `msacc.source`; `source: *` is the very
module; `source: ...` is its names, looked up when asked for. A member may be renamed, `source: own=theirs`.
"""

from __future__ import annotations

from pathlib import Path

from msacc import former_table

# MindSpore's files call the functions of `mint` by these names with `_ext` at the end.
_EXT = (
    "acos acosh add addbmm addcmul addmm addmv amax amin arange arccos arccosh arcsin arcsinh"
    " arctan2 arctan argmax argmin argsort asin asinh atan2 atan baddbmm bernoulli bincount"
    " bitwise_and bitwise_or bitwise_xor bmm chunk cummin cumsum diag diff einsum flatten"
    " float_power frac full full_like gather histc index_select inverse isnan isneginf linspace"
    " log10 log2 logaddexp logsumexp matmul max mean median meshgrid min mm mul multinomial norm"
    " normal ones_like outer pow prod rand rand_like randint randint_like randn randn_like"
    " randperm remainder repeat_interleave scatter_add sort split stack std std_mean sub"
    " sum t topk trace tril unbind unique var var_mean zeros_like"
)
_EXT_NN = (
    "adaptive_avg_pool2d adaptive_avg_pool3d avg_pool1d avg_pool2d avg_pool3d batch_norm conv2d"
    " cross_entropy dropout2d dropout elu fold glu interpolate kl_div l1_loss leaky_relu"
    " log_softmax logsigmoid max_pool2d max_unpool2d mish mse_loss nll_loss one_hot pad selu"
    " softmax softplus unfold"
)


def _with_ext(source: str) -> list[str]:
    """The rows of a module that has the names of `source` and those of `mint` under their inner names."""
    rows = {"mint": _EXT, "mint.nn.functional": _EXT_NN}
    inner = [
        f"{m}: " + " ".join(f"{n}_ext={n}" for n in names.split()) for m, names in rows.items()
    ]
    return [*inner, "mint: clone triangular_solve vdot", f"{source}: ..."]


# Functions of fused primitives that MindSpore keeps in its generated files alone.
_FUSED = [
    "ops.backward.elementwise: swiglu_grad",
    "ops.nn.attention.paged: kv_cache_scatter_update reshape_and_cache",
    "ops.nn.attention.rotary: apply_rotary_pos_emb_",
    "ops.nn.fused_norm: add_layernorm_v2=add_layer_norm",
    "ops.nn.fused_matmul: ffn_ext",
    "ops.nn.moe.gating: fused_add_topk_div group_topk topkrouter topprouter",
    "ops.nn.moe.grouped: grouped_matmul grouped_matmul_add_ grouped_matmul_v2 grouped_matmul_v4 matmul_add_",
    "ops.nn.moe.routing: inner_moe_token_unpermute=moe_token_unpermute moe_compute_expert_tokens"
    " moe_finalize_routing moe_init_routing",
    "ops.nn.quant.products: dequant_swiglu_quant quant_batch_matmul quant_matmul weight_quant_batch_matmul",
]

_FORMATS = "ops.bindings.primitives.ascend: format_cast"
_ATTENTION = (
    "internals.function_helpers: _check_attn_mask_shape _check_kpm_shape _check_qkv_shape _in_projection"
    " _in_projection_packed _inner_dropout _inner_pad _interpolate_ext_scale_factor_convert_size"
    " _interploate_ext_make_tuple _scaled_dot_product_attention linear"
)
# Helpers of layers and services, by the module that MindSpore keeps them in.
_HELPERS = {
    "nn.layer.conv": ("function_helpers", "_check_input_3d _deconv_output_length"),
    "nn.layer.rnn_cells": ("rnn_steps", "_gru_cell _lstm_cell _rnn_relu_cell _rnn_tanh_cell"),
    "_checkparam": ("checkparam_helpers", "_check_3d_int_or_tuple"),
    "nn.layer.basic": ("checkparam_helpers", "check_dense_input_shape"),
    "common.initializer": ("training_helpers", "random_normal"),
    "train.callback._checkpoint": (
        "training_helpers",
        "_check_file_name_prefix _chg_ckpt_file_name_if_same_exist _cur_dir",
    ),
    "context": ("context_object", "K_CONTEXT _get_mode"),
    "utils": ("distributed_helpers", "_tft_handler"),
    "common.file_system": ("distributed_helpers", "_init_mindio"),
    "nn.wrap.loss_scale": ("training_helpers", "_grad_overflow _grad_scale"),
    "train.summary.summary_record": ("training_helpers", "_get_summary_tensor_data"),
    "parallel.shard": ("distributed_helpers", "_DistributedTensorInfo"),
    "train.amp": (
        "amp_lists",
        "AMP_AUTO_BLACK_LIST AMP_AUTO_WHITE_LIST AMP_BLACK_LIST AMP_PRIM_ARG_TABLE AMP_WHITE_LIST _auto_black_list"
        " _auto_mixed_precision_rewrite _auto_white_list",
    ),
}

# Primitives of sparse tensors in parts that `ops` itself does not have.
_SPARSE = (
    "CSRSparseMatrixToDense CSRSparseMatrixToSparseTensor DenseToCSRSparseMatrix SparseAdd SparseAddmm"
    " SparseDenseCwiseAdd SparseDenseCwiseDiv SparseDenseCwiseMul SparseMatrixAdd SparseMatrixMatMul"
    " SparseMatrixNNZ SparseMatrixSoftmax SparseMatrixTranspose SparseReorder SparseReshape"
    " SparseSegmentMeanWithNumSegments SparseSegmentSqrtN SparseSegmentSqrtNWithNumSegments SparseSegmentSum"
    " SparseSegmentSumWithNumSegments SparseSoftmax SparseSparseMaximum SparseSparseMinimum"
    " SparseTensorToCSRSparseMatrix SparseToDenseV2"
)

# Operators as functions, by the file that MindSpore keeps each in: `add` in `add_impl`.
_OPERATORS = (
    "add sub mul div equal not_equal less less_equal greater greater_equal logical_and logical_or logical_not"
    " bitwise_and bitwise_or bitwise_xor invert ones_like zeros_like"
)
_RENAMED = {
    "negative": "negative=neg",
    "mod": "mod=floor_mod",
    "floordiv": "floordiv=floor_div",
    "pow": "pow_=pow",
}
_OVERLOADED = {name: name for name in _OPERATORS.split()} | _RENAMED

MODULE_ALIASES: dict[str, list[str]] = {
    "common.api": [
        "graph.jit: jit ms_function jit_class _cell_graph_executor=_CellGraphExecutor",
        "internals.pynative_executor: _pynative_executor _pynative_exec=_pynative_executor",
        "internals.training_helpers: cells_compile_cache",
        "graph.saved_tensor_hooks: _no_grad saved_tensors_hooks",
        "common.unsupported_services: _function_forbid_reuse flops_collection ms_memory_recycle",
    ],
    "common.jit_config": ["graph.jit: JitConfig"],
    "_extends.parse": ["graph.compile_config: *compile_config"],
    "_extends.parse.compile_config": ["graph.compile_config: *"],
    "ops.function.grad": ["ops: *"],
    "common.sparse_tensor": ["common.sparse: *"],
    "common.recompute": [
        "internals.recompute: recompute _RecomputeCell _check_input_args_validate _padding_input_grads"
    ],
    "common._register_for_recompute": ["internals.recompute: RecomputeRegistry recompute_registry"],
    "common.mutable": ["common.mutable_: mutable"],
    "common._grad_function": ["graph.custom_function: _Function"],
    "communication._comm_helper": [
        "communication: GlobalComm",
        "communication._groups: Backend",
        "internals.distributed_helpers: _get_group_map _get_group_ranks _is_initialized _remove_group_info",
    ],
    "hal.contiguous_tensors_handle": [
        "internals.contiguous_tensors: ContiguousTensorsHandle combine_tensor_list_contiguous"
    ],
    "nn.generator": [
        "common.generator: Generator default_generator get_rng_state initial_seed manual_seed seed set_rng_state"
    ],
    "ops._grad_experimental": ["ops: ..."],
    "ops._grad_experimental.grad_comm_ops": [
        "internals.distributed_helpers: get_squared_device_local_norm_param"
    ],
    "parallel.strategy": [
        "internals.distributed_helpers: enable_save_strategy_online get_current_strategy_metadata get_strategy_metadata"
    ],
    "train._utils": [
        "internals.distributed_helpers: get_parameter_redundancy remove_param_redundancy",
        "internals.training_helpers: _make_directory check_value_type",
    ],
    "numpy.math_ops": ["numpy: ..."],
    "common._monad": ["internals.values_of_parameters: IO IOMonad U UMonad"],
    "default_config": ["internals.default_config: *"],
    "train.checkpoint_pb2": ["train.serialization.ckpt_messages: ..."],
    "numpy.utils": ["internals.numpy_helpers: _to_tensor"],
    "numpy.utils_const": ["internals.numpy_helpers: _raise_value_error"],
    "parallel._ps_context": [
        "internals.parameter_server: _get_ps_mode_rank _is_role_pserver _is_role_sched _is_role_worker"
        " _need_reset_device_target_for_ps _set_checkpoint_load_status set_ps_enable",
        "context: _get_ps_context=get_ps_context _reset_ps_context=reset_ps_context _set_ps_context=set_ps_context",
    ],
    "ops.composite.multitype_ops": [
        "internals.tensor_indexing: *_compile_utils",
        "ops: augassign_add augassign_div augassign_floordiv augassign_mod augassign_mul augassign_sub",
        *(f"ops: {name}" for name in _OVERLOADED.values()),
    ],
    **{
        f"ops.composite.multitype_ops.{file}_impl": [f"ops: {name}"]
        for file, name in _OVERLOADED.items()
    },
    "ops.composite.multitype_ops._compile_utils": ["internals.tensor_indexing: *"],
    "ops.op_info_register": [
        "ops: AiCPURegOp AkgAscendRegOp AkgGpuRegOp CpuRegOp CustomRegOp DataType TBERegOp custom_info_register"
        " op_info_register",
        "ops.bindings.primitives.kernel_info: AkgCpuRegOp AkgRegOp",
        "ops.bindings.primitives.custom_op_info: RegOp",
    ],
    "ops.operations._map_tensor_ops": [
        "internals.refused_names: erase get_data get_keys get_values put",
        "ops.core.primitive: ...",
    ],
    "common._register_for_tensor": ["internals.function_helpers: tensor_operator_registry"],
    "dataset.ds": ["dataset: *"],
    "dataset.transforms.validators": ["internals.dataset_validators: *"],
    "train.mind_ir_pb2": ["internals.mind_ir_messages: *"],
    "_c_dataengine": ["internals.c_dataengine: *"],
    "mint.distributed.distributed": ["mint.distributed: *"],
    "_c_expression": [
        "common.dtype_kinds: *typing",
        "common.unsupported_services: MSContext security",
        "internals.c_expression_amp: *amp",
        "internals.c_expression: Cell_ ParamInfo Tensor TensorPy MixedPrecisionType _empty_instance"
        " _framework_profiler_step_end _framework_profiler_step_start _ms_memory_recycle _random_normal"
        " GradOperation_ disable_multi_thread is_reboot_node pyboost_dense pyboost_empty random_normal run_backward"
        " swap_cache update_pijit_default_config",
        "internals.refused_names: *op_enum init_exec_dataset",
    ],
    "_c_expression.amp": ["internals.c_expression_amp: *"],
    "_c_expression.typing": [
        "common.dtype_kinds: BFloat Bool Complex Float Int Number TensorType Type UInt"
    ],
    "_extends": ["nn.cell.init_arguments: cell_attr_register"],
    "common._stub_tensor": ["internals.pynative_executor: StubTensor"],
    "device_context.ascend.device": ["device_context.ascend: device_count is_available"],
    "device_context.cpu.device": ["device_context.cpu: device_count is_available"],
    "device_context.gpu.device": ["device_context.gpu: device_count is_available"],
    "graph.api": [
        "graph.saved_tensor_hooks: _no_grad saved_tensors_hooks register_saved_tensors_hooks",
        "graph: jit",
    ],
    "mint.functional": ["mint.nn.functional: *"],
    "profiler.common": ["profiler: ProfilerLevel"],
    "profiler.common.constant": ["profiler: ProfilerLevel"],
    "utils.dlpack": ["utils: from_dlpack to_dlpack"],
    "utils.ms_dispatch": ["utils: MsDispatchMode"],
    "utils.sdc_detect": ["utils: get_sdc_detect_result sdc_detect_start sdc_detect_stop"],
    "rewrite.api.node": ["rewrite: Node"],
    "rewrite.api.node_type": ["rewrite: NodeType"],
    "rewrite.api.scoped_value": ["rewrite: ScopedValue ValueType"],
    "rewrite.api.symbol_tree": ["rewrite: SymbolTree"],
    "rewrite.api": ["rewrite: *"],
    "hal.device": ["hal: *"],
    "hal.event": ["hal: Event"],
    "hal.memory": ["hal: *"],
    "hal.stream": ["hal: *"],
    "runtime.device_limit": ["runtime: get_device_limit set_device_limit"],
    "runtime.event": ["runtime: Event"],
    "runtime.stream_limit": [
        "runtime: StreamLimitCtx get_stream_limit reset_stream_limit set_stream_limit"
    ],
    "ops.communication": ["mint.distributed.in_place: *"],
    "ops.function.comm_func": ["mint.distributed.in_place: *"],
    "ops.auto_generate": [
        *_FUSED,
        _FORMATS,
        "ops.bindings.primitives.status: NPUClearFloatStatusV2 NPUGetFloatStatusV2",
        "internals.refused_names: str_to_enum",
        "ops.operations._sequence_ops: TensorToScalar",
        "mint.auto_generate: ...",
    ],
    "ops.auto_generate.gen_ops_def": [*_FUSED, _FORMATS, "mint.auto_generate: ..."],
    "ops.auto_generate.gen_ops_prim": ["mint.auto_generate: *"],
    "ops.auto_generate.pyboost_inner_prim": ["mint.auto_generate: *"],
    "ops.P": ["ops.operations: *"],
    "ops.primitive": ["internals.function_helpers: _run_op", "ops.core.primitive: ..."],
    "ops._primitive_cache": ["ops.core.primitive: _get_cache_prim"],
    "ops.composite.base": ["ops: *"],
    "ops.composite.math_ops": ["ops: *"],
    "ops.function.array_func": [
        "mint: chunk_view=chunk split_view=split unsqueeze_view=unsqueeze",
        *_with_ext("ops"),
    ],
    "ops.function.math_func": _with_ext("ops"),
    "ops.function.nn_func": [
        f"{_ATTENTION} _innner_log_softmax",
        "ops.core.primitive: _get_cache_prim",
        *_with_ext("ops"),
    ],
    "ops.functional_overload": ["mint: ..."],
    "ops.function.clip_func": ["ops: *"],
    "ops.function.debug_func": ["ops: *"],
    "ops.function.image_func": ["ops: *"],
    "ops.function.linalg_func": ["ops: *"],
    "ops.function.other_func": ["ops: *"],
    "ops.function.parameter_func": ["ops: *"],
    "ops.function.random_func": [
        "internals.function_helpers: _get_seed _set_prim_op_user_data",
        *_with_ext("ops"),
    ],
    "ops.function.spectral_func": ["ops: *"],
    "ops.function.vmap_func": ["ops: *"],
    "ops.operations._infer_ops": ["ops: *"],
    "ops.operations._inner_ops": [
        "ops.bindings.primitives.ascend: DSDMatmul DecoderKVCache Generator MatmulDDS PromptKVCache",
        "mint.auto_generate: SiLU",
        "ops: ...",
    ],
    "ops.operations._rl_inner_ops": ["ops.bindings.primitives.ascend: CudnnGRU", "ops: ..."],
    "ops.operations._grad_ops": ["ops.bindings.primitives.backward: ..."],
    "ops.operations._sequence_ops": ["ops.bindings.primitives.containers: ..."],
    **{
        f"ops.operations.{name}": ["ops: ..."]
        for name in (
            *("_embedding_cache_ops", "array_ops", "control_ops", "image_ops", "inner_ops"),
            *("linalg_ops", "nn_ops", "other_ops", "random_ops", "reshard_ops"),
        )
    },
    **{
        f"ops.operations.{name}": ["ops.core.primitive: ..."]
        for name in ("_ocr_ops", "_sparse_grad_ops", "_thor_ops")
    },
    "ops.operations._scalar_ops": ["ops.auto_generate: ..."],
    "ops.operations._quant_ops": [
        "common.dtype_kinds: QuantDtype",
        "internals.fake_quant_param: FakeQuantParam",
        "ops.core.primitive: ...",
    ],
    "ops.operations.manually_defined": ["ops: ..."],
    "ops.operations.manually_defined.ops_def": [
        "internals.function_helpers: infer_value_for_BroadcastTo",
        "ops: ...",
    ],
    "ops.operations._csr_ops": ["ops.bindings.primitives.csr: *"],
    "ops.operations.comm_ops": ["internals.function_helpers: _VirtualDataset", "ops: ..."],
    "ops.operations.custom_ops": ["ops: *"],
    "ops.operations.debug_ops": ["ops: *"],
    "ops.operations.sparse_ops": [
        f"ops.bindings.primitives.sparse_parts: {_SPARSE}",
        "ops: ...",
    ],
    "ops.operations.spectral_ops": ["ops: *"],
    "ops.operations.math_ops": [
        "ops.bindings.primitives.status: NPUClearFloatStatusV2 NPUGetFloatStatusV2",
        "ops: ...",
    ],
    "rewrite.common": ["rewrite.namespace: *namespace"],
    "rewrite.common.namespace": ["rewrite.namespace: *"],
    "profiler.profiling": ["profiler: *"],
    "train.parallel_utils": ["common.parallel_modes: ParallelMode"],
    "train.model": [
        "train: Model",
        "internals.training_helpers: _StepSync _transfer_tensor_to_tuple",
        "common.parallel_modes: ParallelMode",
        "context: *context",
    ],
    "train.serialization.context": ["context: *"],
    "train.serialization.Validator": ["_checkparam: *"],
    "dataset.context": ["context: *"],
    "dataset.core.config": ["dataset.config: *"],
    "dataset.engine": ["dataset: ..."],
    "dataset.engine.datasets": ["dataset: *"],
    "dataset.engine.cache_client": ["dataset: DatasetCache"],
    "dataset.engine.datasets_audio": ["dataset: *"],
    "dataset.engine.datasets_standard_format": ["dataset: *"],
    "dataset.engine.datasets_text": ["dataset: *"],
    "dataset.engine.datasets_user_defined": ["dataset: *"],
    "dataset.engine.datasets_vision": ["dataset: *"],
    "dataset.engine.iterators": ["dataset.pipeline.iterator: *"],
    "dataset.engine.samplers": ["dataset.samplers: *"],
    "dataset.transforms.vision": ["dataset.vision: *"],
    "dataset.datasets": ["dataset: *"],
    "mindrecord.common": ["mindrecord.errors: ..."],
    "mindrecord.common.exceptions": ["mindrecord.errors: *"],
    "mindrecord.config": ["mindrecord.encryption: *"],
    "mindrecord.tools.cifar10_to_mr": ["mindrecord.tools.cifar: Cifar10ToMR"],
    "mindrecord.tools.cifar100_to_mr": ["mindrecord.tools.cifar: Cifar100ToMR"],
    "train.train_thor": ["train: ConvertModelUtils ConvertNetUtils"],
    "train.train_thor.convert_utils": ["train: ConvertModelUtils ConvertNetUtils"],
    "train.train_thor.dataset_helper": ["train.dataset_helper: DatasetHelper"],
    "train.train_thor.model_thor": ["train._thor: ModelThor"],
    "nn.layer.thor_layer": [
        "nn.layer.thor: Conv2dThor DenseThor",
        "nn.layer.thor_tables: EmbeddingLookupThor EmbeddingThor",
    ],
    "parallel.transform_safetensors": [
        "train.serialization: ckpt_to_safetensors safetensors_to_ckpt",
        "train.serialization.safetensors_files: _fast_load_file",
        "parallel: unified_safetensors",
    ],
    "parallel._auto_parallel_context": ["auto_parallel_context: auto_parallel_context"],
    "parallel._utils": [
        "parallel.legacy_queries: _get_gradients_mean _get_device_num _get_parallel_mode _get_global_rank"
        " _get_enable_parallel_optimizer _get_pipeline_stages _get_full_batch"
        " _get_parameter_broadcast _is_in_auto_parallel_mode _is_in_data_parallel_mode"
        " _is_sharding_propagation _get_stage_device_num _get_grad_accumulation_shard _is_in_hybrid_parallel_mode"
        " _need_to_full _to_full_tensor",
        "internals.distributed_helpers: _device_number_check",
    ],
    **former_table.MODULES,
    "parallel.checkpoint_transform": [
        "parallel: build_searched_strategy load_distributed_checkpoint load_segmented_checkpoints "
        "merge_pipeline_strategys merge_sliced_parameter rank_list_for_transform restore_group_info_list "
        "transform_checkpoint_by_rank transform_checkpoints",
    ],
    "parallel.checkpoint_convert": [
        "parallel: convert_checkpoint_by_rank convert_checkpoints rank_list_for_convert"
    ],
    "train.node_strategy_pb2": ["train.resharding.strategy_messages: *"],
    "parallel._cost_model_context": [
        "parallel.legacy_queries: set_cost_model_context get_cost_model_context"
        " reset_cost_model_context _set_multi_subgraphs",
        "internals.distributed_helpers: _set_rp_matmul_mem_coef",
    ],
    "nn.wrap.cell_wrapper": [
        "nn.wrap.loss_cells: WithLossCell WithEvalCell WithGradCell ForwardValueAndGrad",
        "nn.wrap.train_cells: TrainOneStepCell",
        "internals.micro_batch: _MicroBatch",
        "nn.wrap.input_cells: GetNextSingleOp ParameterUpdate VirtualDatasetCellTriple _VirtualDatasetCell",
        "parallel.nn: GradAccumulationCell=GradAccumulation MicroBatchInterleaved PipelineCell",
    ],
    "nn.grad.cell_grad": ["nn.grad: *"],
    "nn.sparse.sparse": ["nn.sparse: *"],
    "nn.optim.adasum": ["nn.optim._unsupported: AdaSumByGradWrapCell AdaSumByDeltaWeightWrapCell"],
    "nn.optim.tft_wrapper": ["nn.optim._unsupported: OptTFTWrapper"],
    "train.metrics": ["nn.metrics: ..."],
    "train.metrics.accuracy": ["nn.metrics.accuracy: *"],
    "train.metrics.bleu_score": ["nn.metrics.bleu_score: *"],
    "train.metrics.confusion_matrix": ["nn.metrics.confusion_matrix: *"],
    "train.metrics.cosine_similarity": ["nn.metrics.cosine_similarity: *"],
    "train.metrics.dice": ["nn.metrics.dice: *"],
    "train.metrics.error": ["nn.metrics.error: *"],
    "train.metrics.fbeta": ["nn.metrics.fbeta: *"],
    "train.metrics.hausdorff_distance": ["nn.metrics.hausdorff_distance: *"],
    "train.metrics.loss": ["nn.metrics.loss: *"],
    "train.metrics.mean_surface_distance": ["nn.metrics.mean_surface_distance: *"],
    "train.metrics.metric": ["nn.metrics.metric: *"],
    "train.metrics.occlusion_sensitivity": ["nn.metrics.occlusion_sensitivity: *"],
    "train.metrics.perplexity": ["nn.metrics.perplexity: *"],
    "train.metrics.precision": ["nn.metrics.precision: *"],
    "train.metrics.recall": ["nn.metrics.recall: *"],
    "train.metrics.roc": ["nn.metrics.roc: *"],
    "train.metrics.root_mean_square_surface_distance": [
        "nn.metrics.root_mean_square_surface_distance: *"
    ],
    "train.metrics.topk": ["nn.metrics.topk: *"],
    "nn.probability.distribution.bernoulli": ["nn.probability.distribution: Bernoulli"],
    "nn.probability.distribution.beta": ["nn.probability.distribution: Beta"],
    "nn.probability.distribution.categorical": ["nn.probability.distribution: Categorical"],
    "nn.probability.distribution.cauchy": ["nn.probability.distribution: Cauchy"],
    "nn.probability.distribution.exponential": ["nn.probability.distribution: Exponential"],
    "nn.probability.distribution.gamma": ["nn.probability.distribution: Gamma"],
    "nn.probability.distribution.geometric": ["nn.probability.distribution: Geometric"],
    "nn.probability.distribution.gumbel": ["nn.probability.distribution: Gumbel"],
    "nn.probability.distribution.half_normal": ["nn.probability.distribution: HalfNormal"],
    "nn.probability.distribution.laplace": ["nn.probability.distribution: Laplace"],
    "nn.probability.distribution.log_normal": ["nn.probability.distribution: LogNormal"],
    "nn.probability.distribution.logistic": ["nn.probability.distribution: Logistic"],
    "nn.probability.distribution.normal": ["nn.probability.distribution: Normal"],
    "nn.probability.distribution.poisson": ["nn.probability.distribution: Poisson"],
    "nn.probability.distribution.student_t": ["nn.probability.distribution: StudentT"],
    "nn.probability.distribution.uniform": ["nn.probability.distribution: Uniform"],
    "nn.probability.distribution.transformed_distribution": [
        "nn.probability.distribution: TransformedDistribution"
    ],
    "nn.probability.bijector.bijector": ["nn.probability.bijector: Bijector"],
    "nn.probability.bijector.exp": ["nn.probability.bijector: Exp"],
    "nn.probability.bijector.gumbel_cdf": ["nn.probability.bijector: GumbelCDF"],
    "nn.probability.bijector.invert": ["nn.probability.bijector: Invert"],
    "nn.probability.bijector.power_transform": ["nn.probability.bijector: PowerTransform"],
    "nn.probability.bijector.scalar_affine": ["nn.probability.bijector: ScalarAffine"],
    "nn.probability.bijector.softplus": ["nn.probability.bijector: Softplus"],
    "nn.wrap.pipeline": ["parallel.nn: PipelineCell"],
    "parallel.nn.parallel_cell_wrapper": [
        "parallel.nn: PipelineCell Pipeline MicroBatchInterleaved GradAccumulation"
    ],
    "parallel.nn.parallel_grad_reducer": ["parallel.nn: PipelineGradReducer"],
}

# Members that live in a layer above the module MindSpore has them in; imported when first asked for.
MEMBERS: dict[str, str] = {
    "mindspore.nn.loss.loss.Loss": "nn.loss: LossBase",
    "mindspore.ms_class": "graph: jit_class",
    "mindspore.dataset._get_training_dataset": "dataset.resume_pipeline: _get_training_dataset",
    "mindspore.dataset._reset_training_dataset": "dataset.resume_pipeline: _reset_training_dataset",
    "mindspore.dataset._set_training_dataset": "dataset.resume_pipeline: _set_training_dataset",
    "mindspore.dataset.WaitedDSCallback": "train.callback._step_wait: WaitedDSCallback",
    "mindspore.dataset.callback.WaitedDSCallback": "train.callback._step_wait: WaitedDSCallback",
    "mindspore.dataset.vision.utils.encode_jpeg": "dataset.vision.image_files: encode_jpeg",
    "mindspore.dataset.vision.utils.encode_png": "dataset.vision.image_files: encode_png",
    "mindspore.dataset.vision.utils.get_image_num_channels": "dataset.vision.image_files: get_image_num_channels",
    "mindspore.dataset.vision.utils.get_image_size": "dataset.vision.image_files: get_image_size",
    "mindspore.dataset.vision.utils.read_file": "dataset.vision.image_files: read_file",
    "mindspore.dataset.vision.utils.read_image": "dataset.vision.image_files: read_image",
    "mindspore.dataset.vision.utils.write_file": "dataset.vision.image_files: write_file",
    "mindspore.dataset.vision.utils.write_jpeg": "dataset.vision.image_files: write_jpeg",
    "mindspore.dataset.vision.utils.write_png": "dataset.vision.image_files: write_png",
    "mindspore.common._Function": "graph.custom_function: _Function",
    "mindspore.common.JitConfig": "graph.jit: JitConfig",
    "mindspore.common.Symbol": "common.mutable_: Symbol",
    "mindspore.common.jit": "graph.jit: jit",
    "mindspore.common.jit_class": "graph.jit: jit_class",
    "mindspore.common.lazy_inline": "graph: lazy_inline",
    "mindspore.common.mutable": "common.mutable_: mutable",
    "mindspore.common.recompute": "nn.recompute: recompute",
    "mindspore.communication.comm_func.all_to_all_v_c": "mint.distributed: all_to_all_v_c",
    "mindspore.ops.Tensor": "common: Tensor",
    "mindspore.mint.Tensor": "common: Tensor",
    "mindspore.mint.conv2d": "mint.nn.functional: conv2d",
    "mindspore.common.initializer._INITIALIZER_ALIAS": "common.initializer_rules: _ALIASES",
    "mindspore.common.file_system.mindio_preload": "common.unsupported_services: mindio_preload",
    "mindspore.common.file_system.set_mindio_server_info": "common.unsupported_services: set_mindio_server_info",
    "mindspore.train.callback._checkpoint.CheckpointManager": (
        "train.callback._checkpoint_manager: CheckpointManager"
    ),
    "mindspore.common.dtype.Int": "common.dtype_kinds: Int",
    "mindspore.common.dtype.Tuple": "common.dtype_kinds: Tuple",
    "mindspore.experimental.MapParameter": "experimental.map_parameter: MapParameter",
    "mindspore.dtype.Tuple": "common.dtype_kinds: Tuple",
    "mindspore.dataset.TupleIterator": "dataset.pipeline.iterator: TupleIterator",
    "mindspore.dataset.DictIterator": "dataset.pipeline.iterator: DictIterator",
    "mindspore.common.parameter._get_unique_parameter_key": "internals.function_helpers: _get_unique_parameter_key",
    "mindspore.dtype.Int": "common.dtype_kinds: Int",
    "mindspore.Int": "common.dtype_kinds: Int",
    "mindspore.common.dtype.TensorType": "common.dtype_kinds: TensorType",
    "mindspore.dtype.TensorType": "common.dtype_kinds: TensorType",
    "mindspore.TensorType": "common.dtype_kinds: TensorType",
    "mindspore.common.dtype.QuantDtype": "common.dtype_kinds: QuantDtype",
    "mindspore.dtype.QuantDtype": "common.dtype_kinds: QuantDtype",
    "mindspore.QuantDtype": "common.dtype_kinds: QuantDtype",
    "mindspore.common.dtype.Float": "common.dtype_kinds: Float",
    "mindspore.dtype.Float": "common.dtype_kinds: Float",
    "mindspore.set_op_strategy_config": "parallel.legacy_queries: set_op_strategy_config",
    "mindspore.parallel.set_op_strategy_config": "parallel.legacy_queries: set_op_strategy_config",
    "mindspore.nn.GradAccumulationCell": "parallel.nn: GradAccumulation",
    "mindspore.nn.MicroBatchInterleaved": "parallel.nn: MicroBatchInterleaved",
    "mindspore.nn.PipelineCell": "parallel.nn: PipelineCell",
    "mindspore.nn.PipelineGradReducer": "parallel.nn: PipelineGradReducer",
    "mindspore.nn.VirtualDatasetCellTriple": "nn.wrap: VirtualDatasetCellTriple",
    "mindspore.nn.no_init_parameters": "nn.utils: no_init_parameters",
    "mindspore.nn.wrap.GradAccumulationCell": "parallel.nn: GradAccumulation",
    "mindspore.nn.wrap.MicroBatchInterleaved": "parallel.nn: MicroBatchInterleaved",
    "mindspore.nn.wrap.PipelineCell": "parallel.nn: PipelineCell",
    "mindspore.nn.wrap.PipelineGradReducer": "parallel.nn: PipelineGradReducer",
    "mindspore.nn.wrap.TimeDistributed": "nn: TimeDistributed",
    "mindspore.nn.L1LossExt": "mint.nn: L1Loss",
    "mindspore.nn.loss.L1LossExt": "mint.nn: L1Loss",
    "mindspore.sync_pipeline_shared_parameters": "parallel: sync_pipeline_shared_parameters",
}
MEMBERS |= former_table.MEMBERS
# The names of `mindspore.ops.communication` that `mindspore.ops` has too.
_COMMUNICATION = (
    "P2POp TCPStore all_gather all_gather_into_tensor all_gather_into_tensor_uneven all_gather_object all_reduce"
    " all_to_all all_to_all_single all_to_all_v_c barrier batch_isend_irecv broadcast broadcast_object_list"
    " destroy_process_group gather_into_tensor gather_object get_backend get_global_rank get_group_rank"
    " get_process_group_ranks get_rank get_world_size init_process_group irecv is_available is_initialized isend"
    " new_group recv recv_object_list reduce reduce_scatter reduce_scatter_tensor reduce_scatter_tensor_uneven"
    " scatter_object_list scatter_tensor send send_object_list set_comm_ops_inplace"
)
MEMBERS |= {
    f"mindspore.ops.{name}": f"mint.distributed.in_place: {name}" for name in _COMMUNICATION.split()
}
# Functions of `mint` that `mindspore.ops` has under a name with _ext at the end.
_MINT_IN_OPS = {
    "mint": "baddbmm bernoulli diff einsum float_power isnan",
    "mint.nn.functional": "adaptive_avg_pool2d mse_loss",
}
MEMBERS |= {
    f"mindspore.{module}.{name}_ext": f"{path}: {name}"
    for path, names in _MINT_IN_OPS.items()
    for name in names.split()
    for module in ("ops", "ops.functional")
}
MEMBERS["mindspore.profiler.tensor_board_trace_handler"] = "profiler: tensorboard_trace_handler"
MEMBERS["mindspore.reshard"] = "ops: reshard"
MEMBERS["mindspore.common.dtype.typing"] = "_c_expression: typing"
MEMBERS["mindspore.dtype.typing"] = "_c_expression: typing"
MEMBERS["mindspore.dataset.py_transforms"] = "dataset.transforms: py_transforms"
MEMBERS["mindspore.train.serialization.Checkpoint"] = (  # built when it is first read
    "train.serialization.ckpt_messages: Checkpoint"
)
MEMBERS["mindspore.train.serialization._convert_save_obj_to_param_list"] = (
    "internals.training_helpers: _convert_save_obj_to_param_list"
)
MEMBERS |= {
    f"mindspore.{module}.{name}": f"internals.{source}: {name}"
    for module, (source, names) in _HELPERS.items()
    for name in names.split()
}
MEMBERS |= {
    f"mindspore.train.amp.{name}": f"internals.training_helpers: {name}"
    for name in ("_add_loss_network", "_config_level", "_do_keep_batchnorm_fp32")
}
MEMBERS |= {
    f"mindspore.ops.operations.{name}": f"ops.bindings.primitives.ascend: {name}"
    for name in ("DSDMatmul", "MatmulDDS")
}
# What `import msacc` leaves out until it is asked for: data files, image code and their libraries.
_RECORDS = (
    "FAILED SUCCESS Cifar10ToMR Cifar100ToMR CsvToMR FileReader FileWriter ImageNetToMR MnistToMR"
)
MEMBERS |= {f"mindspore.{name}": f"mindrecord: {name}" for name in _RECORDS.split()}
_REWRITE = "Node NodeType ScopedValue SymbolTree ValueType"
MEMBERS |= {f"mindspore.{name}": f"rewrite: {name}" for name in _REWRITE.split()}
# Not MindSpore's: the ways to torch and back.
_INTEROP = "from_torch_state_dict to_torch_module to_torch_state_dict"
MEMBERS |= {f"mindspore.{name}": f"interop: {name}" for name in _INTEROP.split()}
# Not MindSpore's: a network's table.
MEMBERS["mindspore.summary"] = "inspection: summary"
# Not MindSpore's: two runs, Cell by Cell.
_COMPARISON = "compare compare_records record"
MEMBERS |= {f"mindspore.{name}": f"comparison: {name}" for name in _COMPARISON.split()}
_PROFILERS = "EnvProfiler Profiler"
MEMBERS |= {f"mindspore.{name}": f"profiler: {name}" for name in _PROFILERS.split()}
MODULES_WITH_FIRST_USE = (
    *(
        "boost",
        "comparison",
        "dataset",
        "inspection",
        "interop",
        "mindrecord",
        "numpy",
        "profiler",
        "rewrite",
    ),
    "nn.probability",
)
WITH_FIRST_USE = (
    *(name for name in MODULES_WITH_FIRST_USE if "." not in name),
    *_PROFILERS.split(),
    *_RECORDS.split(),
    *_REWRITE.split(),
    *_INTEROP.split(),
    *_COMPARISON.split(),
    "summary",
)
# Layers of `mint.nn` that `mindspore.nn` has under a name with Ext at the end.
MEMBERS |= {
    f"mindspore.{module}.{name}Ext": f"mint.nn: {name}"
    for name in [
        "AvgPool1d",
        "AvgPool2d",
        "AvgPool3d",
        "Dropout2d",
        "Dropout",
        "Embedding",
        "LayerNorm",
        "LogSoftmax",
        "MaxPool2d",
        "PReLU",
    ]
    for module in ("nn", "nn.layer")
}
MEMBERS["mindspore.nn.layer.activation.PReLUExt"] = "mint.nn: PReLU"
MEMBERS["mindspore.constexpr"] = "ops: constexpr"
MEMBERS["mindspore.dataset.IterSampler"] = "dataset.samplers: IterSampler"
# Where members lie that a module has when it is asked for them: `source: part`, for what `source` calls `part.name`.
_WITHOUT_KERNEL = Path(__file__).with_name("internals") / "primitives_without_kernel.txt"
LATE_MEMBERS = {
    f"mindspore.ops.operations.{module}": [f"internals.primitives_without_kernel: {module}"]
    for module in {row.partition(".")[0] for row in _WITHOUT_KERNEL.read_text().splitlines()}
}
LATE_MEMBERS["mindspore.ops.auto_generate"] = LATE_MEMBERS.pop(
    "mindspore.ops.operations.auto_generate"
)
LATE_MEMBERS["mindspore.ops.operations"] = [
    f"internals.primitives_without_kernel: {name}"
    for name in (
        *("_embedding_cache_ops", "_quant_ops", "_thor_ops", "array_ops", "inner_ops", "nn_ops"),
        *("other_ops", "auto_generate"),
    )
]
MEMBERS["mindspore.ops.operations.FakeQuantParam"] = "internals.fake_quant_param: FakeQuantParam"
for _module in ("operations", "operations.other_ops"):
    MEMBERS[f"mindspore.ops.{_module}.Load"] = "internals.values_of_parameters: Load"
# Modules of MindSpore's that are several files here: where else their names may be.
SPLIT_MODULES = {
    "mindspore.nn.layer.basic": "nn.layer",
    "mindspore.nn.layer.math": "nn.layer",
    "mindspore.nn.layer.rnns": "ops",
    "mindspore.nn.loss.loss": "nn.loss",
}
