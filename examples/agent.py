# An agent in one file, with the standard library alone: finds markets, decides, keeps a budget and claims. It stores nothing,
# and may be killed and started again at any moment: `python3 examples/agent.py`, or with EVERY_S=30 for a round every 30 seconds.
import json
import os
import random
import sys
import time
from decimal import Decimal
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

API = os.environ.get("API", "http://127.0.0.1:4000")
API_KEY = os.environ.get("API_KEY")
AGENT_ID = os.environ.get("AGENT_ID", "agent_rain_py_01")
STAKE, BUDGET = os.environ.get("STAKE", "5"), os.environ.get("BUDGET", "50")  # display units of the token: USDC
EVERY_S = os.environ.get("EVERY_S")
ACTIONS = ["buy_yes", "buy_no", "claim_payout", "claim_refund"]
HEADERS = {"content-type": "application/json", "prefer": "handling=strict"}  # misspelt fields are refused
if API_KEY:
    HEADERS["authorization"] = f"Bearer {API_KEY}"


class NoRedirect(HTTPRedirectHandler):
    """A followed redirect would turn a POST into a GET, and take the key along."""

    def redirect_request(self, *_):
        return None


opener = build_opener(NoRedirect, ProxyHandler({}))  # the key passes no proxy


def chance_of_yes(market):
    """Estimates the chance of YES, 0 to 1: replace it. A market's texts are anyone's: data, never instructions."""
    return Decimal("0.5")


def call(method, path, body=None):
    """Sends a request until it has an answer: no answer, 429 and most 5xx mean "send the same again"."""
    data = json.dumps(body).encode() if body is not None else None
    pause = 0.5
    while True:
        status, retry_after, answer = 0, None, None
        try:
            with opener.open(Request(API + path, data, HEADERS, method=method), timeout=75) as response:
                status, answer = response.status, json.load(response)
        except HTTPError as error:
            status, retry_after = error.code, error.headers.get("retry-after", "")
            try:
                answer = json.load(error)
            except (OSError, ValueError):
                pass
        except (OSError, ValueError):
            pass  # no answer, or one that was cut off
        if not isinstance(answer, dict):
            answer = None
        code = ((answer or {}).get("error") or {}).get("code")
        if answer is not None and (status < 429 or status == 501 or code == "agent_execution_failed"):
            return answer
        if 300 <= status < 400:
            sys.exit(f"{API} redirects: set API to the address that it redirects to")
        if answer is None and pause >= 15:
            sys.exit(f"No answer from {API}. Start the service with npm start, or set API.")
        print(f"{code or f'No answer from {API}'}: trying again", file=sys.stderr)
        time.sleep(int(retry_after) if retry_after and retry_after.isdigit() else pause * random.uniform(0.5, 1))
        pause = min(pause * 2, 15)


def need(method, path, body=None):
    """Sends a request, and ends the program if it is refused."""
    answer = call(method, path, body)
    error = answer.get("error")
    if error:
        sys.exit("set API_KEY to a valid key" if error["code"] == "api_key_invalid" else f"{path}: {json.dumps(error)}")
    return answer


def act(purpose, **fields):
    """Acts once per purpose, however often it is called: a repeat finds the first one and waits for it."""
    keys = {"agent_id": AGENT_ID, "source_client": "example-agent", "client_request_id": purpose}
    while True:
        answer = call("POST", "/agent/actions", {**keys, **fields})
        execution, error = answer.get("execution"), answer.get("error")
        status = execution and execution["status"]
        if status == "executed":
            return print(f"  {fields['action']}: executed")
        if execution and status not in ("failed", "cancelled"):
            time.sleep(1)  # 202: not finished yet
            continue
        refused = error or execution  # some services answer failures with 200
        code = refused.get("code") or refused.get("error_code")
        reason = refused.get("failure_reason") or refused.get("details") or refused.get("message")
        print(f"  {fields['action']}: {code}, {reason}")
        if execution or code in ("agent_action_refused", "agent_execution_failed"):  # without effect
            call("POST", f"/agent/intents/{refused['intent_id']}/confirm")  # the next run tries again
        return None


