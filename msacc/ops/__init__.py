"""msacc.ops: every op as a function and as a Primitive.

A chapter holds the functions of one kind; the doors (primitives, methods of Tensor) are tables that open them. The rooms:

    core     how an op is written                     linalg   matrices
    math     numbers in, numbers out                  nn       what layers and losses compute
    array    making, shaping, picking, placing        comm     collectives and their gradients
    sparse   sparse tensors and what works on their values
    doors    Primitives and methods of Tensor: tables, nothing is computed there

and, beside them, random and draws, spectral and stft, update (optimizers' rules), state, summary, printing, debug, func_graph,
gradients, scalars, sequences, shaped_draws, and MindSpore's old homes (composite, function, functional, operations).
"""

from msacc.homes import refuse as _refuse
from msacc.ops.array.blocks import *  # noqa: F403
from msacc.ops.array.creation import *  # noqa: F403
from msacc.ops.array.filling import *  # noqa: F403
from msacc.ops.array.joining import *  # noqa: F403
from msacc.ops.array.picking import *  # noqa: F403
from msacc.ops.array.scattering import *  # noqa: F403
from msacc.ops.array.sets import *  # noqa: F403
from msacc.ops.array.shaping import *  # noqa: F403
from msacc.ops.array.sorting import *  # noqa: F403
from msacc.ops.core.primitive import Primitive as Primitive
from msacc.ops.core.primitive import PrimitiveWithCheck as PrimitiveWithCheck
from msacc.ops.core.primitive import PrimitiveWithInfer as PrimitiveWithInfer
from msacc.ops.core.primitive import _primexpr as _primexpr
from msacc.ops.core.primitive import constexpr as constexpr
from msacc.ops.core.primitive import prim_attr_register as prim_attr_register
from msacc.ops.debug import *  # noqa: F403
from msacc.ops.doors import tensor_methods as _tensor_methods  # noqa: F401
from msacc.ops.doors.primitive_classes import *  # noqa: F403
from msacc.ops.doors.primitives.builders import *  # noqa: F403
from msacc.ops.doors.primitives.comm import *  # noqa: F403
from msacc.ops.doors.primitives.comm_uneven import *  # noqa: F403
from msacc.ops.doors.primitives.control import *  # noqa: F403
from msacc.ops.doors.primitives.conv import *  # noqa: F403
from msacc.ops.doors.primitives.described import *  # noqa: F403
from msacc.ops.doors.primitives.functions import *  # noqa: F403
from msacc.ops.doors.primitives.instances import *  # noqa: F403
from msacc.ops.doors.primitives.linalg import *  # noqa: F403
from msacc.ops.doors.primitives.picking import *  # noqa: F403
from msacc.ops.doors.primitives.pool import *  # noqa: F403
from msacc.ops.doors.primitives.random import *  # noqa: F403
from msacc.ops.doors.primitives.recurrent import *  # noqa: F403
from msacc.ops.doors.primitives.refused import *  # noqa: F403
from msacc.ops.doors.primitives.sorting import *  # noqa: F403
from msacc.ops.doors.primitives.status import *  # noqa: F403
from msacc.ops.doors.primitives.summary import *  # noqa: F403
from msacc.ops.doors.primitives.update import *  # noqa: F403
from msacc.ops.doors.tensor import dtypes as _tensor_dtypes  # noqa: F401
from msacc.ops.doors.tensor import operators as _tensor_operators  # noqa: F401
from msacc.ops.doors.tensor import sparse as _tensor_sparse  # noqa: F401
from msacc.ops.doors.tensor.in_place import *  # noqa: F403
from msacc.ops.func_graph import *  # noqa: F403
from msacc.ops.gradients import *  # noqa: F403
from msacc.ops.linalg.diagonals import *  # noqa: F403
from msacc.ops.linalg.factorizations import *  # noqa: F403
from msacc.ops.linalg.norms import *  # noqa: F403
from msacc.ops.linalg.products import *  # noqa: F403
from msacc.ops.linalg.solving import *  # noqa: F403
from msacc.ops.looking import *  # noqa: F403
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
from msacc.ops.nn.attention.flash import *  # noqa: F403
from msacc.ops.nn.attention.forward import *  # noqa: F403
from msacc.ops.nn.attention.inference import *  # noqa: F403
from msacc.ops.nn.attention.multi_scale import *  # noqa: F403
from msacc.ops.nn.attention.native_sparse import *  # noqa: F403
from msacc.ops.nn.attention.prompts import *  # noqa: F403
from msacc.ops.nn.attention.ring import *  # noqa: F403
from msacc.ops.nn.attention.rotary import *  # noqa: F403
from msacc.ops.nn.attention.speed_fusion import *  # noqa: F403
from msacc.ops.nn.attention.steps import *  # noqa: F403
from msacc.ops.nn.boxes import *  # noqa: F403
from msacc.ops.nn.candidates import *  # noqa: F403
from msacc.ops.nn.conv import *  # noqa: F403
from msacc.ops.nn.deconv import *  # noqa: F403
from msacc.ops.nn.deformable import *  # noqa: F403
from msacc.ops.nn.dropout import *  # noqa: F403
from msacc.ops.nn.embed import *  # noqa: F403
from msacc.ops.nn.fused_norm import *  # noqa: F403
from msacc.ops.nn.fused_products import *  # noqa: F403
from msacc.ops.nn.image import *  # noqa: F403
from msacc.ops.nn.loss.classes import *  # noqa: F403
from msacc.ops.nn.loss.elementwise import *  # noqa: F403
from msacc.ops.nn.loss.margin import *  # noqa: F403
from msacc.ops.nn.moe.routing import *  # noqa: F403
from msacc.ops.nn.norm import *  # noqa: F403
from msacc.ops.nn.pad import *  # noqa: F403
from msacc.ops.nn.pool import *  # noqa: F403
from msacc.ops.nn.resize import *  # noqa: F403
from msacc.ops.printing import *  # noqa: F403
from msacc.ops.random import *  # noqa: F403
from msacc.ops.registries import *  # noqa: F403
from msacc.ops.scalars import *  # noqa: F403
from msacc.ops.sequences import *  # noqa: F403
from msacc.ops.sparse.conversions import *  # noqa: F403
from msacc.ops.sparse.coo import *  # noqa: F403
from msacc.ops.sparse.csr import *  # noqa: F403
from msacc.ops.sparse.elementwise import *  # noqa: F403
from msacc.ops.sparse.kernels import *  # noqa: F403
from msacc.ops.sparse.places import *  # noqa: F403
from msacc.ops.spectral import *  # noqa: F403
from msacc.ops.state import *  # noqa: F403
from msacc.ops.stft import *  # noqa: F403

__getattr__ = _refuse("mindspore.ops")

# The old homes hold what stands above, so they come last.
from msacc.ops import composite as composite
from msacc.ops import function as function
from msacc.ops import functional as functional
from msacc.ops import operations as operations
