"""Semi-auto parallel with a jit train step: the old way, AutoParallel of a function, sliced images, op strategies.

Every process is fed its part; argument: which way; a checkpoint of the result is left behind.
"""

import os
import sys

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn, ops
from mindspore.communication import get_group_size, get_rank, init
from mindspore.nn.utils import no_init_parameters
from mindspore.parallel import Layout
from mindspore.parallel.auto_parallel import AutoParallel
from parts import mnist, start

way = sys.argv[1]
start()
if way in ("context", "slices_context"):
    ms.set_auto_parallel_context(
        parallel_mode=ms.ParallelMode.SEMI_AUTO_PARALLEL, enable_parallel_optimizer=True
    )
init()
ms.set_seed(1)
rank, count = get_rank(), get_group_size()


class Network(nn.Cell):
    def __init__(self):
        super().__init__()
        self.flatten = nn.Flatten()
        self.layer1 = nn.Dense(28 * 28, 12, weight_init="normal")
        self.layer2 = nn.Dense(12, 10, weight_init="normal")
        self.relu = ops.ReLU()
        self.layer1.set_comm_fusion(0)
        self.layer2.set_comm_fusion(1)

    def construct(self, x):
        return self.layer2(self.relu(self.layer1(self.flatten(x))))


with no_init_parameters():
    net = Network()
    optimizer = nn.Momentum(net.trainable_params(), 1e-1, 0.9)
for item in net.trainable_params():
    print(f"The parameter {item.name}'s fusion id is {item.comm_fusion}")
if way == "strategies":
    layout = Layout((count, 1), ("dp", "mp"))
    net.relu.shard((layout("dp", "mp"),))

if way.startswith("slices"):
    ds.config.set_seed(1000)
    cut = ds.vision.SlicePatches(1, count)
    names = ["img" + str(x) for x in range(count)]
    data_set = ds.MnistDataset(os.environ["DATA_PATH"], shuffle=False)
    steps = [
        ds.vision.Rescale(1.0 / 255.0, 0),
        ds.vision.Normalize(mean=(0.1307,), std=(0.3081,)),
        ds.vision.HWC2CHW(),
    ]
    data_set = data_set.map(operations=cut, input_columns="image", output_columns=names)
    own = names[rank % count]
    data_set = data_set.project([own, "label"])
    data_set = data_set.map(steps, own).map(ds.transforms.TypeCast(ms.int32), "label").batch(32)
else:
    data_set = mnist(32 // count, num_shards=count, shard_id=rank)
loss_fn = nn.CrossEntropyLoss()


def forward_fn(data, target):
    logits = net(data)
    return loss_fn(logits, target), logits


grad_fn = ops.value_and_grad(forward_fn, None, net.trainable_params(), has_aux=True)


@ms.jit
def train_step(inputs, targets):
    (loss_value, _), grads = grad_fn(inputs, targets)
    optimizer(grads)
    return loss_value


step = train_step
if "context" not in way:
    step = AutoParallel(train_step, parallel_mode="semi_auto")
    step.hsdp()
if way == "slices":
    step.dataset_strategy(((1, 1, 1, count), (1,)))
elif way == "slices_context":
    ms.set_auto_parallel_context(dataset_strategy=((1, 1, 1, count), (1,)))
for image, label in data_set:
    print("loss is %s" % step(image, label), flush=True)
ms.save_checkpoint(net, f"{way}_{rank}.ckpt")
assert not ms.graph.stats().not_recorded