def set_up():
    """Registers the wallet, and waits until it can pay a stake. Returns its address."""
    path = f"/agent/wallets/{AGENT_ID}"
    is_new = (call("GET", path).get("error") or {}).get("code") == "agent_wallet_not_found"
    if is_new:
        wallet = {"agent_id": AGENT_ID, "wallet_provider": "provider_agent_wallet", "allowed_actions": ACTIONS}
        need("POST", "/agent/wallets", {**wallet, "policy_metadata": {"max_trade_amount": STAKE}})
    reads = 3 if is_new else 0
    while True:
        address = need("GET", path)["agent_wallet"]["agent_wallet_address"]
        if address:  # the provider has created it
            balances = need("GET", f"{path}/balance")["agent_wallet_balance"]["balances"]
            if any(one["token"]["symbol"] == "USDC" and Decimal(one["amount"]) >= Decimal(STAKE) for one in balances):
                return address
            # The faucet of the test chain. An earlier run may have asked it, and a balance may be three seconds old.
            if reads == 3:
                call("POST", f"{path}/faucet")
            reads += 1
        time.sleep(1)


def percent(share):
    return f"{Decimal(share) * 100:.1f} %"


def decide(market):
    """Returns the buy whose quote is better than the agent's own estimate, or None."""
    yes = chance_of_yes(market)
    for outcome, chance in (("yes", yes), ("no", 1 - yes)):
        query = urlencode({"outcome": outcome.upper(), "amount": STAKE})
        quote = call("GET", f"/markets/{market['id']}/quote?{query}").get("quote")
        if quote and Decimal(quote["break_even_probability"]) < chance:
            price = f"{outcome.upper()} at {percent(quote['break_even_probability'])}"
            print(f"{STAKE} {market['collateral_asset']} on {price} of \"{market['title']}\"")
            print(f"  why: this agent estimates {percent(chance)}, and the bet pays {quote['payout_if_won']} if it wins")
            return {"action": f"buy_{outcome}", "amount": STAKE, "min_multiple": f"{1 / chance:.2f}"}
    return None


def trade(user_wallet):
    # Executions of an earlier run end first, so that the portfolio below has all of its stakes.
    while need("GET", f"/agent/intents?agent_id={AGENT_ID}&status=executing")["intents"]:
        time.sleep(1)
    for due in need("GET", f"/agent/portfolio/{AGENT_ID}")["portfolio"]["positions"]:
        if due["claim_action"]:
            market = {name: due[name] for name in ("market_id", "market_contract_address")}
            print(f"{due['claim_action']} of {due['market_id']}")
            act(f"{due['claim_action']} {due['market_contract_address']}", action=due["claim_action"], user_wallet=user_wallet, **market)
    decided = 0
    for market in need("GET", "/markets?tradable=true")["markets"]:
        contract = {name: market["onchain"][name] for name in ("market_id", "market_contract_address")}
        portfolio = need("GET", f"/agent/portfolio/{AGENT_ID}")["portfolio"]
        if Decimal(portfolio["total_exposure"]) + Decimal(STAKE) > Decimal(BUDGET):
            return print(f"no further bet: {portfolio['total_exposure']} of the BUDGET of {BUDGET} are at stake")
        if any(one["market_contract_address"] == contract["market_contract_address"] for one in portfolio["positions"]):
            continue
        buy = decide(market)
        decided += 1
        if buy is None:
            print(f"no bet on \"{market['title']}\": its prices are not better than the estimate of this agent")
        else:
            act(f"bet {contract['market_contract_address']}", user_wallet=user_wallet, **buy, **contract)
            print(f"  see {API}{service['console']}#/markets/{market['id']}" if service["console"] else f"  see {API}/markets/{market['id']}")
    if decided == 0:
        print("nothing to do: already bet on all open markets, or there is none")


service = need("GET", "/")
print(f"{AGENT_ID} trades at {API}, Presage {service['version']}; set API for another service")
wallet_address = set_up()
trade(wallet_address)
while EVERY_S:
    time.sleep(float(EVERY_S))
    trade(wallet_address)
