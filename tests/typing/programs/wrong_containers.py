# %% number_in_a_list
from msacc import nn

nn.CellList([nn.ReLU(), 1])  # wrong

# %% class_in_a_list
from msacc import nn

nn.CellList([nn.ReLU])  # wrong

# %% text_in_a_sequence
from msacc import nn

nn.SequentialCell("relu")  # wrong

# %% class_in_a_sequence
from msacc import nn

nn.SequentialCell(nn.Dense(2, 2), nn.ReLU)  # wrong

# %% numbers_in_a_sequence
from msacc import nn

nn.SequentialCell([1, 2])  # wrong

# %% keyword_of_a_sequence
from msacc import nn

nn.SequentialCell(cells=[nn.ReLU()])  # wrong

# %% keyword_of_a_list
from msacc import nn

nn.CellList([nn.ReLU()], auto_prefx=False)  # wrong

# %% number_appended
from msacc import nn

nn.CellList([nn.ReLU()]).append(3)  # wrong

# %% order_of_insert
from msacc import nn

nn.CellList([nn.ReLU()]).insert(nn.Tanh(), 0)  # wrong

# %% number_in_a_dict
from msacc import nn

nn.CellDict({"act": 1})  # wrong

# %% numbers_for_parameters
from msacc import ParameterTuple

ParameterTuple([1, 2])  # wrong

# %% tensors_for_parameters
from msacc import ParameterTuple, Tensor

ParameterTuple((Tensor([1.0]), Tensor([2.0])))  # wrong

# %% number_for_parameters
from msacc import ParameterTuple

ParameterTuple(3)  # wrong

# %% dict_in_a_parameter
from msacc import Parameter

Parameter({"weight": 1.0}, name="weight")  # wrong

# %% text_for_requires_grad
from msacc import Parameter, Tensor

Parameter(Tensor([1.0]), name="weight", requires_grad="yes")  # wrong
