# %% keyword_of_a_model
from msacc import nn
from msacc.train import Model

Model(nn.Dense(2, 2), los_fn=nn.MSELoss())  # wrong

# %% optimizer_in_place_of_a_loss_scale
import msacc as ms
from msacc import nn

net = nn.Dense(2, 2)
ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params()), loss_scale_maneger=None)  # wrong

# %% text_for_epochs
import msacc.dataset as ds
from msacc import nn
from msacc.train import Model

data = ds.NumpySlicesDataset([1, 2], ["x"])
Model(nn.Dense(2, 2)).train("1", data)  # wrong

# %% keyword_of_training
import msacc.dataset as ds
from msacc import nn
from msacc.train import Model

data = ds.NumpySlicesDataset([1, 2], ["x"])
Model(nn.Dense(2, 2)).train(1, data, callback=[])  # wrong

# %% keyword_of_a_callback
from msacc.train import LossMonitor

LossMonitor(per_print_time=1)  # wrong

# %% keyword_of_adam
from msacc import nn

nn.Adam(nn.Dense(2, 2).trainable_params(), learnig_rate=0.1)  # wrong

# %% keyword_of_a_recurrent_layer
from msacc import nn

nn.LSTM(4, hidden=8)  # wrong

# %% text_for_a_recurrent_size
from msacc import nn

nn.GRU("4", 8)  # wrong

# %% keyword_of_a_layer_of_mint
from msacc import mint

mint.nn.ELU(alph=1.0)  # wrong

# %% keyword_of_a_random_primitive
from msacc import ops

ops.UniformReal(sed=1)  # wrong

# %% keyword_of_interpolate
from msacc import ops

ops.interpolate(ops.ones((1, 3, 4, 4)), sie=(8, 8))  # wrong

# %% text_for_a_position_of_gradients
import msacc as ms
from msacc import ops

ms.value_and_grad(ops.sin, "0")  # wrong

# %% keyword_of_grad
import msacc as ms
from msacc import ops

ms.grad(ops.sin, grad_positions=0)  # wrong

# %% set_for_an_initializer
from msacc.common.initializer import initializer

initializer({"normal"}, [2])  # wrong

# %% number_for_a_dtype_of_numpy
import msacc.numpy as mnp

mnp.zeros((2,), dtype=3)  # wrong

# %% text_for_a_norm
from msacc import ops

ops.clip_by_global_norm([ops.ones(2)], clip_norm="1")  # wrong

# %% text_for_a_loss_scale
from msacc.amp import FixedLossScaleManager

FixedLossScaleManager("1024")  # wrong

# %% scale_of_a_level
from msacc import amp, nn

net = nn.Dense(2, 2)
amp.build_train_network(net, nn.SGD(net.trainable_params()), levl="O2")  # wrong
