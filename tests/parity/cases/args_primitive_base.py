"""What a primitive's base refuses to be told, and what of a strategy it keeps."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case

WHOLE = ((1, 1), (1, 1))

REFUSED: dict[str, Any] = {
    "name": lambda o: o.Primitive(3),
    "name_with_infer": lambda o: o.PrimitiveWithInfer(3),
    "name_with_check": lambda o: o.PrimitiveWithCheck(name=[]),
    "recompute_int": lambda o: o.Add().recompute(3),
    "recompute_none": lambda o: o.Add().recompute(mode=None),
    "recompute_bool": lambda o: o.Add().recompute(False),
    "device_word": lambda o: o.Add().set_device("x"),
    "device_number": lambda o: o.Add().set_device(3),
    "device_small": lambda o: o.Add().set_device("cpu"),
    "device": lambda o: o.Add().set_device("CPU"),
    "device_attribute": lambda o: o.Add().add_prim_attr("primitive_target", "x"),
    "attribute_name": lambda o: o.Add().add_prim_attr(3, 4),
    "instance_name": lambda o: o.Add().set_prim_instance_name(3),
    "io_names": lambda o: o.Add().init_prim_io_names(["x"], ["y"]),
}
REFUSED_STRATEGIES: dict[str, tuple[Any, ...]] = {
    "list": ([(1, 1)],),
    "lists_in_it": (([1, 1],),),
    "int": (3,),
    "ints_in_it": ((1, 1),),
    "str_in_it": ((("a", 1),),),
    "float_in_it": (((1.0, 1),),),
    "bool_in_it": (((True, 1),),),
    "nested": ((((1, 1),),),),
    "out_list": (WHOLE, [(1, 1)]),
    "out_alone": (None, ((1, 1),)),
    "out_alone_empty": (None, ()),
    "out_alone_list": (None, [1]),
    "out_int_in_it": (WHOLE, (1,)),
    "out_str_in_it": (WHOLE, (("a",),)),
    "whole": (WHOLE, ((1, 1),)),
}
KEPT: dict[str, tuple[Any, ...]] = {
    "nothing": (),
    "inside": (WHOLE,),
    "both": (WHOLE, ((1, 1),)),
    "empty": ((),),
    "empty_beside": ((), ((1, 1),)),
    "empty_outside": (WHOLE, ()),
    "empty_tuple": (((),),),
    "negative": (((-1, 0),),),
}


@case(jit=False)
def refused(ms: Any, run: Any) -> Arrays:
    return {
        name: run.raises(lambda call=call: call(ms.ops) and None)["raises"]
        for name, call in REFUSED.items()
    }


@case(jit=False)
def refused_strategies(ms: Any, run: Any) -> Arrays:
    return {
        name: run.raises(lambda given=given: str(ms.ops.Add().shard(*given)))["raises"]
        for name, given in REFUSED_STRATEGIES.items()
    }


@case(jit=False)
def kept_strategies(ms: Any, run: Any) -> Arrays:
    """As attributes of the object and in `attrs`, each if it was given."""
    kept = {}
    for name, given in KEPT.items():
        prim = ms.ops.Add().shard(*given)
        shown = (getattr(prim, "in_strategy", "none"), getattr(prim, "out_strategy", "none"))
        kept[name] = np.array(f"{shown} {prim.attrs}")
    return kept


@case(jit=False)
def layouts(ms: Any, run: Any) -> Arrays:
    layout = ms.parallel.Layout((2, 2), ("a", "b"))("a", "b")
    prim = ms.ops.Add().shard((layout, layout), (layout,))
    mixed = {
        "tuple_beside": ((layout, (1, 1)),),
        "tuple_outside": ((layout, layout), ((1, 1),)),
        "layout_outside": (WHOLE, (layout,)),
        "outside_alone": (None, (layout,)),
        "layout_alone": (layout,),
    }
    made = {
        name: run.raises(lambda given=given: str(ms.ops.Add().shard(*given)))["raises"]
        for name, given in mixed.items()
    }
    return {**made, "in": np.array(str(prim.in_layout)), "out": np.array(str(prim.out_layout))}


@case(jit=False)
def names_of_inputs(ms: Any, run: Any) -> Arrays:
    prim = ms.ops.Primitive("one")
    prim.init_prim_io_names(inputs=["x", "y"], outputs=["z"])
    return {"names": np.array(str((prim.input_names, prim.output_names)))}
