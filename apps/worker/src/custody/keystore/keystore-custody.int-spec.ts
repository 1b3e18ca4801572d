import { randomUUID } from 'node:crypto';
import { Wallet } from 'ethers/wallet';
import {
  deployContracts,
  encodeApproval,
  encodeMint,
  type Fees,
  parseSignedTransaction,
  signTransaction,
} from '@app/chain';
import {
  ACCOUNTS,
  type Anvil,
  CHAIN_ID,
  FIRST_ACCOUNT_KEY,
  startAnvil,
} from '../../../../../contracts/testing/anvil.js';
import { callChain } from '../../../../../dev/devnet/chain/chain-rpc.js';
import { Secret } from '@app/common';
import { type PreparedTransaction, ProviderError, type TransactionRequest } from '@app/engine';
import { Logger, Metrics } from '@app/observability';
import { writeKeystore } from '../../../../../test/support/keystore-files.js';
import { openDatabase, type OpenDatabase } from '../../../../../test/support/open-database.js';
import { LONG_TIMEOUT_MS } from '../../../../../test/support/long-timeout.js';
import { Keystore } from './keystore.js';
import { KeystoreCustody, type KeystoreCustodyDependencies } from './keystore-custody.js';
import { KeystoreDirectory } from './keystore-directory.js';
import { KeystoreNode } from './keystore-node.js';
import { Treasury, type TreasuryDependencies } from './treasury.js';
import { TreasuryTransfersRepository } from './treasury-transfers.repository.js';

const ETHER = 10n ** 18n;
const TOP_UP_WEI = ETHER / 10n;
const MAX_FEE_WEI = 500n * 10n ** 9n;
type UnsignedTransaction = Parameters<typeof signTransaction>[1];
const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });

