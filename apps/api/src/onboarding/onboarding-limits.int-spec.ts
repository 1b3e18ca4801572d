import { derivePasscode, releaseWallet } from '@app/agents';
import type { WorkerTask } from '@app/queue';
import { FakeMailer } from '../../../../test/agents/fake-mailer.js';
import { newAgent, randomAddress } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';
import { SendPasscodeHandler } from '../../../worker/src/tasks/handlers/send-passcode.handler.js';

const CLIENT_LIMIT = 20;
const SERVICE_LIMIT = 60;
const OWNER = '192.0.2.1';
const STRANGER = '198.51.100.7';

describe('limits of passcodes', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start({
      TRUSTED_PROXIES: ['127.0.0.0/8'],
      PASSCODE_CLIENT_LIMIT: CLIENT_LIMIT,
      PASSCODE_SERVICE_LIMIT: SERVICE_LIMIT,
    });
  });
  beforeEach(() =>
    api.database.query('UPDATE agent_onboardings SET created_at = created_at - $1::interval', ['2 days']),
  );
  afterAll(() => api.stop());

  const code = ({ status, body }: Answer): string => `${status} ${body.error?.code ?? ''}`.trim();
  const buildMailbox = (agentId: string): string => `${agentId}@example.com`;
  const from = (client: string): Record<string, string> => ({ 'x-forwarded-for': client });
  const passcode = (id: string): string => derivePasscode(api.settings.PASSCODE_KEY, id);
  const idOf = ({ body }: Answer): string => body.onboarding.onboarding_id;

  function start(agentId: string, client = OWNER, fields: object = {}): Promise<Answer> {
    const body = { agent_id: agentId, user_email: buildMailbox(agentId), ...fields };
    return api.post('/agent/onboarding/start', body, from(client));
  }

  const verify = (id: string, otp: string, client = OWNER): Promise<Answer> =>
    api.post('/agent/onboarding/verify', { onboarding_id: id, otp }, from(client));

  async function onboarded(client = OWNER, agentId = newAgent()): Promise<string> {
    const id = idOf(await start(agentId, client));
    expect(code(await verify(id, passcode(id), client))).toBe('200');
    return agentId;
  }

  async function repeat(times: number, send: (turn: number) => Promise<Answer>): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (let turn = 0; turn < times; turn += 1) answers.push(await send(turn));
    return answers;
  }

  /** Recipients of the e-mails that a worker sends for the tasks enqueued since. */
  async function mailedSince(tasks: number): Promise<string[]> {
    const mailer = new FakeMailer();
    const handler = new SendPasscodeHandler(api.database, mailer, [api.settings.PASSCODE_KEY]);
    for (const subjectId of api.tasks.passcodesSentFor.slice(tasks)) await handler.handle({ subjectId } as WorkerTask);
    return mailer.sent.map(({ to }) => to);
  }

  describe('a verified owner', () => {
    it('keeps its passcode and its starts when strangers who know the mailbox use up theirs', async () => {
      const agent = await onboarded();
      const pending = idOf(await start(agent));
      const strangers = await repeat(6, () => start(agent, STRANGER));
      const statusOfPending = async (): Promise<string> =>
        (await api.get(`/agent/onboarding/${pending}`)).body.onboarding.status;
      expect(strangers.map(code)).toEqual([...Array<string>(5).fill('201'), '429 rate_limited']);
      expect(await statusOfPending()).toBe('pending_otp');
      expect(code(await start(agent))).toBe('201');
      const own = idOf(await start(agent));
      expect(await statusOfPending()).toBe('expired');
      expect(code(await verify(own, passcode(own)))).toBe('200');
    });

    it('enables a wallet that a stranger disabled and froze, whatever the stranger starts', async () => {
      const agent = await onboarded();
      expect((await api.post(`/agent/wallets/${agent}/disable`)).body.agent_wallet.status).toBe('disabled');
      expect((await api.post(`/agent/wallets/${agent}/freeze`)).body.agent_wallet.frozen).toBe(true);
      await repeat(6, () => start(agent, STRANGER));
      await repeat(6, (turn) => start(newAgent(), `198.51.100.${turn}`, { user_email: buildMailbox(agent) }));
      const id = idOf(await start(agent, OWNER, { wallet_update: { status: 'active', frozen: false } }));
      expect((await verify(id, passcode(id))).body.agent_wallet).toMatchObject({ status: 'active', frozen: false });
    });

    it('is not stopped by the limits of mailbox, client and service', async () => {
      const agent = await onboarded();
      await repeat(10, (turn) => start(newAgent(), `198.51.100.${turn}`, { user_email: buildMailbox(agent) }));
      expect(code(await start(newAgent(), STRANGER, { user_email: buildMailbox(agent) }))).toBe('429 rate_limited');
      await repeat(CLIENT_LIMIT, () => start(newAgent()));
      expect(code(await start(newAgent()))).toBe('429 rate_limited');
      expect(code(await start(agent))).toBe('201');
    });

    it('is known by the /64 network of an IPv6 address', async () => {
      const agent = await onboarded('2001:db8:0:1::1');
      await repeat(6, () => start(agent, STRANGER));
      expect(code(await start(agent, '2001:db8:0:1::2'))).toBe('201');
      expect(code(await start(agent, '2001:db8:0:2::1'))).toBe('429 rate_limited');
    });
  });

  describe('an agent that has verified another mailbox', () => {
    it('starts alike for 64 guesses, sends no e-mail, and limits the guesses', async () => {
      const agent = await onboarded();
      const tasks = api.tasks.passcodesSentFor.length;
      const right = await start(agent, STRANGER);
      const guesses = await repeat(64, (turn) =>
        start(agent, STRANGER, { user_email: `${turn}${buildMailbox(agent)}`, source_client: 'guess' }),
      );
      const admitted = CLIENT_LIMIT - 1;
      expect(guesses.slice(0, admitted).map(code)).toEqual(Array<string>(admitted).fill('201'));
      expect(new Set(guesses.slice(admitted).map(code))).toEqual(new Set(['429 rate_limited']));
      const shape = ({ body }: Answer): object => ({
        ...body,
        onboarding: Object.keys(body.onboarding),
        expires_at: '',
      });
      expect(shape(guesses[0] ?? right)).toEqual(shape(right));
      expect(guesses[0]?.body.onboarding.status).toBe(right.body.onboarding.status);
      expect(await mailedSince(tasks)).toEqual([buildMailbox(agent)]);
    });

    it('refuses every passcode as a wrong one, and locks after five', async () => {
      const agent = await onboarded();
      const refused = idOf(await start(agent, STRANGER, { user_email: 'mallory@example.org' }));
      const genuine = idOf(await start(newAgent(), STRANGER));
      const wrong = passcode(genuine) === '000000' ? '000001' : '000000';
      for (let attempt = 1; attempt <= 6; attempt += 1) {
        const [expected, answer] = [await verify(genuine, wrong), await verify(refused, passcode(refused))];
        expect([answer.status, answer.body]).toEqual([expected.status, expected.body]);
      }
      expect((await api.get(`/agent/onboarding/${refused}`)).body.onboarding.status).toBe('locked');
      expect(code(await start(agent))).toBe('201');
    });

    it('has the mailbox that is verified first', async () => {
      const agent = newAgent();
      const [mallory, owner] = [
        idOf(await start(agent, STRANGER, { user_email: 'mallory@example.org' })),
        idOf(await start(agent)),
      ];
      expect(code(await verify(owner, passcode(owner)))).toBe('200');
      expect(code(await verify(mallory, passcode(mallory), STRANGER))).toBe('400 agent_onboarding_invalid');
      const [row] = await api.database.query('SELECT owner_email FROM agent_wallets WHERE agent_id = $1', [agent]);
      expect(row).toEqual({ owner_email: buildMailbox(agent) });
    });
  });

  it('gives an agent that a stranger verified first to its owner after an operator released it', async () => {
    const agent = newAgent();
    await api.register(agent);
    const taken = idOf(await start(agent, STRANGER, { user_email: 'mallory@example.org' }));
    expect(code(await verify(taken, passcode(taken), STRANGER))).toBe('200');
    const refused = idOf(await start(agent));
    expect(code(await verify(refused, passcode(refused)))).toBe('400 agent_onboarding_invalid');
    const pending = idOf(await start(agent, STRANGER, { user_email: 'mallory@example.org' }));
    await api.database.transaction((tx) => releaseWallet(tx, agent));
    expect(code(await verify(pending, passcode(pending), STRANGER))).toBe('400 agent_onboarding_invalid');
    expect(code(await api.get(`/agent/sessions/${agent}`))).toBe('404 agent_session_not_found');
    await onboarded(OWNER, agent);
    const again = idOf(await start(agent, STRANGER, { user_email: 'mallory@example.org' }));
    expect(code(await verify(again, passcode(again), STRANGER))).toBe('400 agent_onboarding_invalid');
  });

  it('sends a mailbox with 25 tags ten e-mails, and none more on the same day', async () => {
    const victim = newAgent();
    const tasks = api.tasks.passcodesSentFor.length;
    const bomb = (turn: number): Promise<Answer> =>
      start(newAgent(), `203.0.113.${turn}`, { user_email: `${victim}+${turn}@mail.example` });
    const answers = await repeat(25, bomb);
    expect(answers.map(code)).toEqual([
      ...Array<string>(10).fill('201'),
      ...Array<string>(15).fill('429 rate_limited'),
    ]);
    await api.database.query(`UPDATE agent_onboardings SET created_at = created_at - interval '1 hour'`);
    const later = await bomb(25);
    expect(code(later)).toBe('429 rate_limited');
    expect(Number(later.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(await mailedSince(tasks)).toHaveLength(10);
  });

  it('sends ten e-mails an hour to a mailbox that owns an agent', async () => {
    const agent = await onboarded();
    const other = (turn: number): Promise<Answer> =>
      start(newAgent(), `203.0.113.${turn}`, { user_email: buildMailbox(agent) });
    const answers = await repeat(11, other);
    expect(answers.map(code)).toEqual([...Array<string>(10).fill('201'), '429 rate_limited']);
    await api.database.query(`UPDATE agent_onboardings SET created_at = created_at - interval '1 hour'`);
    expect(code(await other(11))).toBe('201');
  });

  it('limits the guesses of a client that spreads them over 40 agents', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => start(newAgent(), STRANGER)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(CLIENT_LIMIT);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - CLIENT_LIMIT);
    expect(code(await start(newAgent(), OWNER))).toBe('201');
  });

  it('limits the starts of all clients together', async () => {
    const answers = await repeat(SERVICE_LIMIT + 1, (turn) => start(newAgent(), `203.0.113.${turn}`));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(SERVICE_LIMIT);
    expect(code(answers.at(-1) ?? (await start(newAgent())))).toBe('429 rate_limited');
  });

  it('gives an agent an address that executes when its owner verifies, in place of one that a stranger registered', async () => {
    const agent = newAgent();
    const foreign = randomAddress();
    await api.register(agent, { agent_wallet_address: foreign });
    expect((await api.post(`/agent/wallets/${agent}/faucet`)).status).toBe(409);
    await onboarded(OWNER, agent);
    const { body } = await api.get(`/agent/wallets/${agent}`);
    expect(body.agent_wallet.agent_wallet_address.toLowerCase()).not.toBe(foreign);
    expect((await api.post(`/agent/wallets/${agent}/faucet`)).status).toBe(200);
  });
});

