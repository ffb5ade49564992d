# %% gradients_by_position
import mindspore as ms
from mindspore import Parameter, ParameterTuple, Tensor, ops

w = Parameter(Tensor([2.0]), name="w")


def loss(a: Tensor, b: Tensor) -> Tensor:
    return (a * b * w).sum()


a, b = Tensor([1.0]), Tensor([3.0])
print(
    ms.grad(loss, 0)(a, b),
    ms.grad(loss, (0, 1))(a, b),
    ms.grad(loss, grad_position=None, weights=w)(a, b),
)
print(
    ms.value_and_grad(loss, None, [w])(a, b), ms.value_and_grad(loss, 0, ParameterTuple([w]))(a, b)
)
print(ms.value_and_grad(loss, (0, 1), weights=(w,), has_aux=False)(a, b), ops.grad(loss)(a, b))

# %% old_gradients
from mindspore import ParameterTuple, Tensor, nn, ops

net = nn.WithLossCell(nn.Dense(2, 1), nn.MSELoss())
grads = ops.GradOperation(get_by_list=True, sens_param=True)
x, y = ops.ones((1, 2)), ops.ones((1, 1))
print(grads(net, ParameterTuple(net.trainable_params()))(x, y, Tensor(1.0)))

# %% step_with_a_loss_scale
from mindspore import Tensor, nn, ops

net = nn.WithLossCell(nn.Dense(2, 1), nn.MSELoss())
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
manager = nn.DynamicLossScaleUpdateCell(loss_scale_value=2**4, scale_factor=2, scale_window=10)
step = nn.TrainOneStepWithLossScaleCell(net, optimizer, scale_sense=manager)
plain = nn.TrainOneStepCell(net, optimizer, sens=Tensor(1.0))
print(step(ops.ones((1, 2)), ops.ones((1, 1)))[0], plain(ops.ones((1, 2)), ops.ones((1, 1))))

# %% models
import mindspore as ms
from mindspore import Model, nn
from mindspore.train import DynamicLossScaleManager, FixedLossScaleManager

net = nn.Dense(2, 2)
optimizer = nn.SGD(net.trainable_params(), 0.1)
scale = FixedLossScaleManager(1024, drop_overflow_update=False)
Model(
    net, nn.MSELoss(), optimizer, {"accuracy"}, loss_scale_manager=scale, keep_batchnorm_fp32=False
)
Model(net, loss_fn=nn.MSELoss(), metrics={"mae": nn.MAE()}, amp_level="O0")
Model(net, nn.MSELoss(), optimizer, loss_scale_manager=DynamicLossScaleManager(1024, 2, 100))
Model(nn.WithLossCell(net, nn.MSELoss()), optimizer=optimizer, eval_network=net, metrics={"loss"})

# %% own_loop
import numpy as np

import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn, ops

x = np.random.rand(8, 2).astype(np.float32)
data = ds.NumpySlicesDataset({"x": x, "y": x.sum(1, keepdims=True)}, shuffle=True).batch(4)
net, loss_fn = nn.Dense(2, 1), nn.MSELoss()
optimizer = nn.Adam(net.trainable_params(), 1e-2)


def forward(data, label):
    logits = net(data)
    return loss_fn(logits, label), logits


grad_fn = ms.value_and_grad(forward, None, optimizer.parameters, has_aux=True)
for epoch in range(2):
    net.set_train()
    for batch, (inputs, label) in enumerate(data.create_tuple_iterator()):
        (loss, _), grads = grad_fn(inputs, label)
        optimizer(ops.clip_by_global_norm(grads, 1.0))
        print(f"epoch {epoch} {batch}: {loss.asnumpy():.3f} {float(loss)}")

# %% functions_of_numpy
import numpy as np

import mindspore as ms
import mindspore.numpy as mnp
from mindspore import Tensor

