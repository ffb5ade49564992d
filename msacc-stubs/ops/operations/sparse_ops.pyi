# Written by `python -m tests.stubs`.
from msacc.common.tensor import Tensor
from msacc.graph.grad_operation import GradOperation as GradOperation
from msacc.graph.jacobians import jacfwd as jacfwd
from msacc.graph.jacobians import jacrev as jacrev
from msacc.graph.jacobians import jvp as jvp
from msacc.graph.jacobians import linearize as linearize
from msacc.graph.jacobians import vjp as vjp
from msacc.graph.taylor import derivative as derivative
from msacc.graph.taylor import jet as jet
from msacc.graph.transforms import get_grad as get_grad
from msacc.graph.transforms import grad as grad
from msacc.graph.transforms import value_and_grad as value_and_grad
from msacc.graph.vmap import vmap as vmap
from msacc.mint import arcsin as arcsin
from msacc.mint import pow as _pow
from msacc.mint import unsqueeze as unsqueeze
from msacc.ops import BasicLSTMCell as BasicLSTMCell
from msacc.ops import DumpGradient as DumpGradient
from msacc.ops import FusedAdaFactor as FusedAdaFactor
from msacc.ops import FusedAdaFactorWithGlobalNorm as FusedAdaFactorWithGlobalNorm
from msacc.ops import GeSwitch as GeSwitch
from msacc.ops import GetNext as GetNext
from msacc.ops import MapCacheIdx as MapCacheIdx
from msacc.ops import Merge as Merge
from msacc.ops import Pull as Pull
from msacc.ops import Push as Push
from msacc.ops import PyExecute as PyExecute
from msacc.ops import RNNTLoss as RNNTLoss
from msacc.ops import UpdateState as UpdateState
from msacc.ops import bucket_of_each as bucket_of_each
from msacc.ops import clamp_ as clamp_
from msacc.ops import erfinv_ as erfinv_
from msacc.ops import floor_div as floor_div
from msacc.ops import floor_mod as _floor_mod
from msacc.ops import floor_mod as floor_mod
from msacc.ops import inplace_sigmoid as inplace_sigmoid
from msacc.ops import invert as invert
from msacc.ops import put_ as put_
from msacc.ops import row_stack as row_stack
from msacc.ops import shape_ as shape_
from msacc.ops import swapdims as swapdims
from msacc.ops import tanh_ as tanh_
from msacc.ops import truncate_mod as truncate_mod
from msacc.ops import zero_ as zero_
from msacc.ops.array.creation import arange as arange
from msacc.ops.array.creation import eye as eye
from msacc.ops.array.creation import fill as fill
from msacc.ops.array.creation import fill_with as fill_with
from msacc.ops.array.creation import fills as fills
from msacc.ops.array.creation import full as full
from msacc.ops.array.creation import full_like as full_like
from msacc.ops.array.creation import linspace as linspace
from msacc.ops.array.creation import logspace as logspace
from msacc.ops.array.creation import meshgrid as meshgrid
from msacc.ops.array.creation import one_hot as one_hot
from msacc.ops.array.creation import ones as ones
from msacc.ops.array.creation import ones_like as ones_like
from msacc.ops.array.creation import range as range
from msacc.ops.array.creation import scalar_to_array as scalar_to_array
from msacc.ops.array.creation import scalar_to_tensor as scalar_to_tensor
from msacc.ops.array.creation import tril_indices as tril_indices
from msacc.ops.array.creation import triu_indices as triu_indices
from msacc.ops.array.creation import tuple_to_array as tuple_to_array
from msacc.ops.array.creation import vander as vander
from msacc.ops.array.creation import zeros as zeros
from msacc.ops.array.creation import zeros_like as zeros_like
from msacc.ops.array.fill import coalesce as coalesce
from msacc.ops.array.fill import expand as expand
from msacc.ops.array.fill import padding as padding
from msacc.ops.array.gather_select import argwhere as argwhere
from msacc.ops.array.gather_select import diag as diag
from msacc.ops.array.gather_select import diag_embed as diag_embed
from msacc.ops.array.gather_select import diag_part as diag_part
from msacc.ops.array.gather_select import diagflat as diagflat
from msacc.ops.array.gather_select import gather as gather
from msacc.ops.array.gather_select import gather_d as gather_d
from msacc.ops.array.gather_select import gather_elements as gather_elements
from msacc.ops.array.gather_select import gather_nd as gather_nd
from msacc.ops.array.gather_select import index_select as index_select
from msacc.ops.array.gather_select import masked_fill as masked_fill
from msacc.ops.array.gather_select import masked_scatter as masked_scatter
from msacc.ops.array.gather_select import masked_select as masked_select
from msacc.ops.array.gather_select import matrix_band_part as matrix_band_part
from msacc.ops.array.gather_select import nonzero as nonzero
from msacc.ops.array.gather_select import reverse_sequence as reverse_sequence
from msacc.ops.array.gather_select import select as select
from msacc.ops.array.gather_select import sequence_mask as sequence_mask
from msacc.ops.array.gather_select import slice as slice
from msacc.ops.array.gather_select import strided_slice as strided_slice
from msacc.ops.array.gather_select import take as take
from msacc.ops.array.gather_select import tril as tril
from msacc.ops.array.gather_select import triu as triu
from msacc.ops.array.gather_select import where as where
from msacc.ops.array.joining import block_diag as block_diag
from msacc.ops.array.joining import cat as _cat
from msacc.ops.array.joining import cat as cat
from msacc.ops.array.joining import chunk as chunk
from msacc.ops.array.joining import column_stack as column_stack
from msacc.ops.array.joining import dsplit as dsplit
from msacc.ops.array.joining import dstack as dstack
from msacc.ops.array.joining import hsplit as hsplit
from msacc.ops.array.joining import hstack as hstack
from msacc.ops.array.joining import repeat_elements as repeat_elements
from msacc.ops.array.joining import repeat_interleave as repeat_interleave
from msacc.ops.array.joining import split as split
from msacc.ops.array.joining import split_equal as split_equal
from msacc.ops.array.joining import split_sizes as split_sizes
from msacc.ops.array.joining import stack as stack
from msacc.ops.array.joining import tensor_split as tensor_split
from msacc.ops.array.joining import tile as tile
from msacc.ops.array.joining import unbind as unbind
from msacc.ops.array.joining import unstack as unstack
from msacc.ops.array.joining import unstack_of as unstack_of
from msacc.ops.array.joining import vsplit as vsplit
from msacc.ops.array.joining import vstack as vstack
from msacc.ops.array.scattering import diagonal_scatter as diagonal_scatter
from msacc.ops.array.scattering import index_add as index_add
from msacc.ops.array.scattering import index_fill as index_fill
from msacc.ops.array.scattering import inplace_add as inplace_add
from msacc.ops.array.scattering import inplace_sub as inplace_sub
from msacc.ops.array.scattering import inplace_update as inplace_update
from msacc.ops.array.scattering import scatter as scatter
from msacc.ops.array.scattering import scatter_add as scatter_add
from msacc.ops.array.scattering import scatter_div as scatter_div
from msacc.ops.array.scattering import scatter_max as scatter_max
from msacc.ops.array.scattering import scatter_min as scatter_min
from msacc.ops.array.scattering import scatter_mul as scatter_mul
from msacc.ops.array.scattering import scatter_nd as scatter_nd
from msacc.ops.array.scattering import scatter_nd_add as scatter_nd_add
from msacc.ops.array.scattering import scatter_nd_div as scatter_nd_div
from msacc.ops.array.scattering import scatter_nd_max as scatter_nd_max
from msacc.ops.array.scattering import scatter_nd_min as scatter_nd_min
from msacc.ops.array.scattering import scatter_nd_mul as scatter_nd_mul
from msacc.ops.array.scattering import scatter_nd_sub as scatter_nd_sub
from msacc.ops.array.scattering import scatter_nd_update as scatter_nd_update
from msacc.ops.array.scattering import scatter_sub as scatter_sub
from msacc.ops.array.scattering import scatter_update as scatter_update
from msacc.ops.array.scattering import select_scatter as select_scatter
from msacc.ops.array.scattering import slice_scatter as slice_scatter
from msacc.ops.array.scattering import tensor_scatter_add as tensor_scatter_add
from msacc.ops.array.scattering import tensor_scatter_div as tensor_scatter_div
from msacc.ops.array.scattering import tensor_scatter_elements as tensor_scatter_elements
from msacc.ops.array.scattering import tensor_scatter_max as tensor_scatter_max
from msacc.ops.array.scattering import tensor_scatter_min as tensor_scatter_min
from msacc.ops.array.scattering import tensor_scatter_mul as tensor_scatter_mul
from msacc.ops.array.scattering import tensor_scatter_sub as tensor_scatter_sub
from msacc.ops.array.scattering import tensor_scatter_update as tensor_scatter_update
from msacc.ops.array.scattering import unsorted_segment_max as unsorted_segment_max
from msacc.ops.array.scattering import unsorted_segment_min as unsorted_segment_min
from msacc.ops.array.scattering import unsorted_segment_prod as unsorted_segment_prod
from msacc.ops.array.scattering import unsorted_segment_sum as unsorted_segment_sum
from msacc.ops.array.sets import cartesian_prod as cartesian_prod
from msacc.ops.array.sets import combinations as combinations
from msacc.ops.array.shaping import adjoint as adjoint
from msacc.ops.array.shaping import atleast_1d as atleast_1d
from msacc.ops.array.shaping import atleast_2d as atleast_2d
from msacc.ops.array.shaping import atleast_3d as atleast_3d
from msacc.ops.array.shaping import broadcast_to as broadcast_to
from msacc.ops.array.shaping import cast as cast
from msacc.ops.array.shaping import depth_to_space as depth_to_space
from msacc.ops.array.shaping import diagonal as diagonal
from msacc.ops.array.shaping import dtype as dtype
from msacc.ops.array.shaping import dyn_shape as _dyn_shape
from msacc.ops.array.shaping import dyn_shape as dyn_shape
from msacc.ops.array.shaping import dyn_shape_as as dyn_shape_as
from msacc.ops.array.shaping import expand_as as expand_as
from msacc.ops.array.shaping import expand_dims as expand_dims
from msacc.ops.array.shaping import flatten as flatten
from msacc.ops.array.shaping import flatten_batch as flatten_batch
from msacc.ops.array.shaping import flip as flip
from msacc.ops.array.shaping import fliplr as fliplr
from msacc.ops.array.shaping import flipud as flipud
from msacc.ops.array.shaping import moveaxis as _moveaxis
from msacc.ops.array.shaping import moveaxis as moveaxis
from msacc.ops.array.shaping import narrow as narrow
from msacc.ops.array.shaping import numel as numel
from msacc.ops.array.shaping import permute as permute
from msacc.ops.array.shaping import rank as rank
from msacc.ops.array.shaping import ravel as ravel
from msacc.ops.array.shaping import reshape as _reshape
from msacc.ops.array.shaping import reshape as reshape
from msacc.ops.array.shaping import reverse as reverse
from msacc.ops.array.shaping import roll as roll
from msacc.ops.array.shaping import rot90 as rot90
from msacc.ops.array.shaping import shape as shape
from msacc.ops.array.shaping import size as size
from msacc.ops.array.shaping import space_to_depth as space_to_depth
from msacc.ops.array.shaping import squeeze as squeeze
from msacc.ops.array.shaping import swapaxes as swapaxes
from msacc.ops.array.shaping import t as t
from msacc.ops.array.shaping import transpose as transpose
from msacc.ops.array.shaping import type_as as type_as
from msacc.ops.array.shaping import view_as as view_as
from msacc.ops.array.sorting import argsort as argsort
from msacc.ops.array.sorting import bincount as bincount
from msacc.ops.array.sorting import bincount_sized as bincount_sized
from msacc.ops.array.sorting import bucketize as bucketize
from msacc.ops.array.sorting import diff as diff
from msacc.ops.array.sorting import histc as histc
from msacc.ops.array.sorting import intopk as intopk
from msacc.ops.array.sorting import kthvalue as kthvalue
from msacc.ops.array.sorting import msort as msort
from msacc.ops.array.sorting import searchsorted as searchsorted
from msacc.ops.array.sorting import sort as sort
from msacc.ops.array.sorting import top_k as top_k
from msacc.ops.array.sorting import topk as topk
from msacc.ops.array.sorting import trapz as trapz
from msacc.ops.array.sorting import unique as unique
from msacc.ops.array.sorting import unique_consecutive as unique_consecutive
from msacc.ops.array.sorting import unique_with_pad as unique_with_pad
from msacc.ops.array.space_to_batch import batch_to_space_nd as batch_to_space_nd
from msacc.ops.array.space_to_batch import space_to_batch_nd as space_to_batch_nd
from msacc.ops.bindings.primitive_classes import ACos as ACos
from msacc.ops.bindings.primitive_classes import Abs as Abs
from msacc.ops.bindings.primitive_classes import AccumulateNV2 as AccumulateNV2
from msacc.ops.bindings.primitive_classes import Acosh as Acosh
from msacc.ops.bindings.primitive_classes import Adam as Adam
from msacc.ops.bindings.primitive_classes import AdamNoUpdateParam as AdamNoUpdateParam
from msacc.ops.bindings.primitive_classes import AdamWeightDecay as AdamWeightDecay
from msacc.ops.bindings.primitive_classes import AdaptiveAvgPool2D as AdaptiveAvgPool2D
from msacc.ops.bindings.primitive_classes import AdaptiveAvgPool3D as AdaptiveAvgPool3D
from msacc.ops.bindings.primitive_classes import AdaptiveMaxPool2D as AdaptiveMaxPool2D
from msacc.ops.bindings.primitive_classes import AdaptiveMaxPool3D as AdaptiveMaxPool3D
from msacc.ops.bindings.primitive_classes import Add as Add
from msacc.ops.bindings.primitive_classes import AddLayerNormV2 as AddLayerNormV2
from msacc.ops.bindings.primitive_classes import AddN as AddN
from msacc.ops.bindings.primitive_classes import AddRmsNorm as AddRmsNorm
from msacc.ops.bindings.primitive_classes import Addcdiv as Addcdiv
from msacc.ops.bindings.primitive_classes import Addcmul as Addcmul
from msacc.ops.bindings.primitive_classes import AdjustHue as AdjustHue
from msacc.ops.bindings.primitive_classes import AdjustSaturation as AdjustSaturation
from msacc.ops.bindings.primitive_classes import AffineGrid as AffineGrid
from msacc.ops.bindings.primitive_classes import AllGatherMatmul as AllGatherMatmul
from msacc.ops.bindings.primitive_classes import Angle as Angle
from msacc.ops.bindings.primitive_classes import ApplyAdaMax as ApplyAdaMax
from msacc.ops.bindings.primitive_classes import ApplyAdadelta as ApplyAdadelta
from msacc.ops.bindings.primitive_classes import ApplyAdagrad as ApplyAdagrad
from msacc.ops.bindings.primitive_classes import ApplyAdagradDA as ApplyAdagradDA
from msacc.ops.bindings.primitive_classes import ApplyAdagradV2 as ApplyAdagradV2
from msacc.ops.bindings.primitive_classes import ApplyAdamWithAmsgradV2 as ApplyAdamWithAmsgradV2
from msacc.ops.bindings.primitive_classes import ApplyAddSign as ApplyAddSign
from msacc.ops.bindings.primitive_classes import ApplyCenteredRMSProp as ApplyCenteredRMSProp
from msacc.ops.bindings.primitive_classes import ApplyFtrl as ApplyFtrl
from msacc.ops.bindings.primitive_classes import ApplyGradientDescent as ApplyGradientDescent
from msacc.ops.bindings.primitive_classes import ApplyKerasMomentum as ApplyKerasMomentum
from msacc.ops.bindings.primitive_classes import ApplyMomentum as ApplyMomentum
from msacc.ops.bindings.primitive_classes import ApplyPowerSign as ApplyPowerSign
from msacc.ops.bindings.primitive_classes import ApplyProximalAdagrad as ApplyProximalAdagrad
from msacc.ops.bindings.primitive_classes import ApplyProximalGradientDescent as ApplyProximalGradientDescent
from msacc.ops.bindings.primitive_classes import ApplyRMSProp as ApplyRMSProp
from msacc.ops.bindings.primitive_classes import ApplyRotaryPosEmb as ApplyRotaryPosEmb
from msacc.ops.bindings.primitive_classes import ApproximateEqual as ApproximateEqual
from msacc.ops.bindings.primitive_classes import ArgMaxWithValue as ArgMaxWithValue
from msacc.ops.bindings.primitive_classes import ArgMinWithValue as ArgMinWithValue
from msacc.ops.bindings.primitive_classes import Argmax as Argmax
from msacc.ops.bindings.primitive_classes import Argmin as Argmin
from msacc.ops.bindings.primitive_classes import Asin as Asin
from msacc.ops.bindings.primitive_classes import Asinh as Asinh
from msacc.ops.bindings.primitive_classes import Assign as Assign
from msacc.ops.bindings.primitive_classes import AssignAdd as AssignAdd
from msacc.ops.bindings.primitive_classes import AssignSub as AssignSub
from msacc.ops.bindings.primitive_classes import Atan as Atan
from msacc.ops.bindings.primitive_classes import Atan2 as Atan2
from msacc.ops.bindings.primitive_classes import Atanh as Atanh
from msacc.ops.bindings.primitive_classes import AvgPool3D as AvgPool3D
from msacc.ops.bindings.primitive_classes import BCEWithLogitsLoss as BCEWithLogitsLoss
from msacc.ops.bindings.primitive_classes import BartlettWindow as BartlettWindow
from msacc.ops.bindings.primitive_classes import BatchMatMul as BatchMatMul
from msacc.ops.bindings.primitive_classes import BatchNorm as BatchNorm
from msacc.ops.bindings.primitive_classes import BatchToSpace as BatchToSpace
from msacc.ops.bindings.primitive_classes import BatchToSpaceND as BatchToSpaceND
from msacc.ops.bindings.primitive_classes import BatchToSpaceNDV2 as BatchToSpaceNDV2
from msacc.ops.bindings.primitive_classes import Bernoulli as Bernoulli
from msacc.ops.bindings.primitive_classes import BesselI0 as BesselI0
from msacc.ops.bindings.primitive_classes import BesselI0e as BesselI0e
from msacc.ops.bindings.primitive_classes import BesselI1 as BesselI1
from msacc.ops.bindings.primitive_classes import BesselI1e as BesselI1e
from msacc.ops.bindings.primitive_classes import BesselJ0 as BesselJ0
from msacc.ops.bindings.primitive_classes import BesselJ1 as BesselJ1
from msacc.ops.bindings.primitive_classes import BesselK0 as BesselK0
from msacc.ops.bindings.primitive_classes import BesselK0e as BesselK0e
from msacc.ops.bindings.primitive_classes import BesselK1 as BesselK1
from msacc.ops.bindings.primitive_classes import BesselK1e as BesselK1e
from msacc.ops.bindings.primitive_classes import BesselY0 as BesselY0
from msacc.ops.bindings.primitive_classes import BesselY1 as BesselY1
from msacc.ops.bindings.primitive_classes import Betainc as Betainc
from msacc.ops.bindings.primitive_classes import BinaryCrossEntropy as BinaryCrossEntropy
from msacc.ops.bindings.primitive_classes import Bincount as Bincount
from msacc.ops.bindings.primitive_classes import BitwiseAnd as BitwiseAnd
from msacc.ops.bindings.primitive_classes import BitwiseOr as BitwiseOr
from msacc.ops.bindings.primitive_classes import BitwiseXor as BitwiseXor
from msacc.ops.bindings.primitive_classes import BlackmanWindow as BlackmanWindow
from msacc.ops.bindings.primitive_classes import BoundingBoxDecode as BoundingBoxDecode
from msacc.ops.bindings.primitive_classes import BoundingBoxEncode as BoundingBoxEncode
from msacc.ops.bindings.primitive_classes import BroadcastTo as BroadcastTo
from msacc.ops.bindings.primitive_classes import Bucketize as Bucketize
from msacc.ops.bindings.primitive_classes import CTCGreedyDecoder as CTCGreedyDecoder
from msacc.ops.bindings.primitive_classes import CTCLoss as CTCLoss
from msacc.ops.bindings.primitive_classes import CTCLossV2 as CTCLossV2
from msacc.ops.bindings.primitive_classes import Cast as Cast
from msacc.ops.bindings.primitive_classes import Cauchy as Cauchy
from msacc.ops.bindings.primitive_classes import Cdist as Cdist
from msacc.ops.bindings.primitive_classes import CeLU as CeLU
from msacc.ops.bindings.primitive_classes import Ceil as Ceil
from msacc.ops.bindings.primitive_classes import ChannelShuffle as ChannelShuffle
from msacc.ops.bindings.primitive_classes import CheckNumerics as CheckNumerics
from msacc.ops.bindings.primitive_classes import CheckValid as CheckValid
from msacc.ops.bindings.primitive_classes import Cholesky as Cholesky
from msacc.ops.bindings.primitive_classes import CholeskyInverse as CholeskyInverse
from msacc.ops.bindings.primitive_classes import CholeskySolve as CholeskySolve
from msacc.ops.bindings.primitive_classes import Coalesce as Coalesce
from msacc.ops.bindings.primitive_classes import Col2Im as Col2Im
from msacc.ops.bindings.primitive_classes import CombinedNonMaxSuppression as CombinedNonMaxSuppression
from msacc.ops.bindings.primitive_classes import CompareAndBitpack as CompareAndBitpack
from msacc.ops.bindings.primitive_classes import Complex as Complex
from msacc.ops.bindings.primitive_classes import ComplexAbs as ComplexAbs
from msacc.ops.bindings.primitive_classes import ComputeAccidentalHits as ComputeAccidentalHits
from msacc.ops.bindings.primitive_classes import Concat as Concat
from msacc.ops.bindings.primitive_classes import ConfusionMatrix as ConfusionMatrix
from msacc.ops.bindings.primitive_classes import Conj as Conj
from msacc.ops.bindings.primitive_classes import ConjugateTranspose as ConjugateTranspose
from msacc.ops.bindings.primitive_classes import CopyWithSlice as CopyWithSlice
from msacc.ops.bindings.primitive_classes import Cos as Cos
from msacc.ops.bindings.primitive_classes import Cosh as Cosh
from msacc.ops.bindings.primitive_classes import CountNonZero as CountNonZero
from msacc.ops.bindings.primitive_classes import CropAndResize as CropAndResize
from msacc.ops.bindings.primitive_classes import Cross as Cross
from msacc.ops.bindings.primitive_classes import CumProd as CumProd
from msacc.ops.bindings.primitive_classes import CumSum as CumSum
from msacc.ops.bindings.primitive_classes import Cummax as Cummax
from msacc.ops.bindings.primitive_classes import Cummin as Cummin
from msacc.ops.bindings.primitive_classes import CumulativeLogsumexp as CumulativeLogsumexp
from msacc.ops.bindings.primitive_classes import DType as DType
from msacc.ops.bindings.primitive_classes import DataFormatDimMap as DataFormatDimMap
from msacc.ops.bindings.primitive_classes import DataFormatVecPermute as DataFormatVecPermute
from msacc.ops.bindings.primitive_classes import DeformableOffsets as DeformableOffsets
from msacc.ops.bindings.primitive_classes import Dense as Dense
from msacc.ops.bindings.primitive_classes import Depend as Depend
from msacc.ops.bindings.primitive_classes import DepthToSpace as DepthToSpace
from msacc.ops.bindings.primitive_classes import DequantSwigluQuant as DequantSwigluQuant
from msacc.ops.bindings.primitive_classes import Diag as Diag
from msacc.ops.bindings.primitive_classes import DiagPart as DiagPart
from msacc.ops.bindings.primitive_classes import Digamma as Digamma
from msacc.ops.bindings.primitive_classes import Dilation2D as Dilation2D
from msacc.ops.bindings.primitive_classes import Div as Div
from msacc.ops.bindings.primitive_classes import DivNoNan as DivNoNan
from msacc.ops.bindings.primitive_classes import Dropout as Dropout
from msacc.ops.bindings.primitive_classes import Dropout2D as Dropout2D
from msacc.ops.bindings.primitive_classes import Dropout3D as Dropout3D
from msacc.ops.bindings.primitive_classes import DropoutDoMask as DropoutDoMask
from msacc.ops.bindings.primitive_classes import DropoutGenMask as DropoutGenMask
from msacc.ops.bindings.primitive_classes import DynamicQuantExt as DynamicQuantExt
from msacc.ops.bindings.primitive_classes import DynamicShape as DynamicShape
from msacc.ops.bindings.primitive_classes import EditDistance as EditDistance
from msacc.ops.bindings.primitive_classes import Eig as Eig
from msacc.ops.bindings.primitive_classes import Elu as Elu
from msacc.ops.bindings.primitive_classes import EmbeddingLookup as EmbeddingLookup
from msacc.ops.bindings.primitive_classes import Eps as Eps
from msacc.ops.bindings.primitive_classes import Equal as Equal
from msacc.ops.bindings.primitive_classes import EqualCount as EqualCount
from msacc.ops.bindings.primitive_classes import Erf as Erf
from msacc.ops.bindings.primitive_classes import Erfc as Erfc
from msacc.ops.bindings.primitive_classes import Erfinv as Erfinv
from msacc.ops.bindings.primitive_classes import EuclideanNorm as EuclideanNorm
from msacc.ops.bindings.primitive_classes import Exp as Exp
from msacc.ops.bindings.primitive_classes import Expand as Expand
from msacc.ops.bindings.primitive_classes import ExpandDims as ExpandDims
from msacc.ops.bindings.primitive_classes import Expm1 as Expm1
from msacc.ops.bindings.primitive_classes import ExtractGlimpse as ExtractGlimpse
from msacc.ops.bindings.primitive_classes import ExtractImagePatches as ExtractImagePatches
from msacc.ops.bindings.primitive_classes import ExtractVolumePatches as ExtractVolumePatches
from msacc.ops.bindings.primitive_classes import Eye as Eye
from msacc.ops.bindings.primitive_classes import FFNExt as FFNExt
from msacc.ops.bindings.primitive_classes import FFTWithSize as FFTWithSize
from msacc.ops.bindings.primitive_classes import FastGeLU as FastGeLU
from msacc.ops.bindings.primitive_classes import FastGeLU as _FastGeLU
from msacc.ops.bindings.primitive_classes import Fill as Fill
from msacc.ops.bindings.primitive_classes import FillDiagonal as FillDiagonal
from msacc.ops.bindings.primitive_classes import FillV2 as FillV2
from msacc.ops.bindings.primitive_classes import Fills as Fills
from msacc.ops.bindings.primitive_classes import FlashAttentionScore as FlashAttentionScore
from msacc.ops.bindings.primitive_classes import FlashAttentionScoreGrad as FlashAttentionScoreGrad
from msacc.ops.bindings.primitive_classes import Flatten as Flatten
from msacc.ops.bindings.primitive_classes import FloatStatus as FloatStatus
from msacc.ops.bindings.primitive_classes import Floor as Floor
from msacc.ops.bindings.primitive_classes import FloorDiv as FloorDiv
from msacc.ops.bindings.primitive_classes import FloorMod as FloorMod
from msacc.ops.bindings.primitive_classes import Fmax as Fmax
from msacc.ops.bindings.primitive_classes import Fmin as Fmin
from msacc.ops.bindings.primitive_classes import FractionalAvgPool as FractionalAvgPool
from msacc.ops.bindings.primitive_classes import FractionalMaxPool as FractionalMaxPool
from msacc.ops.bindings.primitive_classes import FusedAddTopKDiv as FusedAddTopKDiv
from msacc.ops.bindings.primitive_classes import FusedCastAdamWeightDecay as FusedCastAdamWeightDecay
from msacc.ops.bindings.primitive_classes import FusedInferAttentionScore as FusedInferAttentionScore
from msacc.ops.bindings.primitive_classes import FusedSparseAdam as FusedSparseAdam
from msacc.ops.bindings.primitive_classes import FusedSparseFtrl as FusedSparseFtrl
from msacc.ops.bindings.primitive_classes import FusedSparseLazyAdam as FusedSparseLazyAdam
from msacc.ops.bindings.primitive_classes import FusedSparseProximalAdagrad as FusedSparseProximalAdagrad
from msacc.ops.bindings.primitive_classes import FusedWeightScaleApplyMomentum as FusedWeightScaleApplyMomentum
from msacc.ops.bindings.primitive_classes import GLU as GLU
from msacc.ops.bindings.primitive_classes import Gamma as Gamma
from msacc.ops.bindings.primitive_classes import Gather as Gather
from msacc.ops.bindings.primitive_classes import GatherD as GatherD
from msacc.ops.bindings.primitive_classes import GatherNd as GatherNd
from msacc.ops.bindings.primitive_classes import GatherV2 as GatherV2
from msacc.ops.bindings.primitive_classes import Gcd as Gcd
from msacc.ops.bindings.primitive_classes import GeLU as GeLU
from msacc.ops.bindings.primitive_classes import GeLU as _GeLU
from msacc.ops.bindings.primitive_classes import Geqrf as Geqrf
from msacc.ops.bindings.primitive_classes import Ger as Ger
from msacc.ops.bindings.primitive_classes import Gmm as Gmm
from msacc.ops.bindings.primitive_classes import GmmV2 as GmmV2
from msacc.ops.bindings.primitive_classes import Greater as Greater
from msacc.ops.bindings.primitive_classes import GreaterEqual as GreaterEqual
from msacc.ops.bindings.primitive_classes import GridSampler2D as GridSampler2D
from msacc.ops.bindings.primitive_classes import GridSampler3D as GridSampler3D
from msacc.ops.bindings.primitive_classes import GroupTopk as GroupTopk
from msacc.ops.bindings.primitive_classes import GroupedMatmul as GroupedMatmul
from msacc.ops.bindings.primitive_classes import GroupedMatmulV2 as GroupedMatmulV2
from msacc.ops.bindings.primitive_classes import GroupedMatmulV4 as GroupedMatmulV4
from msacc.ops.bindings.primitive_classes import HSVToRGB as HSVToRGB
from msacc.ops.bindings.primitive_classes import HShrink as HShrink
from msacc.ops.bindings.primitive_classes import HSigmoid as HSigmoid
from msacc.ops.bindings.primitive_classes import HSwish as HSwish
from msacc.ops.bindings.primitive_classes import HammingWindow as HammingWindow
from msacc.ops.bindings.primitive_classes import Heaviside as Heaviside
from msacc.ops.bindings.primitive_classes import Histogram as Histogram
from msacc.ops.bindings.primitive_classes import Hypot as Hypot
from msacc.ops.bindings.primitive_classes import IOU as IOU
from msacc.ops.bindings.primitive_classes import Identity as Identity
from msacc.ops.bindings.primitive_classes import IdentityN as IdentityN
from msacc.ops.bindings.primitive_classes import Igamma as Igamma
from msacc.ops.bindings.primitive_classes import Igammac as Igammac
from msacc.ops.bindings.primitive_classes import Im2Col as Im2Col
from msacc.ops.bindings.primitive_classes import Imag as Imag
from msacc.ops.bindings.primitive_classes import InTopK as InTopK
from msacc.ops.bindings.primitive_classes import IncreFlashAttention as IncreFlashAttention
from msacc.ops.bindings.primitive_classes import IndexAdd as IndexAdd
from msacc.ops.bindings.primitive_classes import IndexFill as IndexFill
from msacc.ops.bindings.primitive_classes import IndexPut as IndexPut
from msacc.ops.bindings.primitive_classes import InnerMoeTokenUnpermute as InnerMoeTokenUnpermute
from msacc.ops.bindings.primitive_classes import InplaceGroupedMatmulAdd as InplaceGroupedMatmulAdd
from msacc.ops.bindings.primitive_classes import InplaceIndexAdd as InplaceIndexAdd
from msacc.ops.bindings.primitive_classes import InplaceMatmulAdd as InplaceMatmulAdd
from msacc.ops.bindings.primitive_classes import InplaceUpdateV2 as InplaceUpdateV2
from msacc.ops.bindings.primitive_classes import Inv as Inv
from msacc.ops.bindings.primitive_classes import Invert as Invert
from msacc.ops.bindings.primitive_classes import InvertPermutation as InvertPermutation
from msacc.ops.bindings.primitive_classes import IsClose as IsClose
from msacc.ops.bindings.primitive_classes import IsFinite as IsFinite
from msacc.ops.bindings.primitive_classes import IsInf as IsInf
from msacc.ops.bindings.primitive_classes import IsNan as IsNan
from msacc.ops.bindings.primitive_classes import KLDivLoss as KLDivLoss
from msacc.ops.bindings.primitive_classes import KVCacheScatterUpdate as KVCacheScatterUpdate
from msacc.ops.bindings.primitive_classes import L2Loss as L2Loss
from msacc.ops.bindings.primitive_classes import L2Normalize as L2Normalize
from msacc.ops.bindings.primitive_classes import LARSUpdate as LARSUpdate
from msacc.ops.bindings.primitive_classes import LRN as LRN
from msacc.ops.bindings.primitive_classes import LayerNorm as LayerNorm
from msacc.ops.bindings.primitive_classes import Lcm as Lcm
from msacc.ops.bindings.primitive_classes import LeftShift as LeftShift
from msacc.ops.bindings.primitive_classes import Lerp as Lerp
from msacc.ops.bindings.primitive_classes import LerpScalar as LerpScalar
from msacc.ops.bindings.primitive_classes import Less as Less
from msacc.ops.bindings.primitive_classes import LessEqual as LessEqual
from msacc.ops.bindings.primitive_classes import Lgamma as Lgamma
from msacc.ops.bindings.primitive_classes import LinSpace as LinSpace
from msacc.ops.bindings.primitive_classes import ListDiff as ListDiff
from msacc.ops.bindings.primitive_classes import Log as Log
from msacc.ops.bindings.primitive_classes import Log1p as Log1p
from msacc.ops.bindings.primitive_classes import LogMatrixDeterminant as LogMatrixDeterminant
from msacc.ops.bindings.primitive_classes import LogNormalReverse as LogNormalReverse
from msacc.ops.bindings.primitive_classes import LogSoftmax as LogSoftmax
from msacc.ops.bindings.primitive_classes import LogSoftmaxExt as LogSoftmaxExt
from msacc.ops.bindings.primitive_classes import LogSpace as LogSpace
from msacc.ops.bindings.primitive_classes import LogUniformCandidateSampler as LogUniformCandidateSampler
from msacc.ops.bindings.primitive_classes import LogicalAnd as LogicalAnd
from msacc.ops.bindings.primitive_classes import LogicalNot as LogicalNot
from msacc.ops.bindings.primitive_classes import LogicalOr as LogicalOr
from msacc.ops.bindings.primitive_classes import LogicalXor as LogicalXor
from msacc.ops.bindings.primitive_classes import Logit as Logit
from msacc.ops.bindings.primitive_classes import LowerBound as LowerBound
from msacc.ops.bindings.primitive_classes import LpNorm as LpNorm
from msacc.ops.bindings.primitive_classes import LuSolve as LuSolve
from msacc.ops.bindings.primitive_classes import LuUnpack as LuUnpack
from msacc.ops.bindings.primitive_classes import MapUniform as MapUniform
from msacc.ops.bindings.primitive_classes import MaskedFill as MaskedFill
from msacc.ops.bindings.primitive_classes import MaskedScatter as MaskedScatter
from msacc.ops.bindings.primitive_classes import MaskedSelect as MaskedSelect
from msacc.ops.bindings.primitive_classes import MatMul as MatMul
from msacc.ops.bindings.primitive_classes import MatmulAllReduceAddRmsNorm as MatmulAllReduceAddRmsNorm
from msacc.ops.bindings.primitive_classes import MatmulReduceScatter as MatmulReduceScatter
from msacc.ops.bindings.primitive_classes import MatrixBandPart as MatrixBandPart
from msacc.ops.bindings.primitive_classes import MatrixDeterminant as MatrixDeterminant
from msacc.ops.bindings.primitive_classes import MatrixDiagPartV3 as MatrixDiagPartV3
from msacc.ops.bindings.primitive_classes import MatrixDiagV3 as MatrixDiagV3
from msacc.ops.bindings.primitive_classes import MatrixExp as MatrixExp
from msacc.ops.bindings.primitive_classes import MatrixInverse as MatrixInverse
from msacc.ops.bindings.primitive_classes import MatrixLogarithm as MatrixLogarithm
from msacc.ops.bindings.primitive_classes import MatrixPower as MatrixPower
from msacc.ops.bindings.primitive_classes import MatrixSetDiagV3 as MatrixSetDiagV3
from msacc.ops.bindings.primitive_classes import MatrixSolve as MatrixSolve
from msacc.ops.bindings.primitive_classes import MatrixSolveLs as MatrixSolveLs
from msacc.ops.bindings.primitive_classes import MatrixTriangularSolve as MatrixTriangularSolve
from msacc.ops.bindings.primitive_classes import MaxPool3DWithArgmax as MaxPool3DWithArgmax
from msacc.ops.bindings.primitive_classes import MaxPoolWithArgmaxV2 as MaxPoolWithArgmaxV2
from msacc.ops.bindings.primitive_classes import Maximum as Maximum
from msacc.ops.bindings.primitive_classes import Median as Median
from msacc.ops.bindings.primitive_classes import Meshgrid as Meshgrid
from msacc.ops.bindings.primitive_classes import Minimum as Minimum
from msacc.ops.bindings.primitive_classes import MirrorPad as MirrorPad
from msacc.ops.bindings.primitive_classes import Mish as Mish
from msacc.ops.bindings.primitive_classes import Mod as Mod
from msacc.ops.bindings.primitive_classes import MoeComputeExpertTokens as MoeComputeExpertTokens
from msacc.ops.bindings.primitive_classes import MoeDistributeCombine as MoeDistributeCombine
from msacc.ops.bindings.primitive_classes import MoeDistributeDispatch as MoeDistributeDispatch
from msacc.ops.bindings.primitive_classes import MoeFinalizeRouting as MoeFinalizeRouting
from msacc.ops.bindings.primitive_classes import MoeGatingTopKSoftmax as MoeGatingTopKSoftmax
from msacc.ops.bindings.primitive_classes import MoeInitRouting as MoeInitRouting
from msacc.ops.bindings.primitive_classes import MoeInitRoutingV2 as MoeInitRoutingV2
from msacc.ops.bindings.primitive_classes import MoeTokenPermute as MoeTokenPermute
from msacc.ops.bindings.primitive_classes import MoeTokenUnpermute as MoeTokenUnpermute
from msacc.ops.bindings.primitive_classes import Mul as Mul
from msacc.ops.bindings.primitive_classes import MulNoNan as MulNoNan
from msacc.ops.bindings.primitive_classes import MultiMarginLoss as MultiMarginLoss
from msacc.ops.bindings.primitive_classes import MultiScaleDeformableAttn as MultiScaleDeformableAttn
from msacc.ops.bindings.primitive_classes import MultilabelMarginLoss as MultilabelMarginLoss
from msacc.ops.bindings.primitive_classes import Multinomial as Multinomial
from msacc.ops.bindings.primitive_classes import MultinomialWithReplacement as MultinomialWithReplacement
from msacc.ops.bindings.primitive_classes import Mvlgamma as Mvlgamma
from msacc.ops.bindings.primitive_classes import NLLLoss as NLLLoss
from msacc.ops.bindings.primitive_classes import NMSWithMask as NMSWithMask
from msacc.ops.bindings.primitive_classes import NanToNum as NanToNum
from msacc.ops.bindings.primitive_classes import Neg as Neg
from msacc.ops.bindings.primitive_classes import NextAfter as NextAfter
from msacc.ops.bindings.primitive_classes import NoRepeatNGram as NoRepeatNGram
from msacc.ops.bindings.primitive_classes import NonDeterministicInts as NonDeterministicInts
from msacc.ops.bindings.primitive_classes import NonMaxSuppressionV3 as NonMaxSuppressionV3
from msacc.ops.bindings.primitive_classes import NonMaxSuppressionWithOverlaps as NonMaxSuppressionWithOverlaps
from msacc.ops.bindings.primitive_classes import NonZero as NonZero
from msacc.ops.bindings.primitive_classes import NotEqual as NotEqual
from msacc.ops.bindings.primitive_classes import NsaCompress as NsaCompress
from msacc.ops.bindings.primitive_classes import NsaCompressAttention as NsaCompressAttention
from msacc.ops.bindings.primitive_classes import NsaSelectAttention as NsaSelectAttention
from msacc.ops.bindings.primitive_classes import NthElement as NthElement
from msacc.ops.bindings.primitive_classes import NuclearNorm as NuclearNorm
from msacc.ops.bindings.primitive_classes import OneHot as OneHot
from msacc.ops.bindings.primitive_classes import Ones as Ones
from msacc.ops.bindings.primitive_classes import OnesLike as OnesLike
from msacc.ops.bindings.primitive_classes import Orgqr as Orgqr
from msacc.ops.bindings.primitive_classes import Ormqr as Ormqr
from msacc.ops.bindings.primitive_classes import PReLU as PReLU
from msacc.ops.bindings.primitive_classes import Pack as Pack
from msacc.ops.bindings.primitive_classes import Pad as Pad
from msacc.ops.bindings.primitive_classes import PadAndShift as PadAndShift
from msacc.ops.bindings.primitive_classes import PadV3 as PadV3
from msacc.ops.bindings.primitive_classes import Padding as Padding
from msacc.ops.bindings.primitive_classes import PagedAttention as PagedAttention
from msacc.ops.bindings.primitive_classes import PagedAttentionMask as PagedAttentionMask
from msacc.ops.bindings.primitive_classes import ParallelConcat as ParallelConcat
from msacc.ops.bindings.primitive_classes import ParameterizedTruncatedNormal as ParameterizedTruncatedNormal
from msacc.ops.bindings.primitive_classes import Pdist as Pdist
from msacc.ops.bindings.primitive_classes import Poisson as Poisson
from msacc.ops.bindings.primitive_classes import Polar as Polar
from msacc.ops.bindings.primitive_classes import Polygamma as Polygamma
from msacc.ops.bindings.primitive_classes import PopulationCount as PopulationCount
from msacc.ops.bindings.primitive_classes import Pow as Pow
from msacc.ops.bindings.primitive_classes import Primitive as Primitive
from msacc.ops.bindings.primitive_classes import Print as Print
from msacc.ops.bindings.primitive_classes import PromptFlashAttention as PromptFlashAttention
from msacc.ops.bindings.primitive_classes import Qr as Qr
from msacc.ops.bindings.primitive_classes import QuantBatchMatmul as QuantBatchMatmul
from msacc.ops.bindings.primitive_classes import QuantMatmul as QuantMatmul
from msacc.ops.bindings.primitive_classes import QuantV2 as QuantV2
from msacc.ops.bindings.primitive_classes import Quantile as Quantile
from msacc.ops.bindings.primitive_classes import RGBToHSV as RGBToHSV
from msacc.ops.bindings.primitive_classes import ROIAlign as ROIAlign
from msacc.ops.bindings.primitive_classes import RaggedRange as RaggedRange
from msacc.ops.bindings.primitive_classes import RandomChoiceWithMask as RandomChoiceWithMask
from msacc.ops.bindings.primitive_classes import RandomGamma as RandomGamma
from msacc.ops.bindings.primitive_classes import RandomPoisson as RandomPoisson
from msacc.ops.bindings.primitive_classes import RandomShuffle as RandomShuffle
from msacc.ops.bindings.primitive_classes import Randperm as Randperm
from msacc.ops.bindings.primitive_classes import RandpermV2 as RandpermV2
from msacc.ops.bindings.primitive_classes import Range as Range
from msacc.ops.bindings.primitive_classes import Rank as Rank
from msacc.ops.bindings.primitive_classes import ReLU as ReLU
from msacc.ops.bindings.primitive_classes import ReLU6 as ReLU6
from msacc.ops.bindings.primitive_classes import Real as Real
from msacc.ops.bindings.primitive_classes import RealDiv as RealDiv
from msacc.ops.bindings.primitive_classes import Reciprocal as Reciprocal
from msacc.ops.bindings.primitive_classes import ReduceAll as ReduceAll
from msacc.ops.bindings.primitive_classes import ReduceAny as ReduceAny
from msacc.ops.bindings.primitive_classes import ReduceMax as ReduceMax
from msacc.ops.bindings.primitive_classes import ReduceMean as ReduceMean
from msacc.ops.bindings.primitive_classes import ReduceMin as ReduceMin
from msacc.ops.bindings.primitive_classes import ReduceProd as ReduceProd
from msacc.ops.bindings.primitive_classes import ReduceStd as ReduceStd
from msacc.ops.bindings.primitive_classes import ReduceSum as ReduceSum
from msacc.ops.bindings.primitive_classes import Renorm as Renorm
from msacc.ops.bindings.primitive_classes import Reshape as Reshape
from msacc.ops.bindings.primitive_classes import ReshapeAndCache as ReshapeAndCache
from msacc.ops.bindings.primitive_classes import ResizeArea as ResizeArea
from msacc.ops.bindings.primitive_classes import ResizeBicubic as ResizeBicubic
from msacc.ops.bindings.primitive_classes import ResizeBilinear as ResizeBilinear
from msacc.ops.bindings.primitive_classes import ResizeBilinearV2 as ResizeBilinearV2
from msacc.ops.bindings.primitive_classes import ResizeLinear1D as ResizeLinear1D
from msacc.ops.bindings.primitive_classes import ResizeNearestNeighbor as ResizeNearestNeighbor
from msacc.ops.bindings.primitive_classes import ResizeNearestNeighborV2 as ResizeNearestNeighborV2
from msacc.ops.bindings.primitive_classes import ReverseSequence as ReverseSequence
from msacc.ops.bindings.primitive_classes import ReverseV2 as ReverseV2
from msacc.ops.bindings.primitive_classes import RightShift as RightShift
from msacc.ops.bindings.primitive_classes import RingAttentionUpdate as RingAttentionUpdate
from msacc.ops.bindings.primitive_classes import Rint as Rint
from msacc.ops.bindings.primitive_classes import RmsNorm as RmsNorm
from msacc.ops.bindings.primitive_classes import Roll as Roll
from msacc.ops.bindings.primitive_classes import RotaryPositionEmbedding as RotaryPositionEmbedding
from msacc.ops.bindings.primitive_classes import Round as Round
from msacc.ops.bindings.primitive_classes import Rsqrt as Rsqrt
from msacc.ops.bindings.primitive_classes import SGD as SGD
from msacc.ops.bindings.primitive_classes import STFT as STFT
from msacc.ops.bindings.primitive_classes import SampleDistortedBoundingBoxV2 as SampleDistortedBoundingBoxV2
from msacc.ops.bindings.primitive_classes import ScalarCast as ScalarCast
from msacc.ops.bindings.primitive_classes import ScalarToArray as ScalarToArray
from msacc.ops.bindings.primitive_classes import ScalarToTensor as ScalarToTensor
from msacc.ops.bindings.primitive_classes import ScaleAndTranslate as ScaleAndTranslate
from msacc.ops.bindings.primitive_classes import ScatterAdd as ScatterAdd
from msacc.ops.bindings.primitive_classes import ScatterAddWithAxis as ScatterAddWithAxis
from msacc.ops.bindings.primitive_classes import ScatterDiv as ScatterDiv
from msacc.ops.bindings.primitive_classes import ScatterMax as ScatterMax
from msacc.ops.bindings.primitive_classes import ScatterMin as ScatterMin
from msacc.ops.bindings.primitive_classes import ScatterMul as ScatterMul
from msacc.ops.bindings.primitive_classes import ScatterNd as ScatterNd
from msacc.ops.bindings.primitive_classes import ScatterNdAdd as ScatterNdAdd
from msacc.ops.bindings.primitive_classes import ScatterNdDiv as ScatterNdDiv
from msacc.ops.bindings.primitive_classes import ScatterNdMax as ScatterNdMax
from msacc.ops.bindings.primitive_classes import ScatterNdMin as ScatterNdMin
from msacc.ops.bindings.primitive_classes import ScatterNdMul as ScatterNdMul
from msacc.ops.bindings.primitive_classes import ScatterNdSub as ScatterNdSub
from msacc.ops.bindings.primitive_classes import ScatterNdUpdate as ScatterNdUpdate
from msacc.ops.bindings.primitive_classes import ScatterNonAliasingAdd as ScatterNonAliasingAdd
from msacc.ops.bindings.primitive_classes import ScatterSub as ScatterSub
from msacc.ops.bindings.primitive_classes import ScatterUpdate as ScatterUpdate
from msacc.ops.bindings.primitive_classes import SeLU as SeLU
from msacc.ops.bindings.primitive_classes import SearchSorted as SearchSorted
from msacc.ops.bindings.primitive_classes import SegmentMax as SegmentMax
from msacc.ops.bindings.primitive_classes import SegmentMean as SegmentMean
from msacc.ops.bindings.primitive_classes import SegmentMin as SegmentMin
from msacc.ops.bindings.primitive_classes import SegmentProd as SegmentProd
from msacc.ops.bindings.primitive_classes import SegmentSum as SegmentSum
from msacc.ops.bindings.primitive_classes import Select as Select
from msacc.ops.bindings.primitive_classes import SelectView as SelectView
from msacc.ops.bindings.primitive_classes import Shape as Shape
from msacc.ops.bindings.primitive_classes import Sigmoid as Sigmoid
from msacc.ops.bindings.primitive_classes import SigmoidCrossEntropyWithLogits as SigmoidCrossEntropyWithLogits
from msacc.ops.bindings.primitive_classes import Sign as Sign
from msacc.ops.bindings.primitive_classes import Sin as Sin
from msacc.ops.bindings.primitive_classes import Sinc as Sinc
from msacc.ops.bindings.primitive_classes import Sinh as Sinh
from msacc.ops.bindings.primitive_classes import Size as Size
from msacc.ops.bindings.primitive_classes import Slice as Slice
from msacc.ops.bindings.primitive_classes import SmoothL1Loss as SmoothL1Loss
from msacc.ops.bindings.primitive_classes import SoftMarginLoss as SoftMarginLoss
from msacc.ops.bindings.primitive_classes import SoftShrink as SoftShrink
from msacc.ops.bindings.primitive_classes import Softmax as Softmax
from msacc.ops.bindings.primitive_classes import SoftmaxCrossEntropyWithLogits as SoftmaxCrossEntropyWithLogits
from msacc.ops.bindings.primitive_classes import Softplus as Softplus
from msacc.ops.bindings.primitive_classes import Softsign as Softsign
from msacc.ops.bindings.primitive_classes import Sort as Sort
from msacc.ops.bindings.primitive_classes import SpaceToBatch as SpaceToBatch
from msacc.ops.bindings.primitive_classes import SpaceToBatchND as SpaceToBatchND
from msacc.ops.bindings.primitive_classes import SpaceToDepth as SpaceToDepth
from msacc.ops.bindings.primitive_classes import SparseApplyAdadelta as SparseApplyAdadelta
from msacc.ops.bindings.primitive_classes import SparseApplyAdagrad as SparseApplyAdagrad
from msacc.ops.bindings.primitive_classes import SparseApplyAdagradV2 as SparseApplyAdagradV2
from msacc.ops.bindings.primitive_classes import SparseApplyFtrl as SparseApplyFtrl
from msacc.ops.bindings.primitive_classes import SparseApplyFtrlV2 as SparseApplyFtrlV2
from msacc.ops.bindings.primitive_classes import SparseApplyProximalAdagrad as SparseApplyProximalAdagrad
from msacc.ops.bindings.primitive_classes import SparseApplyRMSProp as SparseApplyRMSProp
from msacc.ops.bindings.primitive_classes import SparseGatherV2 as SparseGatherV2
from msacc.ops.bindings.primitive_classes import SparseSlice as SparseSlice
from msacc.ops.bindings.primitive_classes import SparseSoftmaxCrossEntropyWithLogits as SparseSoftmaxCrossEntropyWithLogits
from msacc.ops.bindings.primitive_classes import SparseTensorDenseAdd as SparseTensorDenseAdd
from msacc.ops.bindings.primitive_classes import SparseTensorDenseMatmul as SparseTensorDenseMatmul
from msacc.ops.bindings.primitive_classes import SparseToDense as SparseToDense
from msacc.ops.bindings.primitive_classes import Split as Split
from msacc.ops.bindings.primitive_classes import SplitV as SplitV
from msacc.ops.bindings.primitive_classes import Sqrt as Sqrt
from msacc.ops.bindings.primitive_classes import Square as Square
from msacc.ops.bindings.primitive_classes import SquareSumAll as SquareSumAll
from msacc.ops.bindings.primitive_classes import SquaredDifference as SquaredDifference
from msacc.ops.bindings.primitive_classes import Squeeze as Squeeze
from msacc.ops.bindings.primitive_classes import Stack as Stack
from msacc.ops.bindings.primitive_classes import StandardLaplace as StandardLaplace
from msacc.ops.bindings.primitive_classes import StandardNormal as StandardNormal
from msacc.ops.bindings.primitive_classes import StopGradient as StopGradient
from msacc.ops.bindings.primitive_classes import StridedSlice as StridedSlice
from msacc.ops.bindings.primitive_classes import Sub as Sub
from msacc.ops.bindings.primitive_classes import SubAndFilter as SubAndFilter
from msacc.ops.bindings.primitive_classes import Svd as Svd
from msacc.ops.bindings.primitive_classes import Swiglu as Swiglu
from msacc.ops.bindings.primitive_classes import Tan as Tan
from msacc.ops.bindings.primitive_classes import Tanh as Tanh
from msacc.ops.bindings.primitive_classes import TensorAdd as TensorAdd
from msacc.ops.bindings.primitive_classes import TensorScatterAdd as TensorScatterAdd
from msacc.ops.bindings.primitive_classes import TensorScatterDiv as TensorScatterDiv
from msacc.ops.bindings.primitive_classes import TensorScatterElements as TensorScatterElements
from msacc.ops.bindings.primitive_classes import TensorScatterMax as TensorScatterMax
from msacc.ops.bindings.primitive_classes import TensorScatterMin as TensorScatterMin
from msacc.ops.bindings.primitive_classes import TensorScatterMul as TensorScatterMul
from msacc.ops.bindings.primitive_classes import TensorScatterSub as TensorScatterSub
from msacc.ops.bindings.primitive_classes import TensorScatterUpdate as TensorScatterUpdate
from msacc.ops.bindings.primitive_classes import TensorShape as TensorShape
from msacc.ops.bindings.primitive_classes import TensorToTuple as TensorToTuple
from msacc.ops.bindings.primitive_classes import Tile as Tile
from msacc.ops.bindings.primitive_classes import TopK as TopK
from msacc.ops.bindings.primitive_classes import TopKRouter as TopKRouter
from msacc.ops.bindings.primitive_classes import TopPRouter as TopPRouter
from msacc.ops.bindings.primitive_classes import Trace as Trace
from msacc.ops.bindings.primitive_classes import Transpose as Transpose
from msacc.ops.bindings.primitive_classes import TransposeBatchMatmulTranspose as TransposeBatchMatmulTranspose
from msacc.ops.bindings.primitive_classes import TransposeExtView as TransposeExtView
from msacc.ops.bindings.primitive_classes import TransposeView as TransposeView
from msacc.ops.bindings.primitive_classes import TridiagonalMatMul as TridiagonalMatMul
from msacc.ops.bindings.primitive_classes import Tril as Tril
from msacc.ops.bindings.primitive_classes import TrilIndices as TrilIndices
from msacc.ops.bindings.primitive_classes import TripletMarginLoss as TripletMarginLoss
from msacc.ops.bindings.primitive_classes import Triu as Triu
from msacc.ops.bindings.primitive_classes import TriuIndices as TriuIndices
from msacc.ops.bindings.primitive_classes import Trunc as Trunc
from msacc.ops.bindings.primitive_classes import TruncateDiv as TruncateDiv
from msacc.ops.bindings.primitive_classes import TruncateMod as TruncateMod
from msacc.ops.bindings.primitive_classes import TruncatedNormal as TruncatedNormal
from msacc.ops.bindings.primitive_classes import TupleToArray as TupleToArray
from msacc.ops.bindings.primitive_classes import UniformCandidateSampler as UniformCandidateSampler
from msacc.ops.bindings.primitive_classes import UniformInt as UniformInt
from msacc.ops.bindings.primitive_classes import UniformReal as UniformReal
from msacc.ops.bindings.primitive_classes import Unique as Unique
from msacc.ops.bindings.primitive_classes import UniqueConsecutive as UniqueConsecutive
from msacc.ops.bindings.primitive_classes import UniqueWithPad as UniqueWithPad
from msacc.ops.bindings.primitive_classes import Unpack as Unpack
from msacc.ops.bindings.primitive_classes import UnravelIndex as UnravelIndex
from msacc.ops.bindings.primitive_classes import UnsortedSegmentMax as UnsortedSegmentMax
from msacc.ops.bindings.primitive_classes import UnsortedSegmentMin as UnsortedSegmentMin
from msacc.ops.bindings.primitive_classes import UnsortedSegmentProd as UnsortedSegmentProd
from msacc.ops.bindings.primitive_classes import UnsortedSegmentSum as UnsortedSegmentSum
from msacc.ops.bindings.primitive_classes import Unstack as Unstack
from msacc.ops.bindings.primitive_classes import UpperBound as UpperBound
from msacc.ops.bindings.primitive_classes import UpsampleNearest3D as UpsampleNearest3D
from msacc.ops.bindings.primitive_classes import UpsampleTrilinear3D as UpsampleTrilinear3D
from msacc.ops.bindings.primitive_classes import WeightQuantBatchMatmul as WeightQuantBatchMatmul
from msacc.ops.bindings.primitive_classes import Xdivy as Xdivy
from msacc.ops.bindings.primitive_classes import Xlogy as Xlogy
from msacc.ops.bindings.primitive_classes import Zeros as Zeros
from msacc.ops.bindings.primitive_classes import ZerosLike as ZerosLike
from msacc.ops.bindings.primitive_classes import Zeta as Zeta
from msacc.ops.bindings.primitives.comm import AllGather as AllGather
from msacc.ops.bindings.primitives.comm import AllReduce as AllReduce
from msacc.ops.bindings.primitives.comm import AlltoAll as AlltoAll
from msacc.ops.bindings.primitives.comm import Barrier as Barrier
from msacc.ops.bindings.primitives.comm import Broadcast as Broadcast
from msacc.ops.bindings.primitives.comm import CollectiveGather as CollectiveGather
from msacc.ops.bindings.primitives.comm import CollectiveScatter as CollectiveScatter
from msacc.ops.bindings.primitives.comm import NeighborExchange as NeighborExchange
from msacc.ops.bindings.primitives.comm import NeighborExchangeV2 as NeighborExchangeV2
from msacc.ops.bindings.primitives.comm import Receive as Receive
from msacc.ops.bindings.primitives.comm import Reduce as Reduce
from msacc.ops.bindings.primitives.comm import ReduceScatter as ReduceScatter
from msacc.ops.bindings.primitives.comm import Send as Send
from msacc.ops.bindings.primitives.comm_uneven import AllGatherV as AllGatherV
from msacc.ops.bindings.primitives.comm_uneven import AlltoAllV as AlltoAllV
from msacc.ops.bindings.primitives.comm_uneven import AlltoAllVC as AlltoAllVC
from msacc.ops.bindings.primitives.comm_uneven import BatchISendIRecv as BatchISendIRecv
from msacc.ops.bindings.primitives.comm_uneven import ReduceScatterV as ReduceScatterV
from msacc.ops.bindings.primitives.comm_uneven import Reshard as Reshard
from msacc.ops.bindings.primitives.comm_uneven import reshard as reshard
from msacc.ops.bindings.primitives.control import Assert as Assert
from msacc.ops.bindings.primitives.control import ForiLoop as ForiLoop
from msacc.ops.bindings.primitives.control import InsertGradientOf as InsertGradientOf
from msacc.ops.bindings.primitives.control import Morph as Morph
from msacc.ops.bindings.primitives.control import MoveTo as MoveTo
from msacc.ops.bindings.primitives.control import PyFunc as PyFunc
from msacc.ops.bindings.primitives.control import Reusing as Reusing
from msacc.ops.bindings.primitives.control import Scan as Scan
from msacc.ops.bindings.primitives.control import TensorDump as TensorDump
from msacc.ops.bindings.primitives.control import WhileLoop as WhileLoop
from msacc.ops.bindings.primitives.control import move_to as move_to
from msacc.ops.bindings.primitives.conv import BiasAdd as BiasAdd
from msacc.ops.bindings.primitives.conv import Conv2D as Conv2D
from msacc.ops.bindings.primitives.conv import Conv2DBackpropInput as Conv2DBackpropInput
from msacc.ops.bindings.primitives.conv import Conv2DTranspose as Conv2DTranspose
from msacc.ops.bindings.primitives.conv import Conv3D as Conv3D
from msacc.ops.bindings.primitives.conv import Conv3DTranspose as Conv3DTranspose
from msacc.ops.bindings.primitives.conv import DepthwiseConv2dNative as DepthwiseConv2dNative
from msacc.ops.bindings.primitives.custom_op_builders import CustomOpBuilder as CustomOpBuilder
from msacc.ops.bindings.primitives.custom_op_builders import TBERegOp as TBERegOp
from msacc.ops.bindings.primitives.custom_op_info import CustomRegOp as CustomRegOp
from msacc.ops.bindings.primitives.custom_op_info import DataType as DataType
from msacc.ops.bindings.primitives.gather_select import InplaceAdd as InplaceAdd
from msacc.ops.bindings.primitives.gather_select import InplaceSub as InplaceSub
from msacc.ops.bindings.primitives.gather_select import InplaceUpdate as InplaceUpdate
from msacc.ops.bindings.primitives.linalg import Einsum as Einsum
from msacc.ops.bindings.primitives.linalg import Lstsq as Lstsq
from msacc.ops.bindings.primitives.pool import AvgPool as AvgPool
from msacc.ops.bindings.primitives.pool import FractionalMaxPool3DWithFixedKsize as FractionalMaxPool3DWithFixedKsize
from msacc.ops.bindings.primitives.pool import FractionalMaxPoolWithFixedKsize as FractionalMaxPoolWithFixedKsize
from msacc.ops.bindings.primitives.pool import MaxPool as MaxPool
from msacc.ops.bindings.primitives.pool import MaxPool3D as MaxPool3D
from msacc.ops.bindings.primitives.pool import MaxPoolWithArgmax as MaxPoolWithArgmax
from msacc.ops.bindings.primitives.pool import MaxUnpool2D as MaxUnpool2D
from msacc.ops.bindings.primitives.pool import MaxUnpool3D as MaxUnpool3D
from msacc.ops.bindings.primitives.python_functions import Custom as Custom
from msacc.ops.bindings.primitives.python_functions import HookBackward as HookBackward
from msacc.ops.bindings.primitives.python_functions import Partial as Partial
from msacc.ops.bindings.primitives.random import RandomCategorical as RandomCategorical
from msacc.ops.bindings.primitives.recurrent import DynamicGRUV2 as DynamicGRUV2
from msacc.ops.bindings.primitives.recurrent import DynamicRNN as DynamicRNN
from msacc.ops.bindings.primitives.recurrent import LSTM as LSTM
from msacc.ops.bindings.primitives.sorting import HistogramFixedWidth as HistogramFixedWidth
from msacc.ops.bindings.primitives.status import NPUAllocFloatStatus as NPUAllocFloatStatus
from msacc.ops.bindings.primitives.status import NPUClearFloatStatus as NPUClearFloatStatus
from msacc.ops.bindings.primitives.status import NPUGetFloatStatus as NPUGetFloatStatus
from msacc.ops.bindings.primitives.summary import HistogramSummary as HistogramSummary
from msacc.ops.bindings.primitives.summary import ImageSummary as ImageSummary
from msacc.ops.bindings.primitives.summary import ScalarSummary as ScalarSummary
from msacc.ops.bindings.primitives.summary import TensorSummary as TensorSummary
from msacc.ops.bindings.primitives.unsupported import AiCPURegOp as AiCPURegOp
from msacc.ops.bindings.primitives.unsupported import AkgAscendRegOp as AkgAscendRegOp
from msacc.ops.bindings.primitives.unsupported import AkgGpuRegOp as AkgGpuRegOp
from msacc.ops.bindings.primitives.unsupported import CpuRegOp as CpuRegOp
from msacc.ops.bindings.primitives.unsupported import J as J
from msacc.ops.bindings.primitives.unsupported import array_reduce as array_reduce
from msacc.ops.bindings.primitives.unsupported import array_to_scalar as array_to_scalar
from msacc.ops.bindings.primitives.unsupported import broadcast_gradient_args as broadcast_gradient_args
from msacc.ops.bindings.primitives.unsupported import custom_info_register as custom_info_register
from msacc.ops.bindings.primitives.unsupported import distribute as distribute
from msacc.ops.bindings.primitives.unsupported import embed as embed
from msacc.ops.bindings.primitives.unsupported import env_get as env_get
from msacc.ops.bindings.primitives.unsupported import environ_add as environ_add
from msacc.ops.bindings.primitives.unsupported import environ_create as environ_create
from msacc.ops.bindings.primitives.unsupported import environ_get as environ_get
from msacc.ops.bindings.primitives.unsupported import environ_set as environ_set
from msacc.ops.bindings.primitives.unsupported import geswitch as geswitch
from msacc.ops.bindings.primitives.unsupported import is_dynamic_sequence_element_unknown as is_dynamic_sequence_element_unknown
from msacc.ops.bindings.primitives.unsupported import kernel as kernel
from msacc.ops.bindings.primitives.unsupported import lightning_indexer as lightning_indexer
from msacc.ops.bindings.primitives.unsupported import make_map_parameter as make_map_parameter
from msacc.ops.bindings.primitives.unsupported import merge as merge
from msacc.ops.bindings.primitives.unsupported import ms_kernel as ms_kernel
from msacc.ops.bindings.primitives.unsupported import recompute_block as recompute_block
from msacc.ops.bindings.primitives.unsupported import reduced_shape as reduced_shape
from msacc.ops.bindings.primitives.unsupported import ref_to_embed as ref_to_embed
from msacc.ops.bindings.primitives.unsupported import rotated_iou as rotated_iou
from msacc.ops.bindings.primitives.unsupported import sparse_flash_attention as sparse_flash_attention
from msacc.ops.bindings.primitives.unsupported import switch_layer as switch_layer
from msacc.ops.bindings.primitives.update import ApplyAdamWithAmsgrad as ApplyAdamWithAmsgrad
from msacc.ops.bindings.tensor.inplace import bernoulli_ as bernoulli_
from msacc.ops.bindings.tensor.inplace import exponential_ as exponential_
from msacc.ops.bindings.tensor.inplace import inplace_index_add as inplace_index_add
from msacc.ops.bindings.tensor.inplace import normal_ as normal_
from msacc.ops.bindings.tensor.inplace import random_ as random_
from msacc.ops.bindings.tensor.inplace import uniform_ as uniform_
from msacc.ops.comm.collectives import ReduceOp as ReduceOp
from msacc.ops.container_functions import augassign_add as augassign_add
from msacc.ops.container_functions import augassign_div as augassign_div
from msacc.ops.container_functions import augassign_floordiv as augassign_floordiv
from msacc.ops.container_functions import augassign_mod as augassign_mod
from msacc.ops.container_functions import augassign_mul as augassign_mul
from msacc.ops.container_functions import augassign_sub as augassign_sub
from msacc.ops.container_functions import bool_and as bool_and
from msacc.ops.container_functions import bool_eq as bool_eq
from msacc.ops.container_functions import bool_not as bool_not
from msacc.ops.container_functions import bool_or as bool_or
from msacc.ops.container_functions import dict_setitem as dict_setitem
from msacc.ops.container_functions import is_sequence_shape_unknown as is_sequence_shape_unknown
from msacc.ops.container_functions import is_sequence_value_unknown as is_sequence_value_unknown
from msacc.ops.container_functions import isconstant as isconstant
from msacc.ops.container_functions import list_equal as list_equal
from msacc.ops.container_functions import list_setitem as list_setitem
from msacc.ops.container_functions import make_dict as make_dict
from msacc.ops.container_functions import make_slice as make_slice
from msacc.ops.container_functions import not_in_dict as not_in_dict
from msacc.ops.container_functions import shape_mul as shape_mul
from msacc.ops.container_functions import tail as tail
from msacc.ops.container_functions import tuple_div as tuple_div
from msacc.ops.container_functions import tuple_equal as tuple_equal
from msacc.ops.core.primitive import PrimitiveWithCheck as PrimitiveWithCheck
from msacc.ops.core.primitive import PrimitiveWithInfer as PrimitiveWithInfer
from msacc.ops.core.primitive import constexpr as constexpr
from msacc.ops.core.primitive import prim_attr_register as prim_attr_register
from msacc.ops.debug import all_finite as all_finite
from msacc.ops.debug import float_status as float_status
from msacc.ops.debug import tensordump as tensordump
from msacc.ops.func_graph import HyperMap as HyperMap
from msacc.ops.func_graph import Map as Map
from msacc.ops.func_graph import MultitypeFuncGraph as MultitypeFuncGraph
from msacc.ops.func_graph import add_flags as add_flags
from msacc.ops.func_graph import core as core
from msacc.ops.func_graph import mixed_precision_cast as mixed_precision_cast
from msacc.ops.func_graph import switch as switch
from msacc.ops.graph_queries import DtypeToEnum as DtypeToEnum
from msacc.ops.graph_queries import SliceGetItem as SliceGetItem
from msacc.ops.graph_queries import hastype as hastype
from msacc.ops.graph_queries import is_tensor_bool_cond as is_tensor_bool_cond
from msacc.ops.graph_queries import iter_converter as iter_converter
from msacc.ops.graph_queries import ms_hasnext as ms_hasnext
from msacc.ops.graph_queries import ms_next as ms_next
from msacc.ops.graph_queries import zip_operation as zip_operation
from msacc.ops.legacy_containers import in_dict as in_dict
from msacc.ops.legacy_containers import is_ as is_
from msacc.ops.legacy_containers import is_not as is_not
from msacc.ops.legacy_containers import make_list as make_list
from msacc.ops.legacy_containers import make_range as make_range
from msacc.ops.legacy_containers import make_tuple as make_tuple
from msacc.ops.legacy_containers import scalar_add as scalar_add
from msacc.ops.legacy_containers import scalar_cast as scalar_cast
from msacc.ops.legacy_containers import scalar_div as scalar_div
from msacc.ops.legacy_containers import scalar_eq as scalar_eq
from msacc.ops.legacy_containers import scalar_floordiv as scalar_floordiv
from msacc.ops.legacy_containers import scalar_ge as scalar_ge
from msacc.ops.legacy_containers import scalar_gt as scalar_gt
from msacc.ops.legacy_containers import scalar_le as scalar_le
from msacc.ops.legacy_containers import scalar_log as scalar_log
from msacc.ops.legacy_containers import scalar_lt as scalar_lt
from msacc.ops.legacy_containers import scalar_max as scalar_max
from msacc.ops.legacy_containers import scalar_min as scalar_min
from msacc.ops.legacy_containers import scalar_mod as scalar_mod
from msacc.ops.legacy_containers import scalar_mul as scalar_mul
from msacc.ops.legacy_containers import scalar_ne as scalar_ne
from msacc.ops.legacy_containers import scalar_pow as scalar_pow
from msacc.ops.legacy_containers import scalar_sub as scalar_sub
from msacc.ops.legacy_containers import scalar_uadd as scalar_uadd
from msacc.ops.legacy_containers import scalar_usub as scalar_usub
from msacc.ops.legacy_containers import string_concat as string_concat
from msacc.ops.legacy_containers import string_eq as string_eq
from msacc.ops.legacy_containers import tuple_getitem as _tuple_getitem
from msacc.ops.legacy_containers import tuple_getitem as tuple_getitem
from msacc.ops.legacy_containers import tuple_len as _tuple_len
from msacc.ops.legacy_containers import tuple_len as tuple_len
from msacc.ops.legacy_containers import tuple_reversed as tuple_reversed
from msacc.ops.legacy_containers import tuple_setitem as tuple_setitem
from msacc.ops.legacy_containers import typeof as typeof
from msacc.ops.linalg.diagonals import matrix_diag as matrix_diag
from msacc.ops.linalg.diagonals import matrix_diag_part as matrix_diag_part
from msacc.ops.linalg.diagonals import matrix_set_diag as matrix_set_diag
from msacc.ops.linalg.factorizations import geqrf as geqrf
from msacc.ops.linalg.factorizations import lu_solve as lu_solve
from msacc.ops.linalg.factorizations import lu_unpack as lu_unpack
from msacc.ops.linalg.factorizations import orgqr as orgqr
from msacc.ops.linalg.factorizations import ormqr as ormqr
from msacc.ops.linalg.norms import cdist as cdist
from msacc.ops.linalg.norms import cond as cond
from msacc.ops.linalg.norms import cov as cov
from msacc.ops.linalg.norms import dist as dist
from msacc.ops.linalg.norms import l2_loss as l2_loss
from msacc.ops.linalg.norms import matrix_norm as matrix_norm
from msacc.ops.linalg.norms import norm as norm
from msacc.ops.linalg.norms import pdist as pdist
from msacc.ops.linalg.norms import renorm as renorm
from msacc.ops.linalg.norms import vector_norm as vector_norm
from msacc.ops.linalg.products import addbmm as addbmm
from msacc.ops.linalg.products import addmm as addmm
from msacc.ops.linalg.products import addmv as addmv
from msacc.ops.linalg.products import addr as addr
from msacc.ops.linalg.products import baddbmm as baddbmm
from msacc.ops.linalg.products import batch_dot as batch_dot
from msacc.ops.linalg.products import batch_mat_mul as batch_mat_mul
from msacc.ops.linalg.products import bmm as bmm
from msacc.ops.linalg.products import cross as cross
from msacc.ops.linalg.products import dot as dot
from msacc.ops.linalg.products import einsum as einsum
from msacc.ops.linalg.products import inner as inner
from msacc.ops.linalg.products import kron as kron
from msacc.ops.linalg.products import mat_mul as mat_mul
from msacc.ops.linalg.products import matmul as matmul
from msacc.ops.linalg.products import mm as mm
from msacc.ops.linalg.products import mv as mv
from msacc.ops.linalg.products import outer as _outer
from msacc.ops.linalg.products import outer as outer
from msacc.ops.linalg.products import tensor_dot as tensor_dot
from msacc.ops.linalg.products import trace as trace
from msacc.ops.linalg.products import vecdot as vecdot
from msacc.ops.linalg.solving import cholesky as cholesky
from msacc.ops.linalg.solving import cholesky_inverse as cholesky_inverse
from msacc.ops.linalg.solving import cholesky_solve as cholesky_solve
from msacc.ops.linalg.solving import det as _det
from msacc.ops.linalg.solving import det as det
from msacc.ops.linalg.solving import eig as eig
from msacc.ops.linalg.solving import eigvals as eigvals
from msacc.ops.linalg.solving import inverse as inverse
from msacc.ops.linalg.solving import logdet as logdet
from msacc.ops.linalg.solving import lstsq as lstsq
from msacc.ops.linalg.solving import matrix_exp as matrix_exp
from msacc.ops.linalg.solving import matrix_inverse as matrix_inverse
from msacc.ops.linalg.solving import matrix_power as matrix_power
from msacc.ops.linalg.solving import matrix_solve as matrix_solve
from msacc.ops.linalg.solving import pinv as pinv
from msacc.ops.linalg.solving import qr as qr
from msacc.ops.linalg.solving import slogdet as _slogdet
from msacc.ops.linalg.solving import slogdet as slogdet
from msacc.ops.linalg.solving import svd as svd
from msacc.ops.math.arithmetic import add as _add
from msacc.ops.math.arithmetic import add as add
from msacc.ops.math.arithmetic import addn as _addn
from msacc.ops.math.arithmetic import addn as addn
from msacc.ops.math.arithmetic import atan2 as _atan2
from msacc.ops.math.arithmetic import atan2 as atan2
from msacc.ops.math.arithmetic import bitwise_and as bitwise_and
from msacc.ops.math.arithmetic import bitwise_left_shift as bitwise_left_shift
from msacc.ops.math.arithmetic import bitwise_or as bitwise_or
from msacc.ops.math.arithmetic import bitwise_right_shift as bitwise_right_shift
from msacc.ops.math.arithmetic import bitwise_xor as bitwise_xor
from msacc.ops.math.arithmetic import copysign as copysign
from msacc.ops.math.arithmetic import div as _div
from msacc.ops.math.arithmetic import div as div
from msacc.ops.math.arithmetic import div_no_nan as div_no_nan
from msacc.ops.math.arithmetic import float_power as float_power
from msacc.ops.math.arithmetic import floor_divide as _floor_divide
from msacc.ops.math.arithmetic import floor_divide as floor_divide
from msacc.ops.math.arithmetic import fmax as fmax
from msacc.ops.math.arithmetic import fmin as fmin
from msacc.ops.math.arithmetic import fmod as fmod
from msacc.ops.math.arithmetic import gcd as gcd
from msacc.ops.math.arithmetic import heaviside as heaviside
from msacc.ops.math.arithmetic import hypot as hypot
from msacc.ops.math.arithmetic import lcm as lcm
from msacc.ops.math.arithmetic import ldexp as ldexp
from msacc.ops.math.arithmetic import logaddexp as logaddexp
from msacc.ops.math.arithmetic import logaddexp2 as logaddexp2
from msacc.ops.math.arithmetic import maximum as maximum
from msacc.ops.math.arithmetic import minimum as minimum
from msacc.ops.math.arithmetic import mul as _mul
from msacc.ops.math.arithmetic import mul as mul
from msacc.ops.math.arithmetic import mul_no_nan as mul_no_nan
from msacc.ops.math.arithmetic import nextafter as nextafter
from msacc.ops.math.arithmetic import pow as _pow
from msacc.ops.math.arithmetic import pow as pow
from msacc.ops.math.arithmetic import quotient as quotient
from msacc.ops.math.arithmetic import real_div as _real_div
from msacc.ops.math.arithmetic import real_div as real_div
from msacc.ops.math.arithmetic import remainder as remainder
from msacc.ops.math.arithmetic import squared_difference as squared_difference
from msacc.ops.math.arithmetic import sub as _sub
from msacc.ops.math.arithmetic import sub as sub
from msacc.ops.math.arithmetic import subtract as subtract
from msacc.ops.math.arithmetic import true_divide as true_divide
from msacc.ops.math.arithmetic import truncate_div as truncate_div
from msacc.ops.math.arithmetic import xdivy as xdivy
from msacc.ops.math.arithmetic import xlogy as xlogy
from msacc.ops.math.bessel import bessel_i0 as bessel_i0
from msacc.ops.math.bessel import bessel_i0e as bessel_i0e
from msacc.ops.math.bessel import bessel_i1 as bessel_i1
from msacc.ops.math.bessel import bessel_i1e as bessel_i1e
from msacc.ops.math.bessel import bessel_j0 as bessel_j0
from msacc.ops.math.bessel import bessel_j1 as bessel_j1
from msacc.ops.math.bessel import bessel_k0 as bessel_k0
from msacc.ops.math.bessel import bessel_k0e as bessel_k0e
from msacc.ops.math.bessel import bessel_k1 as bessel_k1
from msacc.ops.math.bessel import bessel_k1e as bessel_k1e
from msacc.ops.math.bessel import bessel_y0 as bessel_y0
from msacc.ops.math.bessel import bessel_y1 as bessel_y1
from msacc.ops.math.bessel import i0 as i0
from msacc.ops.math.clip import clamp as _clamp
from msacc.ops.math.clip import clamp as clamp
from msacc.ops.math.clip import clamp_to as clamp_to
from msacc.ops.math.clip import clip_by_global_norm as clip_by_global_norm
from msacc.ops.math.clip import clip_by_norm as clip_by_norm
from msacc.ops.math.clip import clip_by_value as clip_by_value
from msacc.ops.math.clip import needs_gradient as needs_gradient
from msacc.ops.math.compare import allclose as allclose
from msacc.ops.math.compare import approximate_equal as approximate_equal
from msacc.ops.math.compare import equal as _equal
from msacc.ops.math.compare import equal as equal
from msacc.ops.math.compare import greater as _greater
from msacc.ops.math.compare import greater as greater
from msacc.ops.math.compare import greater_equal as _greater_equal
from msacc.ops.math.compare import greater_equal as greater_equal
from msacc.ops.math.compare import is_complex as is_complex
from msacc.ops.math.compare import is_floating_point as is_floating_point
from msacc.ops.math.compare import is_nonzero as is_nonzero
from msacc.ops.math.compare import is_tensor as is_tensor
from msacc.ops.math.compare import isclose as isclose
from msacc.ops.math.compare import isfinite as isfinite
from msacc.ops.math.compare import isinf as isinf
from msacc.ops.math.compare import isnan as isnan
from msacc.ops.math.compare import isneginf as isneginf
from msacc.ops.math.compare import isposinf as isposinf
from msacc.ops.math.compare import isreal as isreal
from msacc.ops.math.compare import less as _less
from msacc.ops.math.compare import less as less
from msacc.ops.math.compare import less_equal as _less_equal
from msacc.ops.math.compare import less_equal as less_equal
from msacc.ops.math.compare import logical_and as logical_and
from msacc.ops.math.compare import logical_not as logical_not
from msacc.ops.math.compare import logical_or as logical_or
from msacc.ops.math.compare import logical_xor as logical_xor
from msacc.ops.math.compare import not_equal as _not_equal
from msacc.ops.math.compare import not_equal as not_equal
from msacc.ops.math.compare import signbit as signbit
from msacc.ops.math.elementwise import abs as _abs
from msacc.ops.math.elementwise import abs as abs
from msacc.ops.math.elementwise import acos as _acos
from msacc.ops.math.elementwise import acos as acos
from msacc.ops.math.elementwise import acosh as _acosh
from msacc.ops.math.elementwise import acosh as acosh
from msacc.ops.math.elementwise import addcdiv as addcdiv
from msacc.ops.math.elementwise import addcmul as addcmul
from msacc.ops.math.elementwise import angle as angle
from msacc.ops.math.elementwise import asin as asin
from msacc.ops.math.elementwise import asinh as _asinh
from msacc.ops.math.elementwise import asinh as asinh
from msacc.ops.math.elementwise import atan as _atan
from msacc.ops.math.elementwise import atan as atan
from msacc.ops.math.elementwise import atanh as _atanh
from msacc.ops.math.elementwise import atanh as atanh
from msacc.ops.math.elementwise import bitwise_not as bitwise_not
from msacc.ops.math.elementwise import ceil as ceil
from msacc.ops.math.elementwise import complex as complex
from msacc.ops.math.elementwise import complex_abs as complex_abs
from msacc.ops.math.elementwise import conj as conj
from msacc.ops.math.elementwise import cos as cos
from msacc.ops.math.elementwise import cosh as cosh
from msacc.ops.math.elementwise import deg2rad as deg2rad
from msacc.ops.math.elementwise import digamma as digamma
from msacc.ops.math.elementwise import eps as eps
from msacc.ops.math.elementwise import erf as erf
from msacc.ops.math.elementwise import erfc as erfc
from msacc.ops.math.elementwise import erfinv as erfinv
from msacc.ops.math.elementwise import exp as _exp
from msacc.ops.math.elementwise import exp as exp
from msacc.ops.math.elementwise import exp2 as exp2
from msacc.ops.math.elementwise import expm1 as _expm1
from msacc.ops.math.elementwise import expm1 as expm1
from msacc.ops.math.elementwise import floor as floor
from msacc.ops.math.elementwise import frac as frac
from msacc.ops.math.elementwise import igamma as igamma
from msacc.ops.math.elementwise import igammac as igammac
from msacc.ops.math.elementwise import imag as imag
from msacc.ops.math.elementwise import inv as inv
from msacc.ops.math.elementwise import lerp as lerp
from msacc.ops.math.elementwise import lgamma as lgamma
from msacc.ops.math.elementwise import log as log
from msacc.ops.math.elementwise import log10 as log10
from msacc.ops.math.elementwise import log1p as log1p
from msacc.ops.math.elementwise import log2 as log2
from msacc.ops.math.elementwise import logit as logit
from msacc.ops.math.elementwise import logit_of as logit_of
from msacc.ops.math.elementwise import mvlgamma as mvlgamma
from msacc.ops.math.elementwise import nan_to_num as nan_to_num
from msacc.ops.math.elementwise import neg as _neg
from msacc.ops.math.elementwise import neg as neg
from msacc.ops.math.elementwise import polar as polar
from msacc.ops.math.elementwise import polygamma as polygamma
from msacc.ops.math.elementwise import population_count as population_count
from msacc.ops.math.elementwise import positive as positive
from msacc.ops.math.elementwise import rad2deg as rad2deg
from msacc.ops.math.elementwise import real as real
from msacc.ops.math.elementwise import reciprocal as reciprocal
from msacc.ops.math.elementwise import round as round
from msacc.ops.math.elementwise import rsqrt as rsqrt
from msacc.ops.math.elementwise import sgn as sgn
from msacc.ops.math.elementwise import sign as sign
from msacc.ops.math.elementwise import sin as sin
from msacc.ops.math.elementwise import sinc as sinc
from msacc.ops.math.elementwise import sinh as sinh
from msacc.ops.math.elementwise import sqrt as sqrt
from msacc.ops.math.elementwise import square as square
from msacc.ops.math.elementwise import tan as tan
from msacc.ops.math.elementwise import trunc as trunc
from msacc.ops.math.elementwise import view_as_complex as view_as_complex
from msacc.ops.math.elementwise import view_as_real as view_as_real
from msacc.ops.math.elementwise import zeta as zeta
from msacc.ops.math.reduce import all as _all
from msacc.ops.math.reduce import all as all
from msacc.ops.math.reduce import amax as amax
from msacc.ops.math.reduce import amin as amin
from msacc.ops.math.reduce import aminmax as aminmax
from msacc.ops.math.reduce import any as _any
from msacc.ops.math.reduce import any as any
from msacc.ops.math.reduce import argmax as argmax
from msacc.ops.math.reduce import argmax_of as argmax_of
from msacc.ops.math.reduce import argmax_with_value as argmax_with_value
from msacc.ops.math.reduce import argmin as argmin
from msacc.ops.math.reduce import argmin_of as argmin_of
from msacc.ops.math.reduce import argmin_with_value as argmin_with_value
from msacc.ops.math.reduce import count_nonzero as count_nonzero
from msacc.ops.math.reduce import logsumexp as logsumexp
from msacc.ops.math.reduce import max as max
from msacc.ops.math.reduce import mean as _mean
from msacc.ops.math.reduce import mean as mean
from msacc.ops.math.reduce import min as min
from msacc.ops.math.reduce import nanmean as nanmean
from msacc.ops.math.reduce import nansum as nansum
from msacc.ops.math.reduce import prod as prod
from msacc.ops.math.reduce import reduce_max as reduce_max
from msacc.ops.math.reduce import reduce_min as reduce_min
from msacc.ops.math.reduce import reduce_prod as reduce_prod
from msacc.ops.math.reduce import reduce_sum as reduce_sum
from msacc.ops.math.reduce import square_sum_all as square_sum_all
from msacc.ops.math.reduce import sum as sum
from msacc.ops.math.scans import cummax as cummax
from msacc.ops.math.scans import cummin as cummin
from msacc.ops.math.scans import cumprod as cumprod
from msacc.ops.math.scans import cumsum as cumsum
from msacc.ops.math.scans import exclusive_cumprod as exclusive_cumprod
from msacc.ops.math.scans import exclusive_cumsum as exclusive_cumsum
from msacc.ops.math.scans import logcumsumexp as logcumsumexp
from msacc.ops.math.statistics import median as median
from msacc.ops.math.statistics import nanmedian as nanmedian
from msacc.ops.math.statistics import nanquantile as nanquantile
from msacc.ops.math.statistics import quantile as quantile
from msacc.ops.math.statistics import reduce_std as reduce_std
from msacc.ops.math.statistics import std as std
from msacc.ops.math.statistics import std_mean as std_mean
from msacc.ops.math.statistics import var as var
from msacc.ops.math.statistics import var_mean as var_mean
from msacc.ops.nn.activation import celu as celu
from msacc.ops.nn.activation import elu as elu
from msacc.ops.nn.activation import fast_gelu as fast_gelu
from msacc.ops.nn.activation import gelu as gelu
from msacc.ops.nn.activation import glu as glu
from msacc.ops.nn.activation import gumbel_softmax as gumbel_softmax
from msacc.ops.nn.activation import hardshrink as hardshrink
from msacc.ops.nn.activation import hardsigmoid as hardsigmoid
from msacc.ops.nn.activation import hardswish as hardswish
from msacc.ops.nn.activation import hardtanh as hardtanh
from msacc.ops.nn.activation import leaky_relu as leaky_relu
from msacc.ops.nn.activation import log_softmax as log_softmax
from msacc.ops.nn.activation import logsigmoid as logsigmoid
from msacc.ops.nn.activation import mish as mish
from msacc.ops.nn.activation import prelu as prelu
from msacc.ops.nn.activation import relu as relu
from msacc.ops.nn.activation import relu6 as relu6
from msacc.ops.nn.activation import rrelu as rrelu
from msacc.ops.nn.activation import selu as selu
from msacc.ops.nn.activation import sigmoid as sigmoid
from msacc.ops.nn.activation import silu as silu
from msacc.ops.nn.activation import softmax as softmax
from msacc.ops.nn.activation import softmin as softmin
from msacc.ops.nn.activation import softplus as softplus
from msacc.ops.nn.activation import softshrink as _softshrink
from msacc.ops.nn.activation import softshrink as softshrink
from msacc.ops.nn.activation import softsign as softsign
from msacc.ops.nn.activation import swiglu as swiglu
from msacc.ops.nn.activation import tanh as tanh
from msacc.ops.nn.activation import tanhshrink as tanhshrink
from msacc.ops.nn.activation import threshold as threshold
from msacc.ops.nn.adaptive_pool import adaptive_avg_pool1d as adaptive_avg_pool1d
from msacc.ops.nn.adaptive_pool import adaptive_avg_pool2d as adaptive_avg_pool2d
from msacc.ops.nn.adaptive_pool import adaptive_avg_pool3d as adaptive_avg_pool3d
from msacc.ops.nn.adaptive_pool import adaptive_max_pool1d as adaptive_max_pool1d
from msacc.ops.nn.adaptive_pool import adaptive_max_pool2d as adaptive_max_pool2d
from msacc.ops.nn.adaptive_pool import adaptive_max_pool3d as adaptive_max_pool3d
from msacc.ops.nn.adaptive_pool import fractional_max_pool2d as fractional_max_pool2d
from msacc.ops.nn.adaptive_pool import fractional_max_pool3d as fractional_max_pool3d
from msacc.ops.nn.adaptive_pool import lp_pool1d as lp_pool1d
from msacc.ops.nn.adaptive_pool import lp_pool2d as lp_pool2d
from msacc.ops.nn.adaptive_pool import max_unpool1d as max_unpool1d
from msacc.ops.nn.adaptive_pool import max_unpool2d as max_unpool2d
from msacc.ops.nn.adaptive_pool import max_unpool3d as max_unpool3d
from msacc.ops.nn.attention.decode import incre_flash_attention as incre_flash_attention
from msacc.ops.nn.attention.flash import flash_attention_score as flash_attention_score
from msacc.ops.nn.attention.forward import multi_head_attention_forward as multi_head_attention_forward
from msacc.ops.nn.attention.inference import fused_infer_attention_score as fused_infer_attention_score
from msacc.ops.nn.attention.multi_scale import multi_scale_deformable_attn_function as multi_scale_deformable_attn_function
from msacc.ops.nn.attention.native_sparse import nsa_compress as nsa_compress
from msacc.ops.nn.attention.native_sparse import nsa_compress_attention as nsa_compress_attention
from msacc.ops.nn.attention.native_sparse import nsa_select_attention as nsa_select_attention
from msacc.ops.nn.attention.prefill import prompt_flash_attention as prompt_flash_attention
from msacc.ops.nn.attention.ring import ring_attention_update as ring_attention_update
from msacc.ops.nn.attention.rotary import rotary_position_embedding as rotary_position_embedding
from msacc.ops.nn.attention.speed_fusion import speed_fusion_attention as speed_fusion_attention
from msacc.ops.nn.boxes import bounding_box_decode as bounding_box_decode
from msacc.ops.nn.boxes import bounding_box_encode as bounding_box_encode
from msacc.ops.nn.boxes import check_valid as check_valid
from msacc.ops.nn.boxes import iou as iou
from msacc.ops.nn.candidate_sampling import ctc_greedy_decoder as ctc_greedy_decoder
from msacc.ops.nn.candidate_sampling import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from msacc.ops.nn.candidate_sampling import uniform_candidate_sampler as uniform_candidate_sampler
from msacc.ops.nn.conv import bias_add as bias_add
from msacc.ops.nn.conv import bidense as bidense
from msacc.ops.nn.conv import conv1d as conv1d
from msacc.ops.nn.conv import conv2d as conv2d
from msacc.ops.nn.conv import conv3d as conv3d
from msacc.ops.nn.conv import dense as dense
from msacc.ops.nn.conv_transpose import conv3d_transpose as conv3d_transpose
from msacc.ops.nn.conv_transpose import conv_transpose2d as conv_transpose2d
from msacc.ops.nn.deformable import deformable_conv2d as deformable_conv2d
from msacc.ops.nn.dropout import dropout as dropout
from msacc.ops.nn.dropout import dropout1d as dropout1d
from msacc.ops.nn.dropout import dropout2d as dropout2d
from msacc.ops.nn.dropout import dropout3d as dropout3d
from msacc.ops.nn.embedding import embedding as embedding
from msacc.ops.nn.fused_matmul import all_gather_matmul as all_gather_matmul
from msacc.ops.nn.fused_matmul import matmul_reduce_scatter as matmul_reduce_scatter
from msacc.ops.nn.fused_norm import add_layer_norm as add_layer_norm
from msacc.ops.nn.fused_norm import add_rms_norm as add_rms_norm
from msacc.ops.nn.fused_norm import rms_norm as rms_norm
from msacc.ops.nn.image import channel_shuffle as channel_shuffle
from msacc.ops.nn.image import col2im as col2im
from msacc.ops.nn.image import fold as fold
from msacc.ops.nn.image import pixel_shuffle as pixel_shuffle
from msacc.ops.nn.image import pixel_unshuffle as pixel_unshuffle
from msacc.ops.nn.image import unfold as unfold
from msacc.ops.nn.loss.classes import cross_entropy as cross_entropy
from msacc.ops.nn.loss.classes import ctc_loss as ctc_loss
from msacc.ops.nn.loss.classes import nll_loss as nll_loss
from msacc.ops.nn.loss.elementwise import binary_cross_entropy as binary_cross_entropy
from msacc.ops.nn.loss.elementwise import binary_cross_entropy_with_logits as binary_cross_entropy_with_logits
from msacc.ops.nn.loss.elementwise import gaussian_nll_loss as gaussian_nll_loss
from msacc.ops.nn.loss.elementwise import huber_loss as huber_loss
from msacc.ops.nn.loss.elementwise import kl_div as kl_div
from msacc.ops.nn.loss.elementwise import l1_loss as l1_loss
from msacc.ops.nn.loss.elementwise import mse_loss as mse_loss
from msacc.ops.nn.loss.elementwise import smooth_l1_loss as smooth_l1_loss
from msacc.ops.nn.loss.margin import cosine_embedding_loss as cosine_embedding_loss
from msacc.ops.nn.loss.margin import cosine_similarity as cosine_similarity
from msacc.ops.nn.loss.margin import hinge_embedding_loss as hinge_embedding_loss
from msacc.ops.nn.loss.margin import margin_ranking_loss as margin_ranking_loss
from msacc.ops.nn.loss.margin import multi_margin_loss as multi_margin_loss
from msacc.ops.nn.loss.margin import multilabel_margin_loss as multilabel_margin_loss
from msacc.ops.nn.loss.margin import multilabel_soft_margin_loss as multilabel_soft_margin_loss
from msacc.ops.nn.loss.margin import soft_margin_loss as soft_margin_loss
from msacc.ops.nn.loss.margin import triplet_margin_loss as triplet_margin_loss
from msacc.ops.nn.moe.distribution import moe_distribute_combine as moe_distribute_combine
from msacc.ops.nn.moe.distribution import moe_distribute_dispatch as moe_distribute_dispatch
from msacc.ops.nn.moe.routing import moe_init_routing_v2 as moe_init_routing_v2
from msacc.ops.nn.moe.routing import moe_token_permute as moe_token_permute
from msacc.ops.nn.moe.routing import moe_token_unpermute as moe_token_unpermute
from msacc.ops.nn.norm import batch_norm as batch_norm
from msacc.ops.nn.norm import group_norm as group_norm
from msacc.ops.nn.norm import layer_norm as layer_norm
from msacc.ops.nn.norm import lrn as lrn
from msacc.ops.nn.pad import mirror_pad as mirror_pad
from msacc.ops.nn.pad import pad as pad
from msacc.ops.nn.pool import avg_pool1d as avg_pool1d
from msacc.ops.nn.pool import avg_pool2d as avg_pool2d
from msacc.ops.nn.pool import avg_pool3d as avg_pool3d
from msacc.ops.nn.pool import max_pool1d as max_pool1d
from msacc.ops.nn.pool import max_pool2d as max_pool2d
from msacc.ops.nn.pool import max_pool3d as max_pool3d
from msacc.ops.nn.resize import affine_grid as affine_grid
from msacc.ops.nn.resize import crop_and_resize as crop_and_resize
from msacc.ops.nn.resize import grid_sample as grid_sample
from msacc.ops.nn.resize import interpolate as interpolate
from msacc.ops.nn.resize import upsample as upsample
from msacc.ops.op_registries import Registry as Registry
from msacc.ops.op_registries import VmImplRegistry as VmImplRegistry
from msacc.ops.op_registries import get_vm_impl_fn as get_vm_impl_fn
from msacc.ops.op_registries import prim_arg_register as prim_arg_register
from msacc.ops.parameter_assign import assign as assign
from msacc.ops.parameter_assign import assign_add as assign_add
from msacc.ops.parameter_assign import assign_sub as assign_sub
from msacc.ops.parameter_assign import deepcopy as deepcopy
from msacc.ops.parameter_assign import depend as depend
from msacc.ops.parameter_assign import identity as identity
from msacc.ops.parameter_assign import stop_gradient as stop_gradient
from msacc.ops.parameter_assign import stop_gradient_ as stop_gradient_
from msacc.ops.printing import print_ as print_
from msacc.ops.random import bernoulli as bernoulli
from msacc.ops.random import choice_with_mask as choice_with_mask
from msacc.ops.random import dropout_do_mask as dropout_do_mask
from msacc.ops.random import dropout_gen_mask as dropout_gen_mask
from msacc.ops.random import gamma as gamma
from msacc.ops.random import laplace as laplace
from msacc.ops.random import multinomial as multinomial
from msacc.ops.random import multinomial_of as multinomial_of
from msacc.ops.random import multinomial_with_replacement as multinomial_with_replacement
from msacc.ops.random import normal as normal
from msacc.ops.random import poisson as poisson
from msacc.ops.random import rand as rand
from msacc.ops.random import rand_like as rand_like
from msacc.ops.random import randint as randint
from msacc.ops.random import randint_like as randint_like
from msacc.ops.random import randn as randn
from msacc.ops.random import randn_like as randn_like
from msacc.ops.random import random_categorical as random_categorical
from msacc.ops.random import random_choice_with_mask as random_choice_with_mask
from msacc.ops.random import random_gamma as random_gamma
from msacc.ops.random import random_poisson as random_poisson
from msacc.ops.random import randperm as randperm
from msacc.ops.random import randperm_padded as randperm_padded
from msacc.ops.random import shuffle as shuffle
from msacc.ops.random import standard_laplace as standard_laplace
from msacc.ops.random import standard_normal as standard_normal
from msacc.ops.random import truncated_normal as truncated_normal
from msacc.ops.random import uniform as uniform
from msacc.ops.random import uniform_int as uniform_int
from msacc.ops.random import uniform_real as uniform_real
from msacc.ops.sparse.conversions import coo_tensor_get_dense_shape as coo_tensor_get_dense_shape
from msacc.ops.sparse.conversions import coo_tensor_get_indices as coo_tensor_get_indices
from msacc.ops.sparse.conversions import coo_tensor_get_values as coo_tensor_get_values
from msacc.ops.sparse.conversions import csr_tensor_get_dense_shape as csr_tensor_get_dense_shape
from msacc.ops.sparse.conversions import csr_tensor_get_indices as csr_tensor_get_indices
from msacc.ops.sparse.conversions import csr_tensor_get_indptr as csr_tensor_get_indptr
from msacc.ops.sparse.conversions import csr_tensor_get_values as csr_tensor_get_values
from msacc.ops.sparse.conversions import dense_to_sparse_coo as dense_to_sparse_coo
from msacc.ops.sparse.conversions import dense_to_sparse_csr as dense_to_sparse_csr
from msacc.ops.sparse.conversions import make_coo_tensor as _make_coo_tensor
from msacc.ops.sparse.conversions import make_coo_tensor as make_coo_tensor
from msacc.ops.sparse.conversions import make_csr_tensor as make_csr_tensor
from msacc.ops.sparse.conversions import make_row_tensor as _make_row_tensor
from msacc.ops.sparse.conversions import make_row_tensor as make_row_tensor
from msacc.ops.sparse.conversions import row_tensor_add as row_tensor_add
from msacc.ops.sparse.conversions import row_tensor_get_dense_shape as row_tensor_get_dense_shape
from msacc.ops.sparse.conversions import row_tensor_get_indices as row_tensor_get_indices
from msacc.ops.sparse.conversions import row_tensor_get_values as row_tensor_get_values
from msacc.ops.sparse.coo import coo_add as coo_add
from msacc.ops.sparse.coo import coo_concat as coo_concat
from msacc.ops.sparse.csr import csr_add as csr_add
from msacc.ops.sparse.csr import csr_div as csr_div
from msacc.ops.sparse.csr import csr_gather as csr_gather
from msacc.ops.sparse.csr import csr_mm as csr_mm
from msacc.ops.sparse.csr import csr_mul as csr_mul
from msacc.ops.sparse.csr import csr_mv as csr_mv
from msacc.ops.sparse.csr import csr_reduce_sum as csr_reduce_sum
from msacc.ops.sparse.csr import csr_softmax as csr_softmax
from msacc.ops.sparse.csr import csr_to_coo as csr_to_coo
from msacc.ops.sparse.csr import csr_to_dense as csr_to_dense
from msacc.ops.sparse.elementwise import coo_abs as coo_abs
from msacc.ops.sparse.elementwise import coo_acos as coo_acos
from msacc.ops.sparse.elementwise import coo_acosh as coo_acosh
from msacc.ops.sparse.elementwise import coo_asin as coo_asin
from msacc.ops.sparse.elementwise import coo_asinh as coo_asinh
from msacc.ops.sparse.elementwise import coo_atan as coo_atan
from msacc.ops.sparse.elementwise import coo_atanh as coo_atanh
from msacc.ops.sparse.elementwise import coo_ceil as coo_ceil
from msacc.ops.sparse.elementwise import coo_cos as coo_cos
from msacc.ops.sparse.elementwise import coo_cosh as coo_cosh
from msacc.ops.sparse.elementwise import coo_exp as coo_exp
from msacc.ops.sparse.elementwise import coo_expm1 as coo_expm1
from msacc.ops.sparse.elementwise import coo_floor as coo_floor
from msacc.ops.sparse.elementwise import coo_inv as coo_inv
from msacc.ops.sparse.elementwise import coo_isfinite as coo_isfinite
from msacc.ops.sparse.elementwise import coo_isinf as coo_isinf
from msacc.ops.sparse.elementwise import coo_isnan as coo_isnan
from msacc.ops.sparse.elementwise import coo_log as coo_log
from msacc.ops.sparse.elementwise import coo_log1p as coo_log1p
from msacc.ops.sparse.elementwise import coo_neg as coo_neg
from msacc.ops.sparse.elementwise import coo_relu as coo_relu
from msacc.ops.sparse.elementwise import coo_relu6 as coo_relu6
from msacc.ops.sparse.elementwise import coo_round as coo_round
from msacc.ops.sparse.elementwise import coo_sigmoid as coo_sigmoid
from msacc.ops.sparse.elementwise import coo_sin as coo_sin
from msacc.ops.sparse.elementwise import coo_sinh as coo_sinh
from msacc.ops.sparse.elementwise import coo_softsign as coo_softsign
from msacc.ops.sparse.elementwise import coo_sqrt as coo_sqrt
from msacc.ops.sparse.elementwise import coo_square as coo_square
from msacc.ops.sparse.elementwise import coo_tan as coo_tan
from msacc.ops.sparse.elementwise import coo_tanh as coo_tanh
from msacc.ops.sparse.elementwise import csr_abs as csr_abs
from msacc.ops.sparse.elementwise import csr_acos as csr_acos
from msacc.ops.sparse.elementwise import csr_acosh as csr_acosh
from msacc.ops.sparse.elementwise import csr_asin as csr_asin
from msacc.ops.sparse.elementwise import csr_asinh as csr_asinh
from msacc.ops.sparse.elementwise import csr_atan as csr_atan
from msacc.ops.sparse.elementwise import csr_atanh as csr_atanh
from msacc.ops.sparse.elementwise import csr_ceil as csr_ceil
from msacc.ops.sparse.elementwise import csr_cos as csr_cos
from msacc.ops.sparse.elementwise import csr_cosh as csr_cosh
from msacc.ops.sparse.elementwise import csr_exp as csr_exp
from msacc.ops.sparse.elementwise import csr_expm1 as csr_expm1
from msacc.ops.sparse.elementwise import csr_floor as csr_floor
from msacc.ops.sparse.elementwise import csr_inv as csr_inv
from msacc.ops.sparse.elementwise import csr_isfinite as csr_isfinite
from msacc.ops.sparse.elementwise import csr_isinf as csr_isinf
from msacc.ops.sparse.elementwise import csr_isnan as csr_isnan
from msacc.ops.sparse.elementwise import csr_log as csr_log
from msacc.ops.sparse.elementwise import csr_log1p as csr_log1p
from msacc.ops.sparse.elementwise import csr_neg as csr_neg
from msacc.ops.sparse.elementwise import csr_relu as csr_relu
from msacc.ops.sparse.elementwise import csr_relu6 as csr_relu6
from msacc.ops.sparse.elementwise import csr_round as csr_round
from msacc.ops.sparse.elementwise import csr_sigmoid as csr_sigmoid
from msacc.ops.sparse.elementwise import csr_sin as csr_sin
from msacc.ops.sparse.elementwise import csr_sinh as csr_sinh
from msacc.ops.sparse.elementwise import csr_softsign as csr_softsign
from msacc.ops.sparse.elementwise import csr_sqrt as csr_sqrt
from msacc.ops.sparse.elementwise import csr_square as csr_square
from msacc.ops.sparse.elementwise import csr_tan as csr_tan
from msacc.ops.sparse.elementwise import csr_tanh as csr_tanh
from msacc.ops.sparse.kernels import sparse_segment_mean as sparse_segment_mean
from msacc.ops.sparse.sparse_indices import coo2csr as coo2csr
from msacc.ops.sparse.sparse_indices import csr2coo as csr2coo
from msacc.ops.spectral import bartlett_window as bartlett_window
from msacc.ops.spectral import blackman_window as blackman_window
from msacc.ops.spectral import fft as fft
from msacc.ops.spectral import fft2 as fft2
from msacc.ops.spectral import fftfreq as fftfreq
from msacc.ops.spectral import fftn as fftn
from msacc.ops.spectral import fftshift as fftshift
from msacc.ops.spectral import hamming_window as hamming_window
from msacc.ops.spectral import hann_window as hann_window
from msacc.ops.spectral import hfft as hfft
from msacc.ops.spectral import hfft2 as hfft2
from msacc.ops.spectral import hfftn as hfftn
from msacc.ops.spectral import ifft as ifft
from msacc.ops.spectral import ifft2 as ifft2
from msacc.ops.spectral import ifftn as ifftn
from msacc.ops.spectral import ifftshift as ifftshift
from msacc.ops.spectral import ihfft as ihfft
from msacc.ops.spectral import ihfft2 as ihfft2
from msacc.ops.spectral import ihfftn as ihfftn
from msacc.ops.spectral import irfft as irfft
from msacc.ops.spectral import irfft2 as irfft2
from msacc.ops.spectral import irfftn as irfftn
from msacc.ops.spectral import kaiser_window as kaiser_window
from msacc.ops.spectral import rfft as rfft
from msacc.ops.spectral import rfft2 as rfft2
from msacc.ops.spectral import rfftfreq as rfftfreq
from msacc.ops.spectral import rfftn as rfftn
from msacc.ops.stft import stft as stft
from typing import Any
class CSRSparseMatrixToDense(Primitive):
    """`CSRSparseMatrixToDense()(x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices, x_values)`:
    The dense matrix, or matrices.
    """
    def __init__(self) -> None: ...
    def __call__(self, x_dense_shape: Tensor, x_batch_pointers: Tensor, x_row_pointers: Tensor, x_col_indices: Tensor, x_values: Tensor, /) -> Tensor: ...
