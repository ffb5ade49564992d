"""One training step: what was asked of it, where parameters live, how gradients gather, travel and are applied.

The doors to it (Model, AutoParallel, GradAccumulation, GradAccumulator, the train-step Cells) lie above;
imports `common`, `graph`, `communication`, `ops` and of `nn` the Cell, the layers and the optimizers.
"""
