import { randomBytes } from 'node:crypto';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { findIndexedEffect } from './find-indexed-effect.js';

const EVENTS = 20_000;
const address = (): string => `0x${randomBytes(20).toString('hex')}`;
const word = (): string => `0x${randomBytes(32).toString('hex')}`;

describe('findIndexedEffect', () => {
  let open: OpenDatabase;
  let log = EVENTS;
  const [market, otherMarket, sender] = [address(), address(), address()];

  beforeAll(async () => {
    open = await openDatabase();
    // The lookup reads no market.
    await open.database.query('ALTER TABLE chain_events DROP CONSTRAINT chain_events_market_fkey');
    await open.database.query(
      `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
         market_contract_address, name, account, ref)
       SELECT n, n, 'hash', now(), 'hash', $2, 'Closed', $3, '0x' || encode(sha256(n::text::bytea), 'hex')
       FROM generate_series(1, $1::int) AS n`,
      [EVENTS, market, sender],
    );
    await open.database.query('ANALYZE chain_events');
  });
  afterAll(() => open?.close());

  async function indexed(event: { name: string; account: string; contract: string }): Promise<string> {
    const ref = word();
    log += 1;
    await open.database.query(
      `INSERT INTO chain_events (block_number, log_index, block_hash, block_time, transaction_hash,
         market_contract_address, name, account, ref)
       VALUES (7, $1, '0xb7', now(), '0x01', $2, $3, $4, $5)`,
      [log, event.contract, event.name, event.account, ref],
    );
    return ref;
  }

  const find = (key: Parameters<typeof findIndexedEffect>[1]) => findIndexedEffect(open.database, key);
  const effect = { transactionHash: '0x01', blockNumber: 7, blockHash: '0xb7' };

  it('returns the event of ref, sender and market, whatever the case of the market’s address', async () => {
    const ref = await indexed({ name: 'Closed', account: sender, contract: market });
    expect(await find({ sender, ref, marketAddress: market })).toEqual(effect);
    expect(await find({ sender, ref, marketAddress: `0x${market.slice(2).toUpperCase()}` })).toEqual(effect);
  });

  it('returns the creation of a market', async () => {
    const ref = await indexed({ name: 'MarketCreated', account: sender, contract: market });
    expect(await find({ sender, ref, marketAddress: null })).toEqual(effect);
    expect(await find({ sender, ref, marketAddress: market })).toBeNull();
  });

  it('returns nothing for another market, sender or ref, and no market’s event for a creation', async () => {
    const ref = await indexed({ name: 'Closed', account: sender, contract: market });
    expect(await find({ sender, ref, marketAddress: otherMarket })).toBeNull();
    expect(await find({ sender: address(), ref, marketAddress: market })).toBeNull();
    expect(await find({ sender, ref: word(), marketAddress: market })).toBeNull();
    expect(await find({ sender, ref, marketAddress: null })).toBeNull();
  });

  it('reads the index of refs', async () => {
    const statements: string[] = [];
    const recording = Object.create(open.database, {
      queryOne: { value: (text: string) => Promise.resolve(void statements.push(text)) },
    }) as typeof open.database;
    await findIndexedEffect(recording, { sender, ref: word(), marketAddress: market });
    const plan = await open.database.query(`EXPLAIN ${statements[0] ?? ''}`, [word(), sender, market]);
    expect(JSON.stringify(plan)).toContain('chain_events_ref_idx');
  });
});
