# Written by `python -m tests.stubs`.
from msacc.ops.cosine_transform import dct as dct
from msacc.ops.cosine_transform import dctn as dctn
from msacc.ops.cosine_transform import idct as idct
from msacc.ops.cosine_transform import idctn as idctn
