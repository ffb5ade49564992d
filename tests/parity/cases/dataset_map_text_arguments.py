"""Arguments of pipelines: callbacks of maps, columns, text."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore

HOOKS = ("ds_begin", "ds_epoch_begin", "ds_step_begin", "ds_step_end", "ds_epoch_end")


def dataset_of(ms: Any) -> Any:
    return importlib.import_module(f"{ms.__name__}.dataset")


def listening(ds: Any, seen: dict[str, list[str]], step_size: int) -> Any:
    """A callback that notes where the pipeline stands at each of its hooks."""

    def noting(hook: str) -> Any:
        def note(self: Any, ds_run_context: Any) -> None:
            at = ds_run_context
            places = (at.cur_epoch_num, at.cur_step_num_in_epoch, at.cur_step_num)
            seen.setdefault(hook, []).append(str(places))

        return note

    made = type("Listening", (ds.DSCallback,), {hook: noting(hook) for hook in HOOKS})
    return made(step_size=step_size)


@case(jit=False)
def map_callbacks(ms: Any, run: Any) -> Arrays:
    """Every second row of two epochs. MindSpore's begin runs ahead of its end, hook by hook they agree."""
    ds, seen = dataset_of(ms), {}
    data = ds.NumpySlicesDataset({"x": np.arange(5)}, shuffle=False)
    data = data.map(lambda x: x + 1, ["x"], callbacks=[listening(ds, seen, 2)])
    iterator = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
    rows = [row[0] for _ in range(2) for row in iterator]
    silent = ds.DSCallback(step_size=3)
    nothing = [getattr(silent, hook)(ds_run_context=None) is None for hook in HOOKS]
    return {
        "rows": np.array(rows),
        **{hook: np.array("\n".join(places)) for hook, places in seen.items()},
        "nothing": np.array(nothing),
        **run.raises(lambda: ds.DSCallback(step_size=0)),
    }


@case(jit=False)
def columns(ms: Any, run: Any) -> Arrays:
    """`column_order` is a `project` behind the map; MindSpore 2.10 has the latter alone."""
    ds = dataset_of(ms)
    data = ds.NumpySlicesDataset({"a": [1, 2], "b": [3, 4]}, shuffle=False)
    order = ["d", "b", "c"]
    given = (["a"], ["c", "d"])
    if is_mindspore(ms):
        made = data.map(lambda x: (x, x + 1), *given).project(order)
    else:
        made = data.map(lambda x: (x, x + 1), *given, column_order=order)
    rows = list(made.create_dict_iterator(output_numpy=True, num_epochs=1))
    return {"names": np.array(" ".join(rows[0])), "d": np.array([row["d"] for row in rows])}


@case(jit=False)
def schemas(ms: Any, run: Any) -> Arrays:
    ds = dataset_of(ms)
    schema = ds.Schema()
    schema.from_json({"numRows": 3, "columns": {"x": {"type": "int32", "rank": 0}}})
    return {
        "rows": np.array([ds.Schema.get_num_rows(schema=s) for s in (schema, ds.Schema())]),
    }


@case(jit=False)
def debugging(ms: Any, run: Any) -> Arrays:
    """In debug mode the rows are the same."""
    config = dataset_of(ms).config
    config.set_debug_mode(debug_mode_flag=True)
    try:
        result = config.get_debug_mode()
    finally:
        config.set_debug_mode(False)
    return {
        "modes": np.array([result, config.get_debug_mode()]),
        **run.raises(lambda: config.set_debug_mode(debug_mode_flag=1)),
    }


@case(jit=False)
def tokens(ms: Any, run: Any) -> Arrays:
    """What marks the rest of a word, how characters are normalized, whether [CLS] stays whole."""
    text = dataset_of(ms).text
    words = ["wel", "##come", "@@come", "[UNK]", "[CLS]", "[", "CLS", "]", "e", "##\u0301", "é"]
    vocab = text.Vocab.from_list(words)
    ways: dict[str, dict[str, Any]] = {
        "plain": {},
        "suffix": {"suffix_indicator": "@@"},
        "decomposed": {"normalization_form": text.NormalizeForm.NFD},
        "cut": {"preserve_unused_token": False},
    }
    return {
        name: text.BertTokenizer(vocab, **way)(np.array("welcome [CLS] é"))
        for name, way in ways.items()
    }


@case(jit=False)
def encodings(ms: Any, run: Any) -> Arrays:
    made = dataset_of(ms).text.to_bytes(np.array(["ü", "b"]), encoding="utf16")
    return {"bytes": np.array([list(item) for item in made], dtype=object).astype(str).ravel()}
