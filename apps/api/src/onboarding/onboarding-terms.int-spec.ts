import { derivePasscode } from '@app/agents';
import { ACTION_NAMES } from '@app/common';
import type { WorkerTask } from '@app/queue';
import { FakeMailer } from '../../../../test/agents/fake-mailer.js';
import { newAgent } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';
import { type ConnectedDatabase, connectDatabase } from '../../../../test/support/open-database.js';
import { roleUrl } from '../../../../test/support/stack/database-roles.js';
import { SendPasscodeHandler } from '../../../worker/src/tasks/handlers/send-passcode.handler.js';

const TIGHT = { allowed_actions: ['buy_yes'], policy_metadata: { max_trade_amount: '10' }, status: 'disabled' };
const LOOSE = { allowed_actions: ['buy_yes', 'buy_no'], policy_metadata: { max_trade_amount: '50' }, status: 'active' };

describe('the terms of a wallet whose owner verifies for the first time', () => {
  let api: AgentsApi;
  let worker: ConnectedDatabase;

  beforeAll(async () => {
    api = await AgentsApi.start();
    worker = await connectDatabase(roleUrl(api.settings.DATABASE_URL, 'worker').reveal());
  });
  afterAll(async () => {
    await worker?.close();
    await api?.stop();
  });

  const code = ({ status, body }: Answer): string => `${status} ${body.error?.code ?? ''}`.trim();

  async function start(agent: string, fields: object = {}): Promise<string> {
    const body = { agent_id: agent, user_email: `${agent}@example.com`, ...fields };
    return (await api.post('/agent/onboarding/start', body)).body.onboarding.onboarding_id;
  }

  const verify = (id: string): Promise<Answer> =>
    api.post('/agent/onboarding/verify', { onboarding_id: id, otp: derivePasscode(api.settings.PASSCODE_KEY, id) });

  /** Terms in the e-mail that a worker sends now. */
  async function mailed(onboardingId: string): Promise<string[]> {
    const mailer = new FakeMailer();
    const handler = new SendPasscodeHandler(worker.database, mailer, [api.settings.PASSCODE_KEY]);
    await handler.handle({ subjectId: onboardingId } as WorkerTask);
    return mailer.sent.flatMap(({ text }) => text.split('\n').filter((line) => line.startsWith('- ')));
  }

  it.each<[term: string, looser: object]>([
    ['limit', { policy_metadata: { max_trade_amount: null } }],
    ['action', { allowed_actions: ['buy_yes', 'buy_no'] }],
    ['status', { status: 'active' }],
  ])(
    '400 agent_onboarding_invalid for a %s loosened after the start, until the e-mail states it',
    async (_, looser) => {
      const agent = newAgent();
      await api.register(agent, TIGHT);
      const id = await start(agent);
      await api.register(agent, { ...TIGHT, ...looser });
      const refused = await verify(id);
      expect(code(refused)).toBe('400 agent_onboarding_invalid');
      expect(refused.body.error.message).toBe(
        'The terms of the wallet were loosened after this passcode was requested. Start again for another passcode.',
      );
      const { body } = await verify(await start(agent));
      expect(body.agent_wallet).toMatchObject({ ...TIGHT, ...looser });
    },
  );

  it('200 with terms tightened after the start, and with loosened ones that wallet_update states', async () => {
    const agent = newAgent();
    await api.register(agent, { allowed_actions: ['buy_yes'], policy_metadata: { max_trade_amount: '10' } });
    const id = await start(agent, { wallet_update: { allowed_actions: ['buy_no'] } });
    await api.register(agent, { allowed_actions: [...ACTION_NAMES], policy_metadata: { max_trade_amount: '5' } });
    expect((await verify(id)).body.agent_wallet).toMatchObject({
      allowed_actions: ['buy_no'],
      policy_metadata: { max_trade_amount: '5' },
    });
  });

  it('200 extends a mandate, and refuses one that was extended after the start', async () => {
    const agent = newAgent();
    const until = (valid_until: string | null) => ({ policy_metadata: { valid_until } });
    await api.register(agent, { ...TIGHT, ...until('2090-01-01T00:00:00Z') });
    const stale = await start(agent);
    await api.register(agent, { ...TIGHT, ...until(null) });
    expect(code(await verify(stale))).toBe('400 agent_onboarding_invalid');
    await api.register(agent, { ...TIGHT, ...until('2090-01-01T00:00:00Z') });
    expect(code(await verify(await start(agent)))).toBe('200');
    const update = { policy_metadata: { valid_until: '2091-01-01T01:00:00+01:00', total_limit: '70' } };
    const extended = await start(agent, { wallet_update: update });
    expect((await mailed(extended)).slice(2, 4)).toEqual([
      '- maximum stake over the life of the agent: 70 USDC (until now: no maximum)',
      expect.stringMatching(/^- creates markets and buys until: .*2091.* \(until now: .*2090.*\)$/),
    ]);
    expect((await verify(extended)).body.agent_wallet).toMatchObject({
      policy_metadata: { valid_until: '2091-01-01T00:00:00.000Z', total_limit: '70' },
    });
  });

  it('states the terms at the start when the e-mail is sent while they are tighter', async () => {
    const agent = newAgent();
    await api.register(agent, LOOSE);
    const id = await start(agent, { wallet_update: { policy_metadata: { max_trade_amount: '60' } } });
    await api.register(agent, TIGHT);
    expect(await mailed(id)).toEqual([
      '- allowed actions: buy_yes, buy_no',
      '- maximum stake of one buy: 60 USDC (until now: 50 USDC)',
    ]);
    await api.register(agent, LOOSE);
    expect((await verify(id)).body.agent_wallet).toMatchObject({
      ...LOOSE,
      policy_metadata: { max_trade_amount: '60' },
    });
  });

  it('states the terms of a new wallet when one was registered after the start', async () => {
    const agent = newAgent();
    const id = await start(agent);
    await api.register(agent, TIGHT);
    expect(await mailed(id)).toEqual([
      `- allowed actions: ${ACTION_NAMES.join(', ')}`,
      '- maximum stake of one buy: no maximum',
    ]);
    await api.register(agent, LOOSE);
    expect((await verify(id)).body.agent_wallet).toMatchObject(LOOSE);
  });

  it('states the present terms once a mailbox is verified, since other clients can only tighten them', async () => {
    const agent = newAgent();
    await verify(await start(agent));
    const id = await start(agent);
    await api.register(agent, { allowed_actions: ['buy_yes'], policy_metadata: { max_trade_amount: '10' } });
    expect(await mailed(id)).toEqual(['- allowed actions: buy_yes', '- maximum stake of one buy: 10 USDC']);
    const { body } = await verify(id);
    expect(body.agent_wallet).toMatchObject({ allowed_actions: ['buy_yes'] });
  });
});
