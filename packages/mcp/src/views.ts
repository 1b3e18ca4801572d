import type { Evidence, Intent, Market, PresageEvent } from '@presage/sdk';
import { list, nullable, object, pick, TEXT, UNTRUSTED, type JsonSchema, type Properties } from './schema.js';

const MARKET: Properties = {
  ...pick('Market', 'id', 'status', 'closes_at', 'winning_outcome'),
  ...pick('OnchainMarket', 'market_contract_address', 'implied_probability_yes', 'yes_pool', 'no_pool'),
  ...UNTRUSTED,
};

export const MARKET_SUMMARY: JsonSchema = object(MARKET);

export const MARKET_DETAILS: JsonSchema = object({
  ...MARKET,
  resolution_terms: object(
    pick(
      ...(['ResolutionTerms', 'resolver', 'resolver_is_creator', 'resolver_holds_position'] as const),
      ...(['resolvable_at', 'due_at', 'overdue', 'cancellable_by_anyone_at'] as const),
    ),
  ),
});

export const EXECUTION: JsonSchema = nullable(
  object({
    ...pick('Execution', 'status', 'transaction_hash', 'market_contract_address', 'waiting_for'),
    ...pick('Execution', 'error_code', 'error_message', 'failure_reason', 'retry_safe'),
    readback: { type: ['object', 'null'] },
  }),
);

export const INTENT: JsonSchema = object({
  ...pick('Intent', 'intent_id', 'agent_id', 'action', 'status', 'amount', 'outcome', 'market_contract_address'),
  ...UNTRUSTED,
});

export const AGENT: JsonSchema = object({
  ...pick('AgentWallet', 'agent_id', 'agent_wallet_address', 'status', 'frozen', 'allowed_actions'),
  policy_metadata: { type: 'object' },
});

export const BALANCES: JsonSchema = list(object({ symbol: TEXT, amount: TEXT }));

export const QUOTE: JsonSchema = object({
  ...pick('Quote', 'outcome', 'amount', 'payout_if_won', 'payout_multiple', 'break_even_probability', 'as_of_block'),
  ...pick('Quote', 'implied_probability_before', 'implied_probability_after'),
  later_bets: list({ type: 'object' }),
});

export const EVENT: JsonSchema = object({
  seq: { type: 'integer' },
  type: TEXT,
  at: TEXT,
  subject: { type: 'object' },
  data: { type: 'object' },
  ...UNTRUSTED,
});

/** A market with its texts apart. @param evidence of its resolution */
export function marketView(market: Market, evidence?: Evidence | null): object {
  const { title, description, category, outcome_yes_label, outcome_no_label, resolution_source, onchain } = market;
  const { market_id: name, ...contract } = onchain ?? { market_id: null };
  return {
    ...market,
    ...contract,
    untrusted_text: {
      ...{ title, description, category, outcome_yes_label, outcome_no_label, resolution_source, name },
      ...(evidence && { evidence }),
    },
  };
}

export function intentView(intent: Intent): object {
  const { question, market_id: name, evidence } = intent;
  return { ...intent, untrusted_text: { name, question, ...(evidence && { evidence }) } };
}

/** Values that the service itself writes: numbers, addresses, hashes, ids, times and lower-case words. */
const TRUSTED_VALUE = /^(?:-?\d+(?:\.\d+)?|0x[\da-f]+|agent_(?:intent|execution)_[\da-f-]+|[\d:.TZ-]+|[\da-f-]{36})$/i;
const TRUSTED_NAMES = ['action', 'status', 'outcome', 'error_code', 'failure_reason', 'rule', 'claim_action', 'by'];

/** An event whose other texts are apart: its data may contain what creators wrote. */
export function eventView(event: PresageEvent): object {
  const entries = Object.entries(event.data);
  const isTrusted = ([name, value]: [string, unknown]): boolean =>
    value === null ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    (typeof value === 'string' && (TRUSTED_NAMES.includes(name) || TRUSTED_VALUE.test(value)));
  return {
    ...event,
    data: Object.fromEntries(entries.filter(isTrusted)),
    untrusted_text: Object.fromEntries(entries.filter((entry) => !isTrusted(entry))),
  };
}
