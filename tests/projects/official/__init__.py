"""The official models (mindspore-ai/models), each by its own train.py."""

from tests.projects.case import Case, Project

PROJECT = Project(
    "official",
    "Official models",
    "https://gitee.com/mindspore/models",
    (
        Case("gcn", "gcn.py", graph=True, differs="computes in float16; printed with five digits"),
        Case("wide_deep", "wide_deep.py", graph=True),
        Case(
            "resnet34",
            "resnet.py",
            ("--config", "resnet34_cpu_config.yaml", "--mode", "PYNATIVE"),
            differs="MindSpore's numbers are of graph mode",
        ),
        Case("ssd", "ssd.py", ("--mode", "PYNATIVE"), spread=4.0),
        Case("unet", "unet.py", graph=True),
    ),
    libraries=("libs_tutorials",),
)
