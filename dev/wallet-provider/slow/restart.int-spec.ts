import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ProviderProcess,
  openProviderFixture,
  type ProviderFixture,
  startProcess,
} from '../../../test/support/wallet-provider/harness.js';
import { encodeTokenCall, type Wallet } from '../../../test/support/wallet-provider/provider-client.js';
import { seededRandom } from '../../../test/support/seeded-random.js';

const KILLS = 6;
const REQUESTS_PER_LIFE = 8;
const SEED = 20_261_121;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const RECIPIENT = `0x${'5a'.repeat(20)}`;

interface Request {
  readonly key: string;
  readonly body: object;
  readonly amount: number;
}

describe('restart of the wallet provider', () => {
  let fixture: ProviderFixture;
  let provider: ProviderProcess;
  let wallets: Wallet[];
  let lastAmount = 0;

  beforeAll(async () => {
    fixture = await openProviderFixture();
    provider = await startProcess(fixture);
    wallets = await provider.client.createWallets(4);
    await Promise.all(wallets.map(({ address }) => provider.client.drip(address)));
  });

  afterAll(async () => {
    await provider.kill();
    await fixture.stop();
  });

  /** Transfers an amount that no other request has, so that the chain's logs identify the request. */
  function newRequest(): Request {
    const amount = ++lastAmount;
    const body = {
      walletId: wallets[amount % wallets.length]?.id,
      contractAddress: fixture.token,
      callData: encodeTokenCall('transfer', RECIPIENT, amount),
    };
    return { key: randomUUID(), body, amount };
  }

  async function transferredAmounts(): Promise<number[]> {
    const filter = {
      fromBlock: '0x0',
      toBlock: 'latest',
      address: fixture.token,
      topics: [TRANSFER, null, `0x${RECIPIENT.slice(2).padStart(64, '0')}`],
    };
    const logs = await fixture.anvil.rpc<{ data: string }[]>('eth_getLogs', filter);
    return logs.map(({ data }) => Number(data)).sort((a, b) => a - b);
  }

  /** Waits until all transactions are COMPLETE. A failure names what is in the node's pool. */
  async function untilComplete(ids: readonly string[]): Promise<void> {
    try {
      await Promise.all(ids.map((id) => provider.client.until(id, 'COMPLETE')));
    } catch (cause) {
      const pool = await fixture.anvil.rpc('txpool_content');
      throw new Error(`unfinished; pool: ${JSON.stringify(pool)}`, { cause });
    }
  }

  it.each(['accepted', 'signed', 'broadcast'])('resumes after a crash when a transaction is %s', async (point) => {
    const before = await transferredAmounts();
    const { key, body, amount } = newRequest();
    await provider.client.execute(body, { key, fault: `crash:${point}` }).catch(() => 'the answer is lost');
    if (provider.child.exitCode === null && provider.child.signalCode === null) await once(provider.child, 'exit');
    provider = await startProcess(fixture);
    const repeated = await provider.client.execute(body, { key });
    expect(repeated.status).toBe(200);
    await untilComplete([repeated.body.data.id]);
    expect(await transferredAmounts()).toEqual([...before, amount].sort((a, b) => a - b));
  });

  it(`executes each idempotency key once over ${KILLS} kills at random times`, async () => {
    const random = seededRandom(SEED);
    const requests: Request[] = [];
    for (let life = 0; life < KILLS; life++) {
      const fresh = Array.from({ length: REQUESTS_PER_LIFE }, newRequest);
      requests.push(...fresh);
      const sent = fresh.map(({ key, body }) =>
        provider.client.execute(body, { key }).catch(() => 'the answer is lost'),
      );
      // In every second run at least one request is accepted before the kill, also on a slow machine.
      if (life % 2 === 0) await Promise.race(sent);
      await delay(random() * 60);
      await provider.kill();
      await Promise.all(sent);
      provider = await startProcess(fixture);
    }
    const accepted = await Promise.all(requests.map(({ key, body }) => provider.client.execute(body, { key })));
    expect(accepted.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([]);
    await untilComplete(accepted.map(({ body }) => body.data.id));
    const repeatedStatuses = accepted.filter(({ status }) => status === 200).length;
    expect(repeatedStatuses).toBeGreaterThan(0);
    expect(await transferredAmounts()).toEqual(Array.from({ length: lastAmount }, (_, index) => index + 1));
  });

  it('shuts down gracefully on SIGTERM', async () => {
    provider.child.kill('SIGTERM');
    expect(await once(provider.child, 'exit')).toEqual([0, null]);
  });
});
