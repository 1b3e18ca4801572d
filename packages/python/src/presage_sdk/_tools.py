"""The tools of the MCP server as functions of a model."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ._errors import GapError, PresageError, can_retry, extract_cause, is_final_failure
from ._events import EventLog
from ._intents import READ_TIMEOUT, Flow, Intents, Options
from ._request import to_request
from .generated.tools import ACTION_FIELDS, TOOLS

Json = dict[str, Any]

_PREVIEW_TIMEOUT = 15.0
_EXECUTE_TIMEOUT = 20.0
"""Frameworks end a call after 30 to 60 seconds."""
_MAX_PAGES = 10
_CONFIRMABLE = ("preview", "confirmed", "failed")
_NO_BALANCES = (
    *("agent_wallet_chain_invalid", "agent_wallet_status_invalid"),
    *("provider_agent_wallet_balance_failed", "provider_agent_wallet_balance_not_configured"),
)
# Values that the service itself writes: numbers, addresses, hashes, ids, times and lower-case words.
_TRUSTED = re.compile(r"-?\d+(\.\d+)?|0x[\da-f]+|agent_(intent|execution)_[\da-f-]+|[\d:.TZ-]+|[\da-f-]{36}", re.I | re.A)
_TRUSTED_NAMES = ("action", "status", "outcome", "error_code", "failure_reason", "rule", "claim_action", "by")
_MARKET_TEXTS = ("title", "description", "category", "outcome_yes_label", "outcome_no_label", "resolution_source")


class Tools(NamedTuple):
    """Function schemas, as the API of the model takes them, and what carries out a call of the model.

    `call(name, arguments)` takes the arguments as JSON or as an object. It returns the text for the model.
    """

    schemas: list[Json]
    call: Callable[[str, "str | Mapping[str, Any]"], Any]


class ToolError(Exception):
    """A call that cannot be carried out."""

    def __init__(self, code: str, message: str, advice: str) -> None:
        super().__init__(f"{code}: {message}\n{advice}")


def schemas(form: str) -> list[Json]:
    if form not in ("openai", "anthropic"):
        raise ValueError("The format is openai or anthropic.")
    name = "parameters" if form == "openai" else "input_schema"
    functions = [{"name": tool["name"], "description": tool["description"], name: tool["input"]} for tool in TOOLS]
    return functions if form == "anthropic" else [{"type": "function", "function": function} for function in functions]


def call(intents: Intents, name: str, given: str | Mapping[str, Any]) -> Flow[str]:
    """Carry out a call. A refusal is an answer, too: its code, cause and remedy."""
    try:
        tool = next((one for one in TOOLS if one["name"] == name), None)
        if tool is None:
            names = ", ".join(one["name"] for one in TOOLS)
            raise ToolError("tool_unknown", f"There is no tool {name}.", f"Call one of {names}.")
        answer = yield from getattr(ToolFlows(intents), name)(**_parse(tool["input"], given))
        return json.dumps(_project(tool["output"], answer), separators=(",", ":"), ensure_ascii=False)
    except ToolError as error:
        return str(error)
    except GapError as error:
        return f"gap: {error}\nDo not rely on these events. Call get_briefing without since."
    except PresageError as error:
        cause = extract_cause(error.summary, error.error.get("failure_reason"))
        return "\n".join([f"{error.code}: {cause}", *map(extract_cause, error.details), *error.next_actions])


def _parse(schema: Json, given: str | Mapping[str, Any]) -> Json:
    """Arguments as the schema names them. Null and blank texts are left out: models send them for what they do not use."""
    try:
        values = json.loads(given or "{}") if isinstance(given, str) else given
        arguments = {name: value for name, value in values.items() if str("" if value is None else value).strip()}
    except (ValueError, AttributeError):
        raise ToolError("argument_invalid", "The arguments are no JSON object.", "Repeat the call with one.") from None
    properties, problems = schema["properties"], [f"{name} is missing" for name in schema["required"] if name not in arguments]
    for name, value in arguments.items():
        rule = properties.get(name, {})
        words = {str(word).lower(): word for word in rule.get("enum", ())}
        if name not in properties:
            problems.append(f"there is no argument {name[:100]}, only {', '.join(properties)}")
        elif words:
            arguments[name] = words.get(str(value).lower())
            problems += [] if arguments[name] else [f"{name} must be one of {', '.join(words.values())}"]
        elif rule["type"] == "integer":
            text, low, high = str(value), rule.get("minimum", 0), rule.get("maximum", 10**15)
            arguments[name] = int(text) if re.fullmatch("[0-9]{1,16}", text) else -1
            problems += [] if low <= arguments[name] <= high else [f"{name} must be an integer from {low} to {high}"]
        elif rule["type"] == "string" and not isinstance(value, str):
            problems.append(f"{name} must be a string")
    if problems:
        raise ToolError("argument_invalid", "; ".join(problems), "Repeat the call with other arguments.")
    return arguments


def _project(schema: Json, value: Any) -> Any:
    """Keep the properties that the schema names."""
    if isinstance(value, list) and "items" in schema:
        return [_project(schema["items"], item) for item in value]
    if not isinstance(value, dict) or "properties" not in schema:
        return value
    return {name: _project(rule, value[name]) for name, rule in schema["properties"].items() if name in value}


def _market_view(market: Any) -> Json:
    """A market with its texts apart: anyone can write them."""
    onchain = dict(market["onchain"] or {})
    texts = {name: market.get(name) for name in _MARKET_TEXTS}
    return {**market, "untrusted_text": {**texts, "name": onchain.pop("market_id", None)}, **onchain}


def _intent_view(intent: Any) -> Json:
    return {**intent, "untrusted_text": {"name": intent.get("market_id"), "question": intent.get("question")}}


def _event_view(event: Any) -> Json:
    data, trusted = event["data"], {}
    for name, value in data.items():
        if value is None or isinstance(value, (int, float)) or name in _TRUSTED_NAMES and isinstance(value, str):
            trusted[name] = value
        elif isinstance(value, str) and _TRUSTED.fullmatch(value):
            trusted[name] = value
    untrusted = {name: value for name, value in data.items() if name not in trusted}
    return {**event, "data": trusted, "untrusted_text": untrusted}


def _next(tool: str, **arguments: str) -> Json:
    return {"tool": tool, "arguments": arguments}


def _ask(operation_id: str, **parameters: Any) -> Flow[Any]:
    return (yield to_request(operation_id, parameters))


class ToolFlows:
    """A method for each tool."""

    def __init__(self, intents: Intents) -> None:
        self._intents = intents

    def find_markets(self, query: str | None = None, status: str = "OPEN", limit: int = 10, **filters: Any) -> Flow[Json]:
        tradable = "true" if status == "OPEN" else None
        parameters: Json = {"q": query, "status": status, "limit": 50, "tradable": tradable, **filters}
        found: list[Json] = []
        for _page in range(_MAX_PAGES):
            markets, cursor = yield from self._intents.page("listMarkets", parameters, self._intents.deadline(READ_TIMEOUT))
            found += [_market_view(market) for market in markets if market["onchain"] is not None]  # others have no contract
            if cursor is None or len(found) >= limit:
                break
            parameters["cursor"] = cursor
        return {"markets": found[:limit]}

    def get_market(self, market: str) -> Flow[Json]:
        return {"market": _market_view((yield from self._intents.find_market(market)))}

    def quote_bet(self, market: str, outcome: str, amount: str) -> Flow[Json]:
        found = yield from self._intents.find_market(market)
        quote = (yield from _ask("getQuote", id=found["id"], outcome=outcome, amount=amount))["quote"]
        return {"quote": quote, "worst_case": f"-{quote['amount']}"}

    def get_intent(self, intent_id: str) -> Flow[Json]:
        outcome = yield from self._intents.read(intent_id, self._intents.deadline(_PREVIEW_TIMEOUT))
        return {"intent": _intent_view(outcome.intent), "execution": outcome.execution}

    def list_events(self, agent_id: str, after: int = 0, limit: int = 20) -> Flow[Json]:
        log = EventLog("listAgentEvents", {"agent_id": agent_id}, after, follow=False)
        events: list[Json] = []
        while len(events) < limit and (page := (yield from log.next_page(self._intents))) is not None:
            events += map(_event_view, log.prove(page))
        events = events[:limit]
        return {"events": events, "next_after": events[-1]["seq"] if events else after}

    def get_briefing(self, agent_id: str, since: int | None = None) -> Flow[Json]:
        budget = yield from self.get_budget(agent_id)
        balances = yield from self._balances(agent_id)
        positions = (yield from _ask("getPortfolio", agent_id=agent_id))["portfolio"]["positions"]
        unfinished: list[Json] = []
        for status in ("preview", "confirmed", "executing"):
            unfinished += (yield from _ask("listIntents", agent_id=agent_id, status=status, limit=50))["intents"]
        actions: list[Json] = []
        is_claimed = budget["agent"]["policy_metadata"].get("auto_claim", False)
        for one in positions:
            one["untrusted_text"] = {"name": one["market_id"]}
            if (action := one["claim_action"]) is not None and is_claimed:
                one["by"] = "auto_claim"
            elif action is not None:
                market = one["market_contract_address"]
                claim = _next("preview_action", agent_id=agent_id, action=action, market=market, purpose=f"{action} {market}")
                actions.append({**claim, "reason": "The market owes this agent."})
        for intent in (one for one in unfinished if one.get("source_client") != "presage_auto_claim"):
            reason = f"It is {intent['status']}. Execute it or cancel it."
            actions.append({**_next("get_intent", intent_id=intent["intent_id"]), "reason": reason})
        return {
            **{"agent": budget["agent"], "balances": balances, "budget": budget["rules"], "unfinished_intents": unfinished},
            "positions": positions[:20],
            "events": None if since is None else (yield from self._find_events(agent_id, since)),
            "next_actions": actions,
        }

    def setup_agent(self, agent_id: str, allowed_actions: list[str] | None = None, **policy: Any) -> Flow[Json]:
        try:
            yield from _ask("getWallet", agent_id=agent_id)
        except PresageError as error:
            if error.code != "agent_wallet_not_found":
                raise
            wallet: Json = {"agent_id": agent_id, "wallet_provider": "provider_agent_wallet", "policy_metadata": policy}
            yield from _ask("registerWallet", **wallet, allowed_actions=allowed_actions or list(ACTION_FIELDS))
        yield from self._intents.address_of(agent_id, self._intents.deadline(_EXECUTE_TIMEOUT))
        faucet, balances = "not_needed", (yield from self._balances(agent_id))
        if not any(one["symbol"] == "USDC" and re.search("[1-9]", one["amount"]) for one in balances or []):
            try:
                yield from _ask("requestFaucet", agent_id=agent_id)
                faucet = "requested"
            except PresageError as error:
                if error.status is None:
                    raise
                faucet = error.code
            balances = yield from self._balances(agent_id)
        agent = (yield from _ask("getWallet", agent_id=agent_id))["agent_wallet"]
        return {"agent": agent, "balances": balances, "faucet": faucet, "next": _next("find_markets")}

    def preview_action(self, agent_id: str, action: str, purpose: str, **given: Any) -> Flow[Json]:
        fields = {"purpose": purpose, "agent_id": agent_id, "action": action, **(yield from self._to_fields(action, given))}
        deadline = self._intents.deadline(_PREVIEW_TIMEOUT)
        intent: Any = yield from self._intents.preview(fields, deadline)
        checks, status, intent_id = intent["validation_result"]["checks"], intent["status"], intent["intent_id"]
        failed = [check for check in checks if check["result"] != "pass"]
        answer: Json = {"intent": _intent_view(intent), "failed_checks": failed, "warnings": intent["warnings"]}
        answer |= {"quote": intent["quote"], "fee": intent["validation_result"].get("fee")}
        answer |= {"ref": None, "plan": None, "next": _next("get_briefing", agent_id=agent_id)}
        if status == "cancelled":
            warning = "This intent is cancelled, and its purpose is used up. Preview the action with a new purpose."
            return {**answer, "next": None, "warnings": [warning, *intent["warnings"]]}
        if status not in _CONFIRMABLE:
            return {**answer, "next": _next("get_intent", intent_id=intent_id)}
        if status == "failed" and not can_retry((yield from self._intents.read(intent_id, deadline)).execution):
            return answer
        confirmed = (yield from _ask("confirmIntent", intent_id=intent_id))["execution_plan"]
        plan, answer["intent"]["status"] = confirmed["transaction_request"], confirmed["status"]
        # Checks of an earlier preview may have passed since. An execution that needs an approval asks for it.
        refusals = [one for one in failed if one["result"] == "fail" and one["code"] not in (None, "agent_approval_required")]
        if not any(status == "preview" or is_final_failure(one["failure_reason"]) for one in refusals):
            answer["next"] = _next("execute_intent", intent_id=intent_id, ref=plan["ref"])
        return {**answer, "ref": plan["ref"], "plan": plan}

    def execute_intent(self, intent_id: str, ref: str) -> Flow[Json]:
        deadline = self._intents.deadline(_EXECUTE_TIMEOUT)
        state = yield from self._intents.read(intent_id, deadline)
        status = state.intent["status"]
        if status in _CONFIRMABLE and (status != "failed" or can_retry(state.execution)):
            yield from self._confirm(intent_id, ref)
            state = yield from self._intents.read(intent_id, deadline)
        outcome = yield from self._intents.drive(state, Options(deadline))
        result, repeat, following = outcome.status, "same_call", _next("execute_intent", intent_id=intent_id, ref=ref)
        if result == "failed" and can_retry(outcome.execution):
            repeat = "after_fix"
        elif outcome.is_final:
            result = "executed" if result == "executed" else "failed"
            repeat, following = "never", _next("get_briefing", agent_id=outcome.intent["agent_id"])
        return {"outcome": result, "repeat": repeat, "next": following, "execution": outcome.execution}

    def cancel_intent(self, intent_id: str) -> Flow[Json]:
        return {"intent": _intent_view((yield from _ask("cancelIntent", intent_id=intent_id))["intent"])}

    def freeze_agent(self, agent_id: str) -> Flow[Json]:
        return {"agent": (yield from _ask("freezeWallet", agent_id=agent_id))["agent_wallet"]}

    def get_budget(self, agent_id: str) -> Flow[Json]:
        agent = (yield from _ask("getWallet", agent_id=agent_id))["agent_wallet"]
        return {"agent": agent, "rules": (yield from _ask("getBudget", agent_id=agent_id))["budget"]["rules"]}

    def _balances(self, agent_id: str) -> Flow[list[Json] | None]:
        """Balances as the custody reports them, None where it does not."""
        try:
            answer = yield from _ask("getWalletBalance", agent_id=agent_id)
        except PresageError as error:
            if error.code not in _NO_BALANCES:
                raise
            return None
        balances = answer["agent_wallet_balance"]["balances"]
        return [{"symbol": one["token"]["symbol"], "amount": one["amount"]} for one in balances]

    def _find_events(self, agent_id: str, since: int) -> Flow[list[Json] | None]:
        try:
            events: list[Json] = (yield from self.list_events(agent_id, since))["events"]
            return events
        except PresageError as error:
            if error.code != "not_found":  # of a service without an event log
                raise
            return None

    def _to_fields(self, action: str, given: Json) -> Flow[Json]:
        taken = ACTION_FIELDS[action]
        takes_market = "market_contract_address" in taken
        name, left = ("market", "market_contract_address") if takes_market else ("market_name", "collateral_token")
        known = [name, *(field for field in taken if field != left)]
        if unused := [one for one in given if one not in known]:
            message = f"{action} does not take {', '.join(unused)}, only {', '.join(known)}."
            raise ToolError("argument_unused", message, "Leave it out, or choose another action.")
        fields = {field: given[field] for field in taken if field in given}
        if not takes_market:
            return {"market_id": given.get("market_name", ""), **fields}
        if "market" not in given:
            raise ToolError("market_missing", "market is missing.", "Call find_markets, and pass its id.")
        onchain = (yield from self._intents.find_market(given["market"]))["onchain"]
        if onchain is None:
            raise ToolError("market_not_tradable", "The market is a record without a contract.", "Call find_markets.")
        return {**{field: onchain[field] for field in ("market_id", "market_contract_address")}, **fields}

    def _confirm(self, intent_id: str, ref: str) -> Flow[None]:
        """Confirm the plan that the model has seen. Another process may execute the intent at the same time."""
        try:
            plan = (yield from _ask("confirmIntent", intent_id=intent_id))["execution_plan"]
        except PresageError as error:
            if error.code == "agent_intent_status_invalid":
                return
            raise
        if plan["transaction_request"]["ref"] != ref:
            message = "ref is not the one of the previewed plan. Nothing was sent."
            raise ToolError("ref_mismatch", message, "Call preview_action again and read its plan.")
