import { marketInterface } from '@app/chain';
import { view } from '../../testing/chain.js';
import { DAY, ESCAPE_DELAY, ROLES, ContractFixture } from '../../testing/fixture.js';

const { creator, resolver, alice, bob, carol } = ROLES;

describe('PredictionMarket', () => {
  let fixture: ContractFixture;
  beforeAll(async () => {
    fixture = await ContractFixture.start();
  });
  afterAll(() => fixture.stop());

  const close = { function: 'closeMarket' } as const;
  const cancel = { function: 'cancelMarket' } as const;
  const claimPayout = { function: 'claimPayout' } as const;
  const claimRefund = { function: 'claimRefund' } as const;
  const yes = { function: 'resolve', outcome: 'YES' } as const;
  const no = { function: 'resolve', outcome: 'NO' } as const;

  const at = (market: string) => ['market', market] as const;
  const readStatus = (market: string) => fixture.chain.read(view(at(market), 'status', []));
  const balanceOf = (account: string) =>
    fixture.chain.read(view(['token', fixture.collateral], 'balanceOf', [account]));

  /** Creates a market with these stakes and advances to its close time. */
  async function marketAtClose(stakes: readonly (readonly [string, 'YES' | 'NO', bigint])[]): Promise<string> {
    const market = await fixture.market();
    for (const [account, outcome, amount] of stakes) await fixture.buy(account, market, outcome, amount);
    await fixture.toCloseTime(market);
    return market;
  }

  describe('buying', () => {
    it('transfers the stake to the market and adds it to the pool', async () => {
      const market = await fixture.market();
      await fixture.buy(alice, market, 'YES', 7n);
      const { events, transfers } = await fixture.buy(alice, market, 'YES', 5n);
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
      expect(transfers).toEqual([{ emitter: fixture.collateral, from: alice, to: market, amountBaseUnits: 5n }]);
      await fixture.buy(alice, market, 'NO', 3n);
      const values = await fixture.chain.readAll([
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

    it('ends at the close time with BuyingEnded, even if the market is not closed', async () => {
      const market = await fixture.market();
      await fixture.chain.setNextTime((await fixture.readCloseTime(market)) - 1);
      expect((await fixture.buy(alice, market, 'YES', 1n)).error).toBeNull();
      expect(await fixture.chain.read(view(at(market), 'isOpen', []))).toBe(false);
      expect((await fixture.buy(alice, market, 'NO', 1n)).error).toBe('BuyingEnded');
      expect(await readStatus(market)).toBe(0n);
    });

    it('is refused with NotOpen on a closed, resolved or cancelled market', async () => {
      const market = await marketAtClose([[alice, 'YES', 1n]]);
      await fixture.act(creator, market, close);
      expect((await fixture.buy(alice, market, 'YES', 1n)).error).toBe('NotOpen');
      await fixture.act(resolver, market, yes);
      expect((await fixture.buy(alice, market, 'YES', 1n)).error).toBe('NotOpen');
      const cancelled = await fixture.market();
      await fixture.act(creator, cancelled, cancel);
      expect((await fixture.buy(alice, cancelled, 'NO', 1n)).error).toBe('NotOpen');
    });

    it.each([
      ['buyYes', 10n, 25n],
      ['buyNo', 15n, 18n],
    ] as const)('of %s %p pays %p at least, or is refused', async (name, amountBaseUnits, payout) => {
      const market = await fixture.market();
      await fixture.buy(alice, market, 'YES', 10n);
      await fixture.buy(bob, market, 'NO', 30n);
      const attempt = async (minPayoutBaseUnits: bigint): Promise<unknown> => {
        const call = { function: name, amountBaseUnits, minPayoutBaseUnits };
        return (await fixture.act(carol, market, call, fixture.freshOnce())).error;
      };
      expect(await attempt(payout + 1n)).toBe('PayoutBelowMinimum');
      expect(await attempt(payout)).toBeNull();
    });

    it('stakes nothing below the minimum payout, when another buy is mined first', async () => {
      const market = await fixture.market();
      await fixture.buy(alice, market, 'YES', 10n);
      await fixture.buy(bob, market, 'NO', 30n);
      const buy = { function: 'buyYes', amountBaseUnits: 10n, minPayoutBaseUnits: 25n } as const;
      const once = fixture.freshOnce();
      await fixture.buy(alice, market, 'YES', 1n);
      expect((await fixture.act(carol, market, buy, once)).error).toBe('PayoutBelowMinimum');
      const values = await fixture.chain.readAll([
        view(at(market), 'yesPositions', [carol]),
        view(at(market), 'totalCollateral', []),
        view(at(market), 'refUsed', [carol, once.ref]),
      ]);
      expect(values).toEqual([0n, 41n, false]);
      await fixture.buy(bob, market, 'NO', 10n);
      expect((await fixture.act(carol, market, buy, once)).error).toBeNull();
    });

    it('refuses zero, more than the allowance and more than the balance', async () => {
      const market = await fixture.market({}, []);
      expect((await fixture.buy(alice, market, 'YES', 0n)).error).toBe('ZeroAmount');
      expect((await fixture.buy(alice, market, 'YES', 1n)).error).toBe('ERC20InsufficientAllowance');
      await fixture.approve(alice, market, 2n ** 200n);
      expect((await fixture.buy(alice, market, 'YES', 2n ** 100n)).error).toBe('ERC20InsufficientBalance');
    });
  });

  describe('closing', () => {
    it.each([
      ['the creator', creator],
      ['the resolver', resolver],
    ])('is allowed once for %s at or after the close time', async (_, account) => {
      const market = await fixture.market();
      const closeTime = await fixture.readCloseTime(market);
      await fixture.chain.setNextTime(closeTime - 1);
      expect((await fixture.act(account, market, close)).error).toBe('TooEarly');
      const { error, events } = await fixture.act(account, market, close);
      expect(error).toBeNull();
      expect(events).toEqual([
        { name: 'Closed', emitter: market, account, ref: null, totalYesBaseUnits: 0n, totalNoBaseUnits: 0n },
      ]);
      expect(await readStatus(market)).toBe(1n);
      expect((await fixture.act(account, market, close)).error).toBe('NotOpen');
    });

    it('is refused to other accounts with NotCreatorOrResolver', async () => {
      const market = await marketAtClose([]);
      expect((await fixture.act(alice, market, close)).error).toBe('NotCreatorOrResolver');
    });
  });

  describe('resolving', () => {
    it.each([
      ['open', false],
      ['closed', true],
    ])('is allowed for the resolver at or after the close time when the market is %s', async (_, closeFirst) => {
      const market = await fixture.market();
      await fixture.buy(alice, market, 'YES', 4n);
      await fixture.buy(bob, market, 'NO', 6n);
      await fixture.chain.setNextTime((await fixture.readCloseTime(market)) - 1);
      expect((await fixture.act(resolver, market, no)).error).toBe('TooEarly');
      if (closeFirst) await fixture.act(resolver, market, close);
      const { events } = await fixture.act(resolver, market, no);
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
      const state = await fixture.chain.readAll([
        view(at(market), 'status', []),
        view(at(market), 'winningOutcome', []),
      ]);
      expect(state).toEqual([2n, 2n]);
    });

    it('is refused to the creator and to other accounts with NotResolver', async () => {
      const market = await marketAtClose([[alice, 'YES', 1n]]);
      for (const account of [creator, alice]) {
        expect((await fixture.act(account, market, yes)).error).toBe('NotResolver');
      }
    });

    it.each([0, 3, 255])('refuses outcome %p with InvalidOutcome', async (outcome) => {
      const market = await marketAtClose([[alice, 'YES', 1n]]);
      const call = {
        from: resolver,
        to: market,
        data: marketInterface.encodeFunctionData('resolve(uint8)', [outcome]),
      };
      expect((await fixture.chain.send(call)).error).toBe('InvalidOutcome');
    });

    it('is final', async () => {
      const market = await marketAtClose([
        [alice, 'YES', 1n],
        [bob, 'NO', 1n],
      ]);
      await fixture.act(resolver, market, yes);
      expect((await fixture.act(resolver, market, no)).error).toBe('AlreadyFinal');
      expect((await fixture.act(resolver, market, cancel)).error).toBe('AlreadyFinal');
      expect((await fixture.act(resolver, market, close)).error).toBe('NotOpen');
    });

    it('cancels the market when the winning side has no stake', async () => {
      const market = await marketAtClose([[alice, 'YES', 9n]]);
      const { events } = await fixture.act(resolver, market, no);
      expect(events).toMatchObject([
        { name: 'Cancelled', account: resolver, unbackedOutcome: 'NO', totalYesBaseUnits: 9n },
      ]);
      const values = await fixture.chain.readAll([
        view(at(market), 'status', []),
        view(at(market), 'winningOutcome', []),
        view(at(market), 'claimableRefund', [alice]),
      ]);
      expect(values).toEqual([3n, 0n, 9n]);
    });
  });

  describe('cancelling', () => {
    it('is allowed for the creator only before the close time', async () => {
      const market = await fixture.market();
      const { events } = await fixture.act(creator, market, cancel);
      expect(events).toMatchObject([{ name: 'Cancelled', account: creator, unbackedOutcome: null }]);
      const late = await marketAtClose([]);
      expect((await fixture.act(creator, late, cancel)).error).toBe('NotCanceller');
      expect(await readStatus(late)).toBe(0n);
    });

    it('is allowed for the resolver until the market is final', async () => {
      const early = await fixture.market();
      expect((await fixture.act(resolver, early, cancel)).error).toBeNull();
      const late = await marketAtClose([]);
      await fixture.act(resolver, late, close);
      expect((await fixture.act(resolver, late, cancel)).error).toBeNull();
      expect((await fixture.act(resolver, late, cancel)).error).toBe('AlreadyFinal');
    });

    it('is allowed for every account 30 days after the close time', async () => {
      const market = await fixture.market();
      await fixture.chain.setNextTime((await fixture.readCloseTime(market)) + ESCAPE_DELAY - 1);
      expect((await fixture.act(alice, market, cancel)).error).toBe('NotCanceller');
      expect((await fixture.act(alice, market, cancel)).error).toBeNull();
    });

    it('is refused with AlreadyFinal on a resolved market, also after the escape delay', async () => {
      const market = await marketAtClose([[alice, 'YES', 1n]]);
      await fixture.act(resolver, market, yes);
      await fixture.chain.setNextTime(fixture.chain.now + 400 * DAY);
      expect((await fixture.act(bob, market, cancel)).error).toBe('AlreadyFinal');
      expect((await fixture.act(alice, market, claimPayout)).error).toBeNull();
    });
  });

  describe('claiming a payout', () => {
    it('pays the stake and its share of the losing pool once, rounded down', async () => {
      const market = await marketAtClose([
        [alice, 'YES', 10n],
        [carol, 'YES', 20n],
        [bob, 'NO', 100n],
      ]);
      await fixture.act(resolver, market, yes);
      expect(await fixture.chain.read(view(at(market), 'claimablePayout', [alice]))).toBe(43n);
      const { events, transfers } = await fixture.act(alice, market, claimPayout);
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
      expect(transfers).toEqual([{ emitter: fixture.collateral, from: market, to: alice, amountBaseUnits: 43n }]);
      const after = await fixture.chain.readAll([
        view(at(market), 'claimablePayout', [alice]),
        view(at(market), 'hasClaimed', [alice]),
        view(at(market), 'claimablePayout', [carol]),
      ]);
      expect(after).toEqual([0n, true, 86n]);
      expect((await fixture.act(alice, market, claimPayout)).error).toBe('AlreadyClaimed');
      expect((await fixture.act(carol, market, claimPayout)).error).toBeNull();
      expect(await balanceOf(market)).toBe(1n);
    });

    it('refuses losers, accounts without a stake, and claims before the resolution', async () => {
      const market = await marketAtClose([
        [alice, 'YES', 1n],
        [bob, 'NO', 1n],
      ]);
      expect((await fixture.act(alice, market, claimPayout)).error).toBe('NotResolved');
      await fixture.act(resolver, market, yes);
      for (const account of [bob, carol]) {
        expect((await fixture.act(account, market, claimPayout)).error).toBe('NothingToClaim');
        expect(await fixture.chain.read(view(at(market), 'claimablePayout', [account]))).toBe(0n);
      }
      expect((await fixture.act(alice, market, claimRefund)).error).toBe('NotCancelled');
    });

    it('does not depend on donations or on the order of claims', async () => {
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
        await fixture.mint(market, 1_000n);
        await fixture.act(resolver, market, yes);
        const amounts = new Map<string, bigint>();
        for (const account of order) {
          const { transfers } = await fixture.act(account, market, claimPayout);
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
    it('returns the stakes on both sides once', async () => {
      const market = await fixture.market();
      await fixture.buy(alice, market, 'YES', 10n);
      await fixture.buy(alice, market, 'NO', 5n);
      expect((await fixture.act(alice, market, claimRefund)).error).toBe('NotCancelled');
      await fixture.act(creator, market, cancel);
      const { events, transfers } = await fixture.act(alice, market, claimRefund);
      expect(events).toEqual([
        { name: 'RefundClaimed', emitter: market, account: alice, ref: null, amountBaseUnits: 15n },
      ]);
      expect(transfers).toEqual([{ emitter: fixture.collateral, from: market, to: alice, amountBaseUnits: 15n }]);
      const after = await fixture.chain.readAll([
        view(at(market), 'claimableRefund', [alice]),
        view(at(market), 'hasClaimed', [alice]),
      ]);
      expect(after).toEqual([0n, true]);
      expect((await fixture.act(alice, market, claimRefund)).error).toBe('AlreadyClaimed');
      expect((await fixture.act(bob, market, claimRefund)).error).toBe('NothingToClaim');
      expect((await fixture.act(alice, market, claimPayout)).error).toBe('NotResolved');
    });
  });
});
