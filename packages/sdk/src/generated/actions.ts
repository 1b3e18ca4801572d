// Generated from the API's document by npm run openapi. Do not edit.

/** Actions: texts for people, command of the CLI, and the fields beside those of every intent. */
export const ACTIONS = {
  "create_market": {
    "label": "Create a market",
    "caller": "anyone",
    "command": "create",
    "kind": "entry",
    "fields": [
      "question",
      "close_timestamp",
      "resolver",
      "collateral_token"
    ]
  },
  "buy_yes": {
    "label": "Buy YES",
    "caller": "anyone",
    "command": "buy",
    "kind": "entry",
    "fields": [
      "market_contract_address",
      "amount",
      "min_multiple"
    ]
  },
  "buy_no": {
    "label": "Buy NO",
    "caller": "anyone",
    "command": "buy",
    "kind": "entry",
    "fields": [
      "market_contract_address",
      "amount",
      "min_multiple"
    ]
  },
  "close_market": {
    "label": "Close a market",
    "caller": "its creator or resolver, after the close time",
    "command": "close",
    "kind": "lifecycle",
    "fields": [
      "market_contract_address"
    ]
  },
  "resolve_market": {
    "label": "Resolve a market",
    "caller": "its resolver, after the close time",
    "command": "resolve",
    "kind": "lifecycle",
    "fields": [
      "market_contract_address",
      "outcome",
      "evidence"
    ]
  },
  "claim_payout": {
    "label": "Claim a payout",
    "caller": "wallets with a stake on the winning outcome",
    "command": "claim",
    "kind": "exit",
    "fields": [
      "market_contract_address"
    ]
  },
  "cancel_market": {
    "label": "Cancel a market",
    "caller": "its resolver, its creator before the close time, anyone 30 days after it",
    "command": "cancel",
    "kind": "lifecycle",
    "fields": [
      "market_contract_address"
    ]
  },
  "claim_refund": {
    "label": "Claim a refund",
    "caller": "wallets with a stake in a cancelled market",
    "command": "refund",
    "kind": "exit",
    "fields": [
      "market_contract_address"
    ]
  }
} as const;
