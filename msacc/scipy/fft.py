"""scipy.fft: the type-II cosine transform and its inverse. The ops compute; this module binds names."""

from msacc.module_aliases import refuse as _refuse
from msacc.ops.cosine_transform import dct as dct
from msacc.ops.cosine_transform import dctn as dctn
from msacc.ops.cosine_transform import idct as idct
from msacc.ops.cosine_transform import idctn as idctn

__all__ = ["dct", "dctn", "idct", "idctn"]
__getattr__ = _refuse("mindspore.scipy.fft")
