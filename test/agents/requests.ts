import { randomBytes } from 'node:crypto';
import { type Action, ACTION_NAMES, ACTIONS, type IntentField, WALLET_PROVIDER } from '@app/common';

export const FACTORY = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const COLLATERAL = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const MARKET = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';
export const RESOLVER = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb';
export const USER = '0x27b1fdb04752bbc536007a920d24acb045561c26';

/** `policy_metadata` of a wallet without limits. */
export const NO_LIMITS = {
  ...{ max_trade_amount: null, daily_limit: null, market_limit: null, open_exposure_limit: null, approval_above: null },
  auto_claim: false,
  ...{ total_limit: null, valid_until: null },
};

/** Returns an unused agent id. */
export function newAgent(): string {
  return `agent_${randomBytes(8).toString('hex')}x`;
}

/** Returns an address in lower case. */
export function randomAddress(): string {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** Body of a valid wallet registration, with the fields of a test. */
export function walletBody(agentId: string, fields: object = {}): object {
  return { agent_id: agentId, wallet_provider: WALLET_PROVIDER, allowed_actions: ACTION_NAMES, ...fields };
}

/** Body of a valid intent, with the fields of a test. */
export function intentBody(agentId: string, action: Action, fields: object = {}): Record<string, unknown> {
  const values: Partial<Record<IntentField, unknown>> = {
    market_contract_address: MARKET,
    amount: '10',
    outcome: 'yes',
    question: 'Will it rain?',
    close_timestamp: new Date(Date.now() + 3_600_000).toISOString(),
    resolver: RESOLVER,
    collateral_token: COLLATERAL,
    evidence: { url: 'https://example.org/report' },
  };
  const required = ACTIONS[action].fields.filter((name) => values[name] !== undefined);
  return {
    agent_id: agentId,
    action,
    user_wallet: USER,
    market_id: 'rain-in-lisbon',
    ...Object.fromEntries(required.map((name) => [name, values[name]])),
    ...fields,
  };
}

/** `expect.stringMatching` typed as unknown. */
export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}
