"""LazyAdam, under the name of its old module."""

from msacc.nn.optim.adam import LazyAdam as LazyAdam
