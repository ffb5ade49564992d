# Written by `python -m tests.stubs`.
from msacc.common.generator import Generator as Generator
from msacc.common.generator import get_rng_state as get_rng_state
from msacc.common.generator import initial_seed as initial_seed
from msacc.common.generator import manual_seed as manual_seed
from msacc.common.generator import seed as seed
from msacc.common.generator import set_rng_state as set_rng_state
default_generator: Generator
