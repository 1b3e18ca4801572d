import { eventually } from '../../../test/support/eventually.js';
import { type ChainGate, openChainGate } from '../../../test/support/wallet-provider/chain-gate.js';
import {
  openProviderFixture,
  type ProviderFixture,
  startInProcess,
} from '../../../test/support/wallet-provider/harness.js';
import {
  encodeTokenCall,
  type ProviderClient,
  type Tx,
  type Wallet,
} from '../../../test/support/wallet-provider/provider-client.js';

const BASE = '/v1/w3s';
const SPENDER = `0x${'5a'.repeat(20)}`;

interface SentTransaction {
  readonly hash: string;
  readonly nonce: string;
  readonly maxFeePerGas: string;
}

/** Transactions of a pool by sender and nonce. */
type PoolPart = Readonly<Record<string, Readonly<Record<string, SentTransaction>>>>;

describe('transactions of the wallet provider on a chain', () => {
  let fixture: ProviderFixture;
  let gate: ChainGate;
  let client: ProviderClient;
  let close: () => Promise<void>;
  let wallet: Wallet;
  let newWallet: Wallet;

  beforeAll(async () => {
    fixture = await openProviderFixture();
    gate = await openChainGate(fixture.anvil.url);
    ({ client, close } = await startInProcess(fixture, { CHAIN_RPC_URL: gate.url }));
    [wallet, newWallet] = (await client.createWallets(2)) as [Wallet, Wallet];
    await client.drip(wallet.address);
    await client.drip(newWallet.address);
  });

  afterAll(async () => {
    await close();
    await gate.close();
    await fixture.stop();
  });

  const start = async (from: Wallet, { amount = 1, fault }: { amount?: number; fault?: string } = {}) => {
    const body = {
      walletId: from.id,
      contractAddress: fixture.token,
      callData: encodeTokenCall('approve', SPENDER, amount),
    };
    return (await client.execute(body, fault === undefined ? {} : { fault })).body.data.id;
  };
  const mined = (transaction: Tx) => fixture.anvil.rpc<SentTransaction>('eth_getTransactionByHash', transaction.txHash);
  const readNonce = async (id: string) => Number((await mined(await client.until(id, 'COMPLETE'))).nonce);

  describe('that forgets', () => {
    it('are sent again when they are dropped from the pool', async () => {
      await fixture.anvil.rpc('anvil_setIntervalMining', 0);
      await fixture.anvil.rpc('evm_setAutomine', false);
      const id = await start(wallet);
      const { txHash } = await client.until(id, 'SENT');
      await fixture.anvil.rpc('anvil_dropTransaction', txHash);
      await fixture.anvil.rpc('anvil_setIntervalMining', 1);
      expect((await client.until(id, 'COMPLETE')).txHash).toBe(txHash);
      await fixture.anvil.rpc('evm_setAutomine', true);
    });

    it('are sent again before the next one when a reorganisation took them', async () => {
      const snapshot = await fixture.anvil.rpc('evm_snapshot');
      const lost = await client.until(await start(wallet, { amount: 31 }), 'COMPLETE');
      await fixture.anvil.rpc('evm_revert', snapshot);
      expect(await fixture.anvil.rpc('eth_getTransactionReceipt', lost.txHash)).toBeNull();
      const next = await client.until(await start(wallet, { amount: 32 }), 'COMPLETE');
      expect(Number((await mined(next)).nonce)).toBe(Number((await mined(lost)).nonce) + 1);
    });
  });

  describe('whose node parks a transaction', () => {
    const findParked = async () => {
      const { queued } = await fixture.anvil.rpc<{ queued: PoolPart }>('txpool_content');
      return Object.values(queued).flatMap((byNonce) => Object.values(byNonce))[0];
    };

    it('are replaced at a higher fee', async () => {
      await fixture.anvil.rpc('anvil_setNonce', newWallet.address, '0x1');
      const id = await start(newWallet, { fault: 'stuck' });
      await client.until(id, 'STUCK');
      // Nonce 1 arrives while nonce 0 is missing. When 1 is next without 0 in the pool, the node does not look at it again.
      await fixture.anvil.rpc('anvil_setNonce', newWallet.address, '0x0');
      await client.post(`${BASE}/developer/transactions/${id}/accelerate`, {});
      const parked = await eventually(findParked, (transaction) => transaction !== undefined);
      await fixture.anvil.rpc('anvil_setNonce', newWallet.address, '0x1');
      const behind = await start(newWallet, { amount: 2 });
      const replacement = await mined(await client.until(id, 'COMPLETE'));
      expect([replacement.nonce, parked.nonce]).toEqual(['0x1', '0x1']);
      expect(BigInt(replacement.maxFeePerGas)).toBeGreaterThan(BigInt(parked.maxFeePerGas));
      expect(await readNonce(behind)).toBe(2);
    });
  });

  describe('that answers an error', () => {
    it('continue when it answers again', async () => {
      const refused = gate.refuse('eth_getTransactionCount');
      const id = await start(wallet);
      await refused;
      const behind = await start(wallet);
      expect(await readNonce(behind)).toBe((await readNonce(id)) + 1);
    });
  });

  describe('that does not answer', () => {
    it('wait in QUEUED', async () => {
      gate.shut();
      const id = await start(wallet);
      await eventually(
        () => Promise.resolve(gate.countClosed('eth_getTransactionCount')),
        (attempts) => attempts >= 3,
      );
      expect((await client.transaction(id)).state).toBe('QUEUED');
      gate.open();
      await client.until(id, 'COMPLETE');
    });

    it('are not signed again when the answer to the broadcast is lost', async () => {
      const nonce = Number(await fixture.anvil.rpc('eth_getTransactionCount', wallet.address, 'latest'));
      const lost = gate.dropAnswerTo('eth_sendRawTransaction');
      const id = await start(wallet);
      await lost;
      const next = await start(wallet);
      expect([await readNonce(id), await readNonce(next)]).toEqual([nonce, nonce + 1]);
    });
  });
});
