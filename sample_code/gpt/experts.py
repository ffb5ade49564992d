"""A layer of experts: each character goes to two of several feed-forward networks, which `data` processes hold."""

import mindspore as ms
from mindspore import Parameter, nn, ops
from mindspore.common.initializer import Normal, initializer
from mindspore.communication import GlobalComm, get_rank
from mindspore.parallel import Layout

EXPERTS, CHOSEN = 8, 2


class Experts(nn.Cell):
    """Rows (n, size) to the same; `choices` are the experts (rows of this process, 2) of the last call.

    What is in `Morph` runs on pieces: this process's rows and experts. The exchange of rows is written out.
    """

    def __init__(self, size, inner, data):
        super().__init__()
        rank, self.group = (get_rank(), GlobalComm.WORLD_COMM_GROUP) if data > 1 else (0, None)
        self.place = data, rank, EXPERTS
        self.gate = Parameter(initializer(Normal(0.02), (size, EXPERTS)), name="gate")
        self.up = Parameter(initializer(Normal(0.02), (EXPERTS, size, inner)), name="up")
        self.down = Parameter(initializer(Normal(0.006), (EXPERTS, inner, size)), name="down")
        self.product = ops.auto_generate.GroupedMatmul(3, 0)
        self.choices = None
        self.spread = ops.Morph(self.on_pieces, lambda x, *_: x, lambda x, *_: x)
        self.spread.add_prim_attr("self_define_shard", True)
        if data > 1:
            axis = Layout((data,), ("data",))
            rows, whole = axis("data", "None"), axis("None", "None")
            experts = axis("data", "None", "None")
            self.spread.shard((rows, whole, experts, experts), (rows,))

    def construct(self, x):
        return self.spread(x, self.gate, self.up, self.down)

    def on_pieces(self, x, gate, up, down):
        weights, ids = ops.topk(ops.softmax(ops.matmul(x, gate), -1), CHOSEN)
        weights = weights / weights.sum(-1, keepdims=True)
        self.choices = ids = ids.astype(ms.int32)
        sent = ops.moe_distribute_dispatch(x, ids, *self.place, group_ep=self.group)
        rows, _, places, ends, counts, _, _ = sent
        # The rows of each expert end at its entry of `ends`.
        hidden = ops.gelu(self.product([rows], [up], None, None, None, None, None, ends)[0])
        rows = self.product([hidden], [down], None, None, None, None, None, ends)[0]
        return ops.moe_distribute_combine(
            rows, ids, places, counts, weights, *self.place, group_ep=self.group
        )
