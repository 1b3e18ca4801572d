"""The tools of the MCP server as functions of a model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from ._errors import GapError, PresageError, can_retry, extract_cause, is_final_failure
from ._events import EventLog
from ._intents import READ_TIMEOUT, Flow, Intents, Options
from ._request import to_request
from .generated.tools import ACTION_FIELDS, TOOLS

Json = dict[str, Any]

_PREVIEW_TIMEOUT = 15.0
_EXECUTE_TIMEOUT = 20.0
"""Frameworks end a call after 30 to 60 seconds."""
_MAX_RECORDS = 500
_CONFIRMABLE = ("preview", "confirmed", "failed")
_UNFINISHED = ("preview", "confirmed", "executing")
_NO_BALANCES = (
    "agent_wallet_chain_invalid",
    "agent_wallet_status_invalid",
    "provider_agent_wallet_balance_failed",
    "provider_agent_wallet_balance_not_configured",
)
# Values that the service itself writes: numbers, addresses, hashes, ids, times and lower-case words.
_TRUSTED = re.compile(r"-?\d+(\.\d+)?|0x[\da-f]+|agent_(intent|execution)_[\da-f-]+|[\d:.TZ-]+|[\da-f-]{36}", re.I | re.A)
_TRUSTED_NAMES = ("action", "status", "outcome", "error_code", "failure_reason", "rule", "claim_action")
_MARKET_TEXTS = ("title", "description", "category", "outcome_yes_label", "outcome_no_label", "resolution_source")
_TYPES = {"string": str, "integer": int, "array": list, "object": dict}


class Tools(NamedTuple):
    schemas: list[Json]
    """Function schemas, as the API of the model takes them."""
    call: Callable[[str, "str | Mapping[str, Any]"], Any]
    """Carries out a call of the model by its name and arguments, JSON or an object. Returns the text for the model."""


class ToolError(Exception):
    """A call that cannot be carried out."""

    def __init__(self, code: str, message: str, advice: str) -> None:
        super().__init__(f"{code}: {message}\n{advice}")


def schemas(form: Literal["openai", "anthropic"]) -> list[Json]:
    if form == "anthropic":
        return [{"name": t["name"], "description": t["description"], "input_schema": t["input"]} for t in TOOLS]
    if form != "openai":
        raise ValueError("The format is openai or anthropic.")
    functions = [{"name": t["name"], "description": t["description"], "parameters": t["input"]} for t in TOOLS]
    return [{"type": "function", "function": function} for function in functions]


def call(intents: Intents, name: str, given: str | Mapping[str, Any]) -> Flow[str]:
    """Carry out a call. A refusal is an answer, too: its code, cause and remedy."""
    try:
        tool = next((one for one in TOOLS if one["name"] == name), None)
        if tool is None:
            names = ", ".join(one["name"] for one in TOOLS)
            raise ToolError("tool_unknown", f"There is no tool {name}.", f"Call one of {names}.")
        answer = yield from _RUN[name](intents, **_parse(tool["input"], given))
        return json.dumps(_project(tool["output"], answer), separators=(",", ":"), ensure_ascii=False)
    except ToolError as error:
        return str(error)
    except GapError as error:
        return f"gap: {error}\nDo not rely on these events. Call get_briefing without since."
    except PresageError as error:
        reason = error.error.get("failure_reason")
        cause = extract_cause(error.summary, reason if isinstance(reason, str) else None)
        return "\n".join([f"{error.code}: {cause}", *map(extract_cause, error.details), *error.next_actions])


def _parse(schema: Json, given: str | Mapping[str, Any]) -> Json:
    """Arguments as the schema has them. Null and blank texts are left out: models send them for what they do not use."""
    try:
        values = json.loads(given or "{}") if isinstance(given, str) else given
        arguments = {key: value for key, value in values.items() if value is not None and str(value).strip() != ""}
    except (ValueError, AttributeError):
        raise ToolError("argument_invalid", "The arguments are no JSON object.", "Repeat the call with one.") from None
    properties: Json = schema["properties"]
    problems = [f"{name} is missing" for name in schema["required"] if name not in arguments]
    for name, value in arguments.items():
        rule = properties.get(name)
        if rule is None:
            problems.append(f"there is no argument {name[:100]}, only {', '.join(properties)}")
            continue
        if rule.get("type") == "integer" and isinstance(value, str) and re.fullmatch(r"[0-9]{1,15}", value):
            value = int(value)
        words = {str(word).lower(): word for word in rule.get("enum", ())}
        arguments[name] = value = words.get(str(value).lower(), value)
        kinds = [rule["type"]] if isinstance(rule["type"], str) else rule["type"]
        if isinstance(value, bool) or not isinstance(value, tuple(_TYPES[kind] for kind in kinds)):
            problems.append(f"{name} must be {' or '.join(kinds)}")
        elif words and value not in words.values():
            problems.append(f"{name} must be one of {', '.join(words.values())}")
        elif isinstance(value, str) and "pattern" in rule and not re.search(rule["pattern"].replace("$", r"\Z"), value, re.A):
            problems.append(f"{name} must match pattern {rule['pattern']}")
        elif isinstance(value, int) and not rule.get("minimum", value) <= value <= rule.get("maximum", value):
            problems.append(f"{name} must be {rule.get('minimum')} to {rule.get('maximum', 'any')}")
    if problems:
        raise ToolError("argument_invalid", "; ".join(problems), "Repeat the call with other arguments.")
    return arguments


def _project(schema: Json, value: Any) -> Any:
    """Keep the properties that the schema names."""
    if isinstance(value, list):
        return [_project(schema["items"], item) for item in value] if "items" in schema else value
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    return {name: _project(rule, value[name]) for name, rule in schema["properties"].items() if name in value}


def _market_view(market: Json) -> Json:
    """A market with its texts apart: anyone can write them."""
    onchain = dict(market["onchain"] or {})
    texts = {name: market.get(name) for name in _MARKET_TEXTS}
    return {**market, "untrusted_text": {**texts, "name": onchain.pop("market_id", None)}, **onchain}


def _intent_view(intent: Any) -> Json:
    return {**intent, "untrusted_text": {"name": intent["market_id"], "question": intent.get("question")}}


def _event_view(event: Any) -> Json:
    def is_trusted(name: str, value: object) -> bool:
        if isinstance(value, str):
            return name in _TRUSTED_NAMES or _TRUSTED.fullmatch(value) is not None
        return value is None or isinstance(value, (int, float))

    data = event["data"]
    trusted = {name: value for name, value in data.items() if is_trusted(name, value)}
    return {**event, "data": trusted, "untrusted_text": {k: v for k, v in data.items() if k not in trusted}}


def _find_markets(intents: Intents, query: str | None = None, status: str = "OPEN", limit: int = 10) -> Flow[Json]:
    parameters: Json = {"q": query, "status": status, "limit": 50}
    if status == "OPEN":
        parameters["tradable"] = "true"
    found: list[Json] = []
    for _page in range(_MAX_RECORDS // 50):
        markets, cursor = yield from intents.page("listMarkets", parameters, intents.deadline(READ_TIMEOUT))
        found += [market for market in markets if market["onchain"] is not None]  # others have no contract
        if cursor is None or len(found) >= limit:
            break
        parameters["cursor"] = cursor
    return {"markets": [_market_view(market) for market in found[:limit]]}


def _get_market(intents: Intents, market: str) -> Flow[Json]:
    found: Any = yield from intents.find_market(market)
    return {"market": _market_view(found)}


def _quote_bet(intents: Intents, market: str, outcome: str, amount: str) -> Flow[Json]:
    found = yield from intents.find_market(market)
    quote = (yield to_request("getQuote", {"id": found["id"], "outcome": outcome, "amount": amount}))["quote"]
    return {"quote": quote, "worst_case": f"-{quote['amount']}"}


def _get_intent(intents: Intents, intent_id: str) -> Flow[Json]:
    outcome = yield from intents.read(intent_id, intents.deadline(_PREVIEW_TIMEOUT))
    return {"intent": _intent_view(outcome.intent), "execution": outcome.execution}


def _read_events(intents: Intents, agent_id: str, after: int, limit: int = 20) -> Flow[list[Json]]:
    log = EventLog("listAgentEvents", {"agent_id": agent_id}, after, follow=False)
    events: list[Json] = []
    while len(events) < limit and (page := (yield from log.next_page(intents))) is not None:
        events += map(_event_view, log.prove(page))
    return events[:limit]


def _list_events(intents: Intents, agent_id: str, after: int = 0, limit: int = 20) -> Flow[Json]:
    events = yield from _read_events(intents, agent_id, after, limit)
    return {"events": events, "next_after": events[-1]["seq"] if events else after}


def briefing(intents: Intents, agent_id: str, since: int | None = None) -> Flow[Json]:
    agent = (yield to_request("getWallet", {"agent_id": agent_id}))["agent_wallet"]
    balances = yield from _read_balances(agent_id)
    budget = yield from _get_budget(intents, agent_id)
    positions = (yield to_request("getPortfolio", {"agent_id": agent_id}))["portfolio"]["positions"]
    unfinished: list[Json] = []
    for status in _UNFINISHED:
        query = {"agent_id": agent_id, "status": status, "limit": 50}
        unfinished += (yield to_request("listIntents", query))["intents"]
    events = None if since is None else (yield from _find_events(intents, agent_id, since))
    claims = [(one["claim_action"], one["market_contract_address"]) for one in positions if one["claim_action"] is not None]
    return {
        "agent": agent,
        "balances": balances,
        "budget": budget["rules"],
        "positions": [{**one, "untrusted_text": {"name": one["market_id"]}} for one in positions[:20]],
        "unfinished_intents": unfinished,
        "events": events,
        "next_actions": [
            *(
                {
                    "tool": "preview_action",
                    "arguments": {"agent_id": agent_id, "action": action, "market": market, "purpose": f"{action} {market}"},
                    "reason": "The market owes this agent.",
                }
                for action, market in claims
            ),
            *(
                {
                    "tool": "get_intent",
                    "arguments": {"intent_id": intent["intent_id"]},
                    "reason": f"It is {intent['status']}. Execute it or cancel it.",
                }
                for intent in unfinished
            ),
        ],
    }


def _find_events(intents: Intents, agent_id: str, since: int) -> Flow[list[Json] | None]:
    try:
        return (yield from _read_events(intents, agent_id, since))
    except PresageError as error:
        if error.code != "not_found":  # of a service without an event log
            raise
        return None


def _read_balances(agent_id: str) -> Flow[list[Json] | None]:
    """Balances as the custody reports them, None where it does not."""
    try:
        answer = yield to_request("getWalletBalance", {"agent_id": agent_id})
    except PresageError as error:
        if error.code not in _NO_BALANCES:
            raise
        return None
    balances = answer["agent_wallet_balance"]["balances"]
    return [{"symbol": one["token"]["symbol"], "amount": one["amount"]} for one in balances]


def _get_budget(intents: Intents, agent_id: str) -> Flow[Json]:
    agent = (yield to_request("getWallet", {"agent_id": agent_id}))["agent_wallet"]
    rules = (yield to_request("getBudget", {"agent_id": agent_id}))["budget"]["rules"]
    return {"agent": agent, "rules": rules}


def _setup_agent(
    intents: Intents, agent_id: str, max_trade_amount: str | None = None, allowed_actions: list[str] | None = None
) -> Flow[Json]:
    try:
        yield to_request("getWallet", {"agent_id": agent_id})
    except PresageError as error:
        if error.code != "agent_wallet_not_found":
            raise
        wallet = {"agent_id": agent_id, "wallet_provider": "provider_agent_wallet"}
        limits = {"allowed_actions": allowed_actions or list(ACTION_FIELDS), "policy_metadata": {"max_trade_amount": max_trade_amount}}
        yield to_request("registerWallet", {**wallet, **limits})
    yield from intents.address_of(agent_id, intents.deadline(_EXECUTE_TIMEOUT))
    balances = (yield from _read_balances(agent_id)) or []
    faucet = "not_needed"
    if not any(one["symbol"] == "USDC" and re.search("[1-9]", one["amount"]) for one in balances):
        faucet = yield from _ask_faucet(agent_id)
    agent = (yield to_request("getWallet", {"agent_id": agent_id}))["agent_wallet"]
    balances_after = yield from _read_balances(agent_id)
    return {"agent": agent, "balances": balances_after, "faucet": faucet, "next": _next("find_markets")}


def _ask_faucet(agent_id: str) -> Flow[str]:
    try:
        yield to_request("requestFaucet", {"agent_id": agent_id})
    except PresageError as error:
        if error.status is None:
            raise
        return error.code
    return "requested"


def _preview_action(intents: Intents, agent_id: str, action: str, purpose: str, **given: Any) -> Flow[Json]:
    deadline = intents.deadline(_PREVIEW_TIMEOUT)
    fields = yield from _to_fields(intents, action, given)
    intent: Any = yield from intents.preview({"purpose": purpose, "agent_id": agent_id, "action": action, **fields}, deadline)
    checks = intent["validation_result"]["checks"]
    intent_id, status = intent["intent_id"], intent["status"]
    answer: Json = {
        "intent": _intent_view(intent),
        "failed_checks": [check for check in checks if check["result"] != "pass"],
        "warnings": intent["warnings"],
        "quote": intent.get("quote"),
        "ref": None,
        "plan": None,
        "next": _next("get_briefing", agent_id=agent_id),
    }
    if status == "cancelled":
        return {**answer, "next": None, "warnings": ["This intent is cancelled. Preview the action with a new purpose."]}
    if status not in _CONFIRMABLE:
        return {**answer, "next": _next("get_intent", intent_id=intent_id)}
    if status == "failed" and not can_retry((yield from intents.read(intent_id, deadline)).execution):
        return answer
    confirmed = (yield to_request("confirmIntent", {"intent_id": intent_id}))["execution_plan"]
    plan, answer["intent"]["status"] = confirmed["transaction_request"], confirmed["status"]
    # Checks of an earlier preview may have passed since. An execution that needs an approval asks for it.
    refusals = [one for one in checks if one["result"] == "fail" and one["code"] not in (None, "agent_approval_required")]
    if not any(status == "preview" or is_final_failure(one["failure_reason"]) for one in refusals):
        answer["next"] = _next("execute_intent", intent_id=intent_id, ref=plan["ref"])
    return {**answer, "ref": plan["ref"], "plan": plan}


def _to_fields(intents: Intents, action: str, given: Json) -> Flow[Json]:
    takes_market = "market_contract_address" in ACTION_FIELDS[action]
    named = ("market", "market_contract_address") if takes_market else ("market_name", "collateral_token")
    known = [named[0], *(field for field in ACTION_FIELDS[action] if field != named[1])]
    unused = [name for name in given if name not in known]
    if unused:
        message = f"{action} does not take {', '.join(unused)}, only {', '.join(known)}."
        raise ToolError("argument_unused", message, "Leave it out, or choose another action.")
    fields = {field: given[field] for field in ACTION_FIELDS[action] if field in given}
    if not takes_market:
        return {"market_id": given.get("market_name", ""), **fields}
    if "market" not in given:
        raise ToolError("market_missing", "market is missing.", "Call find_markets, and pass its id.")
    onchain = (yield from intents.find_market(given["market"]))["onchain"]
    if onchain is None:
        raise ToolError("market_not_tradable", "The market is a record without a contract.", "Call find_markets.")
    address = onchain["market_contract_address"]
    return {"market_id": onchain["market_id"], "market_contract_address": address, **fields}


def _execute_intent(intents: Intents, intent_id: str, ref: str) -> Flow[Json]:
    deadline = intents.deadline(_EXECUTE_TIMEOUT)
    state = yield from intents.read(intent_id, deadline)
    status = state.intent["status"]
    if status in _CONFIRMABLE and (status != "failed" or can_retry(state.execution)):
        yield from _confirm(intent_id, ref)
        state = yield from intents.read(intent_id, deadline)
    outcome = yield from intents.drive(state, Options(deadline))
    same_call = _next("execute_intent", intent_id=intent_id, ref=ref)
    conclusion: Json = {"outcome": outcome.status, "repeat": "same_call", "next": same_call, "execution": outcome.execution}
    if outcome.status == "failed" and can_retry(outcome.execution):
        conclusion["repeat"] = "after_fix"
    elif outcome.is_final:
        agent_id = outcome.intent["agent_id"]
        is_executed = outcome.status == "executed"
        conclusion |= {"outcome": "executed" if is_executed else "failed", "repeat": "never"}
        conclusion["next"] = _next("get_briefing", agent_id=agent_id)
    return conclusion


def _confirm(intent_id: str, ref: str) -> Flow[None]:
    """Confirm the plan that the model has seen. Another process may execute the intent at the same time."""
    try:
        plan = (yield to_request("confirmIntent", {"intent_id": intent_id}))["execution_plan"]
    except PresageError as error:
        if error.code == "agent_intent_status_invalid":
            return
        raise
    if plan["transaction_request"]["ref"] != ref:
        message = "ref is not the one of the previewed plan. Nothing was sent."
        raise ToolError("ref_mismatch", message, "Call preview_action again and read its plan.")


def _cancel_intent(intents: Intents, intent_id: str) -> Flow[Json]:
    intent = (yield to_request("cancelIntent", {"intent_id": intent_id}))["intent"]
    return {"intent": _intent_view(intent)}


def _freeze_agent(intents: Intents, agent_id: str) -> Flow[Json]:
    agent = (yield to_request("freezeWallet", {"agent_id": agent_id}))["agent_wallet"]
    return {"agent": agent}


def _next(tool: str, **arguments: str) -> Json:
    return {"tool": tool, "arguments": arguments}


_RUN: dict[str, Callable[..., Flow[Json]]] = {
    "find_markets": _find_markets,
    "get_market": _get_market,
    "quote_bet": _quote_bet,
    "get_intent": _get_intent,
    "list_events": _list_events,
    "get_briefing": briefing,
    "setup_agent": _setup_agent,
    "preview_action": _preview_action,
    "execute_intent": _execute_intent,
    "cancel_intent": _cancel_intent,
    "freeze_agent": _freeze_agent,
    "get_budget": _get_budget,
}
