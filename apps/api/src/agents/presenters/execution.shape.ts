import { EXECUTION_STATUSES, type Readback, WAITING_REASONS } from '@app/agents';
import { ACTIONS, EXECUTION_CHAIN, EXECUTION_MODE } from '@app/common';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';

export interface ExecutionBody {
  execution_id: string;
  intent_id: string;
  agent_id: string;
  agent_wallet_address: string | null;
  action: string;
  attempt: number;
  status: string;
  execution_mode: string;
  network: string;
  broadcast_performed: boolean;
  approve_transaction_hash?: string | null;
  transaction_hash: string | null;
  market_contract_address: string | null;
  readback: Readback | null;
  error_code: string | null;
  error_message: string | null;
  retry_safe: boolean | null;
  waiting_for: string | null;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
}

const APPROVE_HASH = wire.optional(
  wire.nullable(wire.bytes32('The approval’s transaction; there for buys alone.', EXAMPLE.approveHash)),
);

/** What each action reads back; the keys of the other actions are not there. */
const READBACK = wire.record<Readback>(
  'Readback',
  'What the contracts answered after the transaction: base units and numbers as strings. Which keys are there depends on the action.',
  {
    market_count: wire.baseUnits('create_market: how many markets the factory has made.', '12'),
    created_market: wire.address('create_market: the new market’s contract.', EXAMPLE.market),
    is_market: wire.flag('create_market: whether the factory knows it.', true),
    yes_positions: wire.baseUnits('buys: the wallet’s stake on YES.', '10000000'),
    no_positions: wire.baseUnits('buys: the wallet’s stake on NO.', '0'),
    total_yes: wire.baseUnits('buys: all stakes on YES.', '10000000'),
    total_no: wire.baseUnits('buys: all stakes on NO.', '0'),
    total_collateral: wire.baseUnits('buys: all stakes.', '10000000'),
    market_status: wire.oneOf(['0', '1', '2', '3'], 'the others: open, closed, resolved, cancelled.'),
    is_open: wire.flag('close_market: whether it can still be bought.', false),
    winning_outcome: wire.oneOf(['0', '1', '2'], 'resolve_market and claim_payout: undecided, YES, NO.'),
    claimable_payout: wire.baseUnits('resolve_market and claim_payout: what a claim would pay the wallet now.', '0'),
    claimable_refund: wire.baseUnits('cancel_market and claim_refund: what a claim would give back now.', '0'),
    has_claimed: wire.flag('claims: whether the wallet has claimed.', true),
  },
  ['yes_positions', 'no_positions', 'total_yes', 'total_no', 'total_collateral'],
);

export const EXECUTION = wire.named<ExecutionBody>('Execution', 'One attempt to execute an intent.', {
  execution_id: wire.prefixedId('agent_execution', 'Its id.', EXAMPLE.executionId),
  intent_id: wire.prefixedId('agent_intent', 'The intent.', EXAMPLE.intentId),
  agent_id: wire.text('The agent.', EXAMPLE.agentId),
  agent_wallet_address: wire.nullable(wire.address('The wallet that executes.', EXAMPLE.agentWallet)),
  action: wire.oneOf(ACTIONS, 'The intent’s action.', 'buy_yes'),
  attempt: wire.integer('Counts the intent’s attempts.', 1, { min: 1 }),
  status: wire.oneOf(
    EXECUTION_STATUSES,
    'Where it stands. `unknown` is temporary: the outcome is being found out, and nothing is sent again before it is.',
    'executed',
  ),
  execution_mode: wire.oneOf([EXECUTION_MODE], 'How it is executed.'),
  network: wire.text('Where it is executed.', EXECUTION_CHAIN),
  broadcast_performed: wire.flag('Whether a transaction may have been sent.', true),
  approve_transaction_hash: APPROVE_HASH,
  transaction_hash: wire.nullable(wire.bytes32('The transaction.', EXAMPLE.transactionHash)),
  market_contract_address: wire.nullable(wire.address('The market’s contract, a new one included.', EXAMPLE.market)),
  readback: wire.nullable(READBACK),
  error_code: wire.nullable(wire.text('Why it failed, as a code.', 'agent_execution_failed'), null),
  error_message: wire.nullable(wire.text('Why it failed, for people.', ''), null),
  retry_safe: wire.nullable(
    wire.flag('Whether another attempt can do no harm; null while that is not decided.', false),
  ),
  waiting_for: wire.nullable(wire.oneOf(WAITING_REASONS, 'What it waits for.'), null),
  created_at: wire.timestamp('When it was accepted.', EXAMPLE.createdAt),
  updated_at: wire.timestamp('When it last changed.', EXAMPLE.updatedAt),
  completed_at: wire.nullable(wire.timestamp('When it ended.', EXAMPLE.completedAt)),
});
