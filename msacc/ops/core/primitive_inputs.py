"""What the inputs of primitives are called, and calls that take them by these names.

MindSpore's newer primitives take keywords in a call, the older ones do not; a primitive that is not named here
takes its inputs by position alone.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from typing import Any

from msacc.ops.core.sharded_primitive import call_sharded
from msacc.sharding.strategy_state import sharding

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


def by_name(name: str, fn: Callable[..., Any], settings: dict[str, str]) -> Callable[..., Any]:
    """`__call__` of a primitive that passes its inputs and its settings (attribute: argument of `fn`) on to `fn`."""
    parameters = list(inspect.signature(fn).parameters.values())
    signature = _signature(name, parameters)
    count = len(signature.parameters) - 1
    by_place = _follow(settings, parameters[count:])

    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
        if kwargs or len(args) != count:
            args = in_order(f"{name}.__call__", defaults, args, kwargs)
        if sharding.active and self._strategy is not None:
            return call_sharded(self, *args)
        if by_place:  # quicker than by name
            return fn(*args, *self._settings.values())
        return fn(*args, **self._settings)

    defaults = _labelled(__call__, name, signature)
    return __call__


def to_construct(name: str, construct: Callable[..., Any]) -> Callable[..., Any]:
    """`__call__` of a primitive that passes its inputs on to its own `construct`."""
    signature = _signature(name, list(inspect.signature(construct).parameters.values()))

    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
        args = in_order(f"{name}.__call__", defaults, args, kwargs)
        if sharding.active and self._strategy is not None:
            return call_sharded(self, *args)
        return self.construct(*args)

    defaults = _labelled(__call__, name, signature)
    return __call__


def in_order(
    where: str, defaults: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, ...]:
    """The inputs by position, `defaults` in place of those left out; TypeError as Python raises it.

    By hand: Dynamo does not trace `Signature.bind`.
    """
    if len(args) > len(defaults):
        raise TypeError(f"{where}() takes {len(defaults)} inputs but {len(args)} were given")
    names = tuple(defaults)
    for key in kwargs:
        if key in names[: len(args)]:
            raise TypeError(f"{where}() got multiple values for argument '{key}'")
        if key not in names:
            raise TypeError(f"{where}() got an unexpected keyword argument '{key}'")
    values = list(args)
    for name in names[len(args) :]:
        value = kwargs.get(name, defaults[name])
        if value is inspect.Parameter.empty:
            raise TypeError(f"{where}() missing 1 required positional argument: '{name}'")
        values.append(value)
    return tuple(values)


def _labelled(call: Any, name: str, signature: inspect.Signature) -> dict[str, Any]:
    """The defaults by name of a `__call__`, once it is given its name and signature."""
    call.__qualname__ = f"{name}.__call__"
    call.__signature__ = signature
    return {p.name: p.default for p in list(signature.parameters.values())[1:]}


def _follow(settings: dict[str, str], parameters: list[inspect.Parameter]) -> bool:
    """Whether the settings are the first of these parameters, in order, and may be passed by position."""
    placed = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    return placed[: len(settings)] == list(settings.values())


def _signature(name: str, own: list[inspect.Parameter]) -> inspect.Signature:
    """`(self, input, axis=())` of a primitive's call; what has no default of its own has that in `own`."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter("self", kind)]
    for i, text in enumerate(_INPUTS[name]):
        key, has_default, literal = text.partition("=")
        default: Any = inspect.Parameter.empty
        if has_default:
            default = ast.literal_eval(literal) if literal else own[i].default
        parameters.append(inspect.Parameter(key, kind, default=default))
    return inspect.Signature(parameters)
