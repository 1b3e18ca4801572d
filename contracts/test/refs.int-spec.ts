import { encodeMarketCall, factoryInterface, refOf, type MarketCall, type OnceOnly } from '@app/contracts';
import { view, type Effect } from '../testing/chain.js';
import { HOUR, ROLES, Stage } from '../testing/stage.js';

const { creator, resolver, alice, bob } = ROLES;
const ZERO_REF = `0x${'00'.repeat(32)}`;

/** A call that the chain accepts, made ready: who makes it, and where. */
interface Ready {
  from: string;
  to: string;
  call: MarketCall;
}

describe('ref and deadline', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.set();
  });
  afterAll(() => stage.stop());

  async function marketAtClose(): Promise<string> {
    const market = await stage.market();
    await stage.buy(alice, market, 'YES', 10n);
    await stage.toCloseTime(market);
    return market;
  }

  async function finished(end: 'resolve' | 'cancelMarket'): Promise<string> {
    const market = await marketAtClose();
    await stage.act(resolver, market, end === 'resolve' ? { function: end, outcome: 'YES' } : { function: end });
    return market;
  }

  const READY: Record<MarketCall['function'], () => Promise<Ready>> = {
    createMarket: () =>
      Promise.resolve({
        from: creator,
        to: stage.factory,
        call: {
          function: 'createMarket',
          id: stage.freshOnce().ref,
          question: 'Will it rain?',
          closeTimestampSeconds: stage.chain.now + HOUR,
          resolver,
          collateralToken: stage.collateral,
        },
      }),
    buyYes: async () => ({ from: alice, to: await stage.market(), call: { function: 'buyYes', amountBaseUnits: 5n } }),
    buyNo: async () => ({ from: alice, to: await stage.market(), call: { function: 'buyNo', amountBaseUnits: 5n } }),
    closeMarket: async () => ({ from: creator, to: await marketAtClose(), call: { function: 'closeMarket' } }),
    resolve: async () => ({ from: resolver, to: await marketAtClose(), call: { function: 'resolve', outcome: 'YES' } }),
    claimPayout: async () => ({ from: alice, to: await finished('resolve'), call: { function: 'claimPayout' } }),
    cancelMarket: async () => ({ from: resolver, to: await marketAtClose(), call: { function: 'cancelMarket' } }),
    claimRefund: async () => ({ from: alice, to: await finished('cancelMarket'), call: { function: 'claimRefund' } }),
  };
  const FUNCTIONS = Object.keys(READY) as MarketCall['function'][];

  const perform = ({ from, to, call }: Ready, once?: OnceOnly): Promise<Effect> => stage.act(from, to, call, once);
  const used = (sender: string, ref: string) =>
    stage.chain.read(view(['factory', stage.factory], 'refUsed', [sender, ref]));

  describe.each(FUNCTIONS)('%s', (name) => {
    it('takes effect once for a ref, and says the ref in its event', async () => {
      const ready = await READY[name]();
      const once = stage.freshOnce();
      expect(await used(ready.from, once.ref)).toBe(false);
      const { error, events } = await perform(ready, once);
      expect(error).toBeNull();
      expect(events).toMatchObject([{ account: ready.from, ref: once.ref }]);
      expect(await used(ready.from, once.ref)).toBe(true);
      expect((await perform(ready, once)).error).toBe('RefUsed');
    });

    it('refuses a passed deadline, leaves the ref unused, and accepts the deadline itself', async () => {
      const ready = await READY[name]();
      const { ref } = stage.freshOnce();
      expect((await perform(ready, { ref, deadlineSeconds: stage.chain.now })).error).toBe('DeadlinePassed');
      expect(await used(ready.from, ref)).toBe(false);
      expect((await perform(ready, { ref, deadlineSeconds: stage.chain.now + 1 })).error).toBeNull();
    });

    it('refuses a zero ref', async () => {
      const ready = await READY[name]();
      expect((await perform(ready, { ...stage.freshOnce(), ref: ZERO_REF })).error).toBe('ZeroRef');
    });

    it('called directly, uses no ref up and says none', async () => {
      const ready = await READY[name]();
      const { error, events } = await perform(ready);
      expect(error).toBeNull();
      expect(events).toMatchObject([{ account: ready.from, ref: null }]);
      expect(await used(ready.from, ZERO_REF)).toBe(false);
    });
  });

  it('counts a ref once for the factory and all its markets', async () => {
    const once = stage.freshOnce();
    const [first, second] = [await stage.market(), await stage.market()];
    const buy = { function: 'buyYes', amountBaseUnits: 5n } as const;
    expect((await stage.act(alice, first, buy, once)).error).toBeNull();
    expect((await stage.act(alice, second, buy, once)).error).toBe('RefUsed');
    expect((await stage.create(alice, {}, once)).error).toBe('RefUsed');
    for (const market of [first, second]) {
      expect(await stage.chain.read(view(['market', market], 'refUsed', [alice, once.ref]))).toBe(true);
    }
  });

  it('keeps the refs of different senders apart', async () => {
    const once = stage.freshOnce();
    const market = await stage.market();
    const buy = { function: 'buyNo', amountBaseUnits: 5n } as const;
    expect((await stage.act(alice, market, buy, once)).error).toBeNull();
    expect(await used(bob, once.ref)).toBe(false);
    expect((await stage.act(bob, market, buy, once)).error).toBeNull();
  });

  it('does not use a ref up on a call that is refused', async () => {
    const once = stage.freshOnce();
    const market = await stage.market();
    expect((await stage.act(alice, market, { function: 'claimPayout' }, once)).error).toBe('NotResolved');
    expect(await used(alice, once.ref)).toBe(false);
    expect((await stage.act(alice, market, { function: 'buyYes', amountBaseUnits: 1n }, once)).error).toBeNull();
  });

  it('tells of the used ref before the passed deadline', async () => {
    const once = { ref: refOf('agent_intent_late'), deadlineSeconds: stage.chain.now + HOUR };
    const market = await stage.market();
    const call = encodeMarketCall({ function: 'buyYes', amountBaseUnits: 1n }, once);
    await stage.chain.mustSend({ from: alice, to: market, data: call.callData });
    await stage.chain.setNextTime(once.deadlineSeconds + 1);
    expect(await stage.chain.simulate({ from: alice, to: market, data: call.callData })).toBe('RefUsed');
  });

  it('lets nobody but a market use up the ref of another', async () => {
    const { ref, deadlineSeconds } = stage.freshOnce();
    const data = factoryInterface.encodeFunctionData('useRef', [alice, ref, deadlineSeconds]);
    expect((await stage.chain.send({ from: bob, to: stage.factory, data })).error).toBe('NotMarket');
    expect((await stage.chain.send({ from: alice, to: stage.factory, data })).error).toBe('NotMarket');
  });
});
