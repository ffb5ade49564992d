# %% keyword_of_sum
from msacc import Tensor

Tensor([[1.0, 2.0]]).sum(axs=0)  # wrong

# %% text_for_an_axis
from msacc import Tensor

Tensor([[1.0, 2.0]]).sum(axis="0")  # wrong

# %% keyword_of_mean
from msacc import Tensor

Tensor([[1.0, 2.0]]).mean(axis=0, keep_dim=True)  # wrong

# %% keyword_of_max
from msacc import Tensor

Tensor([[1.0, 2.0]]).max(axes=0)  # wrong

# %% text_for_a_shape
from msacc import Tensor

Tensor([[1.0, 2.0]]).reshape("2")  # wrong

# %% float_for_a_size
from msacc import Tensor

Tensor([[1.0, 2.0]]).reshape(2.0, 1)  # wrong

# %% number_for_a_dtype
from msacc import Tensor

Tensor([1.0]).astype(3)  # wrong

# %% keyword_of_astype
import msacc as ms
from msacc import Tensor

Tensor([1.0]).astype(type=ms.float16)  # wrong

# %% keyword_of_to
import msacc as ms
from msacc import Tensor

Tensor([1.0]).to(dtyp=ms.float16)  # wrong

# %% text_for_axes
from msacc import Tensor

Tensor([[1.0, 2.0]]).transpose("10")  # wrong

# %% float_for_an_axis
from msacc import Tensor

Tensor([[1.0, 2.0]]).permute(1.5, 0)  # wrong

# %% text_for_a_correction
from msacc import Tensor

Tensor([1.0, 2.0]).std(ddof="1")  # wrong

# %% missing_index
from msacc import Tensor

Tensor([1.0, 2.0]).gather(axis=0)  # wrong

# %% text_for_a_value
from msacc import Tensor

x = Tensor([1.0, 2.0])
x.masked_fill(x > 1, "0")  # wrong

# %% text_for_a_limit
from msacc import Tensor

Tensor([1.0, 2.0]).clamp(min="0")  # wrong

# %% keyword_of_clip
from msacc import Tensor

Tensor([1.0, 2.0]).clip(minimum=0)  # wrong

# %% text_for_a_dimension
from msacc import Tensor

Tensor([[1.0, 2.0]]).squeeze("0")  # wrong

# %% text_in_place
from msacc import Tensor

Tensor([1.0, 2.0]).mul_("2")  # wrong

# %% text_for_a_position
from msacc import Tensor

Tensor([[1.0, 2.0]]).argmax(axis="1")  # wrong

# %% text_for_chunks
from msacc import Tensor

Tensor([1.0, 2.0]).split("1")  # wrong

# %% text_that_fills
from msacc import Tensor

Tensor([1.0, 2.0]).fill_("0")  # wrong

# %% text_for_a_product
from msacc import Tensor

Tensor([1.0, 2.0]).matmul("x")  # wrong

# %% argument_of_asnumpy
from msacc import Tensor

Tensor([1.0]).asnumpy(1)  # wrong

# %% list_that_is_copied
from msacc import Tensor

Tensor([1.0, 2.0]).copy_([1.0, 2.0])  # wrong

# %% text_for_the_largest
from msacc import Tensor

Tensor([1.0, 2.0]).topk("1")  # wrong
