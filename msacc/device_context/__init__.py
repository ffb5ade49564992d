"""Questions to and settings of a kind of device: `device_context.cpu`, `.gpu`, `.ascend`.

Settings by kind of device.

Imports: common, execution_context, module_aliases.
"""

from msacc.device_context import ascend as ascend
from msacc.device_context import cpu as cpu
from msacc.device_context import gpu as gpu