class CSRSparseMatrixToSparseTensor(Primitive):
    """`CSRSparseMatrixToSparseTensor()(x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices, x_values)`:
    (indices, values, shape) of the elements.
    """
    def __init__(self) -> None: ...
    def __call__(self, x_dense_shape: Tensor, x_batch_pointers: Tensor, x_row_pointers: Tensor, x_col_indices: Tensor, x_values: Tensor, /) -> tuple[Tensor, ...]: ...
class DenseToCSRSparseMatrix(Primitive):
    """`DenseToCSRSparseMatrix()(dense_input, indices)`:
    The five parts of the elements of a dense matrix at sorted positions.
    """
    def __init__(self) -> None: ...
    def __call__(self, dense_input: Tensor, indices: Tensor, /) -> tuple[Tensor, ...]: ...
FastGelu = _FastGeLU
Gelu = _GeLU
class SparseAdd(Primitive):
    """`SparseAdd()(x1_indices, x1_values, x1_shape, x2_indices, x2_values, x2_shape, thresh)`:
    (indices, values, shape) of the sum; of what both hold, sums smaller than `thresh` in size are dropped.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1_indices: Tensor, x1_values: Tensor, x1_shape: Tensor, x2_indices: Tensor, x2_values: Tensor, x2_shape: Tensor, thresh: Tensor, /) -> tuple[Tensor, ...]: ...
class SparseAddmm(Primitive):
    """`SparseAddmm()(indices, values, sparse_shape, x2_dense, x3_dense, alpha, beta)`:
    alpha * (sparse @ x2_dense) + beta * x3_dense.
    """
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, values: Tensor, sparse_shape: Any, x2_dense: Tensor, x3_dense: Tensor, alpha: Tensor, beta: Tensor, /) -> Tensor: ...
class SparseDenseCwiseAdd(Primitive):
    """`SparseDenseCwiseAdd()(x1_indices, x1_values, x1_shape, x2)`:
    The sum of the values and what a dense tensor, broadcast, holds at their places.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1_indices: Tensor, x1_values: Tensor, x1_shape: Any, x2: Tensor, /) -> Tensor: ...
