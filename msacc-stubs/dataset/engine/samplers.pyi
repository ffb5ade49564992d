# Written by `python -m tests.stubs`.
from msacc.common.settings import Settings
from msacc.dataset.cpp_random import Mt19937 as Mt19937
from msacc.dataset.cpp_random import discrete as discrete
from msacc.dataset.cpp_random import discrete_once as discrete_once
from msacc.dataset.cpp_random import many_below as many_below
from msacc.dataset.cpp_random import pipeline_seed as pipeline_seed
from msacc.dataset.cpp_random import shuffle_array as shuffle_array
from msacc.dataset.cpp_random import std_shuffle as std_shuffle
from msacc.dataset.enums import Shuffle as Shuffle
from msacc.dataset.errors import pipeline_error as pipeline_error
from msacc.dataset.recorded_arguments import RecordedArguments as RecordedArguments
from msacc.dataset.resumable_state import ResumableValues as ResumableValues
from msacc.dataset.samplers import BuiltinSampler as BuiltinSampler
from msacc.dataset.samplers import DistributedSampler as DistributedSampler
from msacc.dataset.samplers import IterSampler as IterSampler
from msacc.dataset.samplers import PKSampler as PKSampler
from msacc.dataset.samplers import RandomSampler as RandomSampler
from msacc.dataset.samplers import Sampler as Sampler
from msacc.dataset.samplers import SequentialSampler as SequentialSampler
from msacc.dataset.samplers import SubsetRandomSampler as SubsetRandomSampler
from msacc.dataset.samplers import SubsetSampler as SubsetSampler
from msacc.dataset.samplers import WeightedRandomSampler as WeightedRandomSampler
from msacc.dataset.samplers import _iterated as _iterated
from msacc.dataset.samplers import as_sampler as as_sampler
from msacc.dataset.samplers import shuffle_scope as shuffle_scope
settings: Settings
