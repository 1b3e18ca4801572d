import { intentBody, newAgent, walletBody } from '../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../test/agents/start-agents-api.js';

const LIMITS = [
  ...['max_trade_amount', 'daily_limit', 'market_limit', 'open_exposure_limit', 'approval_above'],
  ...['total_limit', 'valid_until', 'auto_claim'],
];

describe('fields that a request does not have', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
  });
  afterAll(() => api.stop());

  const code = ({ status, body }: Answer): string => `${status} ${body.error.code}`;
  const readCount = async (table: string, agentId: string): Promise<number> =>
    (await api.database.query(`SELECT 1 FROM ${table} WHERE agent_id = $1`, [agentId])).length;
  const startBody = (agentId: string, fields: object): object => ({
    ...{ agent_id: agentId, user_email: `${agentId}@example.com` },
    ...fields,
  });

  describe('POST /agent/intents', () => {
    const create = (body: unknown, prefer?: string): Promise<Answer> =>
      api.post('/agent/intents', body, prefer === undefined ? {} : { prefer });

    it('201 and 200 name them in warnings, and store none of them', async () => {
      const body = intentBody(newAgent(), 'buy_yes', { client_request_id: 'k', min_multiplier: '2', outcome: 'no' });
      const [first, again] = [await create(body), await create({ ...body, note: null, question: ' ' })];
      expect([first.status, again.status]).toEqual([201, 200]);
      const warning = 'these fields were ignored: min_multiplier, outcome; known fields are agent_id, action,';
      for (const answer of [first, again]) {
        expect(answer.body.intent.warnings.at(-1)).toEqual(expect.stringContaining(warning));
      }
      const stored = await api.get(`/agent/intents/${first.body.intent.intent_id}`);
      expect(stored.body.intent.warnings.join()).not.toContain('ignored');
    });

    it.each(['handling=strict', 'respond-async, Handling="strict"; x=1'])('400 with Prefer: %s', async (prefer) => {
      const agent = newAgent();
      const answer = await create(intentBody(agent, 'buy_yes', { min_multiplier: '2' }), prefer);
      expect(code(answer)).toBe('400 agent_intent_invalid');
      expect(answer.body.error.details).toEqual([
        expect.stringMatching(/^min_multiplier is unknown; known fields are /),
      ]);
      expect(await readCount('agent_intents', agent)).toBe(0);
      expect((await create(intentBody(agent, 'buy_yes'), prefer)).status).toBe(201);
    });

    it('201 with Prefer: handling=lenient', async () => {
      const body = intentBody(newAgent(), 'buy_yes', { min_multiplier: '2' });
      expect((await create(body, 'handling=lenient')).status).toBe(201);
    });

    it.each(LIMITS)('400 for a %s, which would limit nothing here', async (limit) => {
      const answer = await create(intentBody(newAgent(), 'buy_yes', { [limit]: '5' }));
      expect(code(answer)).toBe('400 agent_intent_invalid');
      expect(answer.body.error.details).toEqual([`${limit} must be sent in policy_metadata of POST /agent/wallets`]);
    });
  });

  describe('POST /agent/wallets', () => {
    it('201 names them in warnings', async () => {
      const { status, body } = await api.post('/agent/wallets', walletBody(newAgent(), { note: 'x', '__proto__ ': 1 }));
      expect([status, body.warnings]).toEqual([
        201,
        [expect.stringMatching(/^these fields were ignored: note, __proto__ ; known fields are agent_id, /)],
      ]);
    });

    it('400 with Prefer: handling=strict', async () => {
      const agent = newAgent();
      const answer = await api.post('/agent/wallets', walletBody(agent, { note: 1 }), { prefer: 'handling=strict' });
      expect(code(answer)).toBe('400 agent_wallet_invalid');
      expect(answer.body.error.details).toEqual([
        expect.stringMatching(/^note is unknown; known fields are agent_id, /),
      ]);
      expect(await readCount('agent_wallets', agent)).toBe(0);
    });

    it.each(LIMITS)('400 for a %s outside policy_metadata, even null', async (limit) => {
      const agent = newAgent();
      for (const value of ['20', null]) {
        const answer = await api.post('/agent/wallets', walletBody(agent, { [limit]: value }));
        expect(code(answer)).toBe('400 agent_wallet_invalid');
        expect(answer.body.error.details).toEqual([`${limit} must be sent in policy_metadata`]);
      }
      expect(await readCount('agent_wallets', agent)).toBe(0);
    });
  });

  describe('POST /agent/onboarding/start', () => {
    const start = (fields: object, prefer = ''): Promise<Answer> =>
      api.post('/agent/onboarding/start', startBody(newAgent(), fields), { prefer });

    it('201 names them at every level', async () => {
      const { status, body } = await start({ note: 1, wallet_update: { status: 'active', cap: '5' } });
      expect(status).toBe(201);
      expect(body.warnings).toEqual([
        expect.stringMatching(/^these fields were ignored: note; known fields are agent_id, user_email, /),
        expect.stringMatching(/^these fields were ignored: wallet_update\.cap; known fields are allowed_actions, /),
      ]);
    });

    it('400 with Prefer: handling=strict, at every level', async () => {
      const answer = await start({ wallet_update: { status: 'active', cap: '5' } }, 'handling=strict');
      expect(code(answer)).toBe('400 agent_onboarding_invalid');
      expect(answer.body.error.details).toEqual([expect.stringMatching(/^wallet_update\.cap is unknown; /)]);
    });

    it.each([
      [{ max_trade_amount: '7' }, 'max_trade_amount must be sent in wallet_update.policy_metadata'],
      [{ wallet_update: { max_trade_amount: '7' } }, 'wallet_update.max_trade_amount must be sent in policy_metadata'],
    ])('400 for a limit at another level: %j', async (fields, detail) => {
      const answer = await start(fields);
      expect(code(answer)).toBe('400 agent_onboarding_invalid');
      expect(answer.body.error.details).toEqual([detail]);
    });
  });
});
