"""Facts of all files -> edges between symbols."""

from forethought.code.resolve.edges import Edge, Symbol
from forethought.code.resolve.resolution import Resolution

__all__ = ["Edge", "Resolution", "Symbol"]
