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
    from .types import Execution, Intent

T = TypeVar("T")
Flow = Generator["Request | float", Any, T]
"""Yields requests and pauses in seconds, and is sent the answers. A refusal is thrown into it."""

SOURCE_CLIENT = "presage-sdk"
"""Part of the idempotency key, so that all SDKs, the CLI and the MCP server find each other's intents."""
NEVER = float("inf")
_LAST_ANSWER = 5.0
"""Time after the deadline in which the last request may still be answered, seconds."""
_EXECUTE_WAIT = 20
"""Wait that one request asks the service for, seconds."""
_FINAL = ("executed", "failed", "cancelled")


@dataclass(frozen=True)
class Outcome:
    """State of an intent and of its newest attempt, None before the first.

    `executed`, `failed` and `cancelled` are final: the chain decided, or nothing was sent.
    `pending` and `unknown` appear after a time limit only. Repeat the same call then, never a new one.
    """

    status: Literal["executed", "failed", "cancelled", "pending", "unknown"]
    intent: Intent
    execution: Execution | None

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


def send(request: Request) -> Flow[Any]:
    return (yield request)


def pauses() -> Generator[float, None, None]:
    """Growing pauses with jitter, seconds."""
    current = 0.2
    while True:
        yield current * random.uniform(0.5, 1.0)
        current = min(current * 1.6, 5.0)


class Intents:
    """What both clients do, as flows. Every repeat is safe, also by another process after a crash."""

    def __init__(self) -> None:
        self.clock: Callable[[], float] = time.monotonic
        self._addresses: dict[str, str] = {}

    def deadline(self, timeout: float | None) -> float:
        return NEVER if timeout is None else self.clock() + timeout

    def once(self, operation_id: str, parameters: Mapping[str, Any], deadline: float, *, waits: bool = False) -> Flow[Any]:
        """Send one request, which asks the service to wait for an execution if `waits`."""
        remaining = max(0.0, deadline - self.clock())
        wait = int(min(_EXECUTE_WAIT, remaining))
        headers = {"Prefer": f"wait={wait}" if wait > 0 else "respond-async"} if waits else None
        answer = yield to_request(operation_id, parameters, headers=headers, timeout=remaining + _LAST_ANSWER)
        if not isinstance(answer, dict):  # of another server at this address
            raise PresageError("unexpected_answer", "The answer is not JSON.", status=200)
        return answer

    def repeat(self, operation_id: str, parameters: Mapping[str, Any], deadline: float, *, waits: bool = False) -> Flow[Any]:
        """Repeat a request whose repeat has no second effect until it is answered, refused or out of time."""
        for jitter in pauses():
            try:
                return (yield from self.once(operation_id, parameters, deadline, waits=waits))
            except PresageError as error:
                pause = max(jitter, error.retry_after or 0.0)
                if not error.is_transient or self.clock() + pause >= deadline:
                    raise
                yield pause

    def act(self, fields: Mapping[str, Any], options: Options) -> Flow[Outcome]:
        body = yield from self._to_body(fields, options.deadline)
        if options.retry_failed and not (yield from self._is_known(body, options.deadline)):
            options = replace(options, retry_failed=False)
        if options.expect is not None:
            body["expect"] = options.expect
        try:
            answer = yield from self.repeat("act", body, options.deadline, waits=True)
            state = _to_outcome(answer["intent"], answer["execution"])
        except PresageError as error:
            state = yield from self._take_up(error, options)
        return (yield from self.drive(state, options))

    def run(self, intent: Intent, options: Options) -> Flow[Outcome]:
        state = yield from self._read_state(intent, options.deadline)
        return (yield from self.drive(state, options))

    def preview(self, fields: Mapping[str, Any], deadline: float) -> Flow[Intent]:
        body = yield from self._to_body(fields, deadline)
        intent: Intent = (yield from self.repeat("createIntent", body, deadline))["intent"]
        return intent

    def address_of(self, agent_id: str, deadline: float) -> Flow[str]:
        """Read the address of an agent's wallet, once the custody has created it. It never changes."""
        waits = pauses()
        while agent_id not in self._addresses:
            answer = yield from self.repeat("getWallet", {"agent_id": agent_id}, deadline)
            address = answer["agent_wallet"]["agent_wallet_address"]
            if address is not None:
                self._addresses[agent_id] = address
            elif self.clock() >= deadline:
                raise PresageError("no_answer", "The wallet has no address yet.")
            else:
                yield next(waits)
        return self._addresses[agent_id]

    def _to_body(self, fields: Mapping[str, Any], deadline: float) -> Flow[dict[str, Any]]:
        body = dict(fields)
        purpose = body.pop("purpose")
        # The service takes a blank key for none: each repeat would be another intent.
        if not isinstance(purpose, str) or not purpose.strip():
            raise invalid("purpose", "it must not be blank.")
        if body.get("user_wallet") is None:
            body["user_wallet"] = yield from self.address_of(body["agent_id"], deadline)
        body |= {"source_client": SOURCE_CLIENT, "client_request_id": purpose}
        if body["action"] == "create_market":
            if body.get("resolver") is None:
                body["resolver"] = body["user_wallet"]
            if body.get("collateral_token") is None:
                metadata = yield from self.repeat("getContractMetadata", {}, deadline)
                body["collateral_token"] = metadata["collateral_erc20_interface"]
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
        if isinstance(error, ActionRefusedError):
            is_undecided = all(check["result"] == "unknown" for check in error.failed_checks)
            if options.expect is not None or not (is_undecided or (options.retry_failed and error.can_retry)):
                raise error
        state = yield from self.read(intent_id, options.deadline)
        if not isinstance(error, ActionRefusedError) and not state.is_final:
            raise error
        return state

    def drive(self, state: Outcome, options: Options) -> Flow[Outcome]:
        """Confirm and execute an intent, and wait until the outcome is known."""
        if state.status == "failed" and options.retry_failed and can_retry(state.execution):
            state = yield from self._advance(state, options.deadline)
        waits = pauses()
        try:
            while not state.is_final:
                if options.on_progress is not None:
                    options.on_progress(state)
                before = state.intent["status"]
                state = yield from self._advance(state, options.deadline)
                if self.clock() >= options.deadline:
                    break
                if state.intent["status"] == before:
                    yield min(next(waits), options.deadline - self.clock())
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
                yield max(0.0, min(error.retry_after or 0.0, deadline - self.clock()))
            after = yield from self.read(intent_id, deadline)
            if after.intent["status"] != status or is_repeated:
                return after
            raise
        return (yield from self.read(intent_id, deadline))

    def read(self, intent_id: str, deadline: float) -> Flow[Outcome]:
        """Read an intent and its newest attempt."""
        answer = yield from self.repeat("getIntent", {"intent_id": intent_id}, deadline)
        return (yield from self._read_state(answer["intent"], deadline))

    def _read_state(self, intent: Intent, deadline: float) -> Flow[Outcome]:
        if intent["executions_count"] == 0:
            return _to_outcome(intent, None)
        parameters = {"intent_id": intent["intent_id"], "limit": 1}
        executions = (yield from self.repeat("listExecutions", parameters, deadline))["executions"]
        return _to_outcome(intent, executions[0] if executions else None)


def _to_outcome(intent: Intent, execution: Execution | None) -> Outcome:
    status: Any = intent["status"]
    if status not in _FINAL:
        status = "unknown" if execution is not None and execution["status"] == "unknown" else "pending"
    return Outcome(status, intent, execution)
