import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { type AgentWallet, Presage, type PresageError } from '@presage/sdk';
import { runProgram } from '../../packages/cli/src/program.js';
import { setupAgent } from '../../packages/mcp/src/tools/agent-tools.js';
import { issueKey } from '../../tools/support/issue-key.js';
import { startTestApi, type TestApi } from '../api/start-test-api.js';

const { fetch } = globalThis;

/** The API with a custody that creates each address at once, and reports tokens. */
const withCustody: typeof fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  if (url.endsWith('/balance')) {
    const balances = [{ token: { symbol: 'USDC' }, amount: '5' }];
    return Promise.resolve(Response.json({ agent_wallet_balance: { balances } }));
  }
  if (init?.method !== 'POST' || typeof init.body !== 'string') return fetch(input, init);
  const fields: { agent_id: string } = JSON.parse(init.body);
  const agent_wallet_address = `0x${createHash('sha1').update(fields.agent_id).digest('hex')}`;
  return fetch(input, { ...init, body: JSON.stringify({ ...fields, agent_wallet_address }) });
};

describe.each([
  { AUTH_MODE: 'off', AUTH_READS: 'public' },
  { AUTH_MODE: 'api_key', AUTH_READS: 'public' },
  { AUTH_MODE: 'api_key', AUTH_READS: 'account' },
] as const)('the setup of an agent with %j', (settings) => {
  let api: TestApi;
  let apiKey: string;
  let presage: Presage;

  beforeAll(async () => {
    api = await startTestApi(settings);
    apiKey = await issueKey(api.database, { account: 'alice' });
    presage = new Presage({ baseUrl: api.url, apiKey });
  });
  beforeEach(() => jest.spyOn(globalThis, 'fetch').mockImplementation(withCustody));
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => api?.stop());

  it('registers a new agent from the command line, and keeps its permissions on a repeat', async () => {
    const agentId = 'agent_cli_01';
    let out = '';
    const terminal = { out: (text: string) => (out = text), err: (text: string) => (out = text), isInteractive: false };
    const setUp = () => runProgram(['agent', 'setup'], { environment: { url: api.url, apiKey, agentId }, terminal });
    expect({ code: await setUp(), out }).toMatchObject({ code: 0 });
    await api.database.query(`UPDATE agent_wallets SET allowed_actions = '{buy_yes}' WHERE agent_id = $1`, [agentId]);
    expect({ code: await setUp(), ...JSON.parse(out) }).toMatchObject({
      ...{ code: 0, agent_id: agentId, allowed_actions: ['buy_yes'] },
    });
  });

  it('reads no balances from the command line without the faucet', async () => {
    jest.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      if ((input instanceof Request ? input.url : String(input)).endsWith('/balance'))
        throw new Error('a read of balances');
      return withCustody(input, init);
    });
    let out = '';
    const terminal = { out: (text: string) => (out = text), err: (text: string) => (out = text), isInteractive: false };
    const environment = { url: api.url, apiKey, agentId: 'agent_cli_02' };
    const code = await runProgram(['agent', 'setup', '--no-faucet'], { environment, terminal });
    expect({ code, ...JSON.parse(out) }).toMatchObject({ code: 0, agent_id: 'agent_cli_02', status: 'active' });
  });

  it('registers a new agent from the MCP server, also on a repeat', async () => {
    const context = { presage, signal: new AbortController().signal, progress: () => undefined };
    const limits = { max_trade_amount: '5', total_limit: '90', valid_until: '2999-01-01T00:00:00.000Z' };
    const first = await setupAgent.run({ agent_id: 'agent_mcp_01', ...limits }, context);
    expect(first).toMatchObject({ agent: { agent_id: 'agent_mcp_01', status: 'active' }, faucet: 'not_needed' });
    const { agent } = first as { agent: AgentWallet };
    expect(agent.policy_metadata).toMatchObject({ ...limits, daily_limit: null, auto_claim: false });
    expect(await setupAgent.run({ agent_id: 'agent_mcp_01' }, context)).toMatchObject({ agent });
  });

  it('begins with a read that answers agent_wallet_not_found', async () => {
    const read = presage.request('getWallet', { path: { agent_id: 'agent_new_01' } });
    expect(await read.catch((error: unknown) => (error as PresageError).code)).toBe('agent_wallet_not_found');
  });
});
