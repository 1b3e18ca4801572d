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
    abiFunctionSignature: 'approve(address,uint256)',
    abiParameters: [SPENDER, '1'],
    ...changes,
  });

  it('answers a ping without credentials and envelope', async () => {
    const response = await fetch(`${client.url}/ping`);
    expect([response.status, await response.json()]).toEqual([200, { message: 'pong' }]);
  });

  it.each([
    ['POST', '/control/faults'],
    ['DELETE', '/control/faults'],
    ['GET', '/control/faults'],
  ])('refuses %s %s of a page in a browser', async (method, path) => {
    const response = await fetch(client.url + path, { method, headers: { origin: 'https://evil.example' } });
    expect([response.status, await response.json()]).toEqual([403, { code: 3, message: 'Forbidden' }]);
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

  describe('wallets', () => {
    it('have ids of version 5, lower-case addresses, and their metadata', async () => {
      expect(firstWallet().id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5/);
      const { body } = await client.get<{ wallet: Wallet }>(`${BASE}/wallets/${firstWallet().id}`);
      expect(body.data.wallet).toMatchObject({
        ...firstWallet(),
        state: 'LIVE',
        name: 'wallet a',
        refId: 'a',
        blockchain: BLOCKCHAIN,
      });
      expect(firstWallet().address).toMatch(/^0x[0-9a-f]{40}$/);
    });

    it('are listed newest first, with links to the neighbours', async () => {
      const { body, headers } = await client.get<{ wallets: Wallet[] }>(
        `${BASE}/wallets?pageSize=1&pageAfter=${wallets[2]?.id}`,
      );
      expect(body.data.wallets.map(({ refId }) => refId)).toEqual(['b']);
      expect(headers.get('link')).toBe(
        `<${client.url}${BASE}/wallets?pageSize=1&pageBefore=${wallets[1]?.id}>; rel="prev", ` +
          `<${client.url}${BASE}/wallets?pageSize=1&pageAfter=${wallets[1]?.id}>; rel="next"`,
      );
      const before = await client.get<{ wallets: Wallet[] }>(`${BASE}/wallets?pageBefore=${wallets[0]?.id}`);
      expect(before.body.data.wallets.map(({ refId }) => refId)).toEqual(['c', 'b']);
      const ascending = await client.get<{ wallets: Wallet[] }>(`${BASE}/wallets?order=ASC`);
      expect(ascending.body.data.wallets.map(({ refId }) => refId)).toEqual(['a', 'b', 'c']);
    });

    it('are found by address and by refId', async () => {
      const byAddress = await client.get<{ wallets: Wallet[] }>(`${BASE}/wallets?address=${wallets[1]?.address}`);
      const byRef = await client.get<{ wallets: Wallet[] }>(`${BASE}/wallets?refId=b`);
      expect([byAddress, byRef].map(({ body }) => body.data.wallets[0]?.id)).toEqual([wallets[1]?.id, wallets[1]?.id]);
    });
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

    it('refuses an unsupported token', async () => {
      expect(code(await client.drip(SPENDER, { eurc: true }))).toEqual([400, 2]);
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
      expect(code(await client.execute(approve({ abiParameters: [SPENDER, '2'] }), { key }))).toEqual([403, 156020]);
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
      ['no credentials', 401, 401, () => client.send('GET', `${BASE}/wallets`, { apiKey: 'TEST_API_KEY:no:no' })],
      ['an unknown wallet', 404, 156001, () => client.get(`${BASE}/wallets/${randomUUID()}`)],
      ['an unknown transaction', 404, 156003, () => client.get(`${BASE}/transactions/${randomUUID()}`)],
      ['an invalid id', 400, 156009, () => client.get(`${BASE}/transactions/nonsense`)],
      ...['pageSize=51', 'pageSize=0', 'pageSize=x', 'pageAfter=x', 'order=UP', 'from=x'].map((query): ErrorCase => [
        `?${query}`,
        400,
        2,
        () => client.get(`${BASE}/wallets?${query}`),
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
        'a mainnet',
        400,
        156006,
        () => client.post(`${BASE}/developer/wallets`, { walletSetId: randomUUID(), blockchains: ['ETH'] }),
      ],
      [
        'another test network',
        400,
        156027,
        () => client.post(`${BASE}/developer/wallets`, { walletSetId: randomUUID(), blockchains: ['ETH-SEPOLIA'] }),
      ],
      [
        'too few metadata',
        400,
        155503,
        () =>
          client.post(`${BASE}/developer/wallets`, {
            walletSetId: randomUUID(),
            blockchains: [BLOCKCHAIN],
            count: 2,
            metadata: [{}],
          }),
      ],
      [
        'parameters that do not match the signature',
        400,
        155209,
        () => client.execute(approve({ abiParameters: ['x', '1'] })),
      ],
      [
        'no call',
        400,
        155230,
        () => client.execute(approve({ abiFunctionSignature: undefined, abiParameters: undefined })),
      ],
      ['two calls', 400, 155247, () => client.execute(approve({ callData: '0x00' }))],
      ['no fee', 400, 155231, () => client.execute(approve({ feeLevel: undefined }))],
      ['a gas limit below the minimum', 400, 155233, () => client.execute(approve({ gasLimit: '21000' }))],
      ['two kinds of fee', 400, 155234, () => client.execute(approve({ maxFee: '10' }))],
      [
        'a gas price',
        400,
        155235,
        () => client.execute(approve({ feeLevel: undefined, gasLimit: '90000', gasPrice: '10' })),
      ],
      [
        'a tip above the maximum fee',
        400,
        155237,
        () => client.execute(approve({ feeLevel: undefined, gasLimit: '90000', maxFee: '1', priorityFee: '2' })),
      ],
      [
        'wallet id and address',
        400,
        155244,
        () => client.execute(approve({ walletAddress: SPENDER, blockchain: BLOCKCHAIN })),
      ],
      ['an amount that is no decimal', 400, 155245, () => client.execute(approve({ amount: 'x' }))],
      ['an amount that is no text', 400, 155245, () => client.execute(approve({ amount: true }))],
      ['an amount finer than wei', 400, 155245, () => client.execute(approve({ amount: '0.0000000000000000001' }))],
      [
        'an estimate that reverts',
        400,
        155208,
        () =>
          client.send('POST', `${BASE}/transactions/contractExecution/estimateFee`, {
            body: approve({
              abiFunctionSignature: 'transfer(address,uint256)',
              abiParameters: [SPENDER, '9999999999999'],
            }),
          }),
      ],
    ])('%s: %i/%i', async (_case, status, errorCode, request) => {
      expect(code(await request())).toEqual([status, errorCode]);
    });

    it('counts null as absent, and a missing body as empty', async () => {
      const { body } = await client.execute(approve({ refId: null, callData: null, feeLevel: null }));
      expect(body.code).toBe(155231);
      const empty = await client.send('POST', CREATE, {});
      expect(empty.body.errors?.map(({ message }) => message)).toContain('idempotencyKey is required');
    });

    it('accepts dates without a time, numbers as text and repeated query parameters', async () => {
      const { body } = await client.get<{ wallets: Wallet[] }>(
        `${BASE}/wallets?from=2024-01-01&pageSize=02&refId=a&refId=b`,
      );
      expect(body.data.wallets.map(({ refId }) => refId)).toEqual(['b']);
    });

    it('ignores an invalid token address of balances', async () => {
      const { status, body } = await client.get<{ tokenBalances: unknown[] }>(
        `${BASE}/wallets/${firstWallet().id}/balances?tokenAddress=x`,
      );
      expect([status, body.data.tokenBalances.length]).toEqual([200, 2]);
    });

    it('names every invalid parameter', async () => {
      const { body } = await client.execute({ contractAddress: 'x', abiFunctionSignature: 1 });
      expect(body.errors?.map(({ message }) => message)).toEqual([
        'walletId is required',
        'contractAddress is not valid (address)',
        'abiFunctionSignature is not valid (string)',
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
