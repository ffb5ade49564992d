"""AdamW, under the name of its module in MindSpore."""

from msacc.experimental.optim.adam import AdamW as AdamW
