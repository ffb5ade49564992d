"""`mindspore.explainer` of MindSpore 1.1 to 1.3: what of an image a classifier looks at, and how good such maps are.

Imports: , _checkparam, dataset, log, nn, ops.
"""

from msacc.former.explainer.attribution import Attribution as Attribution
from msacc.former.explainer.benchmarks import ClassSensitivity as ClassSensitivity
from msacc.former.explainer.benchmarks import Localization as Localization
from msacc.former.explainer.benchmarks import Robustness as Robustness
from msacc.former.explainer.faithfulness import Faithfulness as Faithfulness
from msacc.former.explainer.gradcam import GradCAM as GradCAM
from msacc.former.explainer.gradient import Deconvolution as Deconvolution
from msacc.former.explainer.gradient import Gradient as Gradient
from msacc.former.explainer.gradient import GuidedBackprop as GuidedBackprop
from msacc.former.explainer.occlusion import Occlusion as Occlusion
from msacc.former.explainer.rise import RISE as RISE
from msacc.former.explainer.runner import ImageClassificationRunner as ImageClassificationRunner
