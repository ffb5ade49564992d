"""The official models (mindspore-ai/models), each by its own train.py."""

from tests.projects.case import Case, Project

_CPU = "resnet34_cpu_config.yaml"

PROJECT = Project(
    "official",
    "Official models",
    "https://gitee.com/mindspore/models",
    (
        Case("gcn", "gcn.py"),
        Case("wide_deep", "wide_deep.py"),
        Case("ssd300", "ssd.py"),
        Case("resnet34", "resnet.py", ("--config", _CPU)),
        Case(
            "resnet34-pynative",
            "resnet.py",
            ("--config", _CPU, "--mode", "PYNATIVE"),
            like="resnet34",
        ),
    ),
    libraries=("libs_tutorials",),
)