x = mnp.arange(0, 6, 2, dtype="float32")
print(
    mnp.arange(Tensor(1), 3),
    mnp.zeros((2,), np.float32),
    mnp.ones(3, ms.float16),
    mnp.full((2,), 1, float),
)
print(
    mnp.array([1, 2], dtype=ms.int32),
    mnp.array(x),
    mnp.linspace(0, 1, 3),
    mnp.clip(x, 0, 1),
    mnp.norm(x, 2),
)
print(
    mnp.where(x > 1, x, 0),
    mnp.stack([x, x], axis=0),
    mnp.repeat(x, 2),
    mnp.tile(x, (2,)),
    mnp.mean(x, 0),
)

# %% values_and_types
import numpy as np

import mindspore as ms
from mindspore import Tensor, ops

print(Tensor(np.ones(2)), Tensor((1, 2), dtype=ms.float32), Tensor(True), Tensor(1.5, ms.float16))
print(
    Tensor(shape=(2, 2), dtype=ms.float32, init="ones"),
    Tensor(shape=[2, None], dtype=ms.float32).shape,
)
print(ms.tensor([1, 2]), Tensor(input_data=[[1.0]]), ops.full((2,), 3), ops.zeros(2, ms.int32))
print(
    ops.ones_like(Tensor(1.0)),
    ops.cast(1, ms.float32),
    ops.one_hot(Tensor([1]), 3, 1, 0),
    ops.eye(2, 2),
)

# %% custom_op
import numpy as np

from mindspore import Tensor, ops


def twice(x):
    return x * 2


op = ops.Custom(twice, out_shape=lambda s: s, out_dtype=lambda t: t, func_type="pyfunc")
print(op(Tensor(np.ones(2, np.float32))))

# %% mixed_train_network
from mindspore import amp, nn, ops

net = nn.Dense(2, 2)
optimizer = nn.SGD(net.trainable_params(), 0.1)
step = amp.build_train_network(net, optimizer, nn.MSELoss(), level="O0", loss_scale_manager=None)
step = amp.build_train_network(net, optimizer, nn.MSELoss(), keep_batchnorm_fp32=False)
print(step(ops.ones((1, 2)), ops.ones((1, 2))))

# %% old_paths
import mindspore.common.dtype as mstype
from mindspore.common.tensor import Tensor
from mindspore.dataset.vision.py_transforms import RandomHorizontalFlip, Resize, ToTensor
from mindspore.nn.optim import Adam, Momentum
from mindspore.ops import composite as C
from mindspore.ops import functional as F
from mindspore.ops import operations as P
from mindspore.train.loss_scale_manager import FixedLossScaleManager
from mindspore.train.model import Model
from mindspore.train.serialization import load_checkpoint, load_param_into_net

x = Tensor([1.0, 2.0], mstype.float32)
add = F.partial(P.Add(), x)
print(add(x), C.clip_by_value(x, 0, 1), F.cast(x, mstype.int32), Resize((4, 4)), P.Shape()(x))

# %% own_callback
import mindspore.dataset as ds
from mindspore import nn
from mindspore.train import Callback, LossMonitor, Model, TimeMonitor


class Stop(Callback):
    def __init__(self, limit=0.1):
        super().__init__()
        self.limit = limit

    def step_end(self, run_context):
        params = run_context.original_args()
        if float(params.net_outputs.asnumpy()) < self.limit:
            run_context.request_stop()


net = nn.Dense(1, 1)
data = ds.NumpySlicesDataset(([[1.0], [2.0]], [[1.0], [2.0]]), ["x", "y"])
data = data.map(lambda v: v.astype("float32"), "x").map(lambda v: v.astype("float32"), "y").batch(1)
model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1), metrics={"mse"})
model.train(2, data, callbacks=[Stop(), LossMonitor(per_print_times=2), TimeMonitor(data_size=2)])
print(model.eval(data, callbacks=None), model.predict(net.weight).shape)

# %% own_optimizer_groups
from mindspore import nn

net = nn.SequentialCell(nn.Dense(2, 2), nn.LayerNorm((2,)))
decayed = [p for p in net.trainable_params() if "bias" not in p.name]
others = list(filter(lambda p: "bias" in p.name, net.trainable_params()))
groups = [
    {"params": decayed, "weight_decay": 0.01, "lr": 0.1},
    {"params": others},
    {"order_params": net.trainable_params()},
]
print(
    nn.AdamWeightDecay(groups, learning_rate=1e-3),
    nn.Lamb(groups, nn.PolynomialDecayLR(0.1, 0.01, 4, 1.0)),
)

