"""Checkpoints of a job: one whole file, or one file of slices for each process, and the strategy file beside them.

The slices follow the strategy file where one is asked for; else each file says itself where its slices belong.
Imports what `parallel` may.
"""

from msacc.parallel.sharded_checkpoints import restore_slices as restore_slices
from msacc.parallel.sharded_checkpoints.save_contents import saved_values as saved_values
