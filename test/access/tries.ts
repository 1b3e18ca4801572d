import { claimBody, type Records, WALLET } from './tenant.js';

export interface Try {
  method?: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
}

type Write = (theirs: Records, own: Records) => Try;
type Read = (path: string, own: Records) => Try;

const wallets = (body: string): Try => ({ path: '/agent/wallets', body });
const registration = (agent: unknown): Try => wallets(JSON.stringify({ ...WALLET, agent_id: agent }));
/** The fields of a registration without braces, to which a test adds its own. */
const FIELDS = JSON.stringify(WALLET).slice(1, -1);
const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const disable = (agent: string): Try => ({ path: `/agent/wallets/${agent}/disable`, body: '{}' });
const market = (user: string): Try => ({
  path: '/markets',
  body: JSON.stringify({ creator_user_id: user, title: 'T', chain: 'C', closes_at: '2099-01-01T00:00:00Z' }),
});

/** Writes for the agent, the intents and the user of another account. */
export const CASES_OF_WRITES = Object.entries<Write>({
  'a registration': ({ agentId }) => registration(agentId),
  'a key twice, theirs last': (theirs, own) =>
    wallets(`{"agent_id":"${own.agentId}",${FIELDS},"agent_id":"${theirs.agentId}"}`),
  'a key twice, theirs first': (theirs, own) =>
    wallets(`{"agent_id":"${theirs.agentId}",${FIELDS},"agent_id":"${own.agentId}"}`),
  __proto__: ({ agentId }) => wallets(`{"__proto__":{"agent_id":"${agentId}"},${FIELDS}}`),
  'constructor.prototype': ({ agentId }) =>
    wallets(`{"constructor":{"prototype":{"agent_id":"${agentId}"}},${FIELDS}}`),
  'an escaped key': ({ agentId }) => wallets(`{"agent\\u005fid":"${agentId}",${FIELDS}}`),
  'an escaped value': ({ agentId }) => wallets(`{"agent_id":"${agentId.replaceAll('_', '\\u005f')}",${FIELDS}}`),
  'a key in another case': ({ agentId }) => wallets(`{"Agent_Id":"${agentId}",${FIELDS}}`),
  'a value in another case': ({ agentId }) => registration(agentId.toUpperCase()),
  'a leading space': ({ agentId }) => registration(` ${agentId}`),
  'a trailing space': ({ agentId }) => registration(`${agentId} `),
  'a trailing NUL': ({ agentId }) => registration(`${agentId}\0`),
  'an array': ({ agentId }) => registration([agentId]),
  'an object': ({ agentId }) => registration({ $eq: agentId }),
  'an array as body': ({ agentId }) => wallets(JSON.stringify([{ ...WALLET, agent_id: agentId }])),
  'a byte order mark': ({ agentId }) => wallets(`\ufeff${JSON.stringify({ ...WALLET, agent_id: agentId })}`),
  'the path': ({ agentId }) => disable(agentId),
  'an encoded path': ({ agentId }) => disable(encoded(agentId)),
  'an encoded action': ({ intentId }) => ({ path: `/agent/intents/${intentId}/%65xecute` }),
  'doubled slashes': ({ agentId }) => ({ path: `//agent//wallets/${agentId}//disable` }),
  'a trailing slash': ({ agentId }) => ({ path: `/agent/wallets/${agentId}/disable/` }),
  'a path in another case': ({ agentId }) => ({ path: `/Agent/Wallets/${agentId}/Disable` }),
  'dots in the path': (theirs, own) => disable(`${own.agentId}/../${theirs.agentId}`),
  'encoded slashes and dots': (theirs, own) => disable(`${own.agentId}%2f..%2f${theirs.agentId}`),
  'a path parameter': (theirs, own) => disable(`${own.agentId};agent_id=${theirs.agentId}`),
  'an absolute target': ({ agentId }) => ({ path: `http://127.0.0.1/agent/wallets/${agentId}/disable` }),
  'a query': (theirs, own) => ({ path: `/agent/wallets/${own.agentId}/disable?agent_id=${theirs.agentId}` }),
  'a body that differs from the path': (theirs, own) => ({
    path: `/agent/wallets/${own.agentId}/disable`,
    body: JSON.stringify({ agent_id: theirs.agentId }),
  }),
  'method overrides': ({ agentId }) => ({
    method: 'GET',
    path: `/agent/wallets/${agentId}/disable?_method=POST`,
    headers: { 'x-http-method-override': 'POST' },
  }),
  'URL overrides': (theirs, own) => ({
    path: `/agent/wallets/${own.agentId}/disable`,
    headers: { 'x-original-url': `/agent/wallets/${theirs.agentId}/disable`, 'x-rewrite-url': '/agent/markets' },
  }),
  'a faucet request': ({ agentId }) => ({ path: `/agent/wallets/${agentId}/faucet` }),
  'an intent': ({ agentId }) => ({ path: '/agent/intents', body: JSON.stringify(claimBody(agentId)) }),
  'an action': ({ agentId }) => ({
    path: '/agent/actions',
    body: JSON.stringify({ ...claimBody(agentId), client_request_id: 'a claim' }),
  }),
  'a confirmation': ({ intentId }) => ({ path: `/agent/intents/${intentId}/confirm` }),
  'an execution': ({ intentId }) => ({ path: `/agent/intents/${intentId}/execute` }),
  'a cancellation': ({ intentId }) => ({ path: `/agent/intents/${intentId}/cancel` }),
  'an onboarding': ({ agentId, email }) => ({
    path: '/agent/onboarding/start',
    body: JSON.stringify({ agent_id: agentId, user_email: email }),
  }),
  'a freeze': ({ agentId }) => ({ path: `/agent/wallets/${agentId}/freeze` }),
  'an unfreeze': ({ agentId }) => ({ path: `/agent/wallets/${agentId}/unfreeze` }),
  'an approval': ({ intentId }) => ({ path: `/agent/intents/${intentId}/approve`, body: '{"otp":"000000"}' }),
  'a webhook for their agent': (theirs, own) => ({
    path: '/agent/webhooks',
    body: JSON.stringify({ url: 'https://hooks.example.com/', agent_ids: [own.agentId, theirs.agentId] }),
  }),
  'a rotation of the secret of their webhook': ({ webhookId }) => ({ path: `/agent/webhooks/${webhookId}/rotate` }),
  'a test of their webhook': ({ webhookId }) => ({ path: `/agent/webhooks/${webhookId}/test` }),
  'a deletion of their webhook': ({ webhookId }) => ({ method: 'DELETE', path: `/agent/webhooks/${webhookId}` }),
  'a passcode': ({ onboardingId }) => ({
    path: '/agent/onboarding/verify',
    body: JSON.stringify({ onboarding_id: onboardingId, otp: '000000' }),
  }),
  'a market in the name of their user': ({ userId }) => market(userId),
  'a market in the name of their user in upper case': ({ userId }) => market(userId.toUpperCase()),
  'a market in the name of their user between spaces': ({ userId }) => market(` \u3000${userId}\t`),
  'a trade intent in the name of their user': ({ userId }) => ({
    path: '/trade-intents',
    body: JSON.stringify({
      ...{ user_id: userId, market_id: '00000000-0000-4000-8000-000000000101' },
      ...{ outcome: 'YES', side: 'BUY', quantity: '1', price: '0.5' },
    }),
  }),
});

