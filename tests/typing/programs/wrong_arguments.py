# %% text_for_a_number
from msacc.nn import Dense

Dense("8", 2)  # wrong

# %% missing_argument_of_a_layer
from msacc import nn

nn.Conv2d(3, 8)  # wrong

# %% unknown_keyword_of_a_layer
from msacc import nn

nn.Dense(2, 3, use_bias=True)  # wrong

# %% too_many_inputs_of_a_layer
from msacc import Tensor, nn

nn.Dense(2, 3)(Tensor([[1.0, 2.0]]), 1)  # wrong

# %% text_in_an_operator
from msacc import Tensor

Tensor([1.0]) + "1"  # wrong

# %% none_in_an_operator
from msacc import Tensor

None * Tensor([1.0])  # wrong

# %% missing_input_of_an_op
from msacc import Tensor, ops

ops.matmul(Tensor([[1.0]]))  # wrong

# %% text_for_a_tensor
from msacc import ops

ops.relu("x")  # wrong

# %% list_for_a_tensor
from msacc import ops

ops.exp([1.0, 2.0])  # wrong

# %% keyword_of_an_op
from msacc import Tensor, ops

ops.softmax(Tensor([1.0]), dim=0)  # wrong

# %% keyword_of_mint
from msacc import Tensor, mint

mint.nn.functional.softmax(Tensor([1.0]), axis=0)  # wrong

# %% setting_of_a_primitive
from msacc import ops

ops.Softmax(dim=1)  # wrong

# %% missing_input_of_a_primitive
from msacc import Tensor, ops

ops.MatMul()(Tensor([[1.0]]))  # wrong

# %% keyword_of_a_method
from msacc import Tensor

Tensor([[1.0]]).argmax(ax=1)  # wrong

# %% missing_learning_rate
from msacc import nn

nn.Momentum(nn.Dense(2, 2).trainable_params(), momentum=0.9)  # wrong

# %% keyword_of_an_optimizer
from msacc import nn

nn.SGD(nn.Dense(2, 2).trainable_params(), lr=0.1)  # wrong

# %% keyword_of_a_loss
from msacc import nn

nn.MSELoss(reduce="sum")  # wrong

# %% missing_labels
from msacc import Tensor, nn

nn.MSELoss()(Tensor([1.0]))  # wrong

# %% keyword_of_a_dataset
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2, 3], suffle=True)  # wrong

# %% text_for_a_batch_size
import msacc.dataset as ds

ds.NumpySlicesDataset([1, 2, 3]).batch("2")  # wrong

# %% missing_size
from msacc.dataset import vision

vision.Resize()  # wrong

# %% array_of_another_function
import msacc.numpy as mnp

mnp.mean([1.0], dim=0)  # wrong

# %% number_for_a_name
from msacc import Parameter, Tensor

Parameter(Tensor([1.0]), name=3)  # wrong

# %% setting_of_jit
import msacc as ms

ms.jit(jit_level=1)  # wrong

# %% result_of_jit
import msacc as ms
from msacc import Tensor


@ms.jit(jit_level="O0")
def double(x: Tensor) -> Tensor:
    return x * 2


double(Tensor([1.0]), 2)  # wrong

# %% epochs_as_text
from msacc import nn
from msacc.dataset import NumpySlicesDataset
from msacc.train import Model

Model(nn.Dense(2, 2)).train("3", NumpySlicesDataset([1]))  # wrong

# %% module_as_a_class
from msacc import nn

nn.layer(2, 2)  # wrong

# %% tensor_as_a_function
from msacc import Tensor

Tensor([1.0])(0)  # wrong

# %% reading_a_shape_as_a_method
from msacc import Tensor

Tensor([1.0]).shape()  # wrong

# %% text_for_a_kernel_size
from msacc import nn

nn.Conv2d(3, 4, kernel_size="3")  # wrong

# %% network_for_its_parameters
from msacc import nn

nn.SGD(nn.Dense(2, 2))  # wrong

# %% text_for_a_type
from msacc import ops

ops.zeros((2, 3), "float32")  # wrong
