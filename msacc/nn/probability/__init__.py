"""mindspore.nn.probability: distributions as Cells, and maps between them.

Imports: common, examples, mindspore_homes, module_aliases, nn.cell.
"""

from msacc.examples import attach as _attach_examples
from msacc.module_aliases import refuse as _refuse

from msacc.nn.probability import distribution as distribution  # isort: skip
from msacc.nn.probability import bijector as bijector  # isort: skip  (made of distributions)

__getattr__ = _refuse("mindspore.nn.probability")
_attach_examples("probability")