describe('the keystore custody', () => {
  let anvil: Anvil;
  let open: OpenDatabase;
  let collateral: string;
  let keystore: Keystore;
  let treasuryAddress: string;
  let node: KeystoreNode;

  beforeAll(async () => {
    [anvil, open] = await Promise.all([startAnvil(), openDatabase()]);
    ({ collateral } = await deployContracts({ rpcUrl: anvil.url, deployerKey: new Secret(FIRST_ACCOUNT_KEY) }));
    const files = await writeKeystore();
    keystore = await Keystore.open(files);
    treasuryAddress = files.treasuryAddress;
    node = new KeystoreNode({ url: anvil.url, timeoutMs: LONG_TIMEOUT_MS });
    await rpc('anvil_setBalance', treasuryAddress, hex(100n * ETHER));
  });
  afterAll(async () => {
    await anvil?.stop();
    await open?.close();
  });
  beforeEach(() => rpc('evm_setAutomine', true));
  afterEach(async () => {
    await rpc('evm_mine');
    await open.database.query('DELETE FROM tank_transfers');
  });

  const rpc = <T>(method: string, ...params: readonly unknown[]) => callChain(anvil.url, method, params) as Promise<T>;
  const hex = (value: bigint) => `0x${value.toString(16)}`;

  function treasuryWith(changes: Partial<TreasuryDependencies> = {}): Treasury {
    return new Treasury({
      ...{
        keystore,
        node,
        log,
        metrics: Metrics.off(),
        transfers: new TreasuryTransfersRepository(open.database),
        chainId: CHAIN_ID,
        collateralAddress: collateral,
      },
      ...{ topUpWei: TOP_UP_WEI, accountDayWei: null, maxFeeWei: ETHER, faucetBaseUnits: 1_000_000n, ...changes },
    });
  }

  function custody(changes: Partial<TreasuryDependencies> = {}): KeystoreCustody {
    return new KeystoreCustody(dependencies({ treasury: treasuryWith(changes) }));
  }

  function dependencies(changes: Partial<KeystoreCustodyDependencies>): KeystoreCustodyDependencies {
    const settings = { chainId: CHAIN_ID, confirmations: 1, maxFeeWei: MAX_FEE_WEI };
    return { keystore, node, treasury: treasuryWith(), log, ...settings, ...changes };
  }

  function prepare(request: TransactionRequest, mined: readonly string[] = []): Promise<PreparedTransaction> {
    return custody().prepare(request, { inFlight: [], readMined: () => Promise.resolve(mined) });
  }

  function directory(): KeystoreDirectory {
    return new KeystoreDirectory({
      ...{ keystore, node, blockchain: 'TESTNET' },
      collateral: { address: collateral, decimals: 6 },
    });
  }

  async function newWallet({ balanceWei = ETHER } = {}): Promise<{ providerWalletId: string; walletAddress: string }> {
    const { id, address } = await directory().createWallet({ idempotencyKey: randomUUID() });
    await rpc('anvil_setBalance', address, hex(balanceWei));
    return { providerWalletId: id, walletAddress: address };
  }

  async function newRequest(wallet?: Awaited<ReturnType<typeof newWallet>>): Promise<TransactionRequest> {
    return {
      ...(wallet ?? (await newWallet())),
      idempotencyKey: randomUUID(),
      contractAddress: collateral,
      callData: encodeApproval(ACCOUNTS[1], 5n).callData,
      refId: 'agent_intent_1/1/approve',
    };
  }

  function queryOf({ providerWalletId, refId }: TransactionRequest, body: string) {
    return { providerWalletId, refId, body, armedAtMs: 0 };
  }

  async function caught(work: Promise<unknown>) {
    const error: unknown = await work.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ProviderError)) throw new Error('expected a ProviderError', { cause: error });
    return error.failure;
  }

  /** Leaves the wallet's transaction in the pool. */
  async function submitUnmined(request: TransactionRequest): Promise<{ body: string; hash: string }> {
    await rpc('evm_setAutomine', false);
    const { body, hash } = await prepare(request);
    await custody().submit(body);
    return { body, hash: String(hash) };
  }

  it('knows the hash before the first send, and repeats of the body make one transaction', async () => {
    const request = await newRequest();
    const { body, hash } = await prepare(request);
    expect(await custody().listByRef(queryOf(request, body))).toEqual([]);
    const sends = [await custody().submit(body), await custody().submit(body), await custody().submit(body)];
    expect(sends).toEqual(Array(3).fill({ transactionId: hash }));
    await rpc('evm_mine'); // anvil may answer before its block is mined
    expect(await node.transactionCount(request.walletAddress, 'latest')).toBe(1);
    const mined = { id: hash, transactionHash: hash, state: 'complete', errorReason: null, refId: request.refId };
    expect(await custody().listByRef(queryOf(request, body))).toEqual([mined]);
    expect(await custody().find({ ...queryOf(request, body), transactionId: String(hash) })).toEqual(mined);
  });

  it('accepts the repeat of a body that is still in the pool', async () => {
    const request = await newRequest();
    const { body, hash } = await submitUnmined(request);
    expect(await custody().submit(body)).toEqual({ transactionId: hash });
    expect(await custody().find({ ...queryOf(request, body), transactionId: hash })).toMatchObject({ state: 'sent' });
  });

  it('reports a mined transaction that reverted as failed on the chain', async () => {
    const request = await newRequest();
    const { body, hash } = await submitUnmined(request);
    const snapshot = await rpc('evm_snapshot');
    await rpc('anvil_setCode', collateral, '0xfe');
    await rpc('evm_mine');
    const found = await custody().find({ ...queryOf(request, body), transactionId: hash });
    expect(found).toMatchObject({ state: 'failed', errorReason: 'FAILED_ON_CHAIN', transactionHash: hash });
    await rpc('evm_revert', snapshot);
  });

  it('lets a call be tried again that reverts before anything is signed', async () => {
    const request = await newRequest();
    const failure = await caught(prepare({ ...request, callData: '0xffffffff' }));
    expect(failure).toMatchObject({ class: 'retryable', facts: { reason: 'estimate_reverted' } });
  });

  it('reports a wallet that cannot pay for gas', async () => {
    const request = await newRequest();
    const { body } = await prepare(request);
    await rpc('anvil_setBalance', request.walletAddress, '0x0');
    expect(await caught(custody().submit(body))).toMatchObject({ class: 'funds' });
  });

  it('leaves the outcome open when the node does not answer', async () => {
    const { body } = await prepare(await newRequest());
    const away = new KeystoreNode({ url: 'http://127.0.0.1:9', timeoutMs: 1_000 });
    const unreachable = new KeystoreCustody(dependencies({ node: away }));
    expect(await caught(unreachable.submit(body))).toMatchObject({ class: 'unknown', facts: { noAnswer: 'node' } });
  });

  it('refuses to prepare for a wallet whose address is not the one of its id', async () => {
    const [request, other] = [await newRequest(), await newWallet()];
    for (const foreign of [
      { walletAddress: other.walletAddress },
      { providerWalletId: other.providerWalletId },
      { providerWalletId: '0/0', walletAddress: treasuryAddress },
      { providerWalletId: randomUUID() },
    ]) {
      const failure = await caught(prepare({ ...request, ...foreign }));
      expect(failure).toMatchObject({ class: 'permanent', facts: { reason: 'wallet_unknown' } });
    }
  });

  it('recognises the body of its request only', async () => {
    const request = await newRequest();
    const { body } = await prepare(request);
    expect(custody().isBodyFor(body, request)).toBe(true);
    const other = await newWallet();
    const differing: Partial<TransactionRequest>[] = [
      { contractAddress: ACCOUNTS[3] },
      { callData: encodeMint(ACCOUNTS[1], 5n).callData },
      other,
      { walletAddress: other.walletAddress },
      { providerWalletId: other.providerWalletId },
    ];
    expect(differing.map((change) => custody().isBodyFor(body, { ...request, ...change }))).toEqual(
      differing.map(() => false),
    );
    for (const forged of ['', '0x', `${body}00`, JSON.stringify({ body }), body.replace(/..$/, '00')]) {
      expect(custody().isBodyFor(forged, request)).toBe(false);
    }
    const abroad = new KeystoreCustody(dependencies({ chainId: CHAIN_ID + 1 }));
    expect(abroad.isBodyFor(body, request)).toBe(false);
  });

  it('gives a wallet without gas one transfer, however often it is asked', async () => {
    await rpc('evm_setAutomine', false);
    const wallet = await newWallet({ balanceWei: 0n });
    const { walletAddress: address } = wallet;
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => custody().topUpGas({ ...wallet, requiredWei: 1n })),
    );
    expect(asked).toEqual(Array(5).fill(true));
    await rpc('evm_mine');
    expect(await node.balanceWei(address)).toBe(TOP_UP_WEI);
  });

  it('gives no gas to an address that the keystore does not hold', async () => {
    const wallet = await newWallet({ balanceWei: 0n });
    for (const changes of [{ walletAddress: ACCOUNTS[1].toLowerCase() }, { providerWalletId: '1/1' }]) {
      expect(await custody().topUpGas({ ...wallet, ...changes, requiredWei: 1n })).toBe(false);
    }
    expect(await open.database.query('SELECT nonce FROM tank_transfers')).toEqual([]);
  });

  it.each([
    ['8 workers ask', 8, () => custody()],
    ['one worker asks for 24', 24, (one: KeystoreCustody) => one],
  ])('gives every wallet its transfer when %s at the same time', async (_who, length, next) => {
    await rpc('evm_setAutomine', false);
    const wallets = await Promise.all(Array.from({ length }, () => newWallet({ balanceWei: 0n })));
    const first = custody();
    const ask = (wallet: (typeof wallets)[number]) => next(first).topUpGas({ ...wallet, requiredWei: 3n * TOP_UP_WEI });
    await Promise.all(wallets.map(ask));
    await rpc('evm_mine');
    const balances = await Promise.all(wallets.map(({ walletAddress }) => node.balanceWei(walletAddress)));
    expect(balances).toEqual(wallets.map(() => 3n * TOP_UP_WEI));
  });

  it('takes no nonce of a mined transfer for a worker that read an older one', async () => {
    const [late, quick] = await Promise.all([newWallet({ balanceWei: 0n }), newWallet({ balanceWei: 0n })]);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    class LateNode extends KeystoreNode {
      override async presentFees(): Promise<Fees> {
        await released; // after the nonce was read, before the transfer is stored
        return super.presentFees();
      }
    }
    const lateNode = new LateNode({ url: anvil.url, timeoutMs: LONG_TIMEOUT_MS });
    const delayed = treasuryWith({ node: lateNode }).topUp(late.walletAddress, 1n);
    await treasuryWith().topUp(quick.walletAddress, 1n);
    await treasuryWith().repeatOverdue(); // sees the other one as mined
    release();
    expect(await delayed).toBe(true);
    await rpc('evm_mine');
    const balances = [late, quick].map(({ walletAddress }) => node.balanceWei(walletAddress));
    expect(await Promise.all(balances)).toEqual([TOP_UP_WEI, TOP_UP_WEI]);
  });

  it('sends a transfer again that a reorganisation took back', async () => {
    const wallet = await newWallet({ balanceWei: 0n });
    const { walletAddress: address } = wallet;
    const snapshot = await rpc('evm_snapshot');
    await custody().topUpGas({ ...wallet, requiredWei: 1n });
    await rpc('evm_mine');
    await treasuryWith().repeatOverdue();
    expect(await node.balanceWei(address)).toBe(TOP_UP_WEI);
    await rpc('evm_revert', snapshot);
    expect(await node.balanceWei(address)).toBe(0n);
    await open.database.query(`UPDATE tank_transfers SET updated_at = now() - interval '1 minute'`);
    await treasuryWith().repeatOverdue();
    await rpc('evm_mine');
    expect(await node.balanceWei(address)).toBe(TOP_UP_WEI);
  });

  it('sends a transfer that a dead worker stored and did not send', async () => {
    const wallet = await newWallet({ balanceWei: 0n });
    const { walletAddress: address } = wallet;
    await rpc('evm_setAutomine', false);
    await custody().topUpGas({ ...wallet, requiredWei: 1n });
    const [{ raw } = { raw: '' }] = await open.database.query<{ raw: string }>('SELECT raw FROM tank_transfers');
    await rpc('anvil_dropTransaction', parseSignedTransaction(raw).hash);
    await open.database.query(`UPDATE tank_transfers SET updated_at = now() - interval '1 hour'`);
    expect(await custody().topUpGas({ ...wallet, requiredWei: 1n })).toBe(true);
    await treasuryWith().repeatOverdue();
    await rpc('evm_mine');
    expect(await node.balanceWei(address)).toBe(TOP_UP_WEI);
  });

  it('sends a transfer that the node lost again, although no wallet asks', async () => {
    const { walletAddress: address } = await newWallet({ balanceWei: 0n });
    await rpc('evm_setAutomine', false);
    const treasury = treasuryWith();
    await treasury.topUp(address, 1n);
    await rpc('anvil_dropAllTransactions');
    await treasury.repeatOverdue();
    await rpc('evm_mine');
    expect(await node.balanceWei(address)).toBe(0n);
    await open.database.query(`UPDATE tank_transfers SET updated_at = now() - interval '1 hour'`);
    await treasury.repeatOverdue();
    await rpc('evm_mine');
    expect(await node.balanceWei(address)).toBe(TOP_UP_WEI);
  });

  it.each([
    ['of another account', (tx: UnsignedTransaction) => signTransaction(Wallet.createRandom(), tx).raw],
    ['of another chain', (tx: UnsignedTransaction) => signTransaction(keystore.treasury, { ...tx, chainId: 1 }).raw],
    ['without a signature', () => '0x02'],
  ])('signs no transfer %s that was written into the database, and drops it', async (_what, forge) => {
    const { walletAddress: address } = await newWallet({ balanceWei: 0n });
    await rpc('evm_setAutomine', false);
    const treasury = treasuryWith();
    await treasury.topUp(address, 1n);
    const [{ raw } = { raw: '' }] = await open.database.query<{ raw: string }>('SELECT raw FROM tank_transfers');
    await rpc('anvil_dropAllTransactions');
    const forged = forge({ ...parseSignedTransaction(raw), valueWei: 5n * ETHER });
    await open.database.query(`UPDATE tank_transfers SET raw = $1, updated_at = now() - interval '1 hour'`, [forged]);
    await treasury.repeatOverdue();
    await rpc('evm_mine');
    expect(await node.balanceWei(address)).toBe(0n);
    expect(await open.database.query('SELECT nonce FROM tank_transfers')).toEqual([]);
    expect(await treasury.topUp(address, 1n)).toBe(true);
    await rpc('evm_mine');
    expect(await node.balanceWei(address)).toBe(TOP_UP_WEI);
  });

  it('says that no gas will come when the treasury is empty or pays none', async () => {
    const wallet = await newWallet({ balanceWei: 0n });
    expect(await custody({ topUpWei: null }).topUpGas({ ...wallet, requiredWei: 1n })).toBe(false);
    expect(await custody({ topUpWei: 1_000n * ETHER }).topUpGas({ ...wallet, requiredWei: 1n })).toBe(false);
    expect(await open.database.query('SELECT nonce FROM tank_transfers')).toEqual([]);
    const pays = [custody(), custody({ topUpWei: null }), custody({ topUpWei: 1_000n * ETHER })];
    expect(await Promise.all(pays.map((one) => one.paysGas()))).toEqual([true, false, false]);
  });

  it('reports for how many gas transfers its funds suffice', async () => {
    const metrics = Metrics.on();
    const treasury = treasuryWith({ metrics, topUpWei: ETHER });
    await treasury.paysGas();
    const funds = await node.balanceWei(keystore.treasury.address);
    expect(await metrics.text()).toContain(`presage_tank_transfers ${funds / ETHER}\n`);
  });

  it('mints from the treasury where it may, and refuses where it may not', async () => {
    const { providerWalletId: id, walletAddress: address } = await newWallet();
    const faucet = treasuryWith();
    expect(await caught(faucet.requestFunds(address))).toMatchObject({ class: 'permanent' });
    await rpc('anvil_impersonateAccount', ACCOUNTS[0]);
    const transferOwnership = `0xf2fde38b${treasuryAddress.slice(2).padStart(64, '0')}`;
    await rpc('eth_sendTransaction', { from: ACCOUNTS[0], to: collateral, data: transferOwnership });
    await faucet.requestFunds(address);
    expect(await directory().balances({ id, address })).toMatchObject([
      { token: { address: null, decimals: 18 }, amount: '1' },
      { token: { address: collateral.toLowerCase(), symbol: 'USDC', decimals: 6, blockchain: 'TESTNET' }, amount: '1' },
    ]);
    const closed = treasuryWith({ faucetBaseUnits: null });
    expect(await caught(closed.requestFunds(address))).toMatchObject({ facts: { reason: 'no_faucet' } });
  });
});
