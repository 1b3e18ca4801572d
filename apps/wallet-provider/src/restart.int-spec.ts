import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ProviderProcess,
  setStage,
  type Stage,
  startProcess,
} from '../../../test/support/wallet-provider/harness.js';
import type { Wallet } from '../../../test/support/wallet-provider/provider-client.js';

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

describe('wallet provider, killed', () => {
  let stage: Stage;
  let provider: ProviderProcess;
  let wallets: Wallet[];
  let lastAmount = 0;

  beforeAll(async () => {
    stage = await setStage();
    provider = await startProcess(stage);
    wallets = await provider.client.createWallets(4);
    await Promise.all(wallets.map(({ address }) => provider.client.drip(address)));
  });

  afterAll(async () => {
    await provider.kill();
    await stage.stop();
  });

  /** A transfer of an amount that no other request has, so that the chain's logs tell whose effect they are. */
  function newRequest(): Request {
    const amount = ++lastAmount;
    const body = {
      walletId: wallets[amount % wallets.length]?.id,
      contractAddress: stage.token,
      abiFunctionSignature: 'transfer(address,uint256)',
      abiParameters: [RECIPIENT, String(amount)],
    };
    return { key: randomUUID(), body, amount };
  }

  async function transferredAmounts(): Promise<number[]> {
    const filter = {
      fromBlock: '0x0',
      toBlock: 'latest',
      address: stage.token,
      topics: [TRANSFER, null, `0x${RECIPIENT.slice(2).padStart(64, '0')}`],
    };
    const logs = await stage.anvil.rpc<{ data: string }[]>('eth_getLogs', filter);
    return logs.map(({ data }) => Number(data)).sort((a, b) => a - b);
  }

  it.each(['accepted', 'signed', 'broadcast'])('goes on after a crash when a transaction is %s', async (point) => {
    const before = await transferredAmounts();
    const { key, body, amount } = newRequest();
    await provider.client.execute(body, { key, fault: `crash:${point}` }).catch(() => 'the answer may be lost');
    if (provider.child.exitCode === null && provider.child.signalCode === null) await once(provider.child, 'exit');
    provider = await startProcess(stage);
    const repeated = await provider.client.execute(body, { key });
    expect(repeated.status).toBe(200);
    await provider.client.until(repeated.body.data.id, 'COMPLETE');
    expect(await transferredAmounts()).toEqual([...before, amount].sort((a, b) => a - b));
  });

  it(`has one effect for each key over ${KILLS} kills at random moments`, async () => {
    const random = randomOf(SEED);
    const requests: Request[] = [];
    for (let life = 0; life < KILLS; life++) {
      const fresh = Array.from({ length: REQUESTS_PER_LIFE }, newRequest);
      requests.push(...fresh);
      const sent = fresh.map(({ key, body }) =>
        provider.client.execute(body, { key }).catch(() => 'the answer may be lost'),
      );
      // Now and then not before something was accepted, for on a slow machine a moment may not be enough for that.
      if (life % 2 === 0) await Promise.race(sent);
      await delay(random() * 60);
      await provider.kill();
      await Promise.all(sent);
      provider = await startProcess(stage);
    }
    const accepted = await Promise.all(requests.map(({ key, body }) => provider.client.execute(body, { key })));
    expect(accepted.map(({ status }) => status).filter((status) => status !== 200 && status !== 201)).toEqual([]);
    await Promise.all(accepted.map(({ body }) => provider.client.until(body.data.id, 'COMPLETE')));
    const repeatedStatuses = accepted.filter(({ status }) => status === 200).length;
    expect(repeatedStatuses).toBeGreaterThan(0);
    expect(await transferredAmounts()).toEqual(Array.from({ length: lastAmount }, (_, index) => index + 1));
  });

  it('ends by itself when it is asked to', async () => {
    provider.child.kill('SIGTERM');
    expect(await once(provider.child, 'exit')).toEqual([0, null]);
  });
});

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
