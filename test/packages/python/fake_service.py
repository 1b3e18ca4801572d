"""Intents as the service keeps them, in memory, behind the client's transport."""

from __future__ import annotations

import copy
import json
import random
from typing import Any
from urllib.parse import parse_qs, urlsplit

from presage_sdk import AsyncPresage, Presage, PresageError
from presage_sdk._errors import ActionRefusedError
from presage_sdk._request import Request

BUY: Any = {
    "purpose": "rain entry 1",
    "agent_id": "agent_alice_01",
    "action": "buy_yes",
    "market_id": "rain",
    "market_contract_address": "0x" + "2" * 40,
    "amount": "5",
}
WALLET = "0x" + "1" * 40


class FakeService:
    def __init__(
        self,
        *,
        lose: Any = lambda: None,
        fails: Any = lambda: False,
        duration: Any = lambda: 1,
        refuse: Any = lambda path: None,
        checks: Any = (),
        failure_reason: str = "nothing_to_claim",
        is_proven: bool = True,
    ) -> None:
        self.lose, self.fails, self.duration, self.refuse = lose, fails, duration, refuse
        self.checks, self.failure_reason, self.is_proven = list(checks), failure_reason, is_proven
        self.intents: dict[str, dict[str, Any]] = {}
        self.effects: dict[str, int] = {}
        self.requests = 0

    def send(self, request: Request) -> Any:
        self.requests += 1
        lost = self.lose()
        if lost == "request":
            raise PresageError("no_answer", "The request was lost.")
        url = urlsplit(request.target)
        refusal = self.refuse(url.path)
        status, body = refusal or self._answer(url.path, parse_qs(url.query), request.body)
        if lost == "answer":
            raise PresageError("no_answer", "The answer was lost.")
        answer = json.loads(json.dumps(body))
        if status < 300:
            return answer
        error = answer["error"]
        kind = ActionRefusedError if "intent" in error else PresageError
        raise kind(error["code"], error["code"], status=status, retry_after=error.get("retry_after"), error=error)

    def _answer(self, path: str, query: dict[str, list[str]], body: bytes | None) -> tuple[int, Any]:
        if path == "/agent/actions":
            return self._act(json.loads(body or b""))
        if path == "/agent/intents":
            return self._create(json.loads(body)) if body else self._list(query["client_request_id"][0])
        if path.startswith("/agent/wallets/"):
            return 200, {"agent_wallet": {"agent_wallet_address": WALLET}}
        _, _, _, intent_id, *rest = path.split("/")
        intent = self.intents.get(intent_id)
        step = rest[0] if rest else ""
        if intent is None:
            return 404, _error("agent_intent_not_found")
        if step == "confirm":
            return self._confirm(intent)
        if step == "execute":
            return self._execute(intent)
        self._advance(intent)
        if step == "executions":
            return 200, {"executions": intent["executions"][::-1], "next_cursor": None}
        return 200, {"intent": self._view(intent)}

    def _list(self, key: str) -> tuple[int, Any]:
        found = self.intents.get(key.replace(" ", "_"))
        return 200, {"intents": [] if found is None else [self._view(found)], "next_cursor": None}

    def _create(self, body: dict[str, Any]) -> tuple[int, Any]:
        intent_id = body["client_request_id"].replace(" ", "_")
        found = self.intents.get(intent_id)
        if found is not None and found["body"] != body:
            return 409, _error("agent_intent_conflict", intent_id=intent_id)
        new = {"id": intent_id, "body": body, "status": "preview", "executions": [], "reads": 0}
        intent = self.intents.setdefault(intent_id, new)
        return 200, {"intent": self._view(intent)}

    def _act(self, body: dict[str, Any]) -> tuple[int, Any]:
        expect = body.pop("expect", None)
        status, created = self._create(body)
        if status == 409:
            return status, created
        intent = self.intents[body["client_request_id"].replace(" ", "_")]
        named = {"intent_id": intent["id"]}
        is_refused = expect is not None or any(check["result"] != "pass" for check in self.checks)
        if intent["status"] == "preview" and is_refused:
            return 409, _error("agent_action_refused", intent=self._view(intent), **named)
        if intent["status"] == "preview":
            intent["status"] = "confirmed"
        if intent["status"] == "confirmed":
            self._execute(intent)
        self._advance(intent)
        if intent["status"] == "failed":
            return 502, _error("agent_execution_failed", **named)
        if not intent["executions"]:
            return 409, _error("agent_intent_not_confirmed", **named)
        return 200, {"intent": self._view(intent), "execution": copy.copy(intent["executions"][-1])}

    def _confirm(self, intent: dict[str, Any]) -> tuple[int, Any]:
        if intent["status"] not in ("preview", "confirmed", "failed"):
            return 409, _error("agent_intent_status_invalid")
        intent["status"] = "confirmed"
        return 200, {"execution_plan": {}}

    def _execute(self, intent: dict[str, Any]) -> tuple[int, Any]:
        if intent["status"] != "confirmed":
            return 409, _error("agent_intent_not_confirmed")
        intent["status"], intent["reads"] = "executing", self.duration()
        intent["executions"].append({"status": "queued", "retry_safe": None, "failure_reason": None})
        return 202, {"execution": intent["executions"][-1]}

    def _advance(self, intent: dict[str, Any]) -> None:
        if intent["status"] != "executing":
            return
        intent["reads"] -= 1
        if intent["reads"] >= 0:
            return
        failed = self.fails()
        intent["status"] = "failed" if failed else "executed"
        reason = self.failure_reason if failed else None
        result = {"status": intent["status"], "retry_safe": failed and self.is_proven, "failure_reason": reason}
        intent["executions"][-1].update(result)
        if not failed:
            self.effects[intent["id"]] = self.effects.get(intent["id"], 0) + 1

    def _view(self, intent: dict[str, Any]) -> dict[str, Any]:
        count = len(intent["executions"])
        validation = {"checks": self.checks}
        return {"intent_id": intent["id"], "status": intent["status"], "executions_count": count, "validation_result": validation}


class Clock:
    """Time that passes in pauses only."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


def connect(service: Any, clock: Clock | None = None) -> Presage:
    client = Presage("http://presage.test")
    clock = clock or Clock()
    client._transport, client._sleep, client._intents.clock = service, clock.sleep, clock
    return client


class AsyncService:
    """A service behind the transport of the asynchronous client."""

    def __init__(self, service: Any) -> None:
        self.service = service

    async def send(self, request: Request) -> Any:
        return self.service.send(request)


def connect_async(service: Any) -> AsyncPresage:
    client = AsyncPresage("http://presage.test")
    clock = Clock()

    async def sleep(seconds: float) -> None:
        clock.sleep(seconds)

    client._transport, client._sleep, client._intents.clock = AsyncService(service), sleep, clock
    return client


def random_faults(source: random.Random) -> dict[str, Any]:
    return {
        "lose": lambda: source.choice(["request", "answer"]) if source.random() < 0.2 else None,
        "duration": lambda: source.randrange(4),
    }


def _error(code: str, **fields: Any) -> Any:
    return {"error": {"code": code, **fields}}
