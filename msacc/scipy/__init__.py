"""msacc.scipy: scipy's linear algebra and cosine transforms on Tensors.

Array-likes are converted here; the chapters of `ops` compute.

Imports: examples, module_aliases, ops, ops.linalg.
"""

from msacc.examples import attach as _attach_examples
from msacc.module_aliases import refuse as _refuse
from msacc.scipy import fft as fft
from msacc.scipy import linalg as linalg
from msacc.scipy import optimize as optimize

__getattr__ = _refuse("mindspore.scipy")
_attach_examples("scipy")
