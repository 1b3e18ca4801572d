// Generated from the API's document by npm run openapi. Do not edit.

export const AGENT_ID_PATTERN = "^agent_[A-Za-z0-9_-]{4,74}$";

/** Types of the properties of each component. */
export const SCHEMAS = {
  "AgentWallet": {
    "id": {
      "type": "string"
    },
    "agent_id": {
      "type": "string"
    },
    "user_wallet": {
      "type": [
        "string",
        "null"
      ]
    },
    "agent_wallet_address": {
      "type": [
        "string",
        "null"
      ]
    },
    "wallet_provider": {
      "type": "string"
    },
    "chain": {
      "type": "string"
    },
    "allowed_actions": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "status": {
      "type": "string"
    },
    "frozen": {
      "type": "boolean"
    },
    "frozen_at": {
      "type": [
        "string",
        "null"
      ]
    },
    "policy_metadata": {
      "type": "object"
    },
    "source_client": {
      "type": [
        "string",
        "null"
      ]
    },
    "created_at": {
      "type": "string"
    },
    "updated_at": {
      "type": "string"
    }
  },
  "Check": {
    "rule": {
      "type": "string"
    },
    "result": {
      "type": "string"
    },
    "code": {
      "type": [
        "string",
        "null"
      ]
    },
    "failure_reason": {
      "type": [
        "string",
        "null"
      ]
    },
    "message": {
      "type": [
        "string",
        "null"
      ]
    },
    "headroom": {
      "type": [
        "string",
        "null"
      ]
    },
    "headroom_unit": {
      "type": [
        "string",
        "null"
      ]
    },
    "as_of_block": {
      "type": [
        "integer",
        "null"
      ]
    }
  },
  "Execution": {
    "execution_id": {
      "type": "string"
    },
    "intent_id": {
      "type": "string"
    },
    "id": {
      "type": "string"
    },
    "type": {
      "type": "string"
    },
    "agent_id": {
      "type": "string"
    },
    "agent_wallet_address": {
      "type": [
        "string",
        "null"
      ]
    },
    "action": {
      "type": "string"
    },
    "attempt": {
      "type": "integer"
    },
    "status": {
      "type": "string"
    },
    "execution_mode": {
      "type": "string"
    },
    "network": {
      "type": "string"
    },
    "broadcast_performed": {
      "type": "boolean"
    },
    "approve_transaction_hash": {
      "type": [
        "string",
        "null"
      ]
    },
    "transaction_hash": {
      "type": [
        "string",
        "null"
      ]
    },
    "market_id": {
      "type": "string"
    },
    "core_market_id": {
      "type": [
        "string",
        "null"
      ]
    },
    "market_contract_address": {
      "type": [
        "string",
        "null"
      ]
    },
    "amount": {
      "type": [
        "string",
        "null"
      ]
    },
    "outcome": {
      "type": [
        "string",
        "null"
      ]
    },
    "readback": {
      "type": [
        "object",
        "null"
      ]
    },
    "error_code": {
      "type": [
        "string",
        "null"
      ]
    },
    "failure_reason": {
      "type": [
        "string",
        "null"
      ]
    },
    "error_message": {
      "type": [
        "string",
        "null"
      ]
    },
    "retry_safe": {
      "type": [
        "boolean",
        "null"
      ]
    },
    "waiting_for": {
      "type": [
        "string",
        "null"
      ]
    },
    "created_at": {
      "type": "string"
    },
    "updated_at": {
      "type": "string"
    },
    "completed_at": {
      "type": [
        "string",
        "null"
      ]
    }
  },
  "Intent": {
    "intent_id": {
      "type": "string"
    },
    "agent_id": {
      "type": "string"
    },
    "action": {
      "type": "string"
    },
    "status": {
      "type": "string"
    },
    "requires_confirmation": {
      "type": "boolean"
    },
    "user_wallet": {
      "type": [
        "string",
        "null"
      ]
    },
    "agent_wallet_address": {
      "type": [
        "string",
        "null"
      ]
    },
    "wallet_provider": {
      "type": "string"
    },
    "chain": {
      "type": "string"
    },
    "market_id": {
      "type": "string"
    },
    "market_contract_address": {
      "type": [
        "string",
        "null"
      ]
    },
    "amount": {
      "type": [
        "string",
        "null"
      ]
    },
    "min_multiple": {
      "type": [
        "string",
        "null"
      ]
    },
    "outcome": {
      "type": [
        "string",
        "null"
      ]
    },
    "resolver": {
      "type": [
        "string",
        "null"
      ]
    },
    "collateral_token": {
      "type": [
        "string",
        "null"
      ]
    },
    "close_timestamp": {
      "type": [
        "string",
        "null"
      ]
    },
    "question": {
      "type": [
        "string",
        "null"
      ]
    },
    "params": {
      "type": "object"
    },
    "source_client": {
      "type": [
        "string",
        "null"
      ]
    },
    "client_request_id": {
      "type": [
        "string",
        "null"
      ]
    },
    "validation_result": {
      "type": "object"
    },
    "quote": {
      "type": [
        "object",
        "null"
      ]
    },
    "warnings": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "executions_count": {
      "type": "integer"
    },
    "latest_execution_status": {
      "type": [
        "string",
        "null"
      ]
    },
    "created_at": {
      "type": "string"
    },
    "updated_at": {
      "type": "string"
    },
    "approved_at": {
      "type": [
        "string",
        "null"
      ]
    },
    "confirmed_at": {
      "type": [
        "string",
        "null"
      ]
    },
    "executed_at": {
      "type": [
        "string",
        "null"
      ]
    }
  },
  "Market": {
    "id": {
      "type": "string"
    },
    "title": {
      "type": "string"
    },
    "status": {
      "type": "string"
    },
    "category": {
      "type": [
        "string",
        "null"
      ]
    },
    "collateral_asset": {
      "type": "string"
    },
    "chain": {
      "type": "string"
    },
    "closes_at": {
      "type": "string"
    },
    "resolution_source": {
      "type": [
        "string",
        "null"
      ]
    },
    "onchain": {
      "type": [
        "object",
        "null"
      ]
    },
    "creator_user_id": {
      "type": "string"
    },
    "description": {
      "type": [
        "string",
        "null"
      ]
    },
    "cover_image_url": {
      "type": [
        "string",
        "null"
      ]
    },
    "outcome_yes_label": {
      "type": "string"
    },
    "outcome_no_label": {
      "type": "string"
    },
    "opens_at": {
      "type": [
        "string",
        "null"
      ]
    },
    "resolved_at": {
      "type": [
        "string",
        "null"
      ]
    },
    "settled_at": {
      "type": [
        "string",
        "null"
      ]
    },
    "winning_outcome": {
      "type": [
        "string",
        "null"
      ]
    },
    "resolution_terms": {
      "type": "object"
    },
    "created_at": {
      "type": "string"
    },
    "updated_at": {
      "type": "string"
    }
  },
  "OnchainMarket": {
    "market_id": {
      "type": "string"
    },
    "market_contract_address": {
      "type": "string"
    },
    "deployment_transaction_hash": {
      "type": "string"
    },
    "resolver": {
      "type": "string"
    },
    "yes_pool": {
      "type": "string"
    },
    "no_pool": {
      "type": "string"
    },
    "implied_probability_yes": {
      "type": [
        "string",
        "null"
      ]
    },
    "as_of_block": {
      "type": "integer"
    }
  },
  "PortfolioPosition": {
    "market_id": {
      "type": "string"
    },
    "core_market_id": {
      "type": "string"
    },
    "market_contract_address": {
      "type": [
        "string",
        "null"
      ]
    },
    "outcome": {
      "type": "string"
    },
    "market_status": {
      "type": "string"
    },
    "quantity": {
      "type": "string"
    },
    "cost": {
      "type": "string"
    },
    "current_value": {
      "type": "string"
    },
    "realized_pnl": {
      "type": "string"
    },
    "unrealized_pnl": {
      "type": "string"
    },
    "claimable": {
      "type": "string"
    },
    "refundable": {
      "type": "string"
    },
    "claim_action": {
      "type": [
        "string",
        "null"
      ]
    }
  },
  "BudgetRule": {
    "scope": {
      "type": "string"
    },
    "rule": {
      "type": "string"
    },
    "limit": {
      "type": "string"
    },
    "spent": {
      "type": "string"
    },
    "reserved": {
      "type": "string"
    },
    "headroom": {
      "type": "string"
    },
    "resets_at": {
      "type": [
        "string",
        "null"
      ]
    },
    "market_contract_address": {
      "type": [
        "string",
        "null"
      ]
    }
  },
  "Quote": {
    "market_contract_address": {
      "type": "string"
    },
    "outcome": {
      "type": "string"
    },
    "amount": {
      "type": "string"
    },
    "yes_pool": {
      "type": "string"
    },
    "no_pool": {
      "type": "string"
    },
    "implied_probability_before": {
      "type": [
        "string",
        "null"
      ]
    },
    "implied_probability_after": {
      "type": "string"
    },
    "payout_if_won": {
      "type": "string"
    },
    "profit_if_won": {
      "type": "string"
    },
    "payout_multiple": {
      "type": "string"
    },
    "break_even_probability": {
      "type": "string"
    },
    "later_bets": {
      "type": "array",
      "items": {
        "type": "object"
      }
    },
    "as_of_block": {
      "type": "integer"
    }
  },
  "ResolutionTerms": {
    "source": {
      "type": [
        "string",
        "null"
      ]
    },
    "resolver": {
      "type": [
        "string",
        "null"
      ]
    },
    "resolver_is_creator": {
      "type": [
        "boolean",
        "null"
      ]
    },
    "resolver_holds_position": {
      "type": [
        "boolean",
        "null"
      ]
    },
    "creator_holds_position": {
      "type": [
        "boolean",
        "null"
      ]
    },
    "closable_at": {
      "type": [
        "string",
        "null"
      ]
    },
    "resolvable_at": {
      "type": [
        "string",
        "null"
      ]
    },
    "cancellable_by_anyone_at": {
      "type": [
        "string",
        "null"
      ]
    }
  },
  "TransactionRequest": {
    "to": {
      "type": "string"
    },
    "contract": {
      "type": "string"
    },
    "function": {
      "type": "string"
    },
    "args": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "args_display": {
      "type": "array",
      "items": {
        "type": "string"
      }
    },
    "value": {
      "type": "string"
    },
    "chain": {
      "type": "string"
    },
    "ref": {
      "type": "string"
    },
    "deadline_seconds": {
      "type": "integer"
    },
    "broadcast_performed": {
      "type": "boolean"
    }
  }
} as const;
