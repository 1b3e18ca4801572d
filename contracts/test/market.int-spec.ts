import { marketInterface } from '@app/contracts';
import { view } from '../testing/chain.js';
import { DAY, ESCAPE_DELAY, ROLES, Stage } from '../testing/stage.js';

const { creator, resolver, alice, bob, carol } = ROLES;

describe('PredictionMarket', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.set();
  });
  afterAll(() => stage.stop());

  const close = { function: 'closeMarket' } as const;
  const cancel = { function: 'cancelMarket' } as const;
  const claimPayout = { function: 'claimPayout' } as const;
  const claimRefund = { function: 'claimRefund' } as const;
  const yes = { function: 'resolve', outcome: 'YES' } as const;
  const no = { function: 'resolve', outcome: 'NO' } as const;

  const at = (market: string) => ['market', market] as const;
  const statusOf = (market: string) => stage.chain.read(view(at(market), 'status', []));
  const balanceOf = (account: string) => stage.chain.read(view(['token', stage.collateral], 'balanceOf', [account]));

  /** A market with these stakes whose close time has come. */
  async function marketAtClose(stakes: readonly (readonly [string, 'YES' | 'NO', bigint])[]): Promise<string> {
    const market = await stage.market();
    for (const [account, outcome, amount] of stakes) await stage.buy(account, market, outcome, amount);
    await stage.toCloseTime(market);
    return market;
  }

  describe('buying', () => {
    it('moves the stake into the market and into its pool', async () => {
      const market = await stage.market();
      await stage.buy(alice, market, 'YES', 7n);
      const { events, transfers } = await stage.buy(alice, market, 'YES', 5n);
      expect(events).toEqual([
        {
          name: 'Bought',
          emitter: market,
          account: alice,
          ref: null,
          outcome: 'YES',
          amountBaseUnits: 5n,
          positionBaseUnits: 12n,
          totalYesBaseUnits: 12n,
          totalNoBaseUnits: 0n,
        },
      ]);
      expect(transfers).toEqual([{ emitter: stage.collateral, from: alice, to: market, amountBaseUnits: 5n }]);
      await stage.buy(alice, market, 'NO', 3n);
      const values = await stage.chain.readAll([
        view(at(market), 'yesPositions', [alice]),
        view(at(market), 'noPositions', [alice]),
        view(at(market), 'yesPositions', [bob]),
        view(at(market), 'totalYes', []),
        view(at(market), 'totalNo', []),
        view(at(market), 'totalCollateral', []),
      ]);
      expect(values).toEqual([12n, 3n, 0n, 12n, 3n, 15n]);
      expect(await balanceOf(market)).toBe(15n);
    });

    it('ends at the close time, even if nobody closes', async () => {
      const market = await stage.market();
      await stage.chain.setNextTime((await stage.closeTimeOf(market)) - 1);
      expect((await stage.buy(alice, market, 'YES', 1n)).error).toBeNull();
      expect(await stage.chain.read(view(at(market), 'isOpen', []))).toBe(false);
      expect((await stage.buy(alice, market, 'NO', 1n)).error).toBe('BuyingEnded');
      expect(await statusOf(market)).toBe(0n);
    });

    it('is refused on a market that is closed, resolved or cancelled', async () => {
      const market = await marketAtClose([[alice, 'YES', 1n]]);
      await stage.act(creator, market, close);
      expect((await stage.buy(alice, market, 'YES', 1n)).error).toBe('NotOpen');
      await stage.act(resolver, market, yes);
      expect((await stage.buy(alice, market, 'YES', 1n)).error).toBe('NotOpen');
      const cancelled = await stage.market();
      await stage.act(creator, cancelled, cancel);
      expect((await stage.buy(alice, cancelled, 'NO', 1n)).error).toBe('NotOpen');
    });

    it('refuses nothing, and more than was approved or is there', async () => {
      const market = await stage.market({}, []);
      expect((await stage.buy(alice, market, 'YES', 0n)).error).toBe('ZeroAmount');
      expect((await stage.buy(alice, market, 'YES', 1n)).error).toBe('ERC20InsufficientAllowance');
      await stage.approve(alice, market, 2n ** 200n);
      expect((await stage.buy(alice, market, 'YES', 2n ** 100n)).error).toBe('ERC20InsufficientBalance');
    });
  });

  describe('closing', () => {
    it.each([
      ['the creator', creator],
      ['the resolver', resolver],
    ])('is for %s, from the close time on, once', async (_, account) => {
      const market = await stage.market();
      const closeTime = await stage.closeTimeOf(market);
      await stage.chain.setNextTime(closeTime - 1);
      expect((await stage.act(account, market, close)).error).toBe('TooEarly');
      const { error, events } = await stage.act(account, market, close);
      expect(error).toBeNull();
      expect(events).toEqual([
        { name: 'Closed', emitter: market, account, ref: null, totalYesBaseUnits: 0n, totalNoBaseUnits: 0n },
      ]);
      expect(await statusOf(market)).toBe(1n);
      expect((await stage.act(account, market, close)).error).toBe('NotOpen');
    });

    it('is refused to anyone else', async () => {
      const market = await marketAtClose([]);
      expect((await stage.act(alice, market, close)).error).toBe('NotCreatorOrResolver');
    });
  });

  describe('resolving', () => {
    it.each([
      ['open', false],
      ['closed', true],
    ])('is for the resolver, from the close time on, on a market that is %s', async (_, closeFirst) => {
      const market = await stage.market();
      await stage.buy(alice, market, 'YES', 4n);
      await stage.buy(bob, market, 'NO', 6n);
      await stage.chain.setNextTime((await stage.closeTimeOf(market)) - 1);
      expect((await stage.act(resolver, market, no)).error).toBe('TooEarly');
      if (closeFirst) await stage.act(resolver, market, close);
      const { events } = await stage.act(resolver, market, no);
      expect(events).toEqual([
        {
          name: 'Resolved',
          emitter: market,
          account: resolver,
          ref: null,
          winningOutcome: 'NO',
          totalYesBaseUnits: 4n,
          totalNoBaseUnits: 6n,
        },
      ]);
      const state = await stage.chain.readAll([view(at(market), 'status', []), view(at(market), 'winningOutcome', [])]);
      expect(state).toEqual([2n, 2n]);
    });

    it('is refused to the creator and to anyone else', async () => {
      const market = await marketAtClose([[alice, 'YES', 1n]]);
      for (const account of [creator, alice]) {
        expect((await stage.act(account, market, yes)).error).toBe('NotResolver');
      }
    });

    it.each([0, 3, 255])('refuses %p, which is no outcome', async (outcome) => {
      const market = await marketAtClose([[alice, 'YES', 1n]]);
      const call = {
        from: resolver,
        to: market,
        data: marketInterface.encodeFunctionData('resolve(uint8)', [outcome]),
      };
      expect((await stage.chain.send(call)).error).toBe('InvalidOutcome');
    });

    it('happens once', async () => {
      const market = await marketAtClose([
        [alice, 'YES', 1n],
        [bob, 'NO', 1n],
      ]);
      await stage.act(resolver, market, yes);
      expect((await stage.act(resolver, market, no)).error).toBe('AlreadyFinal');
      expect((await stage.act(resolver, market, cancel)).error).toBe('AlreadyFinal');
      expect((await stage.act(resolver, market, close)).error).toBe('NotOpen');
    });

    it('to a side that nobody backed cancels the market', async () => {
      const market = await marketAtClose([[alice, 'YES', 9n]]);
      const { events } = await stage.act(resolver, market, no);
      expect(events).toMatchObject([
        { name: 'Cancelled', account: resolver, unbackedOutcome: 'NO', totalYesBaseUnits: 9n },
      ]);
      const values = await stage.chain.readAll([
        view(at(market), 'status', []),
        view(at(market), 'winningOutcome', []),
        view(at(market), 'claimableRefund', [alice]),
      ]);
      expect(values).toEqual([3n, 0n, 9n]);
    });
  });

  describe('cancelling', () => {
    it('is for the creator before the close time only', async () => {
      const market = await stage.market();
      const { events } = await stage.act(creator, market, cancel);
      expect(events).toMatchObject([{ name: 'Cancelled', account: creator, unbackedOutcome: null }]);
      const late = await marketAtClose([]);
      expect((await stage.act(creator, late, cancel)).error).toBe('NotCanceller');
      expect(await statusOf(late)).toBe(0n);
    });

    it('is for the resolver at any time until the market is resolved', async () => {
      const early = await stage.market();
      expect((await stage.act(resolver, early, cancel)).error).toBeNull();
      const late = await marketAtClose([]);
      await stage.act(resolver, late, close);
      expect((await stage.act(resolver, late, cancel)).error).toBeNull();
      expect((await stage.act(resolver, late, cancel)).error).toBe('AlreadyFinal');
    });

    it('is for anyone from 30 days after the close time on', async () => {
      const market = await stage.market();
      await stage.chain.setNextTime((await stage.closeTimeOf(market)) + ESCAPE_DELAY - 1);
      expect((await stage.act(alice, market, cancel)).error).toBe('NotCanceller');
      expect((await stage.act(alice, market, cancel)).error).toBeNull();
    });

    it('is not for anyone once the market is resolved, however much time goes by', async () => {
      const market = await marketAtClose([[alice, 'YES', 1n]]);
      await stage.act(resolver, market, yes);
      await stage.chain.setNextTime(stage.chain.now + 400 * DAY);
      expect((await stage.act(bob, market, cancel)).error).toBe('AlreadyFinal');
      expect((await stage.act(alice, market, claimPayout)).error).toBeNull();
    });
  });

  describe('claiming a payout', () => {
    it('pays the stake and a share of the losing pool, rounded down, once', async () => {
      const market = await marketAtClose([
        [alice, 'YES', 10n],
        [carol, 'YES', 20n],
        [bob, 'NO', 100n],
      ]);
      await stage.act(resolver, market, yes);
      expect(await stage.chain.read(view(at(market), 'claimablePayout', [alice]))).toBe(43n);
      const { events, transfers } = await stage.act(alice, market, claimPayout);
      expect(events).toEqual([
        {
          name: 'PayoutClaimed',
          emitter: market,
          account: alice,
          ref: null,
          stakeBaseUnits: 10n,
          payoutBaseUnits: 43n,
        },
      ]);
      expect(transfers).toEqual([{ emitter: stage.collateral, from: market, to: alice, amountBaseUnits: 43n }]);
      const after = await stage.chain.readAll([
        view(at(market), 'claimablePayout', [alice]),
        view(at(market), 'hasClaimed', [alice]),
        view(at(market), 'claimablePayout', [carol]),
      ]);
      expect(after).toEqual([0n, true, 86n]);
      expect((await stage.act(alice, market, claimPayout)).error).toBe('AlreadyClaimed');
      expect((await stage.act(carol, market, claimPayout)).error).toBeNull();
      expect(await balanceOf(market)).toBe(1n);
    });

    it('refuses losers, strangers, and anyone before the resolution', async () => {
      const market = await marketAtClose([
        [alice, 'YES', 1n],
        [bob, 'NO', 1n],
      ]);
      expect((await stage.act(alice, market, claimPayout)).error).toBe('NotResolved');
      await stage.act(resolver, market, yes);
      for (const account of [bob, carol]) {
        expect((await stage.act(account, market, claimPayout)).error).toBe('NothingToClaim');
        expect(await stage.chain.read(view(at(market), 'claimablePayout', [account]))).toBe(0n);
      }
      expect((await stage.act(alice, market, claimRefund)).error).toBe('NotCancelled');
    });

    it('is not changed by a donation, nor by who claims first', async () => {
      const stakes = [
        [alice, 'YES', 1n],
        [carol, 'YES', 2n],
        [bob, 'NO', 100n],
      ] as const;
      const paid: bigint[][] = [];
      for (const order of [
        [alice, carol],
        [carol, alice],
      ]) {
        const market = await marketAtClose(stakes);
        await stage.mint(market, 1_000n);
        await stage.act(resolver, market, yes);
        const amounts = new Map<string, bigint>();
        for (const account of order) {
          const { transfers } = await stage.act(account, market, claimPayout);
          amounts.set(account, transfers[0]?.amountBaseUnits ?? 0n);
        }
        paid.push([amounts.get(alice) ?? 0n, amounts.get(carol) ?? 0n]);
      }
      expect(paid).toEqual([
        [34n, 68n],
        [34n, 68n],
      ]);
    });
  });

  describe('claiming a refund', () => {
    it('returns the stakes on both sides together, once', async () => {
      const market = await stage.market();
      await stage.buy(alice, market, 'YES', 10n);
      await stage.buy(alice, market, 'NO', 5n);
      expect((await stage.act(alice, market, claimRefund)).error).toBe('NotCancelled');
      await stage.act(creator, market, cancel);
      const { events, transfers } = await stage.act(alice, market, claimRefund);
      expect(events).toEqual([
        { name: 'RefundClaimed', emitter: market, account: alice, ref: null, amountBaseUnits: 15n },
      ]);
      expect(transfers).toEqual([{ emitter: stage.collateral, from: market, to: alice, amountBaseUnits: 15n }]);
      const after = await stage.chain.readAll([
        view(at(market), 'claimableRefund', [alice]),
        view(at(market), 'hasClaimed', [alice]),
      ]);
      expect(after).toEqual([0n, true]);
      expect((await stage.act(alice, market, claimRefund)).error).toBe('AlreadyClaimed');
      expect((await stage.act(bob, market, claimRefund)).error).toBe('NothingToClaim');
      expect((await stage.act(alice, market, claimPayout)).error).toBe('NotResolved');
    });
  });
});
