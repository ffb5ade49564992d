# %% model
import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc import nn
from msacc.train import Callback, LossMonitor, Model


class Counter(Callback):
    def __init__(self) -> None:
        super().__init__()
        self.steps = 0

    def on_train_step_end(self, run_context: ms.train.RunContext) -> None:
        self.steps += run_context.original_args().cur_step_num > 0


data = ds.NumpySlicesDataset(
    {"x": np.ones((8, 2), np.float32), "y": np.zeros(8, np.int32)}, shuffle=False
).batch(4)
net = nn.Dense(2, 3)
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
model = Model(
    net, loss, nn.Momentum(net.trainable_params(), 0.1, 0.9), metrics={"accuracy", "loss"}
)
counter = Counter()
model.train(1, data, callbacks=[LossMonitor(1), counter], dataset_sink_mode=False)
print(model.eval(data, dataset_sink_mode=False)["accuracy"], counter.steps)

# %% checkpoints
import os
import tempfile

import msacc as ms
from msacc import nn

net = nn.Dense(2, 3)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "net.ckpt")
    ms.save_checkpoint(net, path)
    values = ms.load_checkpoint(path)
    left, unused = ms.load_param_into_net(net, values)
    config = ms.CheckpointConfig(save_checkpoint_steps=10, keep_checkpoint_max=2)
    print(list(values), left, unused, config.keep_checkpoint_max)

# %% settings
import msacc as ms

ms.set_seed(1)
ms.set_context(mode=ms.PYNATIVE_MODE)
ms.set_device("CPU")
print(ms.get_context("mode") == ms.GRAPH_MODE, ms.get_seed(), ms.__version__)

# %% train_cells
from msacc import Tensor, nn

net = nn.Dense(2, 2)
with_loss = nn.WithLossCell(net, nn.MSELoss())
step = nn.TrainOneStepCell(with_loss, nn.SGD(net.trainable_params(), 0.1), sens=1.0)
step.set_train()
print(step(Tensor([[1.0, 2.0]]), Tensor([[0.0, 1.0]])))

# %% mixed_precision
import msacc as ms
from msacc import amp, nn

net = amp.auto_mixed_precision(nn.Dense(2, 2), "O2")
scaler = amp.DynamicLossScaler(scale_value=1024, scale_factor=2, scale_window=10)
manager = amp.FixedLossScaleManager(1024.0, drop_overflow_update=False)
net.to_float(ms.float16)
print(scaler.scale(ms.Tensor(1.0)), manager.get_loss_scale())

# %% metrics
import numpy as np

from msacc import Tensor, nn


class Largest(nn.Metric):
    def clear(self) -> None:
        self.value = 0.0

    def update(self, *inputs: Tensor) -> None:
        self.value = max(self.value, float(inputs[0].asnumpy().max()))

    def eval(self) -> float:
        return self.value


for metric in (nn.Accuracy("classification"), nn.TopKCategoricalAccuracy(2)):
    metric.clear()
    metric.update(Tensor(np.eye(3, dtype=np.float32)), Tensor([0, 1, 2]))
    print(metric.eval())
largest = Largest()
largest.clear()
largest.update(Tensor([1.0, 4.0]))
print(largest.eval(), nn.get_metric_fn("accuracy"))

# %% schedulers
from msacc import Tensor, mint, nn
from msacc.experimental import optim

net = nn.Dense(2, 2)
optimizer = optim.Adam(net.trainable_params(), lr=0.01, betas=(0.9, 0.99))
scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)
optimizer((Tensor([[0.1, 0.1], [0.1, 0.1]]), Tensor([0.1, 0.1])))
scheduler.step()
print(scheduler.get_last_lr(), mint.optim.AdamW(net.trainable_params(), lr=1e-3, weight_decay=0.1))

# %% summary_of_gradients
import msacc as ms
from msacc import Parameter, Tensor, ops

total = Parameter(Tensor([0.0, 0.0]), name="total")
ops.assign(total, Tensor([1.0, 2.0]))
ops.assign_add(total, Tensor([1.0, 1.0]))
clipped = ops.clip_by_global_norm((total, total), 1.0)
flag = ms.mutable((1, 2), dynamic_len=False)
print(clipped, flag, ms.ops.clip_by_value(total, 0.0, 1.0))
