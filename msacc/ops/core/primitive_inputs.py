"""What the inputs of primitives are called, and calls that take them by these names.

MindSpore's newer primitives take keywords in a call, the older ones do not; a primitive that is not named here
takes its inputs by position alone. A call is one frame: its source follows from how many inputs there are, and
each primitive gets a copy of the code with its own names.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable
from types import CellType, CodeType, FunctionType
from typing import Any

from msacc.ops.core.sharded_primitive import call_sharded  # noqa: F401 (the calls made below read it)
from msacc.ops.core.skin import compiled
from msacc.sharding.strategy_state import sharding  # noqa: F401 (so is this)

# The inputs, as MindSpore calls them, and the primitives that take them. After `=` stands the default, or
# nothing where it is the default of the function behind the primitive.
_BY_INPUTS = {
    "input":
        "ACos Abs Acosh AdaptiveMaxPool2D Angle ArgMaxWithValue ArgMinWithValue Asin Asinh Atan "
        "Atanh BroadcastTo Ceil Conj Cos Cosh Cummax Cummin Diag Erf Erfc Erfinv Exp Expm1 Floor "
        "GeLU Geqrf HShrink HSigmoid HSwish IsFinite IsInf Log Log1p LogMatrixDeterminant "
        "LogicalNot Logit MatrixDeterminant MatrixExp NanToNum Neg NonZero ReLU Real Reciprocal "
        "ReverseV2 Roll Rsqrt Sigmoid Sign Sin Sinc Sinh SoftShrink Softmax Square Squeeze Svd "
        "Tanh Trace Triu Trunc UniqueConsecutive",
    "input_x":
        "Argmax Cholesky CholeskyInverse Elu ExtractImagePatches Flatten Identity ResizeNearestNeighbor Split "
        "TensorShape",
    "inputs": "Meshgrid",
    "logits": "LogSoftmax",
    "n": "RandpermV2",
    "tensors": "Concat",
    "x":
        "Argmin AvgPool CeLU DType Dropout Eig FFTWithSize FastGeLU GLU OnesLike Qr Rank ReLU6 ReduceStd "
        "Reusing Shape Sqrt TensorToTuple ZerosLike",
    "a b x": "Betainc",
    "abs angle": "Polar",
    "input dim0 dim1": "TransposeExtView",
    "input dim= dtype=": "LogSoftmaxExt",
    "x output_size= scales=": "UpsampleNearest3D UpsampleTrilinear3D",
    "x size": "ResizeLinear1D",
    "image size": "ResizeBicubic ResizeBilinearV2 ResizeNearestNeighborV2",
    "input axis": "CumSum",
    "input axis=": "ReduceAll",
    "input decimals=": "Round",
    "input dims": "Tile Transpose",
    "input exponent": "Pow",
    "input input_perm": "TransposeView",
    "input mask": "MaskedSelect",
    "input mat2": "MatMul",
    "input other":
        "Add Atan2 Cross Div Equal FloorDiv Gcd Greater GreaterEqual IsClose Less LessEqual "
        "LogicalXor Maximum Minimum Mul NextAfter NotEqual Xlogy",
    "input shape": "Reshape",
    "input target": "SoftMarginLoss",
    "input weight": "PReLU",
    "input_x axis": "ExpandDims",
    "input_x dtype": "Cast",
    "input_x grid": "GridSampler2D GridSampler3D",
    "input_x indices": "GatherNd",
    "input_x input_y": "RightShift ScalarCast",
    "prediction target": "SmoothL1Loss",
    "real imag": "Complex",
    "shape dtype=": "Ones",
    "size dtype=": "Zeros",
    "value expr": "Depend",
    "variable value": "Assign AssignAdd AssignSub",
    "x indices v": "InplaceUpdateV2",
    "file input_x": "TensorDump",
    "x axis": "CumProd",
    "x axis=": "ReduceMax ReduceMin ReduceProd ReduceSum",
    "x axis=()": "ReduceAny ReduceMean",
    "x dtype=": "ScalarToTensor",
    "x gamma": "RmsNorm",
    "x y": "BatchMatMul FloorMod LogicalAnd LogicalOr RealDiv",
    "x1 x2": "Cdist LeftShift",
    "condition input other": "Select",
    "data indices updates": "TensorScatterElements",
    "dtype dims x": "Fill",
    "indices updates shape": "ScatterNd",
    "input begin size": "Slice",
    "input end weight": "Lerp LerpScalar",
    "input mask source": "MaskedScatter",
    "input target weight=": "BinaryCrossEntropy",
    "input weight bias=": "Dense",
    "input_params input_indices axis": "Gather",
    "input_x bias": "BiasAdd",
    "input_x gamma beta": "LayerNorm",
    "input_x indices updates": "TensorScatterAdd",
    "input_x mask value": "MaskedFill",
    "input_x segment_ids num_segments": "UnsortedSegmentSum",
    "logits labels weight": "NLLLoss",
    "n m dtype": "Eye",
    "sorted_sequence values sorter=": "SearchSorted",
    "start end step": "Range",
    "start stop num": "LinSpace",
    "x dim index": "GatherD",
    "x target weight=": "MultiMarginLoss",
    "indices depth on_value off_value": "OneHot",
    "input target weight= posWeight=": "BCEWithLogitsLoss",
    "input tensor1 tensor2 value": "Addcdiv Addcmul",
    "input_x begin end strides": "StridedSlice",
    "var m v lr beta1 beta2 epsilon decay gradient": "AdamWeightDecay",
    "query key value real_shift= drop_mask= padding_mask= attn_mask= prefix= actual_seq_qlen= "
    "actual_seq_kvlen=": "FlashAttentionScore",
    "x1 x2 gamma beta epsilon= additionalOut=": "AddLayerNormV2",
    "expanded_x x1 x2= bias= scales= expanded_row_idx= expanded_expert_idx=":
        "MoeFinalizeRouting",
    "input capacity expert_num drop_type=":
        "TopKRouter",
    "input capacity expert_num drop_type= threshold= router_prob=":
        "TopPRouter",
    "input dim=":
        "Swiglu",
    "input weight compress_block_size compress_stride actual_seq_len=":
        "NsaCompress",
    "input weight perm_in perm_out transpose_a= transpose_b=":
        "TransposeBatchMatmulTranspose",
    "input x2 group world_size bias= gather_index= gather_output= comm_turn= trans_input= trans_x2=":
        "AllGatherMatmul",
    "input x2 group world_size reduce_op= bias= comm_turn= trans_input= trans_x2=":
        "MatmulReduceScatter",
    "key value= key_cache= value_cache= slot_mapping=":
        "ReshapeAndCache",
    "permuted_tokens sorted_indices probs= padded_mode= restore_shape=":
        "InnerMoeTokenUnpermute MoeTokenUnpermute",
    "prev_attn_out prev_softmax_max prev_softmax_sum cur_attn_out cur_softmax_max cur_softmax_sum "
    "actual_seq_qlen= layout=":
        "RingAttentionUpdate",
    "query key cos sin position_ids":
        "ApplyRotaryPosEmb",
    "query key value attn_mask= actual_seq_lengths= actual_seq_lengths_kv= pse_shift= deq_scale1= "
    "quant_scale1= deq_scale2= quant_scale2= quant_offset2=":
        "PromptFlashAttention",
    "query key value attn_mask= actual_seq_lengths= pse_shift= dequant_scale1= quant_scale1= "
    "dequant_scale2= quant_scale2= quant_offset2= antiquant_scale= antiquant_offset= block_table= "
    "kv_padding_size=":
        "IncreFlashAttention",
    "query key value dy pse_shift= drop_mask= padding_mask= atten_mask= softmax_max= softmax_sum= "
    "softmax_in= attention_in= prefix= actual_seq_qlen= actual_seq_kvlen=":
        "FlashAttentionScoreGrad",
    "query key value pse_shift= attn_mask= actual_seq_lengths= actual_seq_lengths_kv= dequant_scale1= "
    "quant_scale1= dequant_scale2= quant_scale2= quant_offset2= antiquant_scale= antiquant_offset= "
    "block_table= query_padding_size= kv_padding_size= key_antiquant_scale= key_antiquant_offset= "
    "value_antiquant_scale= value_antiquant_offset= key_shared_prefix= value_shared_prefix= "
    "actual_shared_prefix_len=":
        "FusedInferAttentionScore",
    "query key value scale_value head_num compress_block_size compress_stride select_block_size "
    "select_block_count topk_mask= atten_mask= actual_seq_qlen= actual_cmp_seq_kvlen= "
    "actual_sel_seq_kvlen=":
        "NsaCompressAttention",
    "query key value topk_indices scale_value head_num select_block_size select_block_count atten_mask= "
    "actual_seq_qlen= actual_seq_kvlen=":
        "NsaSelectAttention",
    "query key_cache value_cache block_tables context_lens antiquant_scale= antiquant_offset= alibi_mask=":
        "PagedAttentionMask",
    "query key_cache value_cache= block_tables= context_lens= antiquant_scale= antiquant_offset= "
    "attn_mask= q_seq_lens= alibi_mask=":
        "PagedAttention",
    "sorted_experts num_expert":
        "MoeComputeExpertTokens",
    "token idx_arr group_num k k_inner=":
        "GroupTopk",
    "tokens indices num_out_tokens= padded_mode=":
        "MoeTokenPermute",
    "value shape offset locations weight":
        "MultiScaleDeformableAttn",
    "var indices updates axis reduce=":
        "KVCacheScatterUpdate",
    "x add_num group_num group_topk n k activate_type= is_norm= scale= mapping_num= mapping_table= "
    "enable_expert_mapping=":
        "FusedAddTopKDiv",
    "x cos sin mode=":
        "RotaryPositionEmbedding",
    "x expert_idx active_num expert_capacity expert_num drop_pad_mode expert_tokens_count_or_cumsum_flag "
    "expert_tokens_before_capacity_flag":
        "MoeInitRoutingV2",
    "x finished= k=":
        "MoeGatingTopKSoftmax",
    "x row_idx expert_idx active_num":
        "MoeInitRouting",
    "x scale offset sqrt_mode= rounding_mode= dst_type=":
        "QuantV2",
    "x smooth_scales=":
        "DynamicQuantExt",
    "x weight C":
        "InplaceMatmulAdd",
    "x weight antiquant_scale antiquant_offset= quant_scale= quant_offset= bias=":
        "WeightQuantBatchMatmul",
    "x weight bias= group_list= group_type= group_list_type=":
        "Gmm GmmV2",
    "x weight bias= scale= offset= antiquant_scale= antiquant_offset= group_list=":
        "GroupedMatmul",
    "x weight bias= scale= offset= antiquant_scale= antiquant_offset= group_list= split_item= group_type=":
        "GroupedMatmulV2",
    "x weight bias= scale= offset= antiquant_scale= antiquant_offset= pre_token_scale= group_list= "
    "activation_input= activation_quant_scale= activation_quant_offset= split_item= group_type= "
    "group_list_type= act_type= output_dtype=":
        "GroupedMatmulV4",
    "x weight group_list out":
        "InplaceGroupedMatmulAdd",
    "x weight1 weight2 expertTokens= bias1= bias2= scale= offset= deqScale1= deqScale2= antiquant_scale1= "
    "antiquant_scale2= antiquant_offset1= antiquant_offset2=":
        "FFNExt",
    "x weight_scale activation_scale bias= quant_scale= quant_offset= group_index= activate_left= "
    "quant_mode=":
        "DequantSwigluQuant",
    "x1 x2 bias residual gamma epsilon group reduce_op= comm_turn= stream_mode=":
        "MatmulAllReduceAddRmsNorm",
    "x1 x2 gamma epsilon=":
        "AddRmsNorm",
    "x1 x2 scale offset= bias= pertokenScaleOptional=":
        "QuantBatchMatmul",
    "x1 x2 scale offset= pertoken_scale= bias= output_dtype= x1_dtype= x2_dtype= pertoken_scale_dtype= "
    "scale_dtype= group_sizes=":
        "QuantMatmul",
}  # fmt: skip
_INPUTS = {name: text.split() for text, names in _BY_INPUTS.items() for name in names.split()}


def inputs(name: str) -> tuple[str, ...] | None:
    """The names of a primitive's inputs; None if it takes them by position alone."""
    found = _INPUTS.get(name)
    return found and tuple(text.partition("=")[0] for text in found)  # type: ignore[return-value]


