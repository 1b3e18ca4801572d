import { Secret } from '@app/common';
import { getAddress, Interface } from 'ethers';
import { deployContracts, marketInterface } from '@app/chain';
import { hostileTokenAbi, hostileTokenBytecode } from '../../testing/generated/hostile-token.js';
import { FIRST_ACCOUNT_KEY } from '../../testing/anvil.js';
import { view } from '../../testing/chain.js';
import { ROLES, ContractFixture } from '../../testing/fixture.js';

const { deployer, creator, resolver, alice, bob } = ROLES;
const token = new Interface(hostileTokenAbi);

describe('PredictionMarket with a hostile token', () => {
  let fixture: ContractFixture;
  let hostile: string;
  let factory: string;
  beforeAll(async () => {
    fixture = await ContractFixture.start();
    const created = await fixture.chain.mustSend({ from: deployer, data: hostileTokenBytecode });
    hostile = getAddress(created.contractAddress ?? '');
    const rpcUrl = fixture.chain.url;
    ({ factory } = await deployContracts({ rpcUrl, deployerKey: new Secret(FIRST_ACCOUNT_KEY), collateral: hostile }));
    await fixture.chain.start();
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await configure('setFeePercent', [0]);
    await configure('setMovesNothing', [false]);
    await configure('setCallback', [`0x${'00'.repeat(20)}`, '0x']);
  });

  const configure = (name: string, args: readonly unknown[]) =>
    fixture.chain.mustSend({ from: deployer, to: hostile, data: token.encodeFunctionData(name, args) });
  const read = async (name: string): Promise<unknown> => {
    const data = token.encodeFunctionData(name);
    return token.decodeFunctionResult(name, await fixture.chain.rpc('eth_call', [{ to: hostile, data }, 'latest']))[0];
  };
  /** Calls a contract with the token as sender, so that the token's callback runs while it is paid. */
  const asToken = (to: string, name: string, args: readonly unknown[] = []) =>
    fixture.chain.send({
      from: deployer,
      to: hostile,
      data: token.encodeFunctionData('perform', [to, marketInterface.encodeFunctionData(name, args)]),
    });

  async function market(): Promise<string> {
    const { events } = await fixture.act(creator, factory, {
      function: 'createMarket',
      id: fixture.freshOnce().ref,
      question: 'Will it hold?',
      closeTimestampSeconds: fixture.chain.now + 3_600,
      resolver,
      collateralToken: hostile,
    });
    const address = events[0]?.name === 'MarketCreated' ? events[0].market : '';
    for (const account of [alice, bob, hostile]) {
      await configure('mint', [account, 1_000n]);
    }
    for (const from of [alice, bob]) {
      await fixture.chain.mustSend({ from, to: hostile, data: token.encodeFunctionData('approve', [address, 1_000n]) });
    }
    await configure('perform', [hostile, token.encodeFunctionData('approve', [address, 1_000n])]);
    return address;
  }

  it.each([
    ['charges a fee', 'setFeePercent', 1],
    ['keeps the full amount', 'setFeePercent', 100],
    ['moves nothing', 'setMovesNothing', true],
  ])('refuses a buy with CollateralMismatch when the token %s', async (_, name, value) => {
    const address = await market();
    await configure(name, [value]);
    expect((await fixture.buy(alice, address, 'YES', 100n)).error).toBe('CollateralMismatch');
    const stakes = await fixture.chain.readAll([
      view(['market', address], 'totalCollateral', []),
      view(['market', address], 'yesPositions', [alice]),
    ]);
    expect(stakes).toEqual([0n, 0n]);
  });

  it.each(['buyYes', 'buyNo', 'claimPayout', 'claimRefund', 'closeMarket', 'cancelMarket', 'resolve'])(
    'refuses a reentrant %s during a buy',
    async (name) => {
      const address = await market();
      const args = name.startsWith('buy') ? '(uint256)' : name === 'resolve' ? '(uint8)' : '()';
      const inner = marketInterface.encodeFunctionData(`${name}${args}`, args === '()' ? [] : [1]);
      await configure('setCallback', [address, inner]);
      expect((await fixture.buy(alice, address, 'YES', 100n)).error).toBeNull();
      expect(await read('callbackSucceeded')).toBe(false);
      const reason = String(await read('callbackResult'));
      expect(marketInterface.parseError(reason)?.name).toBe('ReentrancyGuardReentrantCall');
    },
  );

  it.each(['claimPayout()', 'claimRefund()'])('pays once when %s is called again during the payment', async (claim) => {
    const address = await market();
    await asToken(address, 'buyYes(uint256)', [100n]);
    await fixture.buy(bob, address, 'NO', 50n);
    await fixture.toCloseTime(address);
    const end =
      claim === 'claimPayout()'
        ? ({ function: 'resolve', outcome: 'YES' } as const)
        : ({ function: 'cancelMarket' } as const);
    await fixture.act(resolver, address, end);
    await configure('setCallback', [address, marketInterface.encodeFunctionData(claim)]);
    const { transfers } = await asToken(address, claim);
    expect(transfers).toMatchObject([{ to: hostile, amountBaseUnits: claim === 'claimPayout()' ? 150n : 100n }]);
    expect(await read('callbackSucceeded')).toBe(false);
    expect((await asToken(address, claim)).error).toBe('AlreadyClaimed');
  });

  it('refuses collateral without code', async () => {
    const refused = deployContracts({
      rpcUrl: fixture.chain.url,
      deployerKey: new Secret(FIRST_ACCOUNT_KEY),
      collateral: alice,
    });
    await expect(refused).rejects.toThrow(`no ERC-20 token answers at ${alice}`);
  });
});