class SparseDenseCwiseDiv(Primitive):
    """`SparseDenseCwiseDiv()(x1_indices, x1_values, x1_shape, x2)`:
    The quotient of the values and what a dense tensor, broadcast, holds at their places.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1_indices: Tensor, x1_values: Tensor, x1_shape: Any, x2: Tensor, /) -> Tensor: ...
class SparseDenseCwiseMul(Primitive):
    """`SparseDenseCwiseMul()(x1_indices, x1_values, x1_shape, x2)`:
    The product of the values and what a dense tensor, broadcast, holds at their places.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1_indices: Tensor, x1_values: Tensor, x1_shape: Any, x2: Tensor, /) -> Tensor: ...
class SparseMatrixAdd(Primitive):
    """`SparseMatrixAdd()(x1_dense_shape, x1_batch_pointers, x1_row_pointers, x1_col_indices, x1_values, x2_dense_shape, x2_batch_pointers, x2_row_pointers, x2_col_indices, x2_values, alpha, beta)`:
    The five parts of alpha * x1 + beta * x2, of all positions that one of them holds.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1_dense_shape: Tensor, x1_batch_pointers: Tensor, x1_row_pointers: Tensor, x1_col_indices: Tensor, x1_values: Tensor, x2_dense_shape: Tensor, x2_batch_pointers: Tensor, x2_row_pointers: Tensor, x2_col_indices: Tensor, x2_values: Tensor, alpha: Tensor, beta: Tensor, /) -> tuple[Tensor, ...]: ...
class SparseMatrixMatMul(Primitive):
    """`SparseMatrixMatMul(transpose_x1=False, transpose_x2=False, adjoint_x1=False, adjoint_x2=False, transpose_output=False, conjugate_output=False)(x1_dense_shape, x1_batch_pointers, x1_row_pointers, x1_col_indices, x1_values, x2_dense)`:
    The product with a dense matrix, either of them turned or conjugated and turned, and so the result.
    """
    transpose_x1: bool
    transpose_x2: bool
    adjoint_x1: bool
    adjoint_x2: bool
    transpose_output: bool
    conjugate_output: bool
    def __init__(self, transpose_x1: bool = False, transpose_x2: bool = False, adjoint_x1: bool = False, adjoint_x2: bool = False, transpose_output: bool = False, conjugate_output: bool = False) -> None: ...
    def __call__(self, x1_dense_shape: Tensor, x1_batch_pointers: Tensor, x1_row_pointers: Tensor, x1_col_indices: Tensor, x1_values: Tensor, x2_dense: Tensor, /) -> Tensor: ...
class SparseMatrixNNZ(Primitive):
    """`SparseMatrixNNZ()(x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices, x_values)`:
    How many elements each matrix holds, Int32.
    """
    def __init__(self) -> None: ...
    def __call__(self, x_dense_shape: Tensor, x_batch_pointers: Tensor, x_row_pointers: Tensor, x_col_indices: Tensor, x_values: Tensor, /) -> Tensor: ...
class SparseMatrixSoftmax(Primitive):
    """`SparseMatrixSoftmax(dtype)(x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices, x_values)`:
    The five parts with exp(value) over the sum of its row; `dtype` names that of the values.
    """
    dtype: Any
    def __init__(self, dtype: Any) -> None: ...
    def __call__(self, x_dense_shape: Tensor, x_batch_pointers: Tensor, x_row_pointers: Tensor, x_col_indices: Tensor, x_values: Tensor, /) -> tuple[Tensor, ...]: ...
class SparseMatrixTranspose(Primitive):
    """`SparseMatrixTranspose(conjugate=False)(x_dense_shape, x_batch_pointers, x_row_pointers, x_col_indices, x_values)`:
    The five parts with rows and columns swapped, and the values conjugated if `conjugate`.
    """
    conjugate: bool
    def __init__(self, conjugate: bool = False) -> None: ...
    def __call__(self, x_dense_shape: Tensor, x_batch_pointers: Tensor, x_row_pointers: Tensor, x_col_indices: Tensor, x_values: Tensor, /) -> tuple[Tensor, ...]: ...
class SparseReorder(Primitive):
    """`SparseReorder()(indices, values, shape)`:
    (indices, values) in the order of their positions.
    """
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, values: Tensor, shape: Any, /) -> tuple[Tensor, ...]: ...
class SparseReshape(Primitive):
    """`SparseReshape()(indices, shape, new_shape)`:
    (indices, shape) of the same elements in a new shape, of which one size may be -1.

    Raises ValueError where the sizes do not fit.
    """
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, shape: Any, new_shape: Any, /) -> tuple[Tensor, ...]: ...
class SparseSegmentMeanWithNumSegments(Primitive):
    """`SparseSegmentMeanWithNumSegments()(x, indices, segment_ids, num_segments=None)`:
    The means of rows that belong to one segment.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, indices: Tensor, segment_ids: Tensor, num_segments: Any = None, /) -> Tensor: ...
