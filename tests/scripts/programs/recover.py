"""Model.train with monitors and a checkpoint folder per process; a second start goes on from there."""

import glob

import mindspore as ms
from mindspore import nn, train
from mindspore.communication import get_group_size, get_rank, init
from parts import Mlp, mnist, start

start()
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)
init()
ms.set_seed(1)

net = Mlp()
folder = "./ckpt_of_rank/" + str(get_rank())
saved = sorted(glob.glob(folder + "/*.ckpt"))
if saved:
    missing, _ = ms.load_param_into_net(net, ms.load_checkpoint(saved[-1]))
    print("resumed from", saved[-1].rpartition("/")[2], "missing", missing)

data_set = mnist(16, num_shards=get_group_size(), shard_id=get_rank())
optimizer = nn.SGD(net.trainable_params(), 1e-1)
config = train.CheckpointConfig(save_checkpoint_steps=2, keep_checkpoint_max=5)
saver = train.ModelCheckpoint(prefix="train", directory=folder, config=config)
model = ms.Model(net, loss_fn=nn.CrossEntropyLoss(), optimizer=optimizer)
model.train(1, data_set, callbacks=[train.LossMonitor(1), train.TimeMonitor(), saver])
