# Written by `python -m tests.stubs`.
from msacc.interop.state_dict import from_torch_state_dict as from_torch_state_dict
from msacc.interop.to_module import to_torch_module as to_torch_module
from msacc.interop.to_state_dict import to_torch_state_dict as to_torch_state_dict
