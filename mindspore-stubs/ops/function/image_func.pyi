# Written by `python -m tests.stubs`.
from msacc.ops.function.image_func import *
from msacc.ops.function.image_func import _primexpr as _primexpr
from msacc.ops.function.image_func import _refuse as _refuse
