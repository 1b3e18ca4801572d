"""Reads event logs, and proves that no event is missing or changed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from ._errors import GapError, PresageError
from ._intents import NEVER, Flow, Intents
from ._reads import READ_TIMEOUT

if TYPE_CHECKING:
    from .types import Event, EventsResponse

_WAIT = 25
"""Maximum wait of one request for an event, seconds."""
_PAGE_SIZE = 50


@dataclass
class EventLog:
    """Position in the log of an agent or a market."""

    operation_id: str
    path: Mapping[str, str]
    seq: int = 0
    hash: str | None = None
    types: Sequence[str] = ()
    follow: bool = True

    def next_page(self, intents: Intents) -> Flow[EventsResponse | None]:
        """Read the events that come next, None at the end."""
        query: dict[str, Any] = {**self.path, "after": self.seq, "limit": _PAGE_SIZE}
        query |= {"types": ",".join(self.types)} if self.types else {}
        query |= {"wait": _WAIT} if self.follow else {}
        deadline = NEVER if self.follow else intents.clock() + READ_TIMEOUT
        try:
            page = yield from intents.repeat(self.operation_id, query, deadline)
        except PresageError as error:
            if error.code != "events_expired":
                raise
            raise GapError(f"{error.summary} The oldest event is {error.error.get('oldest_seq')}.", self.seq) from error
        is_at_end = not page["events"] and page["next_after"] <= self.seq and not self.follow
        return None if is_at_end else page

    def prove(self, page: EventsResponse) -> Iterator[Event]:
        """Yield the events of a page as long as they continue the log."""
        for event in page["events"]:
            problem = self._problem_of(event)
            if problem is not None:
                raise GapError(f"Event {event['seq']} {problem}.", self.seq)
            self.seq, self.hash = event["seq"], event["hash"]
            yield event
        if (next_after := page["next_after"]) > self.seq:
            if not self.types:
                raise GapError(f"The page ends before event {next_after}.", self.seq)
            # Past events that the filter of types has left out, whose hashes are not known.
            self.seq, self.hash = next_after, None

    def _problem_of(self, event: Event) -> str | None:
        if self.types:
            return "is out of order" if event["seq"] <= self.seq else None
        if event["seq"] != self.seq + 1:
            return f"follows event {self.seq}"
        if (self.seq == 0 or self.hash is not None) and event["previous_hash"] != self.hash:
            return "does not continue the event before it"
        contents = canonical_json({name: value for name, value in event.items() if name != "hash"})
        digest = hashlib.sha256(contents.encode("utf-8", "surrogatepass")).hexdigest()
        return None if event["hash"] == digest else "was changed"


def canonical_json(value: object) -> str:
    """Write RFC 8785."""
    if isinstance(value, Mapping):
        names = sorted(value, key=lambda name: str(name).encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical_json(str(name))}:{canonical_json(value[name])}" for name in names) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(canonical_json, value)) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _number(float(value))
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """Write a number as ECMAScript does: the same shortest digits as Python's, with other exponents."""
    if value == 0:
        return "0"
    if 1e-6 <= abs(value) < 1e21:
        return format(Decimal(repr(value)), "f").removesuffix(".0")
    return re.sub(r"e([+-])0*", r"e\1", repr(value))
