"""Drives an intent to its outcome: the steps between requests, which both clients carry out."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from ._errors import ActionRefusedError, PresageError, can_retry, invalid
from ._request import Request, to_request

if TYPE_CHECKING:
    from .types import Execution, Intent, Market

T = TypeVar("T")
Flow = Generator["Request | float", Any, T]
"""Yields requests and pauses in seconds, and is sent the answers. A refusal is thrown into it."""

SOURCE_CLIENT = "presage-sdk"
"""Part of the idempotency key, so that all SDKs, the CLI and the MCP server find each other's intents."""
NEVER = float("inf")
_MIN_PAUSE = 0.2
_MAX_PAUSE = 5.0
_LAST_ANSWER = 5.0
"""Time after the deadline in which the last request may still be answered, seconds."""
_EXECUTE_WAIT = 20
"""Wait that one request asks the service for, seconds."""
_INDEX_TIMEOUT = 15.0
"""Maximum time for the index to list a new contract, seconds."""
READ_TIMEOUT = 10.0
"""Time within which the failures of reading a page are repeated, seconds."""
_FINAL = ("executed", "failed", "cancelled")


@dataclass(frozen=True)
class Outcome:
    """State of an intent and of its newest attempt."""

    status: Literal["executed", "failed", "cancelled", "pending", "unknown"]
    """`executed`, `failed` and `cancelled` are final: the chain decided, or nothing was sent.

    `pending` and `unknown` appear after a time limit only. Repeat the same call then, never a new one.
    """
    intent: Intent
    execution: Execution | None
    """The newest attempt, None before the first."""

    @property
    def is_final(self) -> bool:
        return self.status in _FINAL


@dataclass(frozen=True)
class Options:
    deadline: float
    """Time of the clock after which nothing is repeated."""
    retry_failed: bool = False
    on_progress: Callable[[Outcome], None] | None = None
    expect: Mapping[str, Any] | None = None


class Pauses:
    """Growing pauses with jitter, seconds."""

    def __init__(self) -> None:
        self._current = _MIN_PAUSE

    def next(self) -> float:
        pause = self._current * random.uniform(0.5, 1.0)
        self._current = min(self._current * 1.6, _MAX_PAUSE)
        return pause


