# Written by `python -m tests.stubs`.
from msacc.module_aliases import refuse as refuse
from msacc.parallel.function import shard as shard
from msacc.parallel.layout import Layout as Layout
