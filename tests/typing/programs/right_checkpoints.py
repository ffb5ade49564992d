# %% bytes_of_a_checkpoint
import io
import os
import tempfile

import mindspore as ms
from mindspore import nn

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "net.safetensors")
    ms.save_checkpoint(nn.Dense(2, 3), path, format="safetensors")
    with open(path, "rb") as file:
        print(list(ms.load_checkpoint(io.BytesIO(file.read()), format="safetensors")))

# %% chosen_parameters
import os
import tempfile

import mindspore as ms
from mindspore import nn

net = nn.Dense(2, 3)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "net.ckpt")
    ms.save_checkpoint(
        net, path, append_dict={"epoch": 1, "lr": 0.1}, choice_func=lambda n: n != "bias"
    )
    values = ms.load_checkpoint(path, filter_prefix=["bias"], strict_load=False)
    values = ms.load_checkpoint(path, net, choice_func=lambda name: name.startswith("w"))
    print(values["weight"].shape, values.get("epoch"))

# %% lists_of_values
import os
import tempfile

import mindspore as ms
from mindspore import Tensor, nn

net = nn.Dense(2, 3)
with tempfile.TemporaryDirectory() as folder:
    ms.save_checkpoint([{"name": "w", "data": Tensor([1.0])}], os.path.join(folder, "a.ckpt"))
    ms.save_checkpoint(net.trainable_params(), os.path.join(folder, "b.ckpt"), async_save=False)
    ms.save_checkpoint(net.parameters_dict(), os.path.join(folder, "c"), format="safetensors")

# %% values_for_a_network
import mindspore as ms
from mindspore import Parameter, Tensor, nn

net = nn.Dense(2, 1, has_bias=False)
values = {"weight": Parameter(Tensor([[1.0, 2.0]]), name="weight")}
missing, unused = ms.load_param_into_net(net, values, strict_load=True)
print(len(missing), unused, net.weight)

# %% saved_while_training
import mindspore as ms
from mindspore import nn
from mindspore.train.callback import CheckpointConfig, ModelCheckpoint

config = CheckpointConfig(
    save_checkpoint_steps=10,
    keep_checkpoint_max=3,
    saved_network=nn.Dense(2, 2),
    append_info=["epoch_num", "step_num", {"lr": 0.1}],
    async_save="thread",
)
saving = ModelCheckpoint(prefix="net", directory="./checkpoints", config=config)
