"""AdamW, under the name of its module in MindSpore."""

from msacc.experimental.optim.adam import AdamW as AdamW
from msacc.experimental.optim.adam import AdamW as SpeedAdamW  # noqa: F401 - one fused pass either way
