import type { KeyScope } from '@app/agents';
import { claimBody, type Records, WALLET } from './tenant.js';

/** A route that needs a key for the record that the request names. */
export interface OwnedRoute {
  readonly scope: KeyScope;
  /** Further scope that the key needs. */
  readonly also?: KeyScope;
  /** Kind of the record: an agent of a limited key, or a user. */
  readonly of: 'agent' | 'user';
  /** Answer for a record that does not exist or belongs to another account. */
  readonly notFound: readonly [status: number, code: string];
  readonly request: (records: Records) => { path: string; body?: object };
  /** Status with the right key. */
  readonly right: number;
  /** Whether an unknown agent is created. */
  readonly creates?: boolean;
  /** Whether the record is gone afterwards, so that a repeat answers `notFound`. */
  readonly deletes?: boolean;
}

const NO_AGENT = [404, 'agent_not_found'] as const;
const NO_WALLET = [404, 'agent_wallet_not_found'] as const;
const NO_SESSION = [404, 'agent_session_not_found'] as const;
const NO_INTENT = [404, 'agent_intent_not_found'] as const;
const NO_ONBOARDING = [404, 'agent_onboarding_not_found'] as const;
const NO_WEBHOOK = [404, 'webhook_not_found'] as const;
const NO_USER = [404, 'user_not_found'] as const;
const NO_CREATOR = [400, 'invalid_creator_user'] as const;

const DEMO_MARKET = '00000000-0000-4000-8000-000000000101';
const MARKET = { title: 'Will it rain?', chain: 'CHAIN-TESTNET', closes_at: '2099-01-01T00:00:00Z' };
const TRADE = { market_id: DEMO_MARKET, outcome: 'YES', side: 'BUY', quantity: '1', price: '0.5' };

