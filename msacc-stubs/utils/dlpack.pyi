# Written by `python -m tests.stubs`.
from msacc.common.tensor_functions import from_dlpack as from_dlpack
from msacc.common.tensor_functions import to_dlpack as to_dlpack
