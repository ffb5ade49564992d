# Written by `python -m tests.stubs`.
from msacc.runtime.limits import StreamLimitCtx as StreamLimitCtx
from msacc.runtime.limits import get_stream_limit as get_stream_limit
from msacc.runtime.limits import reset_stream_limit as reset_stream_limit
from msacc.runtime.limits import set_stream_limit as set_stream_limit
