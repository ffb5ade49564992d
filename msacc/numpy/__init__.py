"""msacc.numpy: numpy's functions on Tensors, with MindSpore's dtypes.

Arguments may be Tensors, numbers, lists or tuples; a numpy array has to become a Tensor first.

Array-likes are converted here, everything is computed in chapters of `ops`.

Imports: common, examples, module_aliases, ops.array, ops.core, ops.linalg, ops.math, ops.nn,
ops.spectral.
"""

from math import inf as inf
from math import nan as nan
from math import pi as pi

from msacc.common.dtype import bool_ as bool_
from msacc.common.dtype import float16 as float16
from msacc.common.dtype import float32 as float32
from msacc.common.dtype import float64 as float64
from msacc.common.dtype import float_ as float_
from msacc.common.dtype import int8 as int8
from msacc.common.dtype import int16 as int16
from msacc.common.dtype import int32 as int32
from msacc.common.dtype import int64 as int64
from msacc.common.dtype import int_ as int_
from msacc.common.dtype import uint as uint
from msacc.common.dtype import uint8 as uint8
from msacc.common.dtype import uint16 as uint16
from msacc.common.dtype import uint32 as uint32
from msacc.common.dtype import uint64 as uint64
from msacc.examples import attach as _attach_examples
from msacc.module_aliases import refuse as _refuse
from msacc.numpy import fft as fft
from msacc.numpy.creation import *  # noqa: F403
from msacc.numpy.reduce import *  # noqa: F403
from msacc.numpy.shaping import *  # noqa: F403
from msacc.numpy.signals import *  # noqa: F403
from msacc.numpy.ufuncs import *  # noqa: F403

PINF, NINF = inf, -inf
__getattr__ = _refuse("mindspore.numpy")
_attach_examples("numpy", "numpy_fft", "numpy_math")
