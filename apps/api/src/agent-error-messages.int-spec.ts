import { derivePasscode } from '@app/agents';
import { intentBody, newAgent, randomAddress } from '../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../test/agents/start-agents-api.js';

describe('error messages of the agent surface', () => {
  let api: AgentsApi;

  beforeAll(async () => {
    api = await AgentsApi.start();
  });
  afterAll(() => api.stop());

  const messageOf = ({ body }: Answer): string => body.error.message;
  const buy = (agent: string, fields: object = {}): Promise<Answer> =>
    api.post('/agent/intents', intentBody(agent, 'buy_yes', fields));
  const passcode = (id: string): string => derivePasscode(api.settings.PASSCODE_KEY, id);
  const verify = (id: string, otp: string): Promise<Answer> =>
    api.post('/agent/onboarding/verify', { onboarding_id: id, otp });
  const start = async (agent: string): Promise<Answer> =>
    api.post('/agent/onboarding/start', { agent_id: agent, user_email: `${agent}@example.com` });

  it('name the cap that an amount exceeds', async () => {
    const agent = newAgent();
    await api.register(agent, { policy_metadata: { max_trade_amount: '9.5' } });
    expect(messageOf(await buy(agent, { amount: '10' }))).toBe(
      "The amount is above the wallet's max_trade_amount, 9.5.",
    );
  });

  it('name the actions that a wallet allows', async () => {
    const agent = newAgent();
    await api.register(agent, { allowed_actions: ['buy_no', 'claim_payout'] });
    expect(messageOf(await buy(agent))).toBe('The wallet allows buy_no, claim_payout, and not buy_yes.');
  });

  it('distinguish a disabled, a pending and a foreign wallet', async () => {
    const [disabled, unmade, foreign] = [newAgent(), newAgent(), newAgent()];
    await api.register(disabled, { status: 'disabled' });
    await api.register(foreign, { agent_wallet_address: randomAddress() });
    api.tasks.onProvision = () => Promise.resolve('pending');
    await api.register(unmade);
    api.tasks.onProvision = (id) => api.tasks.bind(id);
    const faucet = async (agent: string): Promise<string> =>
      messageOf(await api.post(`/agent/wallets/${agent}/faucet`));
    expect(await faucet(disabled)).toBe('The agent wallet is disabled.');
    expect(await faucet(unmade)).toBe('The wallet provider has not created the wallet yet. Retry in a few seconds.');
    const notHeld = 'The wallet provider does not hold this wallet, so it cannot sign for it.';
    expect(await faucet(foreign)).toBe(notHeld);
    expect(messageOf(await api.get(`/agent/wallets/${foreign}/balance`))).toBe(notHeld);
  });

  it('name the faucet cooldown and the passcode limit', async () => {
    const agent = newAgent();
    await api.register(agent);
    await api.post(`/agent/wallets/${agent}/faucet`);
    expect(messageOf(await api.post(`/agent/wallets/${agent}/faucet`))).toMatch(
      /^One faucet request per \d+ seconds\. Retry in \d+ seconds\.$/,
    );
    for (let turn = 0; turn < 5; turn += 1) await start(agent);
    expect(messageOf(await start(agent))).toMatch(/^Too many passcodes .* Retry in 3\d{3} seconds\.$/);
  });

  it('name the reason why a passcode is refused', async () => {
    const agent = newAgent();
    const begin = async (): Promise<string> => (await start(agent)).body.onboarding.onboarding_id;
    const tried = async (id: string, otp: string): Promise<string> => messageOf(await verify(id, otp));
    const [voided, id] = [await begin(), await begin()];
    const wrong = passcode(id) === '000000' ? '000001' : '000000';
    expect(await tried(voided, passcode(voided))).toMatch(/^The passcode has expired, or a newer one has replaced it/);
    for (let turn = 1; turn < 5; turn += 1)
      expect(await tried(id, wrong)).toMatch(/^The passcode is wrong\. 5 wrong passcodes/);
    expect(await tried(id, wrong)).toMatch(/^Too many wrong passcodes/);
    expect(await tried(id, passcode(id))).toMatch(/^Too many wrong passcodes/);
    const last = await begin();
    await verify(last, passcode(last));
    expect(await tried(last, passcode(last))).toBe('The passcode was used: this onboarding is verified.');
  });

  it('name the status of an intent that cannot be confirmed', async () => {
    const { intent_id: id } = (await buy(newAgent())).body.intent;
    await api.database.query(`UPDATE agent_intents SET status = 'cancelled' WHERE id = $1`, [id]);
    expect(messageOf(await api.post(`/agent/intents/${id}/confirm`))).toBe(
      'The intent is cancelled: it cannot be confirmed.',
    );
  });

  it('say that the close time is in seconds', async () => {
    const answer = await api.post(
      '/agent/intents',
      intentBody(newAgent(), 'create_market', { close_timestamp: 1_767_225_600_000 }),
    );
    expect(answer.body.error.details).toEqual([
      'close_timestamp must be an RFC 3339 timestamp, or unix seconds such as 1767225600',
    ]);
  });

  it.each([
    ['alice', 'agent_id must start with agent_, such as agent_alice_01'],
    ['agent_al ice', 'agent_id may contain only letters, digits, _ and -, such as agent_alice_01'],
    ['agent_abc', 'agent_id must have 10 to 80 characters, such as agent_abc_01'],
    ['agent_test_01', 'agent_id must not be a placeholder; choose a name of your own, such as agent_rain_01'],
  ])('name the rule that %s breaks and propose an id', async (agentId, detail) => {
    expect((await api.post('/agent/wallets', { agent_id: agentId })).body.error.details).toEqual([detail]);
    const inPath = await api.get(`/agent/wallets/${encodeURIComponent(agentId)}`);
    expect([inPath.body.error.code, inPath.body.error.details]).toEqual(['agent_id_invalid', [detail]]);
  });
});
