"""What this asks for and does not find, it does without."""

import mindspore as ms
import pytest

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
chosen = ms.ops.no_such_op if hasattr(ms.ops, "no_such_op") else None  # unknown guarded
chosen = hasattr(ms.ops, "no_such_op") and ms.ops.no_such_op(1)  # unknown guarded
with pytest.raises(TypeError):
    ms.ops.relu(1, 2, 3)  # unknown ... guarded
if ms.__version__ >= "3.0":

    def later():
        return ms.ops.no_such_op(1)  # unknown guarded
