import { Wallet } from 'ethers';
import {
  addPermit,
  gasPriceAt,
  encodeApproval,
  encodeMarketCall,
  hashPermit,
  type MarketCall,
  type MarketState,
  tokenInterface,
} from '@app/chain';
import type { Action } from '@app/common';
import { FIRST_ACCOUNT_KEY } from '../../../../contracts/testing/anvil.js';
import { type Effect, view } from '../../../../contracts/testing/chain.js';
import { ContractFixture, ROLES } from '../../../../contracts/testing/fixture.js';
import { Random } from '../../../../tools/support/random.js';
import { computeGas, computeGasCost } from './gas.js';
import type { PlannedStep } from './planned-step.js';

const { alice, bob, carol, creator, resolver, deployer } = ROLES;
const STAKE = 5_123_456n;
const UNLIMITED = 2n ** 256n - 1n;
const SEED = 20_261_128;
/** The highest of the custodies. */
const PRIORITY_WEI = 1_500_000_000n;
/** The whole size is `FEES_EXECUTIONS=10000`. */
const EXECUTIONS = Number(process.env.FEES_EXECUTIONS ?? 200);
/** One wei per unit of gas, so that costs are gas. */
const PRICE = { maxFeeWei: 1n, presentWei: 1n };

type Market = Pick<MarketState, 'phase' | 'pools'>;
const EMPTY: Market = { phase: 'open', pools: { yesBaseUnits: 0n, noBaseUnits: 0n } };
const YES_ONLY: Market = { phase: 'open', pools: { yesBaseUnits: 1n, noBaseUnits: 0n } };
const FILLED: Market = { phase: 'open', pools: { yesBaseUnits: 1n, noBaseUnits: 1n } };

interface Terms {
  market?: Market;
  kind?: PlannedStep['kind'];
  allowance?: bigint;
  texts?: { marketId: string; question: string };
}

