"""msacc.ops: every op as a function and as a Primitive.

A chapter holds the functions of one kind, each with what it declares: its primitives, methods of Tensor, functions of
mint and numpy. The subpackages:

    core     decorators and declarations of ops       linalg   matrix products and factorizations
    math     elementwise functions and reductions     nn       functions of layers and losses
    array    creation, shapes, indexing, sorting      comm     collectives and their gradients
    sparse   sparse tensors and ops on their values
    bindings the Primitives and methods of Tensor, built from what the chapters declare

and, beside them, random and generator_random, spectral and stft, update (optimizers' rules), parameter_assign, summary,
printing, debug, func_graph, gradient_functions, legacy_containers, container_primitives, legacy_random, and
MindSpore's other module paths of the ops (composite, function, functional, operations).

Imports: common, module_aliases.
"""

from msacc.module_aliases import refuse as _refuse
from msacc.ops.array.creation import *  # noqa: F403
from msacc.ops.array.fill import *  # noqa: F403
from msacc.ops.array.gather_select import *  # noqa: F403
from msacc.ops.array.joining import *  # noqa: F403
from msacc.ops.array.scattering import *  # noqa: F403
from msacc.ops.array.sets import *  # noqa: F403
from msacc.ops.array.shaping import *  # noqa: F403
from msacc.ops.array.sorting import *  # noqa: F403
from msacc.ops.array.space_to_batch import *  # noqa: F403
from msacc.ops.bindings import tensor_methods as _tensor_methods  # noqa: F401
from msacc.ops.bindings.primitive_classes import *  # noqa: F403
from msacc.ops.bindings.primitives.comm import *  # noqa: F403
from msacc.ops.bindings.primitives.comm_uneven import *  # noqa: F403
from msacc.ops.bindings.primitives.control import *  # noqa: F403
from msacc.ops.bindings.primitives.conv import *  # noqa: F403
from msacc.ops.bindings.primitives.custom_op_builders import *  # noqa: F403
from msacc.ops.bindings.primitives.custom_op_info import *  # noqa: F403
from msacc.ops.bindings.primitives.gather_select import *  # noqa: F403
from msacc.ops.bindings.primitives.kernel_info import *  # noqa: F403
from msacc.ops.bindings.primitives.linalg import *  # noqa: F403
from msacc.ops.bindings.primitives.pool import *  # noqa: F403
from msacc.ops.bindings.primitives.primitive_instances import *  # noqa: F403
from msacc.ops.bindings.primitives.python_functions import *  # noqa: F403
from msacc.ops.bindings.primitives.random import *  # noqa: F403
from msacc.ops.bindings.primitives.recurrent import *  # noqa: F403
from msacc.ops.bindings.primitives.sorting import *  # noqa: F403
from msacc.ops.bindings.primitives.status import *  # noqa: F403
from msacc.ops.bindings.primitives.summary import *  # noqa: F403
from msacc.ops.bindings.primitives.tbe_kernel_info import *  # noqa: F403
from msacc.ops.bindings.primitives.unsupported import *  # noqa: F403
from msacc.ops.bindings.primitives.update import *  # noqa: F403
from msacc.ops.bindings.tensor import dtypes as _tensor_dtypes  # noqa: F401
from msacc.ops.bindings.tensor import operators as _tensor_operators  # noqa: F401
from msacc.ops.bindings.tensor import sparse as _tensor_sparse  # noqa: F401
from msacc.ops.bindings.tensor.inplace import *  # noqa: F403
from msacc.ops.container_functions import *  # noqa: F403
from msacc.ops.core.primitive import Primitive as Primitive
from msacc.ops.core.primitive import PrimitiveWithCheck as PrimitiveWithCheck
from msacc.ops.core.primitive import PrimitiveWithInfer as PrimitiveWithInfer
from msacc.ops.core.primitive import _primexpr as _primexpr
from msacc.ops.core.primitive import constexpr as constexpr
from msacc.ops.core.primitive import prim_attr_register as prim_attr_register
from msacc.ops.debug import *  # noqa: F403
from msacc.ops.func_graph import *  # noqa: F403
from msacc.ops.gradient_functions import *  # noqa: F403
from msacc.ops.graph_queries import *  # noqa: F403
from msacc.ops.legacy_containers import *  # noqa: F403
from msacc.ops.linalg.diagonals import *  # noqa: F403
from msacc.ops.linalg.factorizations import *  # noqa: F403
from msacc.ops.linalg.norms import *  # noqa: F403
from msacc.ops.linalg.products import *  # noqa: F403
from msacc.ops.linalg.solving import *  # noqa: F403
from msacc.ops.math.arithmetic import *  # noqa: F403
from msacc.ops.math.bessel import *  # noqa: F403
from msacc.ops.math.clip import *  # noqa: F403
from msacc.ops.math.compare import *  # noqa: F403
from msacc.ops.math.elementwise import *  # noqa: F403
from msacc.ops.math.reduce import *  # noqa: F403
from msacc.ops.math.scans import *  # noqa: F403
from msacc.ops.math.statistics import *  # noqa: F403
from msacc.ops.nn.activation import *  # noqa: F403
from msacc.ops.nn.adaptive_pool import *  # noqa: F403
from msacc.ops.nn.attention.decode import *  # noqa: F403
from msacc.ops.nn.attention.flash import *  # noqa: F403
from msacc.ops.nn.attention.forward import *  # noqa: F403
from msacc.ops.nn.attention.inference import *  # noqa: F403
from msacc.ops.nn.attention.multi_scale import *  # noqa: F403
from msacc.ops.nn.attention.native_sparse import *  # noqa: F403
from msacc.ops.nn.attention.prefill import *  # noqa: F403
from msacc.ops.nn.attention.ring import *  # noqa: F403
from msacc.ops.nn.attention.rotary import *  # noqa: F403
from msacc.ops.nn.attention.speed_fusion import *  # noqa: F403
from msacc.ops.nn.boxes import *  # noqa: F403
from msacc.ops.nn.candidate_sampling import *  # noqa: F403
from msacc.ops.nn.conv import *  # noqa: F403
from msacc.ops.nn.conv_transpose import *  # noqa: F403
from msacc.ops.nn.deformable import *  # noqa: F403
from msacc.ops.nn.dropout import *  # noqa: F403
from msacc.ops.nn.embedding import *  # noqa: F403
from msacc.ops.nn.fused_matmul import *  # noqa: F403
from msacc.ops.nn.fused_norm import *  # noqa: F403
from msacc.ops.nn.image import *  # noqa: F403
from msacc.ops.nn.loss.classes import *  # noqa: F403
from msacc.ops.nn.loss.elementwise import *  # noqa: F403
from msacc.ops.nn.loss.margin import *  # noqa: F403
from msacc.ops.nn.moe.distribution import *  # noqa: F403
from msacc.ops.nn.moe.routing import *  # noqa: F403
from msacc.ops.nn.norm import *  # noqa: F403
from msacc.ops.nn.pad import *  # noqa: F403
from msacc.ops.nn.pool import *  # noqa: F403
from msacc.ops.nn.resize import *  # noqa: F403
from msacc.ops.op_registries import *  # noqa: F403
from msacc.ops.parameter_assign import *  # noqa: F403
from msacc.ops.printing import *  # noqa: F403
from msacc.ops.random import *  # noqa: F403
from msacc.ops.sparse.conversions import *  # noqa: F403
from msacc.ops.sparse.coo import *  # noqa: F403
from msacc.ops.sparse.csr import *  # noqa: F403
from msacc.ops.sparse.elementwise import *  # noqa: F403
from msacc.ops.sparse.kernels import *  # noqa: F403
from msacc.ops.sparse.sparse_indices import *  # noqa: F403
from msacc.ops.spectral import *  # noqa: F403
from msacc.ops.stft import *  # noqa: F403

__getattr__ = _refuse("mindspore.ops")

# These module paths export the names above, so they are imported last.
from msacc.ops import composite as composite
from msacc.ops import function as function
from msacc.ops import functional as functional
from msacc.ops import operations as operations
