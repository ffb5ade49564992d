"""Strategies, the grid, layouts: arithmetic without processes."""