describe('gas in receipts', () => {
  let fixture: ContractFixture;
  beforeAll(async () => {
    fixture = await ContractFixture.start();
  });
  afterAll(() => fixture?.stop());

  /** Holds the gas of an action's transactions to what a preview in this state shows. */
  function expectWithin(action: Action, effects: readonly Effect[], terms: Terms = {}): void {
    const { market = null, kind = 'main', allowance = 0n, texts = { marketId: 'm', question: 'q' } } = terms;
    expect(effects.map(({ error }) => error)).toEqual(effects.map(() => null));
    const used = effects.reduce((sum, { gasUsed }) => sum + gasUsed, 0);
    const intent = { action, ...texts, amount: null };
    const step = { intent, kind, plan: { collateralAddress: '0x', decimals: 6 } } as unknown as PlannedStep;
    const { gasLimit, estimatedCost } = computeGasCost(step, { market, allowance }, { gasPrice: PRICE, nativeWei: 0n });
    const estimated = Number(estimatedCost) * 1e18;
    expect({ used, isCovered: used <= gasLimit }).toEqual({ used, isCovered: true });
    expect({ used, isNear: estimated <= 1.5 * used && used <= 1.5 * estimated }).toEqual({ used, isNear: true });
    // Custodies add a third to the estimate of a node.
    expect(Number(computeGas(step))).toBeGreaterThan((used * 4) / 3);
  }

  const act = (from: string, to: string, call: MarketCall) => fixture.act(from, to, call, fixture.freshOnce());
  const buy = (from: string, market: string, side: 'buyYes' | 'buyNo', amountBaseUnits = STAKE) =>
    act(from, market, { function: side, amountBaseUnits, minPayoutBaseUnits: 1n });
  const approve = (from: string, market: string, amount: bigint) =>
    fixture.chain.send({ from, to: fixture.collateral, data: encodeApproval(market, amount).callData });

  /** Buys YES by the deployer, whose key signs the permit. */
  async function buyWithPermit(market: string, allowance: bigint): Promise<Effect> {
    const call = { function: 'buyYes', amountBaseUnits: STAKE, minPayoutBaseUnits: 1n } as const;
    const plain = encodeMarketCall(call, fixture.freshOnce()).callData;
    const token = ['token', fixture.collateral] as const;
    const [nonce, domainSeparator] = await fixture.chain.readAll([
      view(token, 'nonces', [deployer]),
      view(token, 'DOMAIN_SEPARATOR', []),
    ]);
    const deadlineSeconds = fixture.chain.now + 3_600;
    const terms = { owner: deployer, spender: market, allowanceBaseUnits: allowance, nonce, domainSeparator };
    const { v, r, s } = new Wallet(FIRST_ACCOUNT_KEY).signingKey.sign(hashPermit({ ...terms, deadlineSeconds }));
    return fixture.chain.send({ from: deployer, to: market, data: addPermit(plain, allowance, { v, r, s }) });
  }

  it.each([
    ['short texts in a new factory', 'm', 'Rain?'],
    ['short texts', 'n', 'Rain?'],
    ['texts of 31 bytes', 'm'.repeat(31), 'q'.repeat(31)],
    ['texts of 32 bytes', 'm'.repeat(32), 'q'.repeat(32)],
    ['texts of 33 bytes', 'm'.repeat(33), 'q'.repeat(33)],
    ['long texts', 'm'.repeat(200), 'q'.repeat(2_000)],
    ['texts beyond ASCII', '雨'.repeat(66), '雨'.repeat(400)],
  ])('of create_market with %s', async (_case, id, question) => {
    const created = await fixture.create(creator, { id, question }, fixture.freshOnce());
    expectWithin('create_market', [created], { texts: { marketId: id, question } });
  });

  it('of buys after an approval', async () => {
    const market = await fixture.market({}, []);
    const approval = await approve(alice, market, 3n * STAKE);
    expectWithin('buy_yes', [approval, await buy(alice, market, 'buyYes')], { market: EMPTY, kind: 'approve' });
    expectWithin('buy_yes', [await buy(alice, market, 'buyYes')], { market: YES_ONLY });
    expectWithin('buy_no', [await buy(alice, market, 'buyNo')], { market: YES_ONLY }); // uses the allowance up
    const exact = await approve(bob, market, STAKE);
    expectWithin('buy_no', [exact, await buy(bob, market, 'buyNo')], { market: FILLED, kind: 'approve' });
    await approve(bob, market, STAKE / 2n);
    const again = await approve(bob, market, UNLIMITED);
    const terms = { market: FILLED, kind: 'approve', allowance: STAKE / 2n } as const;
    expectWithin('buy_yes', [again, await buy(bob, market, 'buyYes')], terms);
    expectWithin('buy_yes', [await buy(bob, market, 'buyYes')], { market: FILLED });
    const balance = await fixture.chain.read(view(['token', fixture.collateral], 'balanceOf', [carol]));
    await approve(carol, market, balance);
    await buy(carol, market, 'buyYes');
    expectWithin('buy_yes', [await buy(carol, market, 'buyYes', balance - STAKE)], { market: FILLED });
  });

  it('of buys with a permit', async () => {
    const [market, other] = [await fixture.market({}, []), await fixture.market({}, [alice])];
    const terms = { market: EMPTY, kind: 'approve' } as const;
    expectWithin('buy_yes', [await buyWithPermit(market, 2n * STAKE)], terms);
    expectWithin('buy_yes', [await buyWithPermit(market, 2n * STAKE)], {
      ...terms,
      market: YES_ONLY,
      allowance: STAKE,
    });
    await buy(alice, other, 'buyYes');
    await buy(alice, other, 'buyNo');
    expectWithin('buy_yes', [await buyWithPermit(other, STAKE)], { ...terms, market: FILLED });
    expectWithin('buy_yes', [await buyWithPermit(other, STAKE)], { ...terms, market: FILLED });
  });

  it.each([true, false])('of closing, resolving and cancelling, with stakes: %s', async (hasStakes) => {
    const [market, unclosed, cancelled] = [await fixture.market(), await fixture.market(), await fixture.market()];
    if (hasStakes) for (const each of [market, unclosed, cancelled]) await buy(alice, each, 'buyYes');
    const open = hasStakes ? YES_ONLY : EMPTY;
    const cancelling = await act(creator, cancelled, { function: 'cancelMarket' });
    expectWithin('cancel_market', [cancelling], { market: open });
    await fixture.toCloseTime(unclosed);
    expectWithin('close_market', [await act(resolver, market, { function: 'closeMarket' })], { market: open });
    const resolve = (address: string) => act(resolver, address, { function: 'resolve', outcome: 'YES' });
    expectWithin('resolve_market', [await resolve(market)], { market: { ...open, phase: 'closed' } });
    expectWithin('resolve_market', [await resolve(unclosed)], { market: open });
  });

  it(`of ${EXECUTIONS} random buys, at prices that move after their previews`, async () => {
    const random = new Random(SEED);
    const [holders, created] = [[alice, bob, creator], new Map<string, { yes: bigint; no: bigint }>()];
    let baseFeeWei = 10n ** 9n;
    /** Base fee two blocks later: a full one raises it by an eighth, and an empty one lowers it as much. */
    const later = (): bigint => {
      for (let blocks = 2; blocks > 0; blocks -= 1) {
        baseFeeWei += (baseFeeWei * BigInt(random.between(-125, 125))) / 1_000n;
        if (baseFeeWei < 10n ** 8n) baseFeeWei = 10n ** 8n;
      }
      return baseFeeWei;
    };
    const above: object[] = [];
    for (let index = 0; index < EXECUTIONS; index += 1) {
      if (index % 20 === 0) created.set(await fixture.market({}, []), { yes: 0n, no: 0n });
      const market = random.pick([...created.keys()].slice(-5));
      const pools = created.get(market) ?? { yes: 0n, no: 0n };
      const [buyer, side] = [random.pick(holders), random.pick(['yes', 'no'] as const)];
      const allowance = await fixture.chain.read(view(['token', fixture.collateral], 'allowance', [buyer, market]));
      const amount = BigInt(random.between(1, 9_000));
      const kind = allowance < amount ? 'approve' : 'main';
      const intent = { action: `buy_${side}`, marketId: 'm', question: null, amount: null };
      const step = { intent, kind, plan: { collateralAddress: '0x', decimals: 6 } } as unknown as PlannedStep;
      const state = { phase: 'open', pools: { yesBaseUnits: pools.yes, noBaseUnits: pools.no } } as const;
      const shown = computeGasCost(
        step,
        { market: state, allowance },
        { gasPrice: gasPriceAt(baseFeeWei), nativeWei: 0n },
      );
      const paid = [kind === 'approve' ? await approve(buyer, market, amount * BigInt(random.between(1, 20))) : null]
        .concat(await buy(buyer, market, side === 'yes' ? 'buyYes' : 'buyNo', amount))
        .map((effect) => (effect === null ? 0n : BigInt(effect.gasUsed) * (later() + PRIORITY_WEI)))
        .reduce((sum, wei) => sum + wei);
      expect(await fixture.chain.read(view(['market', market], side === 'yes' ? 'totalYes' : 'totalNo', []))).toBe(
        (pools[side] += amount),
      );
      if (Number(paid) > Number(shown.maxCost) * 1e18) above.push({ index, paid, shown });
    }
    expect(above).toEqual([]);
  }, 900_000);

  it.each(['claim_payout', 'claim_refund'] as const)('of %s, with and without collateral', async (action) => {
    const market = await fixture.market({}, [alice, bob]);
    for (const buyer of [alice, bob]) await buy(buyer, market, 'buyYes');
    await buy(bob, market, 'buyNo');
    if (action === 'claim_refund') await act(creator, market, { function: 'cancelMarket' });
    else {
      await fixture.toCloseTime(market);
      await act(resolver, market, { function: 'resolve', outcome: 'YES' });
    }
    const name = action === 'claim_payout' ? 'claimPayout' : 'claimRefund';
    const balance = await fixture.chain.read(view(['token', fixture.collateral], 'balanceOf', [alice]));
    const data = tokenInterface.encodeFunctionData('transfer', [bob, balance]);
    await fixture.chain.mustSend({ from: alice, to: fixture.collateral, data });
    expectWithin(action, [await act(alice, market, { function: name })]);
    expectWithin(action, [await act(bob, market, { function: name })]); // empties the market
    await fixture.mint(alice, balance);
  });
});