class SparseSegmentSqrtN(Primitive):
    """`SparseSegmentSqrtN()(x, indices, segment_ids, num_segments=None)`:
    The sums of rows that belong to one segment, over the root of how many they are.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, indices: Tensor, segment_ids: Tensor, num_segments: Any = None, /) -> Tensor: ...
class SparseSegmentSqrtNWithNumSegments(Primitive):
    """`SparseSegmentSqrtNWithNumSegments()(x, indices, segment_ids, num_segments=None)`:
    The sums of rows that belong to one segment, over the root of how many they are.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, indices: Tensor, segment_ids: Tensor, num_segments: Any = None, /) -> Tensor: ...
class SparseSegmentSum(Primitive):
    """`SparseSegmentSum()(x, indices, segment_ids, num_segments=None)`:
    The sums of rows that belong to one segment.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, indices: Tensor, segment_ids: Tensor, num_segments: Any = None, /) -> Tensor: ...
class SparseSegmentSumWithNumSegments(Primitive):
    """`SparseSegmentSumWithNumSegments()(x, indices, segment_ids, num_segments=None)`:
    The sums of rows that belong to one segment.
    """
    def __init__(self) -> None: ...
    def __call__(self, x: Tensor, indices: Tensor, segment_ids: Tensor, num_segments: Any = None, /) -> Tensor: ...
class SparseSoftmax(Primitive):
    """`SparseSoftmax()(indices, values, shape)`:
    exp(value) over the sum of those that share all but the last place.
    """
    def __init__(self) -> None: ...
    def __call__(self, indices: Tensor, values: Tensor, shape: Any, /) -> Tensor: ...
class SparseSparseMaximum(Primitive):
    """`SparseSparseMaximum()(x1_indices, x1_values, x1_shape, x2_indices, x2_values, x2_shape)`:
    (indices, values) of the larger of two at each position stored in either; missing values count as 0.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1_indices: Tensor, x1_values: Tensor, x1_shape: Any, x2_indices: Tensor, x2_values: Tensor, x2_shape: Any, /) -> tuple[Tensor, ...]: ...
