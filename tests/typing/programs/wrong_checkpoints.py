# %% number_for_a_checkpoint
import msacc as ms

ms.load_checkpoint(3)  # wrong

# %% keyword_of_load_checkpoint
import msacc as ms
from msacc import nn

ms.load_checkpoint("net.ckpt", network=nn.Dense(2, 2))  # wrong

# %% parameters_for_a_network
import msacc as ms
from msacc import nn

ms.load_checkpoint("net.ckpt", nn.Dense(2, 2).trainable_params())  # wrong

# %% number_for_a_prefix
import msacc as ms

ms.load_checkpoint("net.ckpt", filter_prefix=3)  # wrong

# %% text_for_strict
import msacc as ms

ms.load_checkpoint("net.ckpt", strict_load="yes")  # wrong

# %% text_for_a_key
import msacc as ms

ms.load_checkpoint("net.ckpt", dec_key="0123456789abcdef")  # wrong

# %% name_for_a_network
import msacc as ms

ms.save_checkpoint("net", "net.ckpt")  # wrong

# %% number_for_a_file
import msacc as ms
from msacc import nn

ms.save_checkpoint(nn.Dense(2, 2), 3)  # wrong

# %% list_for_appended_values
import msacc as ms
from msacc import nn

ms.save_checkpoint(nn.Dense(2, 2), "net.ckpt", append_dict=["epoch"])  # wrong

# %% list_for_a_dict_of_parameters
import msacc as ms
from msacc import nn

net = nn.Dense(2, 2)
ms.load_param_into_net(net, net.trainable_params())  # wrong

# %% order_of_load_param_into_net
import msacc as ms
from msacc import nn

net = nn.Dense(2, 2)
ms.load_param_into_net(net.parameters_dict(), net)  # wrong

# %% keyword_of_a_checkpoint_config
import msacc as ms

ms.CheckpointConfig(save_checkpoint_step=1)  # wrong

# %% text_for_the_number_of_files
import msacc as ms

ms.CheckpointConfig(keep_checkpoint_max="3")  # wrong

# %% dict_for_a_config
from msacc.train import ModelCheckpoint

ModelCheckpoint("net", config={"save_checkpoint_steps": 1})  # wrong

# %% number_for_an_exported_file
import msacc as ms
from msacc import Tensor, nn

ms.export(nn.Dense(2, 2), Tensor([[1.0, 2.0]]), file_name=3, file_format="ONNX")  # wrong
