"""What is known, and how it is found again.

words → postings (BM25) ┐
                        ├ index → recall (words + meaning, then the cascade over graph) → results that say why
embed → vectors         ┘
"""

from __future__ import annotations

import os

# Set before NumPy loads: a search multiplies one small matrix, and on a busy machine the threads that would
# share it spend ten times as long waiting for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
