# From nothing to an executed buy with presage-sdk. Run it again after a crash at any point: no bet is made twice.
import os

from presage_sdk import Presage, PresageError

presage = Presage(os.environ.get("PRESAGE_URL", "http://127.0.0.1:4000"), os.environ.get("PRESAGE_API_KEY"))
agent = {"agent_id": os.environ.get("PRESAGE_AGENT", "agent_snake_01")}
limits = {"allowed_actions": ["create_market", "buy_yes"], "policy_metadata": {"max_trade_amount": "5"}}
try:
    presage.request("registerWallet", wallet_provider="provider_agent_wallet", **agent, **limits)
    presage.address_of(**agent)
    try:
        presage.request("requestFaucet", **agent)
    except PresageError as error:
        if error.code != "rate_limited":  # asked within the last minute
            raise
    terms = {"question": "Will it snow in Bergen?", "close_timestamp": "2029-12-31T12:00:00Z"}
    created = presage.act(purpose="open", action="create_market", market_id="snow-in-bergen", **terms, **agent)
    market = {name: created.execution[name] for name in ("market_id", "market_contract_address")}
    bought = presage.act(purpose="yes on snow", action="buy_yes", amount="5", **market, **agent)
    print(bought.status, bought.execution["transaction_hash"])
except PresageError as error:
    raise SystemExit(f"{error.code} {error} {' '.join(error.next_actions)}")