def by_name(name: str, fn: Callable[..., Any], settings: dict[str, str]) -> Any:
    """`__call__` of a primitive that hands its inputs and its settings (attribute: argument of `fn`) to `fn`."""
    if not settings:
        return _call(name, fn, "fn({})")
    count = len(inputs(name) or ())
    parameters = list(inspect.signature(fn).parameters.values())[: count + len(settings)]
    placed = all(p.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD for p in parameters)
    if not placed or [p.name for p in parameters[count:]] != list(settings.values()):
        return _call(name, fn, "fn({}, **self._settings)")
    # By position, which is quicker; the attributes get their names in the copy.
    held = {f"_held{i}": key for i, key in enumerate(settings)}
    return _call(name, fn, f"fn({{}}, {', '.join(f'self.{key}' for key in held)})", held)


def to_construct(name: str, construct: Callable[..., Any]) -> Any:
    """`__call__` of a primitive that hands its inputs to its own `construct`."""
    return _call(name, construct, "self.construct({})")


def _call(
    name: str, fn: Callable[..., Any], text: str, attributes: dict[str, str] | None = None
) -> FunctionType:
    names = inputs(name) or ()
    code, place = _code(len(names), text), inspect.unwrap(fn).__code__
    attributes = attributes or {}
    own = code.replace(
        co_qualname=f"{name}.__call__",
        co_filename=place.co_filename,
        co_firstlineno=place.co_firstlineno,
        co_varnames=("self", *names),
        co_names=tuple(attributes.get(each, each) for each in code.co_names),
    )
    closure = tuple(CellType(fn) for _ in own.co_freevars)
    made = FunctionType(own, globals(), "__call__", _defaults(name, fn), closure)
    made.__qualname__ = f"{name}.__call__"
    return made


def _defaults(name: str, fn: Callable[..., Any]) -> tuple[Any, ...]:
    parameters = list(inspect.signature(fn).parameters.values())
    return tuple(
        ast.literal_eval(text.partition("=")[2]) if text[-1] != "=" else parameters[i].default
        for i, text in enumerate(_INPUTS[name])
        if "=" in text
    )


@functools.cache
def _code(count: int, text: str) -> CodeType:
    places = ", ".join(f"_{i}" for i in range(count))
    call = text.format(places)
    plain = "not sharding.active or self._strategy is None"
    body = f"return {call} if {plain} else call_sharded(self, {places})"
    return compiled(f"def make(fn):\n def __call__(self, {places}):\n  {body}\n")