/** Every route that needs a key, by method and template. */
export const OWNED: Readonly<Record<string, OwnedRoute>> = {
  'POST /agent/wallets': {
    ...{ scope: 'wallets', of: 'agent', notFound: NO_AGENT, right: 200, creates: true },
    request: ({ agentId }) => ({ path: '/agent/wallets', body: { agent_id: agentId, ...WALLET } }),
  },
  'GET /agent/wallets/{agent_id}': {
    ...{ scope: 'read', of: 'agent', notFound: NO_WALLET, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/wallets/${agentId}` }),
  },
  'POST /agent/wallets/{agent_id}/disable': {
    ...{ scope: 'wallets', of: 'agent', notFound: NO_WALLET, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/wallets/${agentId}/disable`, body: {} }),
  },
  'POST /agent/wallets/{agent_id}/freeze': {
    ...{ scope: 'wallets', of: 'agent', notFound: NO_WALLET, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/wallets/${agentId}/freeze`, body: {} }),
  },
  'POST /agent/wallets/{agent_id}/unfreeze': {
    ...{ scope: 'wallets', of: 'agent', notFound: NO_WALLET, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/wallets/${agentId}/unfreeze`, body: {} }),
  },
  'GET /agent/wallets/{agent_id}/budget': {
    ...{ scope: 'read', of: 'agent', notFound: NO_WALLET, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/wallets/${agentId}/budget` }),
  },
  'GET /agent/wallets/{agent_id}/balance': {
    ...{ scope: 'read', of: 'agent', notFound: NO_WALLET, right: 409 },
    request: ({ agentId }) => ({ path: `/agent/wallets/${agentId}/balance` }),
  },
  'POST /agent/wallets/{agent_id}/faucet': {
    ...{ scope: 'wallets', of: 'agent', notFound: NO_WALLET, right: 409 },
    request: ({ agentId }) => ({ path: `/agent/wallets/${agentId}/faucet`, body: {} }),
  },
  'POST /agent/intents': {
    ...{ scope: 'intents', of: 'agent', notFound: NO_AGENT, right: 201, creates: true },
    request: ({ agentId }) => ({ path: '/agent/intents', body: claimBody(agentId) }),
  },
  'POST /agent/actions': {
    ...{ scope: 'intents', also: 'execute', of: 'agent', notFound: NO_AGENT, right: 409, creates: true },
    request: ({ agentId }) => ({
      path: '/agent/actions',
      body: { ...claimBody(agentId), client_request_id: 'a claim' },
    }),
  },
  'GET /agent/intents': {
    ...{ scope: 'read', of: 'agent', notFound: NO_AGENT, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/intents?agent_id=${agentId}` }),
  },
  'GET /agent/intents/{intent_id}': {
    ...{ scope: 'read', of: 'agent', notFound: NO_INTENT, right: 200 },
    request: ({ intentId }) => ({ path: `/agent/intents/${intentId}` }),
  },
  'POST /agent/intents/{intent_id}/confirm': {
    ...{ scope: 'intents', of: 'agent', notFound: NO_INTENT, right: 200 },
    request: ({ intentId }) => ({ path: `/agent/intents/${intentId}/confirm`, body: {} }),
  },
  'POST /agent/intents/{intent_id}/execute': {
    ...{ scope: 'execute', of: 'agent', notFound: NO_INTENT, right: 409 },
    request: ({ intentId }) => ({ path: `/agent/intents/${intentId}/execute`, body: {} }),
  },
  'POST /agent/intents/{intent_id}/approve': {
    ...{ scope: 'intents', of: 'agent', notFound: NO_INTENT, right: 400 },
    request: ({ intentId }) => ({ path: `/agent/intents/${intentId}/approve`, body: { otp: '000000' } }),
  },
  'POST /agent/intents/{intent_id}/cancel': {
    ...{ scope: 'intents', of: 'agent', notFound: NO_INTENT, right: 200 },
    request: ({ cancelledId }) => ({ path: `/agent/intents/${cancelledId}/cancel`, body: {} }),
  },
  'GET /agent/intents/{intent_id}/executions': {
    ...{ scope: 'read', of: 'agent', notFound: NO_INTENT, right: 200 },
    request: ({ intentId }) => ({ path: `/agent/intents/${intentId}/executions` }),
  },
  'POST /agent/onboarding/start': {
    ...{ scope: 'wallets', of: 'agent', notFound: NO_AGENT, right: 201, creates: true },
    request: ({ agentId, email }) => ({
      path: '/agent/onboarding/start',
      body: { agent_id: agentId, user_email: email },
    }),
  },
  'POST /agent/onboarding/verify': {
    ...{ scope: 'wallets', of: 'agent', notFound: NO_ONBOARDING, right: 400 },
    request: ({ onboardingId }) => ({
      path: '/agent/onboarding/verify',
      body: { onboarding_id: onboardingId, otp: '000000' },
    }),
  },
  'GET /agent/onboarding/{onboarding_id}': {
    ...{ scope: 'read', of: 'agent', notFound: NO_ONBOARDING, right: 200 },
    request: ({ onboardingId }) => ({ path: `/agent/onboarding/${onboardingId}` }),
  },
  'GET /agent/sessions/{agent_id}': {
    ...{ scope: 'read', of: 'agent', notFound: NO_SESSION, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/sessions/${agentId}` }),
  },
  'GET /agent/portfolio/{agent_id}': {
    ...{ scope: 'read', of: 'agent', notFound: NO_WALLET, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/portfolio/${agentId}` }),
  },
  'GET /agent/activity/{agent_id}': {
    ...{ scope: 'read', of: 'agent', notFound: NO_AGENT, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/activity/${agentId}` }),
  },
  'GET /agent/events/{agent_id}': {
    ...{ scope: 'read', of: 'agent', notFound: NO_AGENT, right: 200 },
    request: ({ agentId }) => ({ path: `/agent/events/${agentId}` }),
  },
  'POST /agent/webhooks': {
    ...{ scope: 'webhooks', of: 'agent', notFound: NO_AGENT, right: 201 },
    request: ({ agentId }) => ({
      path: '/agent/webhooks',
      body: { url: 'https://hooks.example.com/', agent_ids: [agentId] },
    }),
  },
  'DELETE /agent/webhooks/{webhook_id}': {
    ...{ scope: 'webhooks', of: 'agent', notFound: NO_WEBHOOK, right: 200, deletes: true },
    request: ({ deletedWebhookId }) => ({ path: `/agent/webhooks/${deletedWebhookId}` }),
  },
  'POST /agent/webhooks/{webhook_id}/rotate': {
    ...{ scope: 'webhooks', of: 'agent', notFound: NO_WEBHOOK, right: 200 },
    request: ({ webhookId }) => ({ path: `/agent/webhooks/${webhookId}/rotate`, body: {} }),
  },
  'POST /agent/webhooks/{webhook_id}/test': {
    ...{ scope: 'webhooks', of: 'agent', notFound: NO_WEBHOOK, right: 202 },
    request: ({ webhookId }) => ({ path: `/agent/webhooks/${webhookId}/test`, body: {} }),
  },
  'POST /agent/webhooks/{webhook_id}/resume': {
    ...{ scope: 'webhooks', of: 'agent', notFound: NO_WEBHOOK, right: 200 },
    request: ({ webhookId }) => ({ path: `/agent/webhooks/${webhookId}/resume`, body: {} }),
  },
  'POST /markets': {
    ...{ scope: 'records', of: 'user', notFound: NO_CREATOR, right: 201 },
    request: ({ userId }) => ({ path: '/markets', body: { creator_user_id: userId, ...MARKET } }),
  },
  'POST /trade-intents': {
    ...{ scope: 'records', of: 'user', notFound: NO_USER, right: 201 },
    request: ({ userId }) => ({ path: '/trade-intents', body: { user_id: userId, ...TRADE } }),
  },
  'GET /users/{user_id}/positions': {
    ...{ scope: 'read', of: 'user', notFound: NO_USER, right: 200 },
    request: ({ userId }) => ({ path: `/users/${userId}/positions` }),
  },
  'GET /users/{user_id}/settlements': {
    ...{ scope: 'read', of: 'user', notFound: NO_USER, right: 200 },
    request: ({ userId }) => ({ path: `/users/${userId}/settlements` }),
  },
};

/** Reads of a key's own account, which name no record: path and scope by method and template. */
export const OF_ACCOUNT: Readonly<Record<string, { path: string; scope: KeyScope }>> = {
  'GET /agent/webhooks': { path: '/agent/webhooks', scope: 'webhooks' },
};

/** Reads of the key itself, which any valid key may do: path by method and template. */
export const OF_KEY: Readonly<Record<string, string>> = { 'GET /account': '/account' };

/** Path of every route that needs a key of an operator, and its status with one. */
export const OPERATOR: Readonly<Record<string, { path: string; right: number }>> = {
  'GET /ops/overview': { path: '/ops/overview', right: 200 },
  'GET /ops/lanes': { path: '/ops/lanes', right: 200 },
  'GET /ops/executions': { path: '/ops/executions', right: 200 },
  'GET /ops/executions/{execution_id}': { path: `/ops/executions/agent_execution_${'0'.repeat(32)}`, right: 404 },
  'GET /ops/audit': { path: '/ops/audit', right: 200 },
};

/** Path of every route that needs no key in any mode, by method and template. */
export const PUBLIC: Readonly<Record<string, string>> = {
  'GET /markets': '/markets',
  'GET /markets/facets': '/markets/facets',
  'GET /markets/{id}/similar': `/markets/${DEMO_MARKET}/similar`,
  'GET /markets/{id}': `/markets/${DEMO_MARKET}`,
  'GET /markets/{id}/quote': `/markets/${DEMO_MARKET}/quote`,
  'GET /markets/{id}/history': `/markets/${DEMO_MARKET}/history`,
  'GET /markets/{id}/events': `/markets/${DEMO_MARKET}/events`,
  'GET /markets/{market_id}/positions': `/markets/${DEMO_MARKET}/positions`,
  'GET /markets/{market_id}/settlements': `/markets/${DEMO_MARKET}/settlements`,
  'GET /markets/{market_id}/resolution': `/markets/${DEMO_MARKET}/resolution`,
  'GET /agent/markets': '/agent/markets',
  'GET /chain/contract': '/chain/contract',
  'GET /': '/',
  'GET /health': '/health',
  'GET /readyz': '/readyz',
  'GET /schema/validate': '/schema/validate',
  'GET /openapi.json': '/openapi.json',
  'GET /docs': '/docs',
  'GET /llms.txt': '/llms.txt',
  'GET /llms-full.txt': '/llms-full.txt',
  'GET /skill.md': '/skill.md',
  'GET /console': '/console',
  'GET /console/{file}': '/console/unknown.js',
};
