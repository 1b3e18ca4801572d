import { randomUUID } from 'node:crypto';
import { deployContracts, encodeApproval, parseSignedTransaction } from '@app/chain';
import {
  ACCOUNTS,
  type Anvil,
  CHAIN_ID,
  FIRST_ACCOUNT_KEY,
  startAnvil,
} from '../../../../../contracts/testing/anvil.js';
import { callChain } from '../../../../../dev/devnet/chain/chain-rpc.js';
import { Secret } from '@app/common';
import { type PreparedTransaction, ProviderError, type RenewalReason, type TransactionRequest } from '@app/engine';
import { Logger } from '@app/observability';
import { writeKeystore } from '../../../../../test/support/keystore-files.js';
import { LONG_TIMEOUT_MS } from '../../../../../test/support/long-timeout.js';
import { Keystore } from './keystore.js';
import { KeystoreCustody, type KeystoreCustodyDependencies } from './keystore-custody.js';
import { KeystoreDirectory } from './keystore-directory.js';
import { KeystoreNode } from './keystore-node.js';

const ETHER = 10n ** 18n;
const MAX_FEE_WEI = 500n * 10n ** 9n;
/** No other transaction of the wallet is in flight or mined. */
const ALONE = { inFlight: [], readMined: () => Promise.resolve([]) };
const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });

