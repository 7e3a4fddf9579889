"""What a front end told and the engine has not settled: told again, in full, to the next daemon.

The documents are kept as they were before the first unsettled event. So after a crash the engine gets the
same documents and the same events, and knows by the events' numbers which of them it had recorded.
"""

from __future__ import annotations

from collections import deque
from itertools import islice

from forethought.code.text import Text
from forethought.events import Closed, Edited, Event, Opened

# Half a minute of typing is a few hundred events. More means that nobody settles them: keep the text right.
MOST = 10_000


class Journal:
    def __init__(self) -> None:
        self._documents: dict[str, tuple[str, Text]] = {}
        self._events: deque[Event] = deque()
        self._settled = 0  # the number of the last event that is not in `_events` any more

    @property
    def last(self) -> int:
        """The number of the newest event."""
        return self._settled + len(self._events)

    def add(self, event: Event) -> None:
        self._events.append(event)
        if len(self._events) > MOST:
            self.settle(self._settled + 1)

    def settle(self, number: int) -> None:
        """Everything up to this event is recorded, or never will be."""
        while self._settled < number and self._events:
            self._settled += 1
            self._absorb(self._events.popleft())

    def documents(self) -> list[Event]:
        """What was open before the first event of `after(0)`."""
        return [Opened(path, language, text.text()) for path, (language, text) in self._documents.items()]

    def after(self, number: int) -> tuple[int, list[Event]]:
        """The unsettled events after this one, with the number of the first."""
        skipped = max(0, number - self._settled)
        return self._settled + skipped + 1, list(islice(self._events, skipped, None))

    def _absorb(self, event: Event) -> None:
        match event:
            case Opened(path, language, text):
                self._documents[path] = (language, Text(text))
            case Edited(path, changes) if path in self._documents:
                for change in changes:
                    self._documents[path][1].apply(change)
            case Closed(path):
                self._documents.pop(path, None)