describe('limits of passcodes with AUTH_MODE=api_key', () => {
  it('leave an owner its starts from any client when other agents use up the limit of its mailbox', async () => {
    const api = await AgentsApi.start({ AUTH_MODE: 'api_key', TRUSTED_PROXIES: ['127.0.0.0/8'] });
    try {
      const bob = newAgent();
      const user_email = `${bob}@example.com`;
      const start = (agent_id: string, client: string): Promise<Answer> =>
        api.post('/agent/onboarding/start', { agent_id, user_email }, { 'x-forwarded-for': client });
      const mallory = [newAgent(), newAgent()];
      for (let turn = 0; turn < 5; turn += 1) expect((await start(mallory[0] ?? '', STRANGER)).status).toBe(201);
      const { body } = await start(bob, OWNER);
      const id = body.onboarding.onboarding_id;
      const otp = derivePasscode(api.settings.PASSCODE_KEY, id);
      expect((await api.post('/agent/onboarding/verify', { onboarding_id: id, otp })).status).toBe(200);
      for (let turn = 0; turn < 5; turn += 1) expect((await start(mallory[1] ?? '', STRANGER)).status).toBe(201);
      expect((await start(newAgent(), STRANGER)).status).toBe(429);
      expect((await start(bob, '192.0.2.99')).status).toBe(201);
    } finally {
      await api.stop();
    }
  });
});