/** Reads of the records of another account. */
export const CASES_OF_READS = Object.entries<Read>({
  'the path': (path) => ({ path }),
  'an encoded path': (path) => ({ path: path.replace(/[^/]+/g, encoded) }),
  'an encoded id': (path) => ({ path: path.replace(/(?<=\/)(?=\w*\d)[\w-]{10,}/, encoded) }),
  'doubled slashes': (path) => ({ path: path.replaceAll('/', '//') }),
  'a trailing slash': (path) => ({ path: `${path}/` }),
  'a path in another case': (path) => ({ path: path.toUpperCase() }),
  'dots in the path': (path) => ({ path: `/agent/markets/../..${path}` }),
  'encoded slashes': (path) => ({ path: `/agent%2f..${path}` }),
  'a path parameter': (path, own) => ({ path: `${path};agent_id=${own.agentId}` }),
  'an absolute target': (path) => ({ path: `http://127.0.0.1${path}` }),
  'the own id in the query': (path, own) => ({ path: `${path}?agent_id=${own.agentId}&intent_id=${own.intentId}` }),
  'the own id before theirs in the query': (path, own) => ({
    path: path.replace('agent_id=', `agent_id=${own.agentId}&agent_id=`),
  }),
  'the own id after theirs in the query': (path, own) => ({
    path: path.includes('agent_id=') ? `${path}&agent_id=${own.agentId}` : path,
  }),
  'the own id in the body': (path, own) => ({
    path,
    body: JSON.stringify({ agent_id: own.agentId, intent_id: own.intentId, user_id: own.userId }),
  }),
  'URL overrides': (path) => ({
    path,
    headers: { 'x-original-url': '/agent/markets', 'x-forwarded-host': 'localhost' },
  }),
  'a method override': (path) => ({
    path,
    headers: { 'x-http-method-override': 'GET', 'x-method-override': 'OPTIONS' },
  }),
  POST: (path) => ({ method: 'POST', path }),
  HEAD: (path) => ({ method: 'HEAD', path }),
  QUERY: (path) => ({ method: 'QUERY', path }),
  'a public cache': (path) => ({ path, headers: { 'if-none-match': '*', 'x-forwarded-for': '127.0.0.1' } }),
});
