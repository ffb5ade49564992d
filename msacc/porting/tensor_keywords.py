"""The keywords of Tensor's methods that have several forms, and take `**names` for that: `form | form`."""

TENSOR_KEYWORDS = {
    "gather": "dim index | input_indices axis batch_dims",
    "index_add": "dim index source alpha | indices y axis use_lock check_index_bound",
    "max": "dim keepdim | axis keepdims initial where return_indices",
    "mean": "dim keepdim dtype | axis keep_dims | axis keepdims",
    "min": "dim keepdim | axis keepdims initial where return_indices",
    "scatter_add": "dim index src | indices updates",
    "select": "dim index | axis index | condition y",
    "std": "dim correction keepdim | axis ddof keepdims",
    "sum": "dim keepdim dtype | axis dtype keepdims initial",
    "to": "device dtype non_blocking copy | other non_blocking copy",
    "var": "dim correction keepdim | axis ddof keepdims",
}
