"""A parameter server, which is refused by name."""

import mindspore as ms

ms.set_auto_parallel_context(full_batch=True, parallel_mode=ms.ParallelMode.DATA_PARALLEL)
ms.set_ps_context(enable_ps=True)
