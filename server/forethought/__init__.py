"""Forethought: an editor sidecar that remembers what you did and has the right context ready."""

__version__ = "0.1.0"
