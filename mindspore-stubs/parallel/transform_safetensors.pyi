# Written by `python -m tests.stubs`.
from msacc.parallel.transform_safetensors import *
from msacc.parallel.transform_safetensors import _fast_load_file as _fast_load_file
