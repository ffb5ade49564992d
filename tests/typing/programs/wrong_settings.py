# %% misspelt_setting
import msacc as ms

ms.set_context(device_taget="CPU")  # wrong

# %% misspelt_setting_of_the_module
from mindspore import context

context.set_context(mod=context.PYNATIVE_MODE)  # wrong

# %% text_for_a_mode
import msacc as ms

ms.set_context(mode="GRAPH_MODE")  # wrong

# %% text_for_a_device_id
import msacc as ms

ms.set_context(mode=ms.PYNATIVE_MODE, device_id="0")  # wrong

# %% number_for_a_device
import msacc as ms

ms.set_context(device_target=0)  # wrong

# %% misspelt_parallel_setting
import msacc as ms

ms.set_auto_parallel_context(gradient_mean=True)  # wrong

# %% text_for_a_flag
import msacc as ms

ms.set_auto_parallel_context(gradients_mean="yes")  # wrong

# %% number_for_a_parallel_mode
from mindspore import context

context.set_auto_parallel_context(parallel_mode=1)  # wrong

# %% keyword_of_a_device
import msacc as ms

ms.set_device(target="CPU")  # wrong

# %% text_for_a_seed
import msacc as ms

ms.set_seed("1")  # wrong

# %% setting_of_a_server
import msacc as ms

ms.set_ps_context(enabled_ps=False)  # wrong

# %% setting_of_a_search
from mindspore.parallel import set_algo_parameters

set_algo_parameters(fully_use_device=True)  # wrong

# %% setting_that_is_asked_for
import msacc as ms

ms.get_context(1)  # wrong
