import type { MarketCall } from '@app/chain';
import { MarketsRepository, type ResolutionTerms, toResolutionTerms } from '@app/markets';
import { ROLES } from '../../../contracts/testing/fixture.js';
import { IndexerFixture } from '../../../test/support/indexer/indexer-fixture.js';

const { creator, resolver, alice, bob, carol } = ROLES;

describe('resolver and deadlines of a market', () => {
  let set: IndexerFixture;

  beforeAll(async () => {
    set = await IndexerFixture.start();
  });
  afterAll(() => set?.stop());

  async function readTerms(market: string): Promise<ResolutionTerms> {
    await set.index();
    const row = await set.database.queryOne<{ id: string }>(
      'SELECT record_id AS id FROM chain_markets WHERE market_contract_address = $1',
      [market.toLowerCase()],
    );
    return toResolutionTerms(await new MarketsRepository(set.database).getMarket(row?.id ?? ''), Date.now());
  }

  it('reports whether the resolver is the creator', async () => {
    const by = async (address: string): Promise<unknown[]> => {
      const { resolver: named, resolverIsCreator } = await readTerms(
        await set.contracts.market({ resolver: address }, []),
      );
      return [named, resolverIsCreator];
    };
    expect(await by(resolver)).toEqual([resolver.toLowerCase(), false]);
    expect(await by(creator)).toEqual([creator.toLowerCase(), true]);
  });

  it.each(['YES', 'NO'] as const)('reports whether the resolver holds a position on %s', async (outcome) => {
    const market = await set.contracts.market();
    const other = await set.contracts.market();
    await set.contracts.buy(alice, market, outcome, 5n);
    await set.contracts.buy(resolver, other, outcome, 5n);
    expect((await readTerms(market)).resolverHoldsPosition).toBe(false);
    await set.contracts.buy(resolver, market, outcome, 1n);
    expect((await readTerms(market)).resolverHoldsPosition).toBe(true);
  });

  /** Results of a call one second before a time and at that time. */
  async function around(
    time: Date | null,
    attempt: { from: string; market: string; call: MarketCall },
  ): Promise<unknown> {
    const atS = Number(time) / 1000;
    const errors: unknown[] = [];
    for (const seconds of [atS - 1, atS]) {
      const snapshot = await set.contracts.chain.rpc<string>('evm_snapshot', []);
      await set.contracts.chain.setNextTime(seconds);
      errors.push((await set.contracts.act(attempt.from, attempt.market, attempt.call)).error);
      await set.contracts.chain.rpc('evm_revert', [snapshot]);
      await set.contracts.chain.start();
    }
    return errors;
  }

  it('reports the exact second for close, resolve and public cancel', async () => {
    const market = await set.contracts.market();
    await set.contracts.buy(alice, market, 'YES', 5n);
    const { closableAt, resolvableAt, cancellableByAnyoneAt } = await readTerms(market);
    const resolve = { function: 'resolve', outcome: 'YES' } as const;
    const cancel = { function: 'cancelMarket' } as const;
    for (const from of [creator, resolver]) {
      const close = { from, market, call: { function: 'closeMarket' } } as const;
      expect(await around(closableAt, close)).toEqual(['TooEarly', null]);
    }
    expect(await around(resolvableAt, { from: resolver, market, call: resolve })).toEqual(['TooEarly', null]);
    expect(await around(cancellableByAnyoneAt, { from: carol, market, call: cancel })).toEqual(['NotCanceller', null]);
    const buy = {
      from: bob,
      market,
      call: { function: 'buyNo', amountBaseUnits: 1n, minPayoutBaseUnits: 0n },
    } as const;
    expect(await around(closableAt, buy)).toEqual([null, 'BuyingEnded']);
  });
});
