"""Memory, streams and threads, as `mindspore.runtime` has them, over torch.cuda.

Imports: common, module_aliases.
"""

from msacc.module_aliases import refuse as _refuse
from msacc.runtime.executor import dispatch_threads_num as dispatch_threads_num
from msacc.runtime.executor import launch_blocking as launch_blocking
from msacc.runtime.executor import set_kernel_launch_capture as set_kernel_launch_capture
from msacc.runtime.executor import set_kernel_launch_group as set_kernel_launch_group
from msacc.runtime.limits import StreamLimitCtx as StreamLimitCtx
from msacc.runtime.limits import get_device_limit as get_device_limit
from msacc.runtime.limits import get_stream_limit as get_stream_limit
from msacc.runtime.limits import reset_stream_limit as reset_stream_limit
from msacc.runtime.limits import set_device_limit as set_device_limit
from msacc.runtime.limits import set_stream_limit as set_stream_limit
from msacc.runtime.memory import MemPool as MemPool
from msacc.runtime.memory import PluggableAllocator as PluggableAllocator
from msacc.runtime.memory import empty_cache as empty_cache
from msacc.runtime.memory import max_memory_allocated as max_memory_allocated
from msacc.runtime.memory import max_memory_reserved as max_memory_reserved
from msacc.runtime.memory import memory_allocated as memory_allocated
from msacc.runtime.memory import memory_replay as memory_replay
from msacc.runtime.memory import memory_reserved as memory_reserved
from msacc.runtime.memory import memory_stats as memory_stats
from msacc.runtime.memory import memory_summary as memory_summary
from msacc.runtime.memory import reset_max_memory_allocated as reset_max_memory_allocated
from msacc.runtime.memory import reset_max_memory_reserved as reset_max_memory_reserved
from msacc.runtime.memory import reset_peak_memory_stats as reset_peak_memory_stats
from msacc.runtime.memory import set_memory as set_memory
from msacc.runtime.memory import use_mem_pool as use_mem_pool
from msacc.runtime.stream import Event as Event
from msacc.runtime.stream import Stream as Stream
from msacc.runtime.stream import StreamCtx as StreamCtx
from msacc.runtime.stream import communication_stream as communication_stream
from msacc.runtime.stream import current_stream as current_stream
from msacc.runtime.stream import default_stream as default_stream
from msacc.runtime.stream import set_cur_stream as set_cur_stream
from msacc.runtime.stream import synchronize as synchronize
from msacc.runtime.thread_bind_core import set_cpu_affinity as set_cpu_affinity

__getattr__ = _refuse("mindspore.runtime")
