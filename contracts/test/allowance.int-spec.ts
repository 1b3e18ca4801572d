import type { FunctionFragment, Interface, ParamType } from 'ethers/abi';
import { factoryInterface, marketInterface } from '@app/chain';
import type { TransferEvent } from '../../tools/support/transfer-event.js';
import type { Effect } from '../testing/chain.js';
import { ContractFixture, DAY, HOUR, ROLES } from '../testing/fixture.js';

const { creator, resolver, alice: victim, bob: attacker, carol } = ROLES;
const AMOUNT = 7n;
const UNLIMITED = 2n ** 256n - 1n;
/** Every function that a transaction can call on a market or the factory, so that a new one is covered. */
const FUNCTIONS = [...listFunctions('market', marketInterface), ...listFunctions('factory', factoryInterface)];
const BUYS = FUNCTIONS.filter(({ fragment }) => fragment.name.startsWith('buy')).map(({ name }) => name);

interface Callable {
  readonly name: string;
  readonly of: 'market' | 'factory';
  readonly target: Interface;
  readonly fragment: FunctionFragment;
}

function listFunctions(of: Callable['of'], target: Interface): Callable[] {
  return target.fragments
    .filter((one): one is FunctionFragment => one.type === 'function')
    .filter(({ constant }) => !constant)
    .map((fragment) => ({ name: `${of}.${fragment.format('sighash')}`, of, target, fragment }));
}

describe('an unlimited allowance of a market', () => {
  let fixture: ContractFixture;
  let market: string;

  beforeAll(async () => {
    fixture = await ContractFixture.start();
  });
  afterAll(() => fixture?.stop());

  beforeEach(async () => {
    market = await fixture.market();
    await fixture.approve(victim, market, UNLIMITED);
    for (const buyer of [victim, carol]) await fixture.buy(buyer, market, 'YES', AMOUNT);
    await fixture.buy(attacker, market, 'NO', AMOUNT);
  });

  /** A value that lets as many functions as possible pass their checks. */
  function valueFor({ name, type }: ParamType): unknown {
    if (/close/i.test(name)) return fixture.chain.now + DAY;
    switch (type) {
      case 'address':
        return name === 'collateralToken' ? fixture.collateral : victim;
      case 'bytes32':
        return fixture.freshOnce().ref;
      case 'string':
        return fixture.freshOnce().ref;
      case 'uint8':
        return 1;
      case 'uint64':
        return fixture.chain.now + HOUR;
      case 'uint256':
        return AMOUNT;
      default:
        throw new Error(`give ${name} of the type ${type} a value`);
    }
  }

  /** Calls the function on a copy of the chain, which is dropped. */
  async function call(from: string, { of, target, fragment }: Callable): Promise<Effect> {
    const copy = await fixture.chain.rpc('evm_snapshot', []);
    const to = of === 'market' ? market : fixture.factory;
    const data = target.encodeFunctionData(fragment, fragment.inputs.map(valueFor));
    const effect = await fixture.chain.send({ from, to, data });
    await fixture.chain.rpc('evm_revert', [copy]);
    await fixture.chain.start();
    return effect;
  }

  /** Transfers out of the account, and the functions called by each caller that succeeded. */
  async function callAll(callers: readonly string[], payer: string) {
    const paid: { name: string; transfer: TransferEvent }[] = [];
    const succeeded: string[] = [];
    for (const from of callers) {
      for (const one of FUNCTIONS) {
        const { error, transfers } = await call(from, one);
        if (error === null) succeeded.push(one.name);
        for (const transfer of transfers) if (transfer.from === payer) paid.push({ name: one.name, transfer });
      }
    }
    return { paid, succeeded };
  }

  async function atCloseTime(): Promise<void> {
    await fixture.toCloseTime(market);
    await fixture.approve(carol, market, UNLIMITED);
  }

  const STATES: readonly [string, () => Promise<unknown>][] = [
    ['past its close time', atCloseTime],
    ['closed', () => atCloseTime().then(() => fixture.act(creator, market, { function: 'closeMarket' }))],
    [
      'resolved',
      () => atCloseTime().then(() => fixture.act(resolver, market, { function: 'resolve', outcome: 'YES' })),
    ],
    ['cancelled', () => fixture.act(resolver, market, { function: 'cancelMarket' })],
  ];

  it('lets no function that another account calls take the tokens, while buys of their own succeed', async () => {
    const { paid, succeeded } = await callAll([attacker, creator, resolver], victim);
    expect(paid).toEqual([]);
    expect(BUYS.length).toBeGreaterThanOrEqual(4);
    expect(succeeded).toEqual(expect.arrayContaining([...BUYS, 'market.cancelMarket()']));
  });

  it('lets only the buys of the owner take the tokens, and no more than the stake', async () => {
    const { paid } = await callAll([victim], victim);
    const transfer = { emitter: fixture.collateral, from: victim, to: market, amountBaseUnits: AMOUNT };
    expect(paid).toEqual(BUYS.map((name) => ({ name, transfer })));
  });

  it.each(STATES)('is of no use for a market that is %s, not even to its owner', async (_state, reach) => {
    await reach();
    const { paid } = await callAll([victim, attacker, creator, resolver], victim);
    expect(paid).toEqual([]);
  });
});
