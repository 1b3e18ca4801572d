import { randomBytes, randomUUID } from 'node:crypto';
import { parseSignedTransaction, signTransaction } from '@app/chain';
import { Logger, Metrics } from '@app/observability';
import { type Anvil, CHAIN_ID, startAnvil } from '../../../../../contracts/testing/anvil.js';
import { callChain } from '../../../../../dev/devnet/chain/chain-rpc.js';
import { writeKeystore } from '../../../../../test/support/keystore-files.js';
import { LONG_TIMEOUT_MS } from '../../../../../test/support/long-timeout.js';
import { openDatabase, type OpenDatabase } from '../../../../../test/support/open-database.js';
import { Keystore } from './keystore.js';
import { KeystoreNode } from './keystore-node.js';
import { Treasury, type TreasuryDependencies } from './treasury.js';
import { TreasuryTransfersRepository } from './treasury-transfers.repository.js';

const ETHER = 10n ** 18n;
const TOP_UP_WEI = ETHER / 10n;
const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });

describe('the treasury on a chain', () => {
  let anvil: Anvil;
  let open: OpenDatabase;
  let keystore: Keystore;
  let tank: string;
  let node: KeystoreNode;

  beforeAll(async () => {
    [anvil, open] = await Promise.all([startAnvil(), openDatabase()]);
    const files = await writeKeystore();
    keystore = await Keystore.open(files);
    tank = files.treasuryAddress;
    node = new KeystoreNode({ url: anvil.url, timeoutMs: LONG_TIMEOUT_MS });
  });
  afterAll(async () => {
    await anvil?.stop();
    await open?.close();
  });
  beforeEach(async () => {
    await rpc('evm_setAutomine', false);
    await fillTank(100n * ETHER);
  });
  afterEach(async () => {
    await rpc('anvil_mine', '0xd');
    await open.database.query('DELETE FROM tank_transfers');
  });

  const rpc = <T>(method: string, ...params: readonly unknown[]) => callChain(anvil.url, method, params) as Promise<T>;
  const fillTank = (wei: bigint) => rpc('anvil_setBalance', tank, `0x${wei.toString(16)}`);
  const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
  const makeOverdue = () => open.database.query(`UPDATE tank_transfers SET updated_at = now() - interval '1 minute'`);

  function treasury(changes: Partial<TreasuryDependencies> = {}): Treasury {
    return new Treasury({
      ...{
        keystore,
        node,
        log,
        metrics: Metrics.off(),
        transfers: new TreasuryTransfersRepository(open.database),
        chainId: CHAIN_ID,
      },
      ...{
        collateralAddress: newAddress(),
        topUpWei: TOP_UP_WEI,
        accountDayWei: null,
        maxFeeWei: ETHER,
        faucetBaseUnits: null,
        ...changes,
      },
    });
  }

  async function balances(addresses: readonly string[]): Promise<bigint[]> {
    return Promise.all(addresses.map((address) => node.balanceWei(address)));
  }

  async function rows() {
    return open.database.query<{ nonce: number; raw: string; mined: boolean }>(
      'SELECT nonce, raw, mined_at IS NOT NULL AS mined FROM tank_transfers ORDER BY nonce',
    );
  }

  it('keeps a transfer whose raise the nearly empty treasury cannot pay', async () => {
    const [x, y] = [newAddress(), newAddress()];
    expect(await treasury().topUp(x, 1n)).toBe(true);
    const [{ raw } = { raw: '' }] = await rows();
    const { gasLimit, fees } = parseSignedTransaction(raw);
    await fillTank(TOP_UP_WEI + gasLimit * fees.maxFeeWei);
    await makeOverdue();
    await treasury().repeatOverdue();
    expect(await rows()).toMatchObject([{ raw }]);
    expect(await treasury().topUp(y, 1n)).toBe(false);
    await fillTank(ETHER);
    expect(await treasury().topUp(y, 1n)).toBe(true);
    expect(await treasury().topUp(x, 1n)).toBe(true);
    await rpc('evm_mine');
    expect(await balances([x, y])).toEqual([TOP_UP_WEI, TOP_UP_WEI]);
  });

  it('pays again only a wallet whose transfer a block holds and that needs more', async () => {
    const x = newAddress();
    for (const required of [1n, TOP_UP_WEI, TOP_UP_WEI + 1n]) {
      expect(await treasury().topUp(x, required)).toBe(true);
      await rpc('evm_mine');
    }
    expect(await balances([x])).toEqual([TOP_UP_WEI + TOP_UP_WEI + 1n]);
  });

  it('gives a transfer another nonce once a confirmed block holds another transaction of its own', async () => {
    const [x, y] = [newAddress(), newAddress()];
    expect(await treasury().topUp(x, 1n)).toBe(true);
    const [{ raw } = { raw: '' }] = await rows();
    const signed = parseSignedTransaction(raw);
    await rpc('anvil_dropAllTransactions');
    const operators = signTransaction(keystore.treasury, { ...signed, to: y, valueWei: 1n });
    await node.sendRaw(operators.raw);
    await rpc('evm_mine');
    await makeOverdue();
    await treasury().repeatOverdue();
    expect(await rows()).toMatchObject([{ raw }]);
    await rpc('anvil_mine', '0xc');
    await treasury().repeatOverdue();
    expect(await rows()).toMatchObject([{ nonce: signed.nonce + 1 }]);
    await rpc('anvil_mine', '0xd');
    await makeOverdue();
    await treasury().repeatOverdue();
    expect(await balances([x, y])).toEqual([TOP_UP_WEI, 1n]);
    expect(await rows()).toMatchObject([{ mined: true }]);
    await makeOverdue();
    await treasury().repeatOverdue();
    await rpc('evm_mine');
    expect(await balances([x])).toEqual([TOP_UP_WEI]);
  });

  it('pays the wallets of one account up to the limit of a day, and those of others', async () => {
    const accountDayWei = TOP_UP_WEI * 2n + ETHER / 100n;
    const [one, other] = [await newAccount(), await newAccount()];
    const ofOne = await Promise.all(Array.from({ length: 3 }, () => newWallet(one)));
    const ofOther = await newWallet(other);
    const withoutKeys = await Promise.all([newWallet(null), newWallet(null), newWallet(null)]);
    const answers = [];
    for (const address of [...ofOne, ofOther, ...withoutKeys])
      answers.push(await treasury({ accountDayWei }).topUp(address, 1n));
    expect(answers).toEqual([true, true, false, true, true, true, true]);
    const [, , third = ''] = ofOne;
    await open.database.query(`UPDATE tank_transfers SET created_at = now() - interval '25 hours'`);
    expect(await treasury({ accountDayWei }).topUp(third, 1n)).toBe(true);
  });

  it('sends no single transfer above the limit of a day, however high the fee is', async () => {
    const x = newAddress();
    expect(await treasury({ accountDayWei: ETHER }).topUp(x, 4n * ETHER)).toBe(false);
    expect(await rows()).toEqual([]);
  });

  it('sends nothing while the chain asks for more than the highest fee', async () => {
    const x = newAddress();
    const failure = { class: 'retryable', facts: { reason: 'fee_above_maximum' } };
    await expect(treasury({ maxFeeWei: 1n }).topUp(x, 1n)).rejects.toMatchObject({ failure });
    expect(await rows()).toEqual([]);
  });

  async function newAccount(): Promise<string> {
    const { id } = await open.database.queryOneOrFail<{ id: string }>(
      `INSERT INTO accounts (name, created_by) VALUES ($1, 'test') RETURNING id`,
      [randomUUID()],
    );
    return id;
  }

  async function newWallet(accountId: string | null): Promise<string> {
    const [agentId, address] = [`agent_${randomUUID()}`, newAddress()];
    await open.database.query(
      `WITH owner AS (INSERT INTO users (kind, agent_id, account_id) VALUES ('agent', $1, $2) RETURNING id)
       INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
         allowed_actions, status)
       SELECT $1, id, $3, $1, 'keystore', 'TESTNET', '{}', 'active' FROM owner`,
      [agentId, accountId, address],
    );
    return address;
  }
});
