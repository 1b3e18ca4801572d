"""Carries out the calls of the protocol vectors, which test/packages/protocol/ describes, and prints what came of them."""

from __future__ import annotations

import asyncio
import inspect
import json
import random
import sys
from typing import Any

from presage_sdk import ActionRefusedError, AsyncPresage, GapError, Outcome, Presage, PresageError

random.uniform = lambda low, high: (low + high) / 2  # type: ignore[assignment]


async def run(call: dict[str, Any], base_url: str, kind: Any) -> dict[str, Any]:
    client = kind(base_url, call.get("key", "presage_key"))
    now, pauses = 0.0, []

    def sleep(seconds: float) -> None:
        nonlocal now
        pauses.append(int(seconds * 1000 + 0.5))
        now += seconds

    async def sleep_async(seconds: float) -> None:
        sleep(seconds)

    client._sleep = sleep_async if kind is AsyncPresage else sleep
    client._intents.clock = lambda: now
    try:
        result = await carry_out(client, call)
    except GapError as gap:
        result = {"gap": gap.after_seq}
    except PresageError as error:
        is_refused = isinstance(error, ActionRefusedError)
        result = {
            "code": error.code,
            "status": error.status,
            "retryable": error.retryable,
            "transient": error.is_transient,
            "retry_after_ms": None if error.retry_after is None else int(error.retry_after * 1000),
            "details": error.details,
            "failed_checks": len(error.failed_checks) if is_refused else None,
            "argument": error.error.get("argument"),
        }
    return {"result": result, "pauses": pauses}


async def carry_out(client: Any, call: dict[str, Any]) -> dict[str, Any]:
    timeout = {"timeout": call["timeout"]} if "timeout" in call else {}
    retry = {"retry_failed": call["retry_failed"]} if "retry_failed" in call else {}
    fields, reference = call.get("fields", {}), call.get("reference", "")
    parameters = {**call.get("path", {}), **call.get("query", {}), **(call.get("body") or {})}
    do = call["do"]
    if do == "request":
        return {"answer": await end(client.request(call["operation"], headers=call.get("headers"), **timeout, **parameters))}
    if do == "act":
        return to_result(await end(client.act(expect=call.get("expect"), **timeout, **retry, **fields)))
    if do == "preview":
        return {"intent": await end(client.preview(**timeout, **fields))}
    if do == "run":
        return to_result(await end(client.run(call["body"], **timeout, **retry)))
    if do == "outcome":
        return to_result(await end(client.outcome_of(reference, **timeout)))
    if do == "address":
        return {"address": await end(client.address_of(reference, **timeout))}
    if do == "market":
        return {"market": await end(client.find_market(reference))}
    if do == "pages":
        return {"items": await collect(client.pages(call["operation"], **timeout, **parameters))}
    return {"events": await collect(client.events(reference, call.get("after", 0), follow=False))}


async def end(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


async def collect(items: Any) -> list[Any]:
    return [item async for item in items] if hasattr(items, "__aiter__") else list(items)


def to_result(outcome: Outcome) -> dict[str, Any]:
    execution = outcome.execution and outcome.execution["status"]
    return {"status": outcome.status, "intent_status": outcome.intent["status"], "execution": execution}


async def main() -> None:
    _, base_url, kind = sys.argv
    calls = json.load(sys.stdin)
    clients = {"Presage": Presage, "AsyncPresage": AsyncPresage}
    runs = [await run(call, f"{base_url}/{number}", clients[kind]) for number, call in enumerate(calls)]
    json.dump(runs, sys.stdout)


asyncio.run(main())
