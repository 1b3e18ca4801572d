import { CHECK_RESULTS, CHECK_RULES, EXECUTION_STATUSES, HEADROOM_UNITS, INTENT_STATUSES } from '@app/agents';
import { ACTIONS, EXECUTION_CHAIN, EXECUTION_MODE } from '@app/common';
import { QUOTE } from './quote.shape.js';
import type { QuoteBody } from './quote-body.js';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';

export interface IntentBody {
  intent_id: string;
  agent_id: string;
  action: string;
  status: string;
  requires_confirmation: boolean;
  user_wallet: string | null;
  market_id: string;
  market_contract_address: string | null;
  amount: string | null;
  min_multiple: string | null;
  outcome: string | null;
  resolver: string | null;
  collateral_token: string | null;
  close_timestamp: string | null;
  question: string | null;
  source_client: string | null;
  client_request_id: string | null;
  validation_result: { valid: boolean; errors: readonly string[]; checks: readonly CheckBody[] };
  quote: QuoteBody | null;
  warnings: readonly string[];
  executions_count: number;
  latest_execution_status: string | null;
  created_at: string;
  updated_at: string;
  confirmed_at: string | null;
  executed_at: string | null;
}

/** What one rule said of the intent when it was made. */
export interface CheckBody {
  rule: string;
  result: string;
  code: string | null;
  message: string | null;
  headroom: string | null;
  headroom_unit: string | null;
  as_of_block: number | null;
}

export interface PlanBody {
  intent_id: string;
  action: string;
  status: string;
  execution_mode: string;
  network: string;
  broadcast_performed: false;
  transaction_hash: null;
  approval: CallBody | null;
  transaction_request: CallBody & { ref: string; deadline_seconds: number };
}

export interface CallBody {
  to: string;
  contract: string;
  function: string;
  args: readonly string[];
  value: string;
  chain: string;
  broadcast_performed: false;
}

const CHECK = wire.named<CheckBody>('Check', 'What one rule of execution said of the intent when it was made.', {
  rule: wire.oneOf(CHECK_RULES, 'The rule.', 'balance'),
  result: wire.oneOf(CHECK_RESULTS, '`unknown`: what it looks at could not be read, or is not there yet.'),
  code: wire.nullable(wire.text('What execution would answer.', 'agent_execution_failed'), null),
  message: wire.nullable(wire.text('Why it does not pass.', ''), null),
  headroom: wire.nullable(wire.signedDecimal('How far from failing; negative: how far from passing.', '990')),
  headroom_unit: wire.nullable(wire.oneOf(HEADROOM_UNITS, 'What that is counted in.')),
  as_of_block: wire.nullable(wire.integer('The block that the chain was read at.', 4711)),
});

