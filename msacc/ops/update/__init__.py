"""Update rules of optimizers: one function a rule, over lists of torch tensors, changed in place.

`rule(params, grads, state lists…, rates and coefficients…)`: lists of equal length, one tensor a
parameter. Rates and coefficients are Python numbers or 0-d tensors, so that a changing rate never
makes a new graph. Primitives call a rule with lists of one, optimizers with all parameters of a
group. Where `nn`, `experimental` and `mint` mean different formulas by one name, the difference is
a flag of the rule.

`momentum`, `adam`, `adagrad`, `rmsprop`, `sign`, `norm_scaled`, `adafactor`: the rules. `sparse_rows`:
rules for some rows of a parameter. `fused`: torch's fused kernels. `gradient_transforms`: clipping and decay
ahead of a rule. `learning_rates`: functions of the step. `tensor_lists`: arithmetic the rules share.
`step_counters`: step counts and powers. `state_copies`: a state in the CPU's memory, on the device for an update.

Imports: common, ops.comm, ops.core.
"""
