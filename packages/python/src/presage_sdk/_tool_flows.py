"""What the tools do."""

from __future__ import annotations

import re
from typing import Any

from ._errors import PresageError, can_retry, is_final_failure
from ._events import EventLog
from ._intents import Flow, Intents, Options
from ._reads import find_market, read_page
from ._request import to_request
from ._views import event_view, intent_view, market_view
from .generated.tools import ACTION_FIELDS

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


class ToolError(Exception):
    """A call that cannot be carried out."""

    def __init__(self, code: str, message: str, advice: str) -> None:
        super().__init__(f"{code}: {message}\n{advice}")


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
            markets, cursor = yield from read_page(self._intents, "listMarkets", parameters)
            found += [market_view(market) for market in markets if market["onchain"] is not None]  # others have no contract
            if cursor is None or len(found) >= limit:
                break
            parameters["cursor"] = cursor
        return {"markets": found[:limit]}

    def get_market(self, market: str) -> Flow[Json]:
        found = yield from find_market(self._intents, market)
        if found["winning_outcome"] is None:
            return {"market": market_view(found)}
        resolution = (yield from _ask("getResolution", market_id=found["id"]))["resolution"]
        return {"market": market_view(found, resolution["evidence"])}

    def quote_bet(self, market: str, outcome: str, amount: str) -> Flow[Json]:
        found = yield from find_market(self._intents, market)
        quote = (yield from _ask("getQuote", id=found["id"], outcome=outcome, amount=amount))["quote"]
        return {"quote": quote, "worst_case": f"-{quote['amount']}"}

    def get_intent(self, intent_id: str) -> Flow[Json]:
        outcome = yield from self._intents.read(intent_id, self._intents.deadline(_PREVIEW_TIMEOUT))
        return {"intent": intent_view(outcome.intent), "execution": outcome.execution}

    def list_events(self, agent_id: str, after: int = 0, limit: int = 20) -> Flow[Json]:
        log = EventLog("listAgentEvents", {"agent_id": agent_id}, after)
        events: list[Json] = []
        while len(events) < limit and (page := (yield from log.next_page(self._intents))) is not None:
            events += map(event_view, log.prove(page))
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
        answer: Json = {"intent": intent_view(intent), "failed_checks": failed, "warnings": intent["warnings"]}
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
        return {"intent": intent_view((yield from _ask("cancelIntent", intent_id=intent_id))["intent"])}

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
        onchain = (yield from find_market(self._intents, given["market"]))["onchain"]
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
