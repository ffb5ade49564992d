"""msacc.ops: every op as a function and as a Primitive.

A chapter holds the functions of one kind; the primitives are doors to them.
"""

from msacc.homes import refuse as _refuse
from msacc.ops import tensor_doors as tensor_doors
from msacc.ops import tensor_methods as tensor_methods
from msacc.ops import tensor_picking as tensor_picking
from msacc.ops.arithmetic import *  # noqa: F403
from msacc.ops.arrays_more import *  # noqa: F403
from msacc.ops.blocks import *  # noqa: F403
from msacc.ops.clip import *  # noqa: F403
from msacc.ops.comm_primitives import *  # noqa: F403
from msacc.ops.compare import *  # noqa: F403
from msacc.ops.creation import *  # noqa: F403
from msacc.ops.debug import *  # noqa: F403
from msacc.ops.elementwise import *  # noqa: F403
from msacc.ops.factorizations import *  # noqa: F403
from msacc.ops.func_graph import *  # noqa: F403
from msacc.ops.gradients import *  # noqa: F403
from msacc.ops.image_more import *  # noqa: F403
from msacc.ops.linalg import *  # noqa: F403
from msacc.ops.matrix_diag import *  # noqa: F403
from msacc.ops.nn_doors import *  # noqa: F403
from msacc.ops.optim import *  # noqa: F403
from msacc.ops.picking import *  # noqa: F403
from msacc.ops.primitive import Primitive as Primitive
from msacc.ops.primitive import PrimitiveWithCheck as PrimitiveWithCheck
from msacc.ops.primitive import PrimitiveWithInfer as PrimitiveWithInfer
from msacc.ops.primitive import _primexpr as _primexpr
from msacc.ops.primitive import constexpr as constexpr
from msacc.ops.primitive import prim_attr_register as prim_attr_register
from msacc.ops.primitives_array import *  # noqa: F403
from msacc.ops.primitives_math import *  # noqa: F403
from msacc.ops.primitives_more import *  # noqa: F403
from msacc.ops.primitives_nn import *  # noqa: F403
from msacc.ops.primitives_random import *  # noqa: F403
from msacc.ops.random import *  # noqa: F403
from msacc.ops.reduce import *  # noqa: F403
from msacc.ops.scalars import *  # noqa: F403
from msacc.ops.scattering import *  # noqa: F403
from msacc.ops.shaping import *  # noqa: F403
from msacc.ops.sorting import *  # noqa: F403
from msacc.ops.spectral import *  # noqa: F403
from msacc.ops.spectral_more import *  # noqa: F403
from msacc.ops.state import *  # noqa: F403
from msacc.ops.summary import *  # noqa: F403
from msacc.ops.tensor_more import *  # noqa: F403

__getattr__ = _refuse("mindspore.ops")

# The old homes hold what stands above, so they come last.
from msacc.ops import composite as composite
from msacc.ops import function as function
from msacc.ops import functional as functional
from msacc.ops import operations as operations
