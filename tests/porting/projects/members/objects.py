"""Objects of MindSpore's: what they have there and lack here, and what only looks like it."""

import time

import mindspore as ms
import mindspore.dataset as ds
from mindspore import Parameter, Tensor, nn
from mindspore.common import api
from mindspore.common.api import _cell_graph_executor, _pynative_executor
from mindspore.rewrite import SymbolTree

_cell_graph_executor.get_optimize_graph_proto(None)  # refused
api._cell_graph_executor.no_such_name()  # unknown
_pynative_executor.sync()

dense = nn.Dense(2, 2)
dense.get_func_graph_proto()  # refused
dense.matmul.add_prim_attr("a", 1)
dense.cls_name = "own"  # refused
dense.note = dense.weight  # an attribute of the project's own
rows = ds.NumpySlicesDataset([1])
rows.create_ir_tree()  # refused
rows.batch(2).create_dict_iterator()

weight = Parameter(Tensor([1.0]), name="w")
weight.init = None
weight.set_param_info(None)  # refused
weight.parent_tensor_ = None  # no
weight.requires_grad = False
weight.mine = 1


class Own(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2, 2)

    def construct(self, x):
        self.remove_redundant_parameters()  # refused
        self.create_time = time.time()
        return self.dense(x) * self.phase_cache

    def later(self):
        self.phase_cache = {}
        return self.create_time


class Named(nn.Cell):
    cls_name = "a name of its own"

    def __init__(self):
        super().__init__()
        self.cls_name = "another"


class Held:
    """A class without bases that keeps an object."""

    def __init__(self, net, tree=None):
        if tree is None:
            self._tree = SymbolTree.create(net)
            self._tree.no_such_name()
            self.weight = ms.Parameter(Tensor([1.0]), name="w")
            self.weight.set_param_info(None)  # refused
            return
        self._tree = tree
