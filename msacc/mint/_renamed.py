"""Functions of mint that are an op of msacc.ops under other argument names, or under another name."""

from __future__ import annotations

from msacc.mint._door import door as _door
from msacc.ops import bmm as _bmm
from msacc.ops import cat as _cat
from msacc.ops import chunk as _chunk
from msacc.ops import cummax as _cummax
from msacc.ops import diff as _diff
from msacc.ops import frac as _frac
from msacc.ops import index_select as _index_select
from msacc.ops import isnan as _isnan
from msacc.ops import mv as _mv
from msacc.ops import nansum as _nansum
from msacc.ops import narrow as _narrow
from msacc.ops import permute as _permute
from msacc.ops import scatter as _scatter
from msacc.ops import split as _split
from msacc.ops import sqrt as _sqrt
from msacc.ops import squeeze as _squeeze
from msacc.ops import stack as _stack
from msacc.ops import swapaxes as _swapaxes
from msacc.ops import trunc as _trunc
from msacc.ops import unbind as _unbind
from msacc.ops.math.reduce import all as _all
from msacc.ops.math.reduce import any as _any
from msacc.ops.parameter_assign import copy as _copy

all = _door("all", _all, dim="axis", keepdim="keep_dims")
any = _door("any", _any, dim="axis", keepdim="keep_dims")
bmm = _door("bmm", _bmm, input="input_x")
cat = _door("cat", _cat, dim="axis")
chunk = _door("chunk", _chunk, dim="axis")
clone = _door("clone", _copy, input="x")
concat = _door("concat", _cat, dim="axis")
cummax = _door("cummax", _cummax, dim="axis")
diff = _door("diff", _diff, input="x", dim="axis")
fix = _door("fix", _trunc)
frac = _door("frac", _frac, input="x")
index_select = _door("index_select", _index_select, dim="axis")
isnan = _door("isnan", _isnan, tensor="input")
mv = _door("mv", _mv, input="mat")
nansum = _door("nansum", _nansum, dim="axis", keepdim="keepdims")
narrow = _door("narrow", _narrow, dim="axis")
permute = _door("permute", _permute, dims="axis")
scatter = _door("scatter", _scatter, dim="axis")
split = _door("split", _split, dim="axis")
sqrt = _door("sqrt", _sqrt, input="x")
squeeze = _door("squeeze", _squeeze, dim="axis")
stack = _door("stack", _stack, dim="axis")
transpose = _door("transpose", _swapaxes, dim0="axis0", dim1="axis1")
unbind = _door("unbind", _unbind)

__all__ = [name for name in dir() if not name.startswith("_") and name != "annotations"]
