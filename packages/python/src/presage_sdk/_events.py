"""Reads event logs, and proves that no event is missing or changed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NoReturn

from ._errors import GapError, PresageError
from ._intents import Flow, Intents, pauses
from ._reads import READ_TIMEOUT
from ._request import Request, to_request

if TYPE_CHECKING:
    from .types import Event, EventsResponse

_SILENCE = 45.0
"""Maximum time without a message in a stream, seconds. The service states the head every 15."""
_PAGE_SIZE = 50


@dataclass
class EventLog:
    """Position in the log of an agent or a market."""

    operation_id: str
    path: Mapping[str, str]
    seq: int = 0
    hash: str | None = None
    types: Sequence[str] = ()

    def __post_init__(self) -> None:
        self._query = {**self.path, **({"types": ",".join(self.types)} if self.types else {})}
        self._retry, self._pauses = 0.0, pauses()

    def next_page(self, intents: Intents) -> Flow[EventsResponse | None]:
        """Read the events that come next, None at the end."""
        query = {**self._query, "after": self.seq, "limit": _PAGE_SIZE}
        try:
            page = yield from intents.repeat(self.operation_id, query, intents.clock() + READ_TIMEOUT)
        except PresageError as error:
            self._raise(error)
        return None if not page["events"] and page["next_after"] <= self.seq else page

    def to_request(self) -> Request:
        """Ask for a stream of the events that come next."""
        headers = {"accept": "text/event-stream", "last-event-id": str(self.seq)}
        return to_request(self.operation_id, self._query, headers=headers, timeout=_SILENCE)

    def receive(self, message: Mapping[str, str]) -> Iterator[Event]:
        """Yield the event of a message of a stream, if it continues the log."""
        if re.fullmatch("[0-9]{1,9}", retry := message.get("retry", "")):
            self._retry = int(retry) / 1000
        if "data" not in message:
            return
        self._pauses = pauses()
        try:
            data = json.loads(message["data"])
        except ValueError:
            raise PresageError("unexpected_answer", "The event is not JSON.", status=200) from None
        is_head = message.get("event") == "stream.head"
        page: Any = {"events": [] if is_head else [data], "next_after": data["head_seq" if is_head else "seq"]}
        yield from self.prove(page)

    def pause(self, error: PresageError | None) -> float:
        """Time in seconds until the stream that ended is asked for again. Raises the error if no repeat can succeed."""
        if error is not None and not error.is_transient:
            self._raise(error)
        asked = (error and error.retry_after) or 0.0
        return max(asked, self._retry + next(self._pauses))

    def _raise(self, error: PresageError) -> NoReturn:
        if error.code != "events_expired":
            raise error
        raise GapError(f"{error.summary} The oldest event is {error.error.get('oldest_seq')}.", self.seq) from error

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
                raise GapError(f"The answer ends before event {next_after}.", self.seq)
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
