"""A worker that dies over a file that says CRASH, and never finishes one that says HANG."""

from __future__ import annotations

import os
import time

from forethought.code import worker
from forethought.code.facts import FileFacts
from forethought.code.languages import Language

real = worker.facts_of


def facts_of(content: bytes, language: Language) -> FileFacts:
    if b"CRASH" in content:
        os.abort()
    while b"HANG" in content:
        pass
    if b"SLOW" in content:
        time.sleep(0.2)
    return real(content, language)


worker.facts_of = facts_of
worker.SECONDS = 0.5
worker.main()