# %% hooks_and_flags
from mindspore import Tensor, nn, ops


def shown(cell_id, grad_input, grad_output):
    print(cell_id, len(grad_input), len(grad_output))


net = nn.Dense(2, 2)
net.register_backward_hook(shown)
net.set_train(False).set_grad(True)
net.add_flags(has_effect=True)
net.update_parameters_name("head.")
net.recompute()
print(
    net(ops.ones((1, 2))),
    net.to_float(ops.ones(1).dtype),
    [name for name, _ in net.parameters_and_names()],
)

# %% accumulated_gradients
import mindspore as ms
from mindspore import Tensor, nn, ops

net = nn.Dense(2, 1)
optimizer = nn.SGD(net.trainable_params(), 0.1)
sums = optimizer.parameters.clone(prefix="sums", init="zeros")
grads = ms.grad(lambda x: net(x).sum(), None, optimizer.parameters)(ops.ones((1, 2)))
for total, grad in zip(sums, grads):
    ops.assign_add(total, grad)
optimizer(tuple(total / 2 for total in sums))
for total in sums:
    total.set_data(ops.zeros_like(total))

# %% mapped_functions
from mindspore import Tensor, ops

double = ops.MultitypeFuncGraph("double")


@double.register("Tensor")
def _double(x):
    return x * 2


mapped = ops.HyperMap()(ops.partial(double), (Tensor([1.0]), Tensor([2.0])))
print(mapped, ops.Map()(double, (Tensor([1.0]),)), ops.tuple_to_array((1, 2)))

# %% loss_functions
import mindspore as ms
from mindspore import Tensor, nn, ops

x, y, label = Tensor([[0.2, 0.8]]), Tensor([[0.0, 1.0]]), Tensor([1], ms.int32)
print(nn.BCELoss(weight=None, reduction="mean")(x, y), nn.BCEWithLogitsLoss(reduction="sum")(x, y))
print(
    nn.CrossEntropyLoss(weight=Tensor([1.0, 2.0]), ignore_index=-1)(x, label),
    nn.L1Loss()(x, y),
)
print(nn.SmoothL1Loss(beta=1.0)(x, y), nn.NLLLoss()(x, label), nn.HuberLoss(delta=1)(x, y))
print(ops.binary_cross_entropy(x, y, Tensor([1.0, 1.0]), reduction="mean"), ops.mse_loss(x, y))
print(
    ops.nll_loss(x, label, reduction="sum"),
    ops.kl_div(x, y),
    nn.CosineEmbeddingLoss(margin=0.0)(x, y, Tensor([1])),
)

# %% masks_and_attention
import numpy as np

import mindspore as ms
from mindspore import Tensor, nn, ops

x = ops.ones((2, 3, 8))
mask = Tensor(np.triu(np.ones((3, 3)), 1), ms.bool_)
attention = nn.MultiheadAttention(embed_dim=8, num_heads=2, dropout=0.0, batch_first=True)
scores = ops.BatchMatMul(transpose_b=True)(x, x) / 8**0.5
scores = ops.masked_fill(scores, mask, -1e9)
weights = ops.softmax(scores.astype(ms.float32), axis=-1).to(x.dtype)
print(
    ops.bmm(weights, x).shape, attention(x, x, x, attn_mask=mask)[0].shape, mask.logical_not().any()
)

# %% one_step_of_schedules
import mindspore as ms
from mindspore import nn

rates = nn.cosine_decay_lr(min_lr=0.0, max_lr=0.1, total_step=4, step_per_epoch=2, decay_epoch=2)
rates = (
    nn.warmup_lr(0.1, 4, 2, 1) + rates + nn.exponential_decay_lr(0.1, 0.9, 4, 2, 1, is_stair=True)
)
schedule = nn.WarmUpLR(learning_rate=0.1, warmup_steps=2)
decay = nn.CosineDecayLR(0.0, 0.1, decay_steps=4)
print(sum(rates), schedule(ms.Tensor(1, ms.int32)), decay(ms.Tensor(2, ms.int32)))
