"""Join the job, however it was started, and say what is known."""

import json
import os
import sys

import numpy as np

import msacc as ms
from msacc import communication as c
from msacc.common.initializer import initializer
from msacc.ops import AllReduce

c.init()
facts = {
    "rank": c.get_rank(),
    "size": c.get_group_size(),
    "local": [c.get_local_rank(), c.get_local_rank_size()],
    "env": [os.environ[name] for name in ("RANK_ID", "RANK_SIZE")],
    "sum": AllReduce()(ms.Tensor(np.float32(c.get_rank() + 1))).asnumpy().item(),
    "draw": initializer("normal", [1], ms.float32).init_data().asnumpy().item(),
}
with open(f"{sys.argv[1]}/{facts['rank']}.json", "w") as file:
    json.dump(facts, file)
