"""To torch and back: a Cell as a torch.nn.Module, and torch's state dicts into a Cell and back.

MindSpore has nothing of the kind.

Imports: common, graph, mindspore_homes, nn.cell, nn.layer, nn.optim, step.
"""

from msacc.interop.state_dict import from_torch_state_dict as from_torch_state_dict
from msacc.interop.to_module import to_torch_module as to_torch_module
from msacc.interop.to_state_dict import to_torch_state_dict as to_torch_state_dict
