"""`mindspore.dataset.GraphData` of MindSpore 1.0 to 2.4 and the graphs beside it: data for networks on graphs.

Imports: _checkparam, common, dataset, mindrecord.
"""

from msacc.former.graph_data.argoverse import ArgoverseDataset as ArgoverseDataset
from msacc.former.graph_data.enums import OutputFormat as OutputFormat
from msacc.former.graph_data.enums import SamplingStrategy as SamplingStrategy
from msacc.former.graph_data.graph import Graph as Graph
from msacc.former.graph_data.graph_data import GraphData as GraphData
from msacc.former.graph_data.in_memory import InMemoryGraphDataset as InMemoryGraphDataset
from msacc.former.graph_data.saved_graphs import load_graphs as load_graphs
from msacc.former.graph_data.saved_graphs import save_graphs as save_graphs

__all__ = [
    "ArgoverseDataset",
    "Graph",
    "GraphData",
    "InMemoryGraphDataset",
    "OutputFormat",
    "SamplingStrategy",
    "load_graphs",
    "save_graphs",
]