class SparseSparseMinimum(Primitive):
    """`SparseSparseMinimum()(x1_indices, x1_values, x1_shape, x2_indices, x2_values, x2_shape)`:
    (indices, values) of the smaller of two at each position stored in either; missing values count as 0.
    """
    def __init__(self) -> None: ...
    def __call__(self, x1_indices: Tensor, x1_values: Tensor, x1_shape: Any, x2_indices: Tensor, x2_values: Tensor, x2_shape: Any, /) -> tuple[Tensor, ...]: ...
class SparseTensorToCSRSparseMatrix(Primitive):
    """`SparseTensorToCSRSparseMatrix()(x_indices, x_values, x_dense_shape)`:
    The five parts of sorted positions (N, ndims) and their values.
    """
    def __init__(self) -> None: ...
    def __call__(self, x_indices: Tensor, x_values: Tensor, x_dense_shape: Tensor, /) -> tuple[Tensor, ...]: ...
class SparseToDenseV2(Primitive):
    """`SparseToDenseV2(validate_indices=True)(indices, output_shape, values, default_value)`:
    A dense tensor of `default_value` with the values at their positions, numbers, or rows of numbers.

    Raises ValueError where places do not come in order and once each, unless `validate_indices` is False.
    """
    validate_indices: bool
    def __init__(self, validate_indices: bool = True) -> None: ...
    def __call__(self, indices: Tensor, output_shape: Any, values: Tensor, default_value: Tensor, /) -> Tensor: ...
