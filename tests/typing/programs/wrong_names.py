# %% layer
from msacc import nn

net = nn.Desne(2, 3)  # wrong

# %% imported_layer
from msacc.nn import Dens  # wrong

# %% op
from msacc import Tensor, ops

ops.rellu(Tensor([1.0]))  # wrong

# %% primitive
from msacc import ops

ops.SoftMaxx()  # wrong

# %% method_of_tensor
from msacc import Tensor

Tensor([1.0]).sume()  # wrong

# %% property_of_tensor
from msacc import Tensor

print(Tensor([1.0]).shap)  # wrong

# %% method_of_a_result
from msacc import Tensor, nn

nn.ReLU()(Tensor([1.0])).asnump()  # wrong

# %% method_of_an_operators_result
from msacc import Tensor

(2 * -Tensor([1.0]) + 1).mena()  # wrong

# %% mint_function
from msacc import Tensor, mint

mint.sofmax(Tensor([1.0]), dim=0)  # wrong

# %% functional
import msacc.mint.nn.functional as F
from msacc import Tensor

F.gellu(Tensor([1.0]))  # wrong

# %% numpy_function
import msacc.numpy as mnp

mnp.concatinate(([1], [2]))  # wrong

# %% dtype
import msacc as ms

print(ms.flaot32)  # wrong

# %% attribute_of_a_network
from msacc import Tensor, nn


class Net(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.dense = nn.Dense(2, 2)

    def construct(self, x: Tensor) -> Tensor:
        return self.dence(x)  # wrong


Net()(Tensor([[1.0, 2.0]]))

# %% method_of_a_network
from msacc import nn

nn.Dense(2, 2).set_trian()  # wrong

# %% method_of_a_dataset
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2, 3]).bach(2)  # wrong

# %% transform
from msacc.dataset import vision

vision.Resise((2, 2))  # wrong

# %% module
import msacc.nm as nn  # wrong

# %% callback
from msacc.train import LossMonitr  # wrong

# %% mindspore_name
import mindspore as ms

ms.nn.Conv2D(3, 4, 3)  # wrong
