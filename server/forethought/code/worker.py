"""A process that parses: sources come in on stdin, packed facts go out on stdout, until stdin ends.

It opens no file and knows no path. It ends when its parent does, because its stdin does; and when one file
takes too long, because the kernel ends it: the parent then knows which file that was.
"""

from __future__ import annotations

import contextlib
import gc
import marshal
import os
import resource
import signal
import struct
import sys
from typing import Any, BinaryIO

from forethought.code.facts import FileFacts
from forethought.code.languages import LANGUAGES, Language
from forethought.code.parse import read

LENGTH = struct.Struct("<I")
SECONDS = 5.0  # of processor time for one file: a busy machine is no reason to give up on it
_MEMORY = 1 << 30
_NICE = 5  # the daemon and the editor come first, but a branch switch is waited for


def facts_of(content: bytes, language: Language) -> FileFacts:
    facts = read(content, language).facts
    try:
        content.decode()
    except UnicodeDecodeError as mistake:
        line = 1 + content.count(b"\n", 0, mistake.start)
        facts = facts._replace(problems=(*facts.problems, f"line {line}: not UTF-8"))
    return facts


def lost(language: Language, problem: str) -> FileFacts:
    """A file of which we only know that it is there."""
    return read(b"", language).facts._replace(problems=(problem,))


def frame(message: Any) -> bytes:
    body = marshal.dumps(message)
    return LENGTH.pack(len(body)) + body


def main() -> None:
    os.nice(_NICE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # nobody reads any more: end
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # what a library prints must not end up among the answers
    gc.freeze()
    gc.set_threshold(100_000)  # facts hold no cycles; looking for them costs a sixth of the time
    _serve(sys.stdin.buffer, answers)


def _serve(requests: BinaryIO, answers: Any) -> None:
    while head := requests.read(LENGTH.size):
        body = requests.read(LENGTH.unpack(head)[0])
        packed = []
        for language, content in marshal.loads(body):
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            packed.append(facts_of(content, LANGUAGES[language]).pack())
        signal.setitimer(signal.ITIMER_PROF, 0)
        _write(answers, frame(packed))


def _write(answers: Any, data: bytes) -> None:
    left = memoryview(data)
    while left:
        left = left[answers.write(left) :]


if __name__ == "__main__":
    main()
