import { computeRef, encodeMarketCall, factoryInterface, type MarketCall, type ReplayGuard } from '@app/chain';
import { view, type Effect } from '../../testing/chain.js';
import { HOUR, ROLES, ContractFixture } from '../../testing/fixture.js';

const { creator, resolver, alice, bob } = ROLES;
const ZERO_REF = `0x${'00'.repeat(32)}`;

/** A call that the chain accepts, with its sender and target. */
interface PreparedCall {
  from: string;
  to: string;
  call: MarketCall;
}

describe('ref and deadline', () => {
  let fixture: ContractFixture;
  beforeAll(async () => {
    fixture = await ContractFixture.start();
  });
  afterAll(() => fixture.stop());

  async function marketAtClose(): Promise<string> {
    const market = await fixture.market();
    await fixture.buy(alice, market, 'YES', 10n);
    await fixture.toCloseTime(market);
    return market;
  }

  async function finished(end: 'resolve' | 'cancelMarket'): Promise<string> {
    const market = await marketAtClose();
    await fixture.act(resolver, market, end === 'resolve' ? { function: end, outcome: 'YES' } : { function: end });
    return market;
  }

  const PREPARE: Record<MarketCall['function'], () => Promise<PreparedCall>> = {
    createMarket: () =>
      Promise.resolve({
        from: creator,
        to: fixture.factory,
        call: {
          function: 'createMarket',
          id: fixture.freshOnce().ref,
          question: 'Will it rain?',
          closeTimestampSeconds: fixture.chain.now + HOUR,
          resolver,
          collateralToken: fixture.collateral,
        },
      }),
    buyYes: async () => ({
      from: alice,
      to: await fixture.market(),
      call: { function: 'buyYes', amountBaseUnits: 5n, minPayoutBaseUnits: 0n },
    }),
    buyNo: async () => ({
      from: alice,
      to: await fixture.market(),
      call: { function: 'buyNo', amountBaseUnits: 5n, minPayoutBaseUnits: 0n },
    }),
    closeMarket: async () => ({ from: creator, to: await marketAtClose(), call: { function: 'closeMarket' } }),
    resolve: async () => ({ from: resolver, to: await marketAtClose(), call: { function: 'resolve', outcome: 'YES' } }),
    claimPayout: async () => ({ from: alice, to: await finished('resolve'), call: { function: 'claimPayout' } }),
    cancelMarket: async () => ({ from: resolver, to: await marketAtClose(), call: { function: 'cancelMarket' } }),
    claimRefund: async () => ({ from: alice, to: await finished('cancelMarket'), call: { function: 'claimRefund' } }),
  };
  const FUNCTIONS = Object.keys(PREPARE) as MarketCall['function'][];

  const perform = ({ from, to, call }: PreparedCall, once?: ReplayGuard): Promise<Effect> =>
    fixture.act(from, to, call, once);
  const used = (sender: string, ref: string) =>
    fixture.chain.read(view(['factory', fixture.factory], 'refUsed', [sender, ref]));

  describe.each(FUNCTIONS)('%s', (name) => {
    it('takes effect once per ref and emits the ref', async () => {
      const prepared = await PREPARE[name]();
      const once = fixture.freshOnce();
      expect(await used(prepared.from, once.ref)).toBe(false);
      const { error, events } = await perform(prepared, once);
      expect(error).toBeNull();
      expect(events).toMatchObject([{ account: prepared.from, ref: once.ref }]);
      expect(await used(prepared.from, once.ref)).toBe(true);
      expect((await perform(prepared, once)).error).toBe('RefUsed');
    });

    it('refuses a passed deadline without using the ref, and accepts the deadline itself', async () => {
      const prepared = await PREPARE[name]();
      const { ref } = fixture.freshOnce();
      expect((await perform(prepared, { ref, deadlineSeconds: fixture.chain.now })).error).toBe('DeadlinePassed');
      expect(await used(prepared.from, ref)).toBe(false);
      expect((await perform(prepared, { ref, deadlineSeconds: fixture.chain.now + 1 })).error).toBeNull();
    });

    it('refuses a zero ref with ZeroRef', async () => {
      const prepared = await PREPARE[name]();
      expect((await perform(prepared, { ...fixture.freshOnce(), ref: ZERO_REF })).error).toBe('ZeroRef');
    });

    it('uses and emits no ref when called directly', async () => {
      const prepared = await PREPARE[name]();
      const { error, events } = await perform(prepared);
      expect(error).toBeNull();
      expect(events).toMatchObject([{ account: prepared.from, ref: null }]);
      expect(await used(prepared.from, ZERO_REF)).toBe(false);
    });
  });

  it('refuses a used ref on the factory and on every market with RefUsed', async () => {
    const once = fixture.freshOnce();
    const [first, second] = [await fixture.market(), await fixture.market()];
    const buy = { function: 'buyYes', amountBaseUnits: 5n, minPayoutBaseUnits: 0n } as const;
    expect((await fixture.act(alice, first, buy, once)).error).toBeNull();
    expect((await fixture.act(alice, second, buy, once)).error).toBe('RefUsed');
    expect((await fixture.create(alice, {}, once)).error).toBe('RefUsed');
    for (const market of [first, second]) {
      expect(await fixture.chain.read(view(['market', market], 'refUsed', [alice, once.ref]))).toBe(true);
    }
  });

  it('tracks refs per sender', async () => {
    const once = fixture.freshOnce();
    const market = await fixture.market();
    const buy = { function: 'buyNo', amountBaseUnits: 5n, minPayoutBaseUnits: 0n } as const;
    expect((await fixture.act(alice, market, buy, once)).error).toBeNull();
    expect(await used(bob, once.ref)).toBe(false);
    expect((await fixture.act(bob, market, buy, once)).error).toBeNull();
  });

  it('does not use the ref of a reverted call', async () => {
    const once = fixture.freshOnce();
    const market = await fixture.market();
    expect((await fixture.act(alice, market, { function: 'claimPayout' }, once)).error).toBe('NotResolved');
    expect(await used(alice, once.ref)).toBe(false);
    expect(
      (await fixture.act(alice, market, { function: 'buyYes', amountBaseUnits: 1n, minPayoutBaseUnits: 0n }, once))
        .error,
    ).toBeNull();
  });

  it('reports RefUsed before DeadlinePassed', async () => {
    const once = { ref: computeRef('agent_intent_late'), deadlineSeconds: fixture.chain.now + HOUR };
    const market = await fixture.market();
    const call = encodeMarketCall({ function: 'buyYes', amountBaseUnits: 1n, minPayoutBaseUnits: 0n }, once);
    await fixture.chain.mustSend({ from: alice, to: market, data: call.callData });
    await fixture.chain.setNextTime(once.deadlineSeconds + 1);
    expect(await fixture.chain.simulate({ from: alice, to: market, data: call.callData })).toBe('RefUsed');
  });

  it('lets only markets use refs and refuses other callers with NotMarket', async () => {
    const { ref, deadlineSeconds } = fixture.freshOnce();
    const data = factoryInterface.encodeFunctionData('useRef', [alice, ref, deadlineSeconds]);
    expect((await fixture.chain.send({ from: bob, to: fixture.factory, data })).error).toBe('NotMarket');
    expect((await fixture.chain.send({ from: alice, to: fixture.factory, data })).error).toBe('NotMarket');
  });
});
