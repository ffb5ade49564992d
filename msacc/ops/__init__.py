"""msacc.ops: every op as a function and as a Primitive.

A chapter holds the functions of one kind; the primitives are doors to them.
"""

from msacc.ops import tensor_doors as tensor_doors
from msacc.ops import tensor_methods as tensor_methods
from msacc.ops.arithmetic import *  # noqa: F403
from msacc.ops.compare import *  # noqa: F403
from msacc.ops.creation import *  # noqa: F403
from msacc.ops.elementwise import *  # noqa: F403
from msacc.ops.func_graph import *  # noqa: F403
from msacc.ops.linalg import *  # noqa: F403
from msacc.ops.primitive import Primitive as Primitive
from msacc.ops.primitive import PrimitiveWithCheck as PrimitiveWithCheck
from msacc.ops.primitive import PrimitiveWithInfer as PrimitiveWithInfer
from msacc.ops.reduce import *  # noqa: F403
from msacc.ops.shaping import *  # noqa: F403
from msacc.ops.state import *  # noqa: F403


def __getattr__(name: str) -> object:
    raise AttributeError(f"msacc does not have mindspore.ops.{name}.")
