# Written by `python -m tests.stubs`.
from msacc.ops.auto_generate.pyboost_inner_prim import *
from msacc.ops.auto_generate.pyboost_inner_prim import _INSTANCES as _INSTANCES
from msacc.ops.auto_generate.pyboost_inner_prim import _KNOWN as _KNOWN
from msacc.ops.auto_generate.pyboost_inner_prim import _VIEWS as _VIEWS
from msacc.ops.auto_generate.pyboost_inner_prim import _by_name_alone as _by_name_alone
from msacc.ops.auto_generate.pyboost_inner_prim import _ext as _ext
from msacc.ops.auto_generate.pyboost_inner_prim import _late as _late
from msacc.ops.auto_generate.pyboost_inner_prim import _missing as _missing
from msacc.ops.auto_generate.pyboost_inner_prim import _primitive_class as _primitive_class