export const INTENT = wire.named<IntentBody>(
  'Intent',
  'What an agent asks for. What its action does not use is null.',
  {
    intent_id: wire.prefixedId('agent_intent', 'Its id.', EXAMPLE.intentId),
    agent_id: wire.text('The agent.', EXAMPLE.agentId),
    action: wire.oneOf(ACTIONS, 'What shall be done.', 'buy_yes'),
    status: wire.oneOf(INTENT_STATUSES, 'Where it stands.'),
    requires_confirmation: wire.flag('Whether confirming comes next.', true),
    user_wallet: wire.nullable(wire.address('The address of the agent’s user.', EXAMPLE.userWallet)),
    market_id: wire.text('The agent’s own name of the market.', EXAMPLE.marketName),
    market_contract_address: wire.nullable(wire.address('The market’s contract.', EXAMPLE.market)),
    amount: wire.nullable(wire.decimal('The stake, display units.', '10')),
    min_multiple: wire.nullable(
      wire.decimal('The least payout by stake that a buy must bring when it is sent.', '1.5'),
    ),
    outcome: wire.nullable(wire.oneOf(['yes', 'no'], 'How the market ended.'), null),
    resolver: wire.nullable(wire.address('Who may resolve the market.', EXAMPLE.agentWallet), null),
    collateral_token: wire.nullable(wire.address('The token of the stakes.', EXAMPLE.collateral), null),
    close_timestamp: wire.nullable(wire.timestamp('When buying ends.', EXAMPLE.closesAt), null),
    question: wire.nullable(wire.text('The question.', EXAMPLE.question), null),
    source_client: wire.nullable(wire.text('The program that asked.', 'cli')),
    client_request_id: wire.nullable(wire.text('The idempotency key.', 'order-4711')),
    validation_result: wire.object(
      {
        valid: wire.flag('Whether the request is valid; what is not is answered with 400.', true),
        errors: wire.list(wire.text('An error.', ''), 'What is wrong.', []),
        checks: wire.list(
          CHECK,
          'Every rule that execution asks, as it stood when the intent was made, by the evaluator that execution uses. None of them refuses a preview that is answered.',
        ),
      },
      '`valid` and `errors` judge the request alone; `checks` evaluate what executing it would come to.',
    ),
    quote: wire.nullable(QUOTE),
    warnings: wire.list(wire.text('A warning.', ''), 'What its agent should think about before it confirms.', []),
    executions_count: wire.integer('How many attempts there were.', 0),
    latest_execution_status: wire.nullable(wire.oneOf(EXECUTION_STATUSES, 'Where the latest attempt stands.'), null),
    created_at: wire.timestamp('When it was created.', EXAMPLE.createdAt),
    updated_at: wire.timestamp('When it last changed.', EXAMPLE.createdAt),
    confirmed_at: wire.nullable(wire.timestamp('When it was first confirmed.', EXAMPLE.createdAt), null),
    executed_at: wire.nullable(wire.timestamp('When it was executed.', EXAMPLE.completedAt), null),
  },
);

const CALL = {
  to: wire.address('The contract that is called.', EXAMPLE.market),
  contract: wire.oneOf(['factory', 'market', 'collateral'], 'Which of the contracts that is.', 'market'),
  function: wire.text('The function.', 'buyYes'),
  args: wire.list(
    wire.text('An argument.', '10000000'),
    'Its arguments, without ref and deadline: base units and unix seconds.',
  ),
  value: wire.oneOf(['0'], 'Native coins that go along: none.'),
  chain: wire.text('The network.', EXECUTION_CHAIN),
  broadcast_performed: wire.never('Nothing is sent by a plan.'),
};

const APPROVAL = wire.amended(wire.named<CallBody>('Call', 'One call of a contract.', CALL), {
  to: EXAMPLE.collateral,
  contract: 'collateral',
  function: 'approve',
  args: [EXAMPLE.market, '10000000'],
});

export const PLAN = wire.named<PlanBody>(
  'ExecutionPlan',
  'What executing the intent does on the chain, to the letter.',
  {
    intent_id: wire.prefixedId('agent_intent', 'The intent.', EXAMPLE.intentId),
    action: wire.oneOf(ACTIONS, 'Its action.', 'buy_yes'),
    status: wire.oneOf(['confirmed'], 'That it is confirmed.'),
    execution_mode: wire.oneOf([EXECUTION_MODE], 'How it will be executed.'),
    network: wire.text('Where it will be executed.', EXECUTION_CHAIN),
    broadcast_performed: wire.never('Nothing is sent by a plan.'),
    transaction_hash: wire.nothing('A plan has no transaction.'),
    approval: wire.nullable(APPROVAL),
    transaction_request: wire.object<PlanBody['transaction_request']>(
      {
        ...CALL,
        ref: wire.bytes32('The intent’s mark on the chain, which refuses a second effect under it.', EXAMPLE.ref),
        deadline_seconds: wire.integer('Life of the call from the moment that it is armed.', 900, { min: 1 }),
      },
      'The call itself; for buys the approval comes first.',
    ),
  },
);
