"""`mindspore.nn.probability.toolbox`: uncertainty of outputs, outliers."""

from msacc.former.probability.anomaly_detection import VAEAnomalyDetection as VAEAnomalyDetection
from msacc.former.probability.uncertainty_evaluation import (
    UncertaintyEvaluation as UncertaintyEvaluation,
)

__all__ = ["UncertaintyEvaluation", "VAEAnomalyDetection"]