describe('a transaction of the keystore in a pool', () => {
  let anvil: Anvil;
  let collateral: string;
  let keystore: Keystore;
  let node: KeystoreNode;
  /** Wallets that gas was requested for. */
  let toppedUp: string[] = [];

  beforeAll(async () => {
    anvil = await startAnvil();
    ({ collateral } = await deployContracts({ rpcUrl: anvil.url, deployerKey: new Secret(FIRST_ACCOUNT_KEY) }));
    keystore = await Keystore.open(await writeKeystore());
    node = new KeystoreNode({ url: anvil.url, timeoutMs: LONG_TIMEOUT_MS });
  });
  afterAll(() => anvil?.stop());
  beforeEach(async () => {
    toppedUp = [];
    await rpc('evm_setAutomine', true);
  });
  afterEach(() => rpc('evm_mine'));

  const rpc = <T>(method: string, ...params: readonly unknown[]) => callChain(anvil.url, method, params) as Promise<T>;
  const hex = (value: bigint) => `0x${value.toString(16)}`;

  /** Treasury that starts a transfer of gas, or cannot. */
  function treasuryWith(pays: boolean): KeystoreCustodyDependencies['treasury'] {
    const topUp = (address: string): Promise<boolean> => Promise.resolve(toppedUp.push(address) > 0 && pays);
    return { topUp, paysGas: () => Promise.resolve(pays) };
  }

  function custody(pays = true): KeystoreCustody {
    return new KeystoreCustody(dependencies({ treasury: treasuryWith(pays) }));
  }

  function dependencies(changes: Partial<KeystoreCustodyDependencies>): KeystoreCustodyDependencies {
    const settings = { chainId: CHAIN_ID, confirmations: 1, maxFeeWei: MAX_FEE_WEI };
    return { keystore, node, treasury: treasuryWith(true), log, ...settings, ...changes };
  }

  function prepare(
    request: TransactionRequest,
    mined: readonly string[] = [],
    inFlight: readonly string[] = [],
  ): Promise<PreparedTransaction> {
    return custody().prepare(request, { inFlight, readMined: () => Promise.resolve(mined) });
  }

  async function renew(request: TransactionRequest, body: string, reason: RenewalReason) {
    const renewed = await custody().renew(queryOf(request, body), reason, []);
    if (renewed === null) throw new Error('expected another body');
    return renewed;
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

  it('raises the fee of a transaction in the pool by an eighth, and sends the stored body as often as asked', async () => {
    const request = await newRequest();
    const { body, hash } = await submitUnmined(request);
    expect(await custody().renew(queryOf(request, body), 'resend', [])).toBeNull();
    const renewed = await renew(request, body, 'unmined');
    const fee = (raw: string): bigint => parseSignedTransaction(raw).fees.maxFeeWei;
    expect(8n * fee(renewed.body)).toBeGreaterThanOrEqual(9n * fee(body));
    const query = { ...queryOf(request, renewed.body), transactionId: hash };
    expect(await custody().find(query)).toMatchObject({ state: 'sent', transactionHash: hash });
    const acceleration = { ...query, idempotencyKey: randomUUID() };
    const sends = [await custody().accelerate(acceleration), await custody().accelerate(acceleration)];
    expect(sends).toEqual(Array(2).fill({ transactionId: renewed.hash }));
    await rpc('evm_mine');
    expect(await custody().find(query)).toMatchObject({ state: 'complete', transactionHash: renewed.hash });
    expect(await node.transactionCount(request.walletAddress, 'latest')).toBe(1);
  });

  it('asks for gas before it signs a dearer body, and signs it once the wallet can pay', async () => {
    const request = await newRequest();
    const { body } = await submitUnmined(request);
    const { gasLimit, fees } = parseSignedTransaction(body);
    await rpc('anvil_setBalance', request.walletAddress, hex(gasLimit * fees.maxFeeWei));
    expect(await custody().renew(queryOf(request, body), 'unmined', [])).toBeNull();
    expect(toppedUp).toEqual([request.walletAddress]);
    await rpc('anvil_setBalance', request.walletAddress, hex(ETHER));
    expect(await custody().renew(queryOf(request, body), 'unmined', [])).not.toBeNull();
  });

  it('asks for gas before it signs a body that the wallet cannot pay', async () => {
    await rpc('evm_setAutomine', false);
    const request = await newRequest(await newWallet({ balanceWei: 1_000n }));
    const failure = { facts: { reason: 'insufficient_funds' }, resend: 'with_more_gas' };
    expect(await caught(prepare(request))).toMatchObject({ ...failure, class: 'retryable' });
    const poor = custody(false).prepare(request, ALONE);
    expect(await caught(poor)).toMatchObject({ ...failure, class: 'funds' });
  });

  it('does not know a transaction that the node has lost, and signs no other while its fee is enough', async () => {
    const request = await newRequest();
    const { body, hash } = await submitUnmined(request);
    await rpc('anvil_dropTransaction', hash);
    const query = { ...queryOf(request, body), transactionId: hash };
    expect(await custody().find(query)).toBeNull();
    expect(await custody().listByRef(query)).toEqual([]);
    expect(await custody().renew(query, 'resend', [])).toBeNull();
    await custody().submit(body);
    await rpc('evm_mine');
    expect(await custody().find(query)).toMatchObject({ state: 'complete' });
  });

  it('sends the bodies again that a later one waits for, and takes the nonce after those of mined ones', async () => {
    const wallet = await newWallet();
    const approval = await newRequest(wallet);
    const first = await submitUnmined(approval);
    const request = { ...approval, callData: encodeApproval(ACCOUNTS[2], 7n).callData };
    const { body, hash } = await prepare(request, [first.body]);
    expect(parseSignedTransaction(body).nonce).toBe(1);
    await rpc('anvil_dropTransaction', first.hash);
    await custody().submit(body);
    const query = { ...queryOf(request, body), transactionId: String(hash) };
    expect(await custody().find(query)).toMatchObject({ state: 'queued' });
    const { walletAddress } = wallet;
    await custody().sendEarlier({ walletAddress, inFlight: [body] }, () => Promise.resolve([body, first.body]));
    await rpc('evm_mine');
    expect(await custody().find(query)).toMatchObject({ state: 'complete' });
    expect(await node.succeeded(first.hash)).toBe(true);
  });

  it('takes the lowest nonce that nothing in flight has, and fills a gap', async () => {
    const request = await newRequest();
    const first = await submitUnmined(request);
    const second = await prepare(request, [], [first.body]);
    await custody().submit(second.body);
    const third = await prepare(request, [], [first.body, second.body]);
    const [one, two] = [second, third].map(({ body }) => parseSignedTransaction(body));
    expect([one?.nonce, two?.nonce]).toEqual([1, 2]);
    expect(one?.fees).toEqual(two?.fees);
    expect(parseSignedTransaction((await prepare(request, [], [first.body, third.body])).body).nonce).toBe(1);
  });

  it('makes none while the node lacks what is in flight', async () => {
    const request = await newRequest();
    const first = await submitUnmined(request);
    await rpc('anvil_dropTransaction', first.hash);
    const failure = { class: 'retryable', facts: { reason: 'pending_behind' } };
    expect(await caught(prepare(request, [], [first.body]))).toMatchObject(failure);
  });

  it('asks for the gas of all that is in flight', async () => {
    const request = await newRequest();
    const first = await submitUnmined(request);
    const { gasLimit, fees } = parseSignedTransaction(first.body);
    await rpc('anvil_setBalance', request.walletAddress, hex((3n * gasLimit * fees.maxFeeWei) / 2n));
    const failure = { class: 'retryable', facts: { reason: 'insufficient_funds' } };
    expect(await caught(prepare(request, [], [first.body]))).toMatchObject(failure);
    expect(toppedUp).toEqual([request.walletAddress]);
  });

  it('finds a transaction behind others in the pool as sent, and behind a gap as queued', async () => {
    const request = await newRequest();
    const first = await submitUnmined(request);
    const { body, hash } = await prepare(request, [], [first.body]);
    await custody().submit(body);
    const query = { ...queryOf(request, body), transactionId: String(hash) };
    expect(await custody().find(query)).toMatchObject({ state: 'sent', transactionHash: hash });
    await rpc('anvil_dropTransaction', first.hash);
    expect(await custody().find(query)).toMatchObject({ state: 'queued' });
  });

  it('replaces the transaction that an ended execution left in the pool', async () => {
    const wallet = await newWallet();
    const left = await submitUnmined(await newRequest(wallet));
    const request = await newRequest(wallet);
    const { body, hash } = await prepare(request);
    expect(parseSignedTransaction(body).nonce).toBe(parseSignedTransaction(left.body).nonce);
    await custody().submit(body);
    await rpc('evm_mine');
    expect(await node.succeeded(String(hash))).toBe(true);
    expect(await node.succeeded(left.hash)).toBeNull();
  });

  it('counts a transaction as sent whose nonce the pool holds at a higher fee, and replaces that one in turn', async () => {
    const wallet = await newWallet();
    const first = await newRequest(wallet);
    const second = await newRequest(wallet);
    const outbid = await prepare({ ...second, callData: encodeApproval(ACCOUNTS[2], 7n).callData });
    const { body, hash } = await submitUnmined(first);
    await custody().submit((await renew(first, body, 'unmined')).body);
    expect(await custody().submit(outbid.body)).toEqual({ transactionId: outbid.hash });
    const query = { ...queryOf(second, outbid.body), transactionId: String(outbid.hash) };
    expect(await custody().find(query)).toMatchObject({ state: 'stuck' });
    expect(await custody().listByRef(query)).toEqual([]);
    const dearer = await renew(second, outbid.body, 'unmined');
    await custody().submit(dearer.body);
    await rpc('evm_mine');
    expect(await node.succeeded(dearer.hash)).toBe(true);
    expect(await node.succeeded(hash)).toBeNull();
  });

  it('proves that a body whose nonce another transaction used was not taken', async () => {
    const wallet = await newWallet();
    const late = await newRequest(wallet);
    const { body } = await prepare(late);
    const other = await prepare({ ...late, callData: encodeApproval(ACCOUNTS[2], 9n).callData });
    await custody().submit(other.body);
    await rpc('evm_mine'); // anvil may answer before its block is mined
    const failure = { class: 'permanent', facts: { reason: 'nonce_used' }, resend: 'with_new_body' };
    expect(await caught(custody().submit(body))).toMatchObject(failure);
    const hash = parseSignedTransaction(body).hash;
    expect(await custody().find({ ...queryOf(late, body), transactionId: hash })).toMatchObject({ state: 'replaced' });
    const deep = new KeystoreCustody(dependencies({ confirmations: 3 }));
    expect(await deep.listByRef(queryOf(late, body))).toMatchObject([{ state: 'pending', transactionHash: null }]);
  });

  it('replaces a transaction whose fee is below the base fee', async () => {
    const request = await newRequest();
    const { body, hash } = await prepare(request);
    await rpc('anvil_setNextBlockBaseFeePerGas', hex(2n * parseSignedTransaction(body).fees.maxFeeWei));
    await rpc('evm_mine');
    expect(await caught(custody().submit(body))).toMatchObject({ class: 'retryable', facts: { reason: 'not_taken' } });
    expect(await custody().find({ ...queryOf(request, body), transactionId: String(hash) })).toBeNull();
    const renewed = await renew(request, body, 'refused');
    expect(await custody().submit(renewed.body)).toEqual({ transactionId: renewed.hash });
    await rpc('evm_mine');
    expect(await custody().listByRef(queryOf(request, renewed.body))).toMatchObject([{ state: 'complete' }]);
  });

  it('signs at the ceiling while the chain asks for more', async () => {
    const bounded = new KeystoreCustody(dependencies({ maxFeeWei: 3n }));
    const request = await newRequest();
    const { body } = await bounded.prepare(request, ALONE);
    expect(parseSignedTransaction(body).fees).toEqual({ maxFeeWei: 3n, priorityFeeWei: 3n });
    expect(await bounded.renew(queryOf(request, body), 'refused', [])).toBeNull();
  });
});
