"""Doors to the cosine transform of type II and its inverse. Nothing is computed here."""

from msacc.module_aliases import refuse as _refuse
from msacc.ops.cosine_transform import dct as dct
from msacc.ops.cosine_transform import dctn as dctn
from msacc.ops.cosine_transform import idct as idct
from msacc.ops.cosine_transform import idctn as idctn

__all__ = ["dct", "dctn", "idct", "idctn"]
__getattr__ = _refuse("mindspore.scipy.fft")
