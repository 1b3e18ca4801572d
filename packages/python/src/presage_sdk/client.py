"""Client of one service. Amounts are decimal strings. Unknown enum values are passed on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from . import _tools
from ._errors import PresageError
from ._events import EventLog
from ._intents import Flow, Intents, Options, Outcome, send
from ._reads import READ_TIMEOUT, find_market, read_page
from ._request import Request, new_traceparent, to_request
from ._tool_flows import ToolFlows
from ._transport import Transport
from .generated.operations import Operations
from .webhooks import verify_webhook

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .types import ActionExpectation, ActionFields, ActionName, Event, Intent, Market

T = TypeVar("T")
OnProgress = Callable[[Outcome], None]


class Presage(Operations):
    """Client of one service. Its methods raise `PresageError`. `AsyncPresage` has coroutines of the same names.

    base_url: address of the service, such as `http://127.0.0.1:4000`
    api_key: sent as `Authorization: Bearer`, never to another address
    traceparent: returns the W3C `traceparent` of the active span, or None. Otherwise each call is a trace of its own.
    timeout: of all methods, maximum wait in seconds. By default they wait until the outcome is known.
    """

    verify_webhook = staticmethod(verify_webhook)

    def __init__(
        self, base_url: str, api_key: str | None = None, traceparent: Callable[[], str | None] = lambda: None
    ) -> None:
        self._transport = Transport(base_url, api_key)
        self._traceparent = traceparent
        self._intents = Intents()
        self._sleep: Callable[[float], None] = time.sleep

    def _drive(self, flow: Flow[T]) -> T:
        trace = new_traceparent()
        try:
            effect = next(flow)
            while True:
                try:
                    if isinstance(effect, Request):
                        answer = self._transport.send(effect.traced(self._traceparent() or trace))
                    else:
                        answer = self._sleep(effect)
                except PresageError as error:
                    effect = flow.throw(error)
                else:
                    effect = flow.send(answer)
        except StopIteration as end:
            result: T = end.value
            return result

    if not TYPE_CHECKING:  # `Operations` has a signature for each operation

        def request(self, operation_id, *, headers=None, timeout=None, **parameters):
            """Call an operation of the OpenAPI document by its id, once.

            Parameters of the path and the query are taken by name. The others form the body.
            timeout: maximum seconds until the whole answer is there, by default and at most 75
            """
            return self._drive(send(to_request(operation_id, parameters, headers=headers, timeout=timeout)))

    def act(
        self,
        *,
        purpose: str,
        agent_id: str,
        action: ActionName,
        expect: ActionExpectation | None = None,
        timeout: float | None = None,
        retry_failed: bool = False,
        on_progress: OnProgress | None = None,
        **fields: Unpack[ActionFields],
    ) -> Outcome:
        """Carry out an action in one request, and wait until the outcome is known.

        Repeats are safe, also by another process after a crash: they find the first call's outcome.
        Raises `ActionRefusedError` when the action would not execute now, or misses `expect`: nothing was accepted.

        purpose: idempotency key of 1 to 200 characters. One purpose of an agent has at most one effect.
        expect: terms that the preview must meet
        retry_failed: starts another attempt of an intent that failed without effect, or was refused, before this call
        on_progress: called with every state that is not final
        fields: the same in each repeat. `user_wallet` and `resolver` are the agent's own wallet by default.
        """
        given = {"purpose": purpose, "agent_id": agent_id, "action": action, **fields}
        options = Options(self._intents.deadline(timeout), retry_failed, on_progress, expect)
        return self._drive(self._intents.act(given, options))

    def preview(
        self, *, purpose: str, agent_id: str, action: ActionName, timeout: float | None = None, **fields: Unpack[ActionFields]
    ) -> Intent:
        """Create the intent of a purpose without executing it, or return the existing one."""
        given = {"purpose": purpose, "agent_id": agent_id, "action": action, **fields}
        return self._drive(self._intents.preview(given, self._intents.deadline(timeout)))

    def run(
        self,
        intent: Intent,
        *,
        timeout: float | None = None,
        retry_failed: bool = False,
        on_progress: OnProgress | None = None,
    ) -> Outcome:
        """Confirm and execute an intent, and wait until the outcome is known. Repeats are safe."""
        options = Options(self._intents.deadline(timeout), retry_failed, on_progress)
        return self._drive(self._intents.run(intent, options))

    def outcome_of(self, intent_id: str, *, timeout: float | None = None) -> Outcome:
        """Return the state of an intent without advancing it."""
        return self._drive(self._intents.read(intent_id, self._intents.deadline(timeout)))

    def address_of(self, agent_id: str, *, timeout: float | None = None) -> str:
        """Return the address of an agent's wallet, once the custody has created it."""
        return self._drive(self._intents.address_of(agent_id, self._intents.deadline(timeout)))

    def find_market(self, reference: str) -> Market:
        """Find a market by its id, or by the address of its contract for up to 15 seconds."""
        return self._drive(find_market(self._intents, reference))

    def pages(self, operation_id: str, *, timeout: float = READ_TIMEOUT, **parameters: Any) -> Iterator[Any]:
        """Iterate over the items of all pages of a paged operation, such as `listMarkets`.

        timeout: time in seconds within which failures of reading one page are repeated
        """
        query: dict[str, Any] = {**parameters}
        while True:
            items, cursor = self._drive(read_page(self._intents, operation_id, query, timeout))
            for item in items:
                yield item
            if cursor is None:
                return
            query["cursor"] = cursor

    def events(
        self,
        agent_id: str | None = None,
        after: int = 0,
        *,
        market_id: str | None = None,
        after_hash: str | None = None,
        types: Sequence[str] = (),
        follow: bool = True,
    ) -> Iterator[Event]:
        """Iterate over the events of an agent or a market, in order, and over further ones as they are streamed.

        Proves that no event is missing or changed, and raises `GapError` otherwise.

        after: `seq` of the last event that is known, 0 for all
        after_hash: `hash` of that event, which the next one must name
        types: only these types. Events that are left out cannot be checked for continuity.
        follow: whether to wait for further events. Otherwise the iteration ends at the head.
        """
        name, path = ("Agent", {"agent_id": agent_id}) if agent_id is not None else ("Market", {"id": market_id or ""})
        log = EventLog(f"list{name}Events", path, after, after_hash, types)
        while not follow and (page := self._drive(log.next_page(self._intents))) is not None:
            for event in log.prove(page):
                yield event
        while follow:
            error = None
            try:
                for message in self._transport.stream(log.to_request().traced(self._traceparent() or new_traceparent())):
                    for event in log.receive(message):
                        yield event
            except PresageError as cause:
                error = cause
            self._sleep(log.pause(error))

    def briefing(self, agent_id: str, since: int | None = None) -> dict[str, Any]:
        """Return the state of an agent: balances, limits, positions, unfinished intents, events after `since`, next actions."""
        return self._drive(ToolFlows(self._intents).get_briefing(agent_id, since))

    def tools(self, format: Literal["openai", "anthropic"] = "openai") -> _tools.Tools:
        """Return the tools of the MCP server as function schemas of a model, and what carries out a call of the model."""
        return _tools.Tools(_tools.schemas(format), lambda name, given: self._drive(_tools.call(self._intents, name, given)))
