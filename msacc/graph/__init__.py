"""Graph mode: compiled calls, gradients, and figures on both.

Holds what is about calls and gradients, for any function.

Imports: common, mindspore_homes, version.
"""

from msacc.graph.compiler import Compiled as Compiled
from msacc.graph.enable_dynamic import enable_dynamic as enable_dynamic
from msacc.graph.execution_state import pynative as pynative
from msacc.graph.grad_operation import GradOperation as GradOperation
from msacc.graph.jacobians import jacfwd as jacfwd
from msacc.graph.jacobians import jacrev as jacrev
from msacc.graph.jacobians import jvp as jvp
from msacc.graph.jacobians import linearize as linearize
from msacc.graph.jacobians import vjp as vjp
from msacc.graph.jit import JitConfig as JitConfig
from msacc.graph.jit import jit as jit
from msacc.graph.jit import jit_class as jit_class
from msacc.graph.jit import ms_function as ms_function
from msacc.graph.lazy_inline import lazy_inline as lazy_inline
from msacc.graph.stats import reset as reset
from msacc.graph.stats import stats as stats
from msacc.graph.taylor import derivative as derivative
from msacc.graph.taylor import jet as jet
from msacc.graph.transforms import get_grad as get_grad
from msacc.graph.transforms import grad as grad
from msacc.graph.transforms import value_and_grad as value_and_grad