class Intents:
    """What both clients do, as flows. Every repeat is safe, also by another process after a crash."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._addresses: dict[str, str] = {}

    def deadline(self, timeout: float | None) -> float:
        return NEVER if timeout is None else self.clock() + timeout

    def once(self, operation_id: str, parameters: Mapping[str, Any], deadline: float, *, waits: bool = False) -> Flow[Any]:
        """Send one request, which asks the service to wait for an execution if `waits`."""
        headers = self._preference(deadline) if waits else None
        timeout = max(0.0, deadline - self.clock()) + _LAST_ANSWER
        return (yield to_request(operation_id, parameters, headers=headers, timeout=timeout))

    def repeat(self, operation_id: str, parameters: Mapping[str, Any], deadline: float, *, waits: bool = False) -> Flow[Any]:
        """Repeat a request whose repeat has no second effect until it is answered, refused or out of time."""
        pauses = Pauses()
        while True:
            try:
                return (yield from self.once(operation_id, parameters, deadline, waits=waits))
            except PresageError as error:
                if not error.is_transient:
                    raise
                pause = max(pauses.next(), error.retry_after or 0.0)
                if self.clock() + pause >= deadline:
                    raise
                yield pause

    def act(self, fields: Mapping[str, Any], options: Options) -> Flow[Outcome]:
        body = yield from self._to_body(fields, options.deadline)
        if options.retry_failed and not (yield from self._is_known(body, options.deadline)):
            options = replace(options, retry_failed=False)
        expect = {} if options.expect is None else {"expect": options.expect}
        try:
            answer = yield from self.repeat("act", {**body, **expect}, options.deadline, waits=True)
            state = _to_outcome(answer["intent"], answer["execution"])
        except PresageError as error:
            state = yield from self._take_up(error, options)
        return (yield from self.drive(state, options))

    def run(self, intent: Intent, options: Options) -> Flow[Outcome]:
        state = yield from self.read_state(intent, options.deadline)
        return (yield from self.drive(state, options))

    def preview(self, fields: Mapping[str, Any], deadline: float) -> Flow[Intent]:
        body = yield from self._to_body(fields, deadline)
        intent: Intent = (yield from self.repeat("createIntent", body, deadline))["intent"]
        return intent

    def address_of(self, agent_id: str, deadline: float) -> Flow[str]:
        pauses = Pauses()
        while agent_id not in self._addresses:
            answer = yield from self.repeat("getWallet", {"agent_id": agent_id}, deadline)
            address = answer["agent_wallet"]["agent_wallet_address"]
            if address is not None:
                self._addresses[agent_id] = address
            elif self.clock() >= deadline:
                raise PresageError("no_answer", "The wallet has no address yet.")
            else:
                yield pauses.next()
        return self._addresses[agent_id]

    def _to_body(self, fields: Mapping[str, Any], deadline: float) -> Flow[dict[str, Any]]:
        action = {name: value for name, value in fields.items() if name != "purpose"}
        purpose = fields.get("purpose")
        # The service takes a blank key for none: each repeat would be another intent.
        if not isinstance(purpose, str) or not purpose.strip():
            raise invalid("purpose", "it must not be blank.")
        wallet = action.get("user_wallet")
        if wallet is None:
            wallet = yield from self.address_of(action["agent_id"], deadline)
        body = {**action, "user_wallet": wallet, "source_client": SOURCE_CLIENT, "client_request_id": purpose}
        if action["action"] == "create_market":
            body["resolver"] = wallet if action.get("resolver") is None else action["resolver"]
            token = action.get("collateral_token")
            if token is None:
                token = (yield from self.repeat("getContractMetadata", {}, deadline))["collateral_erc20_interface"]
            body["collateral_token"] = token
        return body

    def _is_known(self, body: Mapping[str, Any], deadline: float) -> Flow[bool]:
        query = {name: body[name] for name in ("agent_id", "source_client", "client_request_id")}
        return bool((yield from self.repeat("listIntents", {**query, "limit": 1}, deadline))["intents"])

    def _take_up(self, error: PresageError, options: Options) -> Flow[Outcome]:
        """State of the intent of an action that was not accepted, when it has ended or can be executed all the same.

        When no check has failed, the worker decides, which checks again before it sends anything.
        """
        intent_id = error.error.get("intent_id")
        if error.code == "agent_intent_conflict" or not isinstance(intent_id, str):
            raise error
        is_refused = isinstance(error, ActionRefusedError)
        if isinstance(error, ActionRefusedError):
            is_undecided = all(check["result"] == "unknown" for check in error.failed_checks)
            if options.expect is not None or not (is_undecided or (options.retry_failed and error.can_retry)):
                raise error
        state = yield from self.read(intent_id, options.deadline)
        if is_refused or state.is_final:
            return state
        raise error

    def drive(self, state: Outcome, options: Options) -> Flow[Outcome]:
        """Confirm and execute an intent, and wait until the outcome is known."""
        if state.status == "failed" and options.retry_failed and can_retry(state.execution):
            state = yield from self._advance(state, options.deadline)
        pauses = Pauses()
        try:
            while not state.is_final:
                if options.on_progress is not None:
                    options.on_progress(state)
                before = state.intent["status"]
                state = yield from self._advance(state, options.deadline)
                if self.clock() >= options.deadline:
                    return state
                if state.intent["status"] == before:
                    yield from self._pause(pauses.next(), options.deadline)
            return state
        except PresageError as error:
            if state.intent["status"] != "preview" and error.is_transient:
                return replace(state, status="unknown")
            raise

    def _advance(self, state: Outcome, deadline: float) -> Flow[Outcome]:
        """Make the next request for an intent, and read its new state."""
        intent_id, status = state.intent["intent_id"], state.intent["status"]
        try:
            if status in ("preview", "failed"):
                yield from self.repeat("confirmIntent", {"intent_id": intent_id}, deadline)
                confirmed: Any = {**state.intent, "status": "confirmed"}
                return replace(state, status="pending", intent=confirmed)
            if status == "confirmed":
                yield from self.once("executeIntent", {"intent_id": intent_id}, deadline, waits=True)
        except PresageError as error:
            # Any other failure of a step is a refusal, which ends the run. This one is followed by another try.
            is_repeated = error.is_transient or error.code == "agent_execution_failed"
            if is_repeated:
                yield from self._pause(error.retry_after or 0.0, deadline)
            after = yield from self.read(intent_id, deadline)
            if after.intent["status"] != status or is_repeated:
                return after
            raise
        return (yield from self.read(intent_id, deadline))

    def read(self, intent_id: str, deadline: float) -> Flow[Outcome]:
        """Read an intent and its newest attempt."""
        answer = yield from self.repeat("getIntent", {"intent_id": intent_id}, deadline)
        return (yield from self.read_state(answer["intent"], deadline))

    def read_state(self, intent: Intent, deadline: float) -> Flow[Outcome]:
        if intent["executions_count"] == 0:
            return _to_outcome(intent, None)
        parameters = {"intent_id": intent["intent_id"], "limit": 1}
        executions = (yield from self.repeat("listExecutions", parameters, deadline))["executions"]
        return _to_outcome(intent, executions[0] if executions else None)

    def page(self, operation_id: str, parameters: Mapping[str, Any], deadline: float) -> Flow[tuple[list[Any], str | None]]:
        """Read one page of a list: its items and the cursor of the next. They stand in the answer or one level below."""
        outer = yield from self.repeat(operation_id, parameters, deadline)
        levels = [level for level in [outer, *outer.values()] if isinstance(level, dict)]
        items = next((value for level in levels for value in level.values() if isinstance(value, list)), [])
        return items, next((one["next_cursor"] for one in levels if isinstance(one.get("next_cursor"), str)), None)

    def find_market(self, reference: str) -> Flow[Market]:
        if not reference.lower().startswith("0x"):
            found: Market = (yield to_request("getMarket", {"id": reference}))["market"]
            return found
        # A new contract is listed moments after its execution.
        deadline, pauses = self.clock() + _INDEX_TIMEOUT, Pauses()
        while True:
            markets: list[Market] = (yield to_request("listMarkets", {"market_contract_address": reference}))["markets"]
            if markets:
                return markets[0]
            if self.clock() >= deadline:
                raise PresageError("market_not_found", "No market has this address.", status=404)
            yield pauses.next()

    def _preference(self, deadline: float) -> dict[str, str]:
        wait = int(max(0, min(_EXECUTE_WAIT, deadline - self.clock())))
        return {"Prefer": "respond-async" if wait == 0 else f"wait={wait}"}

    def _pause(self, pause: float, deadline: float) -> Flow[None]:
        yield max(0.0, min(pause, deadline - self.clock()))


def _to_outcome(intent: Intent, execution: Execution | None) -> Outcome:
    status: Any = intent["status"]
    if status not in _FINAL:
        status = "unknown" if execution is not None and execution.get("status") == "unknown" else "pending"
    return Outcome(status, intent, execution)
