"""Binding threads to cores: `msrun --bind_core` does it."""

from __future__ import annotations

from msacc.common.warn_once import no_effect


def set_cpu_affinity(
    enable_affinity: bool,
    affinity_cpu_list: object = None,
    module_to_cpu_dict: object = None,
    bind_file: object = None,
) -> None:
    """Accepted; use `msrun --bind_core`.

    `enable_affinity`, `affinity_cpu_list`, `module_to_cpu_dict` and `bind_file` have no effect, which is said
    once.
    """
    arguments = (enable_affinity, affinity_cpu_list, module_to_cpu_dict, bind_file)
    no_effect("runtime", "set_cpu_affinity", arguments, "use msrun --bind_core")
