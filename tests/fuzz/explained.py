"""Differences that are known: each rule names a claim of docs/differences.md, which has a pair of programs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.fuzz.comparison import Difference


@dataclass(frozen=True)
class Rule:
    """Explains differences that match all its patterns.

    claim: how a claim of docs/differences.md begins. kind: of the difference. theirs: MindSpore's exception and its
    message. text: the program. at: its line that shows the difference. detail: what both sides give. mode: "pynative",
    "graph" or "graphO1".
    """

    claim: str
    kind: str
    theirs: str = ""
    text: str = ""
    at: str = ""
    detail: str = ""
    mode: str = ""

    def explains(self, difference: Difference, text: str) -> bool:
        lines = text.splitlines()
        line = lines[difference.line - 1] if 0 < difference.line <= len(lines) else ""
        pairs = (
            (self.mode, difference.mode),
            (self.kind, difference.kind),
            (self.theirs, difference.theirs),
            (self.text, text),
            (self.at, line),
            (self.detail, difference.detail),
        )
        return all(re.search(pattern, string) for pattern, string in pairs)


KERNELS = "**Operations that MindSpore's CPU build lacks"
EMPTY = "**Tensors without elements"
OPERANDS = "**NumPy arrays are operands"
NUMPY_LEFT = "**A NumPy scalar times a Tensor is a Tensor"
NUMPY_EQUAL = "**`tensor == numpy_scalar` compares the elements"
ITEMS = "**Items are read, set and differentiated by every index that NumPy knows"
WRITTEN = "**A gradient is that of the values that were used"
NESTED = "**Gradients, vmap and Jacobians nest"
VIEW = "**A Parameter takes the values of a view"
GRADIENT = r"\b(grad|value_and_grad)\("
_REFUSED = "^raises "
_RUNS = r"^raises \w+/(Tensor|tuple|list)"
_WRITE = r"ops\.assign|self\.(w|b|count) (\+?=)|set_data|self\.w\[0\] ="
RULES = [
    Rule(EMPTY, "^died/", text=r"data\(((\d, )*0,)"),
    Rule(
        KERNELS,
        _REFUSED,
        "unregistered|Unsupported op|[Kk]ernel select|supports types|must be a type of|support(ed)? on CPU|CPU kernel"
        "|Select CPU operator|Select kernel|support data type|Unsupported input data type|Create kernelmod for op"
        "|input arguments' types must be the same|input type must be same|must have same data type",
    ),
    Rule(
        EMPTY,
        _REFUSED,
        "loop_size_ should|'Gather', the 'input_indices'|must be greater than 0|memcpy|zero size|empty|must not be 0"
        "|Launch kernel failed|positive item|less than or equal to zero|must be larger than 0"
        "|must be at least 1, but got|fast stride|input memory out of bounds|than the dimension size: \\[0\\]"
        "|output shape should greater than 0|greater than or equal to 1, but got 0"
        "|right number but got left: 0 and right: 0",
        r"\(.*\b0,|\(0|\[[^]]*:|\.diff\(",
    ),
    Rule(
        "**A batch without rows leaves the running statistics",
        "^values$",
        text=r"(?s)data\(0,.*nn\.BatchNorm",
        at="get_parameters",
    ),
    Rule(
        OPERANDS,
        _RUNS,
        r"Failed calling .*(numpy.ndarray|List<|Tuple<)|must be Tensor, not ndarray"
        r"|must be (Number|Tensor), not (list|tuple)"
        r"|Its type is (Tuple|List)\[|Invalid scalar type|can not be implicitly converted",
    ),
    Rule(
        OPERANDS,
        _RUNS,
        r'Failed calling (less|greater|Equal|LogicalAnd) with "\w+.*(int|float|bool|numpy)[^,]*, ',
    ),
    Rule(
        OPERANDS,
        "^raises TypeError",
        "Failed calling .*(ndarray|List<|Tuple<)|must be Number, not (list|tuple)|numpy boolean subtract",
        detail="ZeroDivisionError|cannot be broadcast|out of bounds|does not match the shape of the indexed",
    ),
    Rule(
        "**A list of floats beside a Tensor of integers",
        "^(values|dtype)$",
        text=r"(?s)a = data\(.*dtype=.((u?int).*b = [\[(][^)]*\.\d|bool.*b = [\[(])",
    ),
    Rule(NUMPY_LEFT, r"^(ndarray|u?int\d+|longlong|float\d+|bool_?)/Tensor", text=r"np\."),
    Rule(
        NUMPY_LEFT,
        _RUNS,
        "Cannot interpret 'mindspore|Integers to negative integer powers",
        text=r"np\.",
    ),
    Rule(
        NUMPY_LEFT,
        "^values$",
        text=r"(?s)np\..*\bb (//|\*\*|[-+*/%])",
        at=GRADIENT,
        detail=r"^\[*0\.? ",
    ),
    Rule(
        NUMPY_EQUAL,
        "^(float|bool|int|raises AttributeError)/Tensor",
        text=r"(?s)np\..*[!=]=",
        detail=r"^\('(float|bool|int)'|'bool' object",
    ),
    Rule(
        "**An integer divided by 0 is an error",
        "^(Tensor|tuple|ndarray|u?int\\d+|float\\d+|longlong|bool_?)/raises",
        detail="ZeroDivisionError",
    ),
    Rule(
        "**A remainder by infinity",
        "^values$",
        text=r"(?s)inf.*(%|remainder|fmod|floor_mod|//|floor_div)",
    ),
    Rule(
        "**The remainder of a multiple",
        "^values$",
        text=r"%|remainder|floor_mod|fmod|\bmod",
        detail=r"^\[+(.* )?-?0\.[ \]].* \|",
    ),
    Rule(
        ITEMS,
        _REFUSED,
        r"(Unsupported Python object type|Only support integers|For tuple index).*(numpy\.|range|Array)",
    ),
    Rule(
        ITEMS,
        "^Tensor/raises (IndexError|ValueError)",
        text=r"\[.*(True|bool).*\]",
        detail="out of bounds|cannot be broadcast|does not match the shape of the indexed data",
    ),
    Rule(ITEMS, "^Tensor/raises IndexError", text=r"\[.*, .*\] =", detail="out of bounds for dim"),
    Rule(
        ITEMS,
        _REFUSED,
        r"(GatherNd|TensorScatterUpdate).*ind|ScatterNd|int value\(-|in order to broadcast|Unable to broadcast indices"
        r"|BroadcastTo|indexed by list, the list can't be empty|corresponding boolean dimension"
        r"|must have the same size across all dimensions|need to broadcast|proposed_shape|TensorCopySlices",
        r"\w\[.*\]",
    ),
    Rule(ITEMS, "^tuple/raises IndexError", at=GRADIENT, detail="out of bounds"),
    Rule(ITEMS, "^shape$", text=r"\[.*\[(False(, )?)+\]", detail=r"\b0\b.* \|.*\b0\b"),
    Rule(
        EMPTY,
        "^Tensor/raises",
        detail="index is out of bounds for dimension with size 0",
    ),
    Rule(
        ITEMS,
        "^raises IndexError/ValueError",
        detail="could not be broadcast together|broadcast to indexing result",
    ),
    Rule(
        "**0 to a negative power",
        "^values$",
        text=r"\*\*|pow",
        detail=r"-(9\.223372|4\.2949673|2\.1474836|2147483648|9223372036854775808)",
    ),
    Rule(ITEMS, "^(shape|values)$", text=r"\[.*\brange\(", mode="graph"),
    Rule(
        "**An assignment by a mask or a list of indices",
        "^Tensor/raises (ValueError|IndexError)",
        detail=r"indexing result of shape \[(\d+, )*0\b|indexing tensors could not be broadcast .*\[0\]",
    ),
    Rule(
        "**A list of bools without a True",
        "^Tensor/raises IndexError",
        detail="should have a True among them|the list can't be empty",
    ),
    Rule(ITEMS, "^values$", text=r"\[.*Tensor\(\[*-\d", at=GRADIENT),
    Rule(
        "**The gradient of `selu` is that of its formula", "^values$", text="selu|SeLU", at=GRADIENT
    ),
    Rule(
        "**The gradient of `atan2(0, 0)` is 0", "^values$", text="atan2", at=GRADIENT, detail="nan"
    ),
    Rule(WRITTEN, "^values$", text=_WRITE, at=GRADIENT),
    Rule("**In-place methods change their Tensor", "^values$", text=r"\.(add|sub|mul|div)_\("),
    Rule(
        "**A Parameter without axes",
        _RUNS,
        "Framework Unexpected Exception|must be at least 1-D|var_shape: \\[\\] must|dimension of 'x': 0 and"
        "|variable_shape which is \\[const vector\\]{}"
        r"|'grad' shape: \(1\), 'var' shape: \(\)|'var' shape: \(\), 'grad' shape: \(1\)",
        r"nn\.\w+\((?s:.*)data\(seed",
    ),
    Rule(
        "**A Parameter without axes",
        "^raises ValueError/",
        r"grad_shape: \[1,\] must be equal to \[\]",
    ),
    Rule(
        "**A Parameter without axes",
        "^raises ValueError/RuntimeError",
        "var_shape: \\[\\] must",
        detail="The learning_rate holds 3 values",
    ),
    Rule(
        "**`set_data` works in a graph", _RUNS, "method 'set_data' is not supported", mode="graph"
    ),
    Rule(
        NESTED,
        _REFUSED,
        "Can not find top cell for backward|pointer\\[input_tensor\\] is null|inputs number should be 9 but got 4"
        "|Failed calling OnesLike|'Tuple' object has no attribute|has_aux is True, origin fn|number of edges"
        "|If you set has_aux for grad"
        "|inputs type must be Tensor|leaf_node\\] is null|'Size', input must be a Tensor, but got"
        "|'MatMulExt' op|primitive name: TanhGrad|'Tile', input shape can not be greater than default max size"
        "|number of the function is 2, but the number of provided arguments is 1",
        r"ms\.(grad|vjp|jvp|vmap|jacrev|jacfwd|value_and_grad)\(|GradOperation\(",
    ),
    Rule(NESTED, "^values$", text=r"(?s)ms\.jvp.*(grad|vjp|jacrev|jacfwd|GradOperation)"),
    Rule(
        NESTED,
        "^values$",
        text=r"(?s)(\(0, 1\)|get_all=True).*(grad|vjp|jacrev|jacfwd|GradOperation)",
    ),
    Rule(NESTED, "^values$", text=r"(?s)(value_and_grad|pulled\(\*ms\.vjp).*(grad|GradOperation)"),
    Rule(
        NESTED,
        "^values$",
        text=r"(?s)(grad|GradOperation|vjp).*(\(0, 1\)|get_all=True|pulled\(\*ms)",
    ),
    Rule(
        NESTED,
        "^values$",
        text=r"(?s)@ y\.T.*(grad|GradOperation|jac\w+|vjp)\(.*(grad|GradOperation|jac\w+)",
    ),
    Rule(NESTED, "^shape$", text=r"(?s)vmap\(.*(-1|out_axes)"),
    Rule(NESTED, "^values$", text=r"(?s)stop_gradient.*vmap\(.*grad"),
    Rule("**`tanh` ends", "^values$", text="tanh", at=GRADIENT, detail=r"\b0\.[^|]*\|.*e-0[4-9]"),
    Rule("**`mean` under `vmap`", "^values$", text=r"(?s)\.mean\(\).*vmap\("),
    Rule(
        "**The gradient of `x ** 0`",
        "^values$",
        text=r"(?s)\*\*|pow",
        at=GRADIENT,
        detail=r"nan.* \|",
    ),
    Rule(
        "**The gradient of `norm` at 0",
        "^values$",
        text=r"\b(std|var|norm|cumprod)\(",
        at=GRADIENT,
        detail=r"nan.* \|",
    ),
    Rule(
        "**`x * 1` has the promoted type",
        "^dtype$|^raises TypeError/Tensor",
        text=r" \* 1\b",
        detail=r"^Bool \| Int64|Tensor\[Bool\] and 'updates' with type Tensor\[Int64\]",
        mode="graph",
    ),
    Rule(
        "**A Parameter that a graph writes into may have a hook",
        _RUNS,
        "input is null.*released_node",
        r"\.register_hook\(",
        mode="graph",
    ),
    Rule(
        "**A `bprop` of one input may give its gradient alone",
        _RUNS,
        "For bprop function, output should be a tuple",
        mode="graph",
    ),
    Rule("**Branches of a graph", _RUNS, "'Stack', the 'len of input_x'", mode="graph"),
    Rule(
        "**An axis out of range is a ValueError",
        "^raises ValueError/RuntimeError",
        "rank must be greater than or equal to 1, but got 0",
        mode="graph",
    ),
    Rule(KERNELS, _RUNS, "'MatMulExt' op, shape1", at=GRADIENT),
    Rule(
        "**A forward hook that returns nothing",
        "^dtype$",
        text=r"print\('hook'\)",
        detail="^Int32 ",
        mode="graph",
    ),
    Rule("**`HuberLoss` of Float16", "^dtype$", text="(?i)huber", detail=r"^Float32 \| Float16"),
    Rule(
        "**A number that a Tensor's type cannot hold",
        "^values$",
        text=r"(?s)dtype=\"u?int8.*[<>=]=? ?-?\d",
    ),
    Rule(
        "**A cast to integers has no gradient", "^values$", text=r"astype\(ms\.u?int", at=GRADIENT
    ),
    Rule(EMPTY, _REFUSED, "Framework Unexpected Exception", r"data\((\d, )*0[,)]|data\(0"),
    Rule(
        "**A value that goes through `dict()` in a graph",
        "^values$",
        text=r"\bdict\(",
        at=GRADIENT,
        mode="graph",
    ),
    Rule("**`y += 5` in a graph", "^values$", text=r"(?m)^ +\w+ [-+*]= ", mode="graph"),
    Rule(
        "**Branches of a graph",
        _RUNS,
        "Type Join Failed|Cannot join the return values",
        mode="graph",
    ),
    Rule(
        "**A gradient has the type of its input",
        "^dtype$",
        at=GRADIENT,
        detail=r"^Float32 \| Float16",
    ),
    Rule(
        "**An axis out of range is a ValueError",
        "^raises RuntimeError/ValueError",
        "'axis' must be in range",
    ),
    Rule(VIEW, "^values$", text=r"set_data\(x\[0\]\)"),
    Rule(VIEW, _REFUSED, "Check view and inplace failed"),
    Rule(
        "**`CrossEntropyLoss` takes int64 labels",
        _REFUSED,
        "should be Int32, but got 'mindspore.int64'",
    ),
    Rule(
        "**`scale_factor` goes with every mode",
        _REFUSED,
        "'scale_factor' option cannot currently be set",
    ),
]


def unexplained(differences: list[Difference], text: str) -> tuple[list[Rule], Difference | None]:
    """The rules of a program's differences, up to the first that none explains.

    What follows a line that one side refuses is not compared: the other has gone on alone.
    """
    rules: list[Rule] = []
    for difference in differences:
        rule = explanation(difference, text)
        if rule is None:
            return rules, difference
        rules.append(rule)
        if "raises" in difference.kind:
            break
    return rules, None


def explanation(difference: Difference, text: str) -> Rule | None:
    return next((rule for rule in RULES if rule.explains(difference, text)), None)
