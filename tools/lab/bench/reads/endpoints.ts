import { type SampleIds, TRADER } from './sample-ids.js';

/** Path of each read endpoint. */
export const ENDPOINTS: Readonly<Record<string, (ids: SampleIds) => string>> = {
  'GET /markets': () => '/markets?limit=20',
  'GET /markets?status': () => '/markets?limit=20&status=OPEN',
  'GET /markets?category&sort': () => '/markets?limit=20&category=category%203&sort=closes_at',
  'GET /markets?q': ({ titleWord }) => `/markets?limit=20&q=${titleWord}`,
  'GET /markets?tradable': () => '/markets?limit=20&tradable=true',
  'GET /agent/markets': () => '/agent/markets?limit=20',
  'GET /markets/{id}': ({ marketId }) => `/markets/${marketId}`,
  'GET /markets/{id}/quote': ({ openMarketId }) => `/markets/${openMarketId}/quote?outcome=YES&amount=10`,
  'GET /markets/{id}/history': ({ marketId }) => `/markets/${marketId}/history?interval=1h&limit=20`,
  'GET /markets/{id}/positions': ({ marketId }) => `/markets/${marketId}/positions?limit=20`,
  'GET /users/{id}/positions': ({ userId }) => `/users/${userId}/positions?limit=20`,
  'GET /markets/{id}/resolution': ({ marketId }) => `/markets/${marketId}/resolution`,
  'GET /markets/{id}/settlements': ({ marketId }) => `/markets/${marketId}/settlements?limit=10`,
  'GET /users/{id}/settlements': ({ userId }) => `/users/${userId}/settlements?limit=10`,
  'GET /agent/wallets/{id}': ({ agentId }) => `/agent/wallets/${agentId}`,
  'GET /agent/sessions/{id}': ({ agentId }) => `/agent/sessions/${agentId}`,
  'GET /agent/onboarding/{id}': ({ onboardingId }) => `/agent/onboarding/${onboardingId}`,
  'GET /agent/intents': ({ agentId }) => `/agent/intents?agent_id=${agentId}&limit=20`,
  'GET /agent/intents/{id}': ({ intentId }) => `/agent/intents/${intentId}`,
  'GET /agent/intents/{id}/executions': ({ intentId }) => `/agent/intents/${intentId}/executions`,
  'GET /agent/portfolio/{id}': ({ agentId }) => `/agent/portfolio/${agentId}`,
  'GET /agent/portfolio/{id} of a trader': () => `/agent/portfolio/${TRADER}`,
  'GET /agent/activity/{id}': ({ agentId }) => `/agent/activity/${agentId}?limit=20`,
};
