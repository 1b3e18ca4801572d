import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { startWalletProvider } from '../start-wallet-provider.js';
import {
  openProviderFixture,
  type ProviderFixture,
  startInProcess,
} from '../../../test/support/wallet-provider/harness.js';
import {
  type Answer,
  API_KEY,
  BLOCKCHAIN,
  encodeTokenCall,
  ProviderClient,
  type Wallet,
} from '../../../test/support/wallet-provider/provider-client.js';

const BASE = '/v1/w3s';
const CREATE = `${BASE}/developer/transactions/contractExecution`;
const SPENDER = `0x${'5a'.repeat(20)}`;

type ErrorCase = [name: string, status: number, errorCode: number, request: () => Promise<Answer<unknown>>];

describe('wallet provider', () => {
  let fixture: ProviderFixture;
  let client: ProviderClient;
  let close: () => Promise<void>;
  let wallets: Wallet[];

  beforeAll(async () => {
    fixture = await openProviderFixture();
    ({ client, close } = await startInProcess(fixture));
    wallets = await client.createWallets(
      3,
      ['a', 'b', 'c'].map((refId) => ({ refId, name: `wallet ${refId}` })),
    );
  });

  afterAll(async () => {
    await close();
    await fixture.stop();
  });

  const code = (answer: Answer<unknown>) => [answer.status, answer.body.code];
  const firstWallet = () => wallets[0] as Wallet;
  const approve = (changes: object = {}) => ({
    walletId: firstWallet().id,
    contractAddress: fixture.token,
    callData: encodeTokenCall('approve', SPENDER, 1),
    ...changes,
  });

  it('answers a ping without credentials and envelope', async () => {
    const response = await fetch(`${client.url}/ping`);
    expect([response.status, await response.json()]).toEqual([200, { message: 'pong' }]);
  });

  it('publishes an SPKI key with the label of PKCS#1', async () => {
    const { body } = await client.get<{ publicKey: string }>(`${BASE}/config/entity/publicKey`);
    expect(body.data.publicKey).toMatch(/^-----BEGIN RSA PUBLIC KEY-----\n[^]+\n-----END RSA PUBLIC KEY-----\n$/);
  });

  it('generates a request id, and keeps a given UUID', async () => {
    const id = randomUUID();
    const headers = { authorization: `Bearer ${API_KEY}`, 'x-request-id': id };
    expect((await fetch(`${client.url}/ping`, { headers })).headers.get('x-request-id')).toBe(id);
    const other = await fetch(`${client.url}/ping`, { headers: { 'x-request-id': 'nonsense' } });
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('creates wallets with ids of version 5, lower-case addresses, and their metadata', () => {
    expect(wallets.map(({ refId }) => refId)).toEqual(['a', 'b', 'c']);
    expect(firstWallet()).toMatchObject({ state: 'LIVE', name: 'wallet a', blockchain: BLOCKCHAIN });
    expect(firstWallet().id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
    expect(firstWallet().address).toMatch(/^0x[0-9a-f]{40}$/);
  });

  describe('faucet', () => {
    it('answers when 10 coins and 1,000 tokens are mined, for simultaneous requests', async () => {
      const answers = await Promise.all(wallets.map(({ address }) => client.drip(address)));
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
      for (const { id } of wallets) {
        const { body } = await client.get<{ tokenBalances: object[] }>(`${BASE}/wallets/${id}/balances`);
        expect(body.data.tokenBalances).toMatchObject([
          { amount: '10', token: { isNative: true, decimals: 18 } },
          { amount: '1000', token: { tokenAddress: fixture.token, decimals: 6, isNative: false, symbol: 'USDC' } },
        ]);
      }
    });

    it('grants only the requested tokens', async () => {
      const [wallet] = await client.createWallets(1);
      await client.drip(wallet?.address ?? '', { usdc: true });
      const { body } = await client.get<{ tokenBalances: object[] }>(`${BASE}/wallets/${wallet?.id}/balances`);
      expect(body.data.tokenBalances).toMatchObject([{ amount: '0' }, { amount: '1000' }]);
    });

    it('refuses a request for no token', async () => {
      expect(code(await client.drip(SPENDER, {}))).toEqual([400, 2]);
    });
  });

  describe('idempotency', () => {
    it('executes simultaneous duplicates once', async () => {
      const key = randomUUID();
      const answers = await Promise.all(Array.from({ length: 12 }, () => client.execute(approve(), { key })));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 11 }, () => 200), 201]);
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    });

    it('repeats the answer, and refuses another body', async () => {
      const key = randomUUID();
      const first = await client.execute(approve(), { key });
      await client.until(first.body.data.id, 'COMPLETE');
      const second = await client.execute(approve(), { key });
      expect([second.status, second.body.data]).toEqual([200, first.body.data]);
      expect(code(await client.execute(approve({ callData: '0x01' }), { key }))).toEqual([403, 156020]);
    });

    it('does not store a refused request', async () => {
      const key = randomUUID();
      expect(code(await client.execute(approve({ walletId: randomUUID() }), { key }))).toEqual([404, 156001]);
      expect((await client.execute(approve(), { key })).status).toBe(201);
    });

    it('refuses a used ciphertext, also in a byte-for-byte repeat', async () => {
      const body = {
        ...approve(),
        feeLevel: 'LOW',
        idempotencyKey: randomUUID(),
        entitySecretCiphertext: await client.seal(),
      };
      expect((await client.send('POST', CREATE, { body })).status).toBe(201);
      expect(code(await client.send('POST', CREATE, { body }))).toEqual([400, 156004]);
    });
  });

  describe('errors', () => {
    it('says that an unknown path is not one of the API', async () => {
      const answer = await client.get('/markets');
      expect([...code(answer), answer.body.message]).toEqual([
        404,
        5,
        expect.stringContaining('This is the local wallet provider'),
      ]);
    });

    it.each<ErrorCase>([
      ['no credentials', 401, 401, () => client.send('GET', `${BASE}/transactions`, { apiKey: 'TEST_API_KEY:no:no' })],
      ['an unknown wallet', 404, 156001, () => client.get(`${BASE}/wallets/${randomUUID()}/balances`)],
      ['an unknown transaction', 404, 156003, () => client.get(`${BASE}/transactions/${randomUUID()}`)],
      ['an invalid id', 400, 156009, () => client.get(`${BASE}/transactions/nonsense`)],
      ...['pageSize=51', 'pageSize=0', 'pageSize=x', 'pageAfter=x', 'from=x'].map((query): ErrorCase => [
        `?${query}`,
        400,
        2,
        () => client.get(`${BASE}/transactions?${query}`),
      ]),
      ['malformed JSON', 400, 2, () => client.send('POST', CREATE, { body: '{' })],
      [
        'no idempotency key',
        400,
        2,
        () => client.post(CREATE, { ...approve(), feeLevel: 'LOW', idempotencyKey: undefined }),
      ],
      [
        'a key that is not of version 4',
        400,
        2,
        () => client.execute(approve(), { key: '00000000-0000-5000-8000-000000000000' }),
      ],
      [
        'a wrong secret',
        400,
        156013,
        async () => client.execute(approve({ entitySecretCiphertext: await client.seal('00'.repeat(32)) })),
      ],
      ['an invalid ciphertext', 400, 156013, () => client.execute(approve({ entitySecretCiphertext: 'AAAA' }))],
      [
        'an unknown wallet set',
        404,
        156005,
        () => client.post(`${BASE}/developer/wallets`, { walletSetId: randomUUID(), blockchains: [BLOCKCHAIN] }),
      ],
      [
        'another blockchain',
        400,
        156027,
        () => client.post(`${BASE}/developer/wallets`, { walletSetId: randomUUID(), blockchains: ['ETH-SEPOLIA'] }),
      ],
      ['no call', 400, 2, () => client.execute(approve({ callData: undefined }))],
      ['no fee', 400, 2, () => client.execute(approve({ feeLevel: undefined }))],
    ])('%s: %i/%i', async (_case, status, errorCode, request) => {
      expect(code(await request())).toEqual([status, errorCode]);
    });

    it('counts null as absent, and a missing body as empty', async () => {
      expect(code(await client.execute(approve({ refId: null })))[0]).toBe(201);
      const empty = await client.send('POST', CREATE, {});
      expect(empty.body.errors?.map(({ message }) => message)).toContain(
        "must have required property 'idempotencyKey'",
      );
    });

    it('names every invalid parameter', async () => {
      const { body } = await client.execute({ walletId: firstWallet().id, contractAddress: 'x', callData: 1 });
      expect(body.errors?.map(({ message }) => message)).toEqual([
        expect.stringContaining('/contractAddress must match pattern'),
        '/callData must be string',
      ]);
    });
  });

  describe('a start', () => {
    it('keeps wallets and key', async () => {
      const before = await client.get<{ publicKey: string }>(`${BASE}/config/entity/publicKey`);
      await close();
      ({ client, close } = await startInProcess(fixture));
      const after = await client.get<{ publicKey: string }>(`${BASE}/config/entity/publicKey`);
      expect(after.body).toEqual(before.body);
      const { body } = await client.execute(approve());
      expect((await client.until(body.data.id, 'COMPLETE')).sourceAddress).toBe(firstWallet().address);
    });

    it('generates a key of 4096 bits with mode 0600 in an empty folder', async () => {
      const folder = path.join(fixture.settings.PROVIDER_DATA_DIR, 'empty');
      const fresh = await startWalletProvider({ ...fixture.settings, PROVIDER_DATA_DIR: folder });
      expect(Buffer.from(await new ProviderClient(fresh.url).seal(), 'base64')).toHaveLength(512);
      await fresh.close();
      const file = path.join(folder, 'entity-key.pem');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readFile(file, 'utf8')).toContain('PRIVATE KEY');
    });

    it('fails on another chain', async () => {
      await expect(startWalletProvider({ ...fixture.settings, CHAIN_ID: 1 })).rejects.toThrow(
        /answers for chain 31999/,
      );
    });
  });
});
