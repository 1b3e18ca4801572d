# Generated from the API's document by npm run openapi. Do not edit.
from typing import Any

ACTION_FIELDS: dict[str, list[str]] = {
    "create_market": [
        "question",
        "close_timestamp",
        "resolver",
        "collateral_token"
    ],
    "buy_yes": [
        "market_contract_address",
        "amount",
        "min_multiple"
    ],
    "buy_no": [
        "market_contract_address",
        "amount",
        "min_multiple"
    ],
    "close_market": [
        "market_contract_address"
    ],
    "resolve_market": [
        "market_contract_address",
        "outcome",
        "evidence"
    ],
    "claim_payout": [
        "market_contract_address"
    ],
    "cancel_market": [
        "market_contract_address"
    ],
    "claim_refund": [
        "market_contract_address"
    ]
}
TOOLS: list[dict[str, Any]] = [
    {
        "name": "find_markets",
        "description": "Lists markets with a contract, by default open ones: best matches of query, else newest first.",
        "input": {
            "type": "object",
            "properties": {
                "query": {
                    "type": "string",
                    "maxLength": 64,
                    "description": "Words, \"a phrase\", or, -not"
                },
                "status": {
                    "type": "string",
                    "enum": [
                        "OPEN",
                        "TRADING_CLOSED",
                        "RESOLVED",
                        "SETTLED",
                        "CANCELLED"
                    ]
                },
                "sort": {
                    "type": "string",
                    "enum": [
                        "closes_at",
                        "-pool",
                        "-last_stake_at"
                    ]
                },
                "limit": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 20
                }
            },
            "required": [],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "markets": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "id": {
                                "type": "string"
                            },
                            "status": {
                                "type": "string"
                            },
                            "closes_at": {
                                "type": "string"
                            },
                            "winning_outcome": {
                                "type": [
                                    "string",
                                    "null"
                                ]
                            },
                            "market_contract_address": {
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
                            "untrusted_text": {
                                "type": "object"
                            }
                        }
                    }
                }
            }
        }
    },
    {
        "name": "get_market",
        "description": "Returns a market with its pools and its resolution terms.",
        "input": {
            "type": "object",
            "properties": {
                "market": {
                    "type": "string",
                    "pattern": "^[\\w-]+$",
                    "description": "Market id or contract address"
                }
            },
            "required": [
                "market"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "market": {
                    "type": "object",
                    "properties": {
                        "id": {
                            "type": "string"
                        },
                        "status": {
                            "type": "string"
                        },
                        "closes_at": {
                            "type": "string"
                        },
                        "winning_outcome": {
                            "type": [
                                "string",
                                "null"
                            ]
                        },
                        "market_contract_address": {
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
                        "untrusted_text": {
                            "type": "object"
                        },
                        "resolution_terms": {
                            "type": "object",
                            "properties": {
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
                                },
                                "due_at": {
                                    "type": [
                                        "string",
                                        "null"
                                    ]
                                },
                                "overdue": {
                                    "type": [
                                        "boolean",
                                        "null"
                                    ]
                                }
                            }
                        }
                    }
                }
            }
        }
    },
    {
        "name": "quote_bet",
        "description": "Returns the payout of a bet at the present pools. Later bets change it.",
        "input": {
            "type": "object",
            "properties": {
                "market": {
                    "type": "string",
                    "pattern": "^[\\w-]+$",
                    "description": "Market id or contract address"
                },
                "outcome": {
                    "type": "string",
                    "enum": [
                        "YES",
                        "NO"
                    ]
                },
                "amount": {
                    "type": "string",
                    "pattern": "^\\d+(\\.\\d+)?$",
                    "description": "Display units"
                }
            },
            "required": [
                "market",
                "outcome",
                "amount"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "quote": {
                    "type": "object",
                    "properties": {
                        "outcome": {
                            "type": "string"
                        },
                        "amount": {
                            "type": "string"
                        },
                        "payout_if_won": {
                            "type": "string"
                        },
                        "payout_multiple": {
                            "type": "string"
                        },
                        "break_even_probability": {
                            "type": "string"
                        },
                        "as_of_block": {
                            "type": "integer"
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
                        "later_bets": {
                            "type": "array",
                            "items": {
                                "type": "object"
                            }
                        }
                    }
                },
                "worst_case": {
                    "type": "string"
                }
            }
        }
    },
    {
        "name": "get_intent",
        "description": "Returns an intent and its newest execution.",
        "input": {
            "type": "object",
            "properties": {
                "intent_id": {
                    "type": "string",
                    "pattern": "^[\\w-]+$"
                }
            },
            "required": [
                "intent_id"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "intent": {
                    "type": "object",
                    "properties": {
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
                        "untrusted_text": {
                            "type": "object"
                        }
                    }
                },
                "execution": {
                    "type": [
                        "object",
                        "null"
                    ],
                    "properties": {
                        "status": {
                            "type": "string"
                        },
                        "transaction_hash": {
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
                        "waiting_for": {
                            "type": [
                                "string",
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
                        "readback": {
                            "type": [
                                "object",
                                "null"
                            ]
                        }
                    }
                }
            }
        }
    },
    {
        "name": "list_events",
        "description": "Lists the events of an agent after a seq, in order and without gaps.",
        "input": {
            "type": "object",
            "properties": {
                "agent_id": {
                    "type": "string",
                    "pattern": "^[\\w-]+$"
                },
                "after": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "seq of the last known event"
                },
                "limit": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 50
                }
            },
            "required": [
                "agent_id"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "events": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "seq": {
                                "type": "integer"
                            },
                            "type": {
                                "type": "string"
                            },
                            "at": {
                                "type": "string"
                            },
                            "subject": {
                                "type": "object"
                            },
                            "data": {
                                "type": "object"
                            },
                            "untrusted_text": {
                                "type": "object"
                            }
                        }
                    }
                },
                "next_after": {
                    "type": "integer"
                }
            }
        }
    },
    {
        "name": "get_briefing",
        "description": "Returns the balances of an agent (null if the custody reports none), limits, positions, what it can claim, newest unfinished intents, events after since, and what to do next.",
        "input": {
            "type": "object",
            "properties": {
                "agent_id": {
                    "type": "string",
                    "pattern": "^[\\w-]+$"
                },
                "since": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "seq of the last known event"
                }
            },
            "required": [
                "agent_id"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "agent": {
                    "type": "object",
                    "properties": {
                        "agent_id": {
                            "type": "string"
                        },
                        "agent_wallet_address": {
                            "type": [
                                "string",
                                "null"
                            ]
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
                        "policy_metadata": {
                            "type": "object"
                        }
                    }
                },
                "balances": {
                    "type": [
                        "array",
                        "null"
                    ],
                    "items": {
                        "type": "object",
                        "properties": {
                            "symbol": {
                                "type": "string"
                            },
                            "amount": {
                                "type": "string"
                            }
                        }
                    }
                },
                "budget": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
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
                            }
                        }
                    }
                },
                "positions": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
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
                            "cost": {
                                "type": "string"
                            },
                            "current_value": {
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
                            },
                            "by": {
                                "type": "string"
                            },
                            "untrusted_text": {
                                "type": "object"
                            }
                        }
                    }
                },
                "unfinished_intents": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "intent_id": {
                                "type": "string"
                            },
                            "action": {
                                "type": "string"
                            },
                            "status": {
                                "type": "string"
                            },
                            "amount": {
                                "type": [
                                    "string",
                                    "null"
                                ]
                            }
                        }
                    }
                },
                "events": {
                    "type": [
                        "array",
                        "null"
                    ],
                    "items": {
                        "type": "object",
                        "properties": {
                            "seq": {
                                "type": "integer"
                            },
                            "type": {
                                "type": "string"
                            },
                            "at": {
                                "type": "string"
                            },
                            "subject": {
                                "type": "object"
                            },
                            "data": {
                                "type": "object"
                            },
                            "untrusted_text": {
                                "type": "object"
                            }
                        }
                    }
                },
                "next_actions": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "tool": {
                                "type": "string"
                            },
                            "arguments": {
                                "type": "object"
                            },
                            "reason": {
                                "type": "string"
                            }
                        }
                    }
                }
            }
        }
    },
    {
        "name": "setup_agent",
        "description": "Registers the wallet of an agent unless it has one, and asks the faucet for test tokens if it holds none. Does not change a registered wallet.",
        "input": {
            "type": "object",
            "properties": {
                "agent_id": {
                    "type": "string",
                    "pattern": "^agent_[A-Za-z0-9_-]{4,74}$",
                    "description": "Choose one and keep it"
                },
                "allowed_actions": {
                    "type": "array",
                    "items": {
                        "type": "string"
                    },
                    "description": "By default all"
                },
                "max_trade_amount": {
                    "type": "string",
                    "pattern": "^\\d+(\\.\\d+)?$",
                    "description": "Limit of each bet"
                },
                "total_limit": {
                    "type": "string",
                    "pattern": "^\\d+(\\.\\d+)?$",
                    "description": "Limit of all bets together"
                },
                "valid_until": {
                    "type": "string",
                    "description": "End of bets, RFC 3339"
                },
                "auto_claim": {
                    "type": "boolean",
                    "description": "Claim winnings automatically"
                }
            },
            "required": [
                "agent_id"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "agent": {
                    "type": "object",
                    "properties": {
                        "agent_id": {
                            "type": "string"
                        },
                        "agent_wallet_address": {
                            "type": [
                                "string",
                                "null"
                            ]
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
                        "policy_metadata": {
                            "type": "object"
                        }
                    }
                },
                "balances": {
                    "type": [
                        "array",
                        "null"
                    ],
                    "items": {
                        "type": "object",
                        "properties": {
                            "symbol": {
                                "type": "string"
                            },
                            "amount": {
                                "type": "string"
                            }
                        }
                    }
                },
                "faucet": {
                    "type": "string"
                },
                "next": {
                    "type": [
                        "object",
                        "null"
                    ],
                    "properties": {
                        "tool": {
                            "type": "string"
                        },
                        "arguments": {
                            "type": "object"
                        }
                    }
                }
            }
        }
    },
    {
        "name": "preview_action",
        "description": "Plans an action and sends nothing. A purpose has at most one effect, and its repeat returns the same intent. Bets need market and amount, resolve_market market and outcome, create_market market_name, question and close_timestamp, others market.",
        "input": {
            "type": "object",
            "properties": {
                "agent_id": {
                    "type": "string",
                    "pattern": "^[\\w-]+$"
                },
                "action": {
                    "type": "string",
                    "enum": [
                        "create_market",
                        "buy_yes",
                        "buy_no",
                        "close_market",
                        "resolve_market",
                        "claim_payout",
                        "cancel_market",
                        "claim_refund"
                    ]
                },
                "purpose": {
                    "type": "string",
                    "pattern": "\\S",
                    "maxLength": 200
                },
                "market": {
                    "type": "string",
                    "pattern": "^[\\w-]+$",
                    "description": "Market id or contract address"
                },
                "amount": {
                    "type": "string",
                    "pattern": "^\\d+(\\.\\d+)?$",
                    "description": "Display units"
                },
                "min_multiple": {
                    "type": "string",
                    "pattern": "^\\d+(\\.\\d+)?$",
                    "description": "Least payout per stake"
                },
                "outcome": {
                    "type": "string",
                    "enum": [
                        "yes",
                        "no"
                    ]
                },
                "evidence": {
                    "type": "object",
                    "description": "{url, sha256?, note?}"
                },
                "market_name": {
                    "type": "string",
                    "maxLength": 200
                },
                "question": {
                    "type": "string",
                    "maxLength": 500
                },
                "close_timestamp": {
                    "type": [
                        "string",
                        "integer"
                    ],
                    "description": "RFC 3339 or unix"
                },
                "resolver": {
                    "type": "string",
                    "description": "Address, by default the agent"
                }
            },
            "required": [
                "agent_id",
                "action",
                "purpose"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "intent": {
                    "type": "object",
                    "properties": {
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
                        "untrusted_text": {
                            "type": "object"
                        }
                    }
                },
                "ref": {
                    "type": [
                        "string",
                        "null"
                    ]
                },
                "plan": {
                    "type": [
                        "object",
                        "null"
                    ],
                    "properties": {
                        "to": {
                            "type": "string"
                        },
                        "contract": {
                            "type": "string"
                        },
                        "function": {
                            "type": "string"
                        },
                        "deadline_seconds": {
                            "type": "integer"
                        }
                    }
                },
                "failed_checks": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
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
                            }
                        }
                    }
                },
                "warnings": {
                    "type": "array",
                    "items": {
                        "type": "string"
                    }
                },
                "quote": {
                    "type": [
                        "object",
                        "null"
                    ],
                    "properties": {
                        "outcome": {
                            "type": "string"
                        },
                        "amount": {
                            "type": "string"
                        },
                        "payout_if_won": {
                            "type": "string"
                        },
                        "payout_multiple": {
                            "type": "string"
                        },
                        "break_even_probability": {
                            "type": "string"
                        },
                        "as_of_block": {
                            "type": "integer"
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
                        "later_bets": {
                            "type": "array",
                            "items": {
                                "type": "object"
                            }
                        }
                    }
                },
                "fee": {
                    "type": [
                        "object",
                        "null"
                    ]
                },
                "next": {
                    "type": [
                        "object",
                        "null"
                    ],
                    "properties": {
                        "tool": {
                            "type": "string"
                        },
                        "arguments": {
                            "type": "object"
                        }
                    }
                }
            }
        }
    },
    {
        "name": "execute_intent",
        "description": "Sends the previewed plan with this ref, at most once, and waits up to 20 seconds. Follow repeat: same_call = call again unchanged; after_fix = no effect, remove the cause and call again; never = final.",
        "input": {
            "type": "object",
            "properties": {
                "intent_id": {
                    "type": "string",
                    "pattern": "^[\\w-]+$"
                },
                "ref": {
                    "type": "string"
                }
            },
            "required": [
                "intent_id",
                "ref"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "outcome": {
                    "type": "string"
                },
                "repeat": {
                    "type": "string"
                },
                "next": {
                    "type": [
                        "object",
                        "null"
                    ],
                    "properties": {
                        "tool": {
                            "type": "string"
                        },
                        "arguments": {
                            "type": "object"
                        }
                    }
                },
                "execution": {
                    "type": [
                        "object",
                        "null"
                    ],
                    "properties": {
                        "status": {
                            "type": "string"
                        },
                        "transaction_hash": {
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
                        "waiting_for": {
                            "type": [
                                "string",
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
                        "readback": {
                            "type": [
                                "object",
                                "null"
                            ]
                        }
                    }
                }
            }
        }
    },
    {
        "name": "cancel_intent",
        "description": "Cancels an intent that was not sent yet.",
        "input": {
            "type": "object",
            "properties": {
                "intent_id": {
                    "type": "string",
                    "pattern": "^[\\w-]+$"
                }
            },
            "required": [
                "intent_id"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "intent": {
                    "type": "object",
                    "properties": {
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
                        "untrusted_text": {
                            "type": "object"
                        }
                    }
                }
            }
        }
    },
    {
        "name": "freeze_agent",
        "description": "Stops bets and new markets of an agent at once, and cancels unsent ones. Claims stay possible. Only the owner can unfreeze.",
        "input": {
            "type": "object",
            "properties": {
                "agent_id": {
                    "type": "string",
                    "pattern": "^[\\w-]+$"
                }
            },
            "required": [
                "agent_id"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "agent": {
                    "type": "object",
                    "properties": {
                        "agent_id": {
                            "type": "string"
                        },
                        "agent_wallet_address": {
                            "type": [
                                "string",
                                "null"
                            ]
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
                        "policy_metadata": {
                            "type": "object"
                        }
                    }
                }
            }
        }
    },
    {
        "name": "get_budget",
        "description": "Returns the limits of agent and account, with what is spent, reserved and left.",
        "input": {
            "type": "object",
            "properties": {
                "agent_id": {
                    "type": "string",
                    "pattern": "^[\\w-]+$"
                }
            },
            "required": [
                "agent_id"
            ],
            "additionalProperties": False
        },
        "output": {
            "type": "object",
            "properties": {
                "agent": {
                    "type": "object",
                    "properties": {
                        "agent_id": {
                            "type": "string"
                        },
                        "agent_wallet_address": {
                            "type": [
                                "string",
                                "null"
                            ]
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
                        "policy_metadata": {
                            "type": "object"
                        }
                    }
                },
                "rules": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
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
                            }
                        }
                    }
                }
            }
        }
    }
]
