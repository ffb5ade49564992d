"""Update rules of optimizers: one function a rule, over lists of torch tensors, changed in place.

`rule(params, grads, state lists…, rates and coefficients…)`: lists of equal length, one tensor a
parameter. Rates and coefficients are Python numbers or 0-d tensors, so that a rate that moves never
makes a new graph. Primitives call a rule with lists of one, optimizers with all parameters of a
group. Where `nn`, `experimental` and `mint` mean different formulas by one name, the difference is
a flag of the rule.

`momentum`, `adam`, `adagrad`, `rmsprop`, `sign`, `by_norm`, `adafactor`: the rules. `gradients`:
what happens to gradients ahead of a rule. `rates`: learning rates as functions of the step.
`lists`: arithmetic the rules share. `counters`: step counts and powers.

Imports: common, ops.core.
"""