absolute = _abs
accumulate_n = _addn
arccos = _acos
arccosh = _acosh
arcsinh = _asinh
arctan = _atan
arctan2 = _atan2
arctanh = _atanh
clip = _clamp
concat = _cat
dict_getitem = _tuple_getitem
divide = _div
eq = _equal
floordiv: FloorDiv
floormod: FloorMod
ge = _greater_equal
ger = _outer
gt = _greater
hyper_add: HyperMap
le = _less_equal
list_getitem = _tuple_getitem
list_len = _tuple_len
log_matrix_determinant = _slogdet
lt = _less
make_row_tensor_inner = _make_row_tensor
make_sparse_tensor = _make_coo_tensor
matrix_determinant = _det
movedim = _moveaxis
multiply = _mul
ne = _not_equal
negative = _neg
pow_of_integers_at_least_0 = _pow
pows = _pow
reduce_all = _all
reduce_any = _any
reduce_mean = _mean
reshape_ = _reshape
soft_shrink = _softshrink
tensor_add = _add
tensor_div = _real_div
tensor_exp = _exp
tensor_expm1 = _expm1
tensor_floordiv = _floor_divide
tensor_ge = _greater_equal
tensor_gt = _greater
tensor_le = _less_equal
tensor_lt = _less
tensor_mod = _floor_mod
tensor_mul = _mul
tensor_muls = _mul
tensor_operator_registry: Registry
tensor_pow = _pow
tensor_range: Range
tensor_shape = _dyn_shape
tensor_slice: Slice
tensor_sub = _sub
vm_impl_registry: VmImplRegistry
