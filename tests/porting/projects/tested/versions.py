"""What this asks for and does not find, it does without."""

import mindspore as ms

try:
    from mindspore.nn import NoSuchLayer  # unknown guarded
except ImportError:
    from mindspore.nn import Dense as NoSuchLayer

try:
    from mindspore import no_such_function  # unknown guarded
except ImportError:
    no_such_function = None

if ms.__version__ < "2.0":
    ms.no_such_name()  # unknown guarded
if hasattr(ms.ops, "no_such_op"):
    ms.ops.no_such_op()  # unknown guarded

layer = NoSuchLayer(2, 3)
