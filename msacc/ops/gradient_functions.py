"""The gradient functions that MindSpore also offers under `ops`."""

from msacc.graph import GradOperation as GradOperation
from msacc.graph import derivative as derivative
from msacc.graph import get_grad as get_grad
from msacc.graph import grad as grad
from msacc.graph import jacfwd as jacfwd
from msacc.graph import jacrev as jacrev
from msacc.graph import jet as jet
from msacc.graph import jvp as jvp
from msacc.graph import linearize as linearize
from msacc.graph import value_and_grad as value_and_grad
from msacc.graph import vjp as vjp
from msacc.graph.vmap import vmap as vmap
