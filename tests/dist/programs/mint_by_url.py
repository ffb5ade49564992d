"""Two processes, started by nobody in particular, meet at a URL: `mint_by_url.py RANK URL`."""

from __future__ import annotations

import sys

import numpy as np

from msacc import Tensor
from msacc.mint import distributed as d

rank, url = int(sys.argv[1]), sys.argv[2]
d.init_process_group(init_method=url, world_size=2, rank=rank)
x = Tensor(np.array([1.0 + rank], np.float32))
d.all_reduce(x)
assert float(x.asnumpy()[0]) == 3.0 and d.get_rank() == rank
d.destroy_process_group()
print("all good")
