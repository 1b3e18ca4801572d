import { Secret } from '@app/common';
import { deployContracts, marketInterface } from '@app/contracts';
import { getAddress, Interface } from 'ethers';
import { hostileTokenAbi, hostileTokenBytecode } from '../testing/generated/hostile-token.js';
import { FIRST_ACCOUNT_KEY } from '../testing/anvil.js';
import { view } from '../testing/chain.js';
import { ROLES, Stage } from '../testing/stage.js';

const { deployer, creator, resolver, alice, bob } = ROLES;
const token = new Interface(hostileTokenAbi);

describe('a token that does not do as it is told', () => {
  let stage: Stage;
  let hostile: string;
  let factory: string;
  beforeAll(async () => {
    stage = await Stage.set();
    const created = await stage.chain.mustSend({ from: deployer, data: hostileTokenBytecode });
    hostile = getAddress(created.contractAddress ?? '');
    const rpcUrl = stage.chain.url;
    ({ factory } = await deployContracts({ rpcUrl, deployerKey: new Secret(FIRST_ACCOUNT_KEY), collateral: hostile }));
    await stage.chain.start();
  });
  afterAll(() => stage.stop());
  beforeEach(async () => {
    await tell('setFeePercent', [0]);
    await tell('setMovesNothing', [false]);
    await tell('setCallback', [`0x${'00'.repeat(20)}`, '0x']);
  });

  const tell = (name: string, args: readonly unknown[]) =>
    stage.chain.mustSend({ from: deployer, to: hostile, data: token.encodeFunctionData(name, args) });
  const ask = async (name: string): Promise<unknown> => {
    const data = token.encodeFunctionData(name);
    return token.decodeFunctionResult(name, await stage.chain.rpc('eth_call', [{ to: hostile, data }, 'latest']))[0];
  };
  /** The token acts as an account of its own, which can be paid in the middle of its own callback. */
  const asToken = (to: string, name: string, args: readonly unknown[] = []) =>
    stage.chain.send({
      from: deployer,
      to: hostile,
      data: token.encodeFunctionData('perform', [to, marketInterface.encodeFunctionData(name, args)]),
    });

  async function market(): Promise<string> {
    const { events } = await stage.act(creator, factory, {
      function: 'createMarket',
      id: stage.freshOnce().ref,
      question: 'Will it hold?',
      closeTimestampSeconds: stage.chain.now + 3_600,
      resolver,
      collateralToken: hostile,
    });
    const address = events[0]?.name === 'MarketCreated' ? events[0].market : '';
    for (const account of [alice, bob, hostile]) {
      await tell('mint', [account, 1_000n]);
    }
    for (const from of [alice, bob]) {
      await stage.chain.mustSend({ from, to: hostile, data: token.encodeFunctionData('approve', [address, 1_000n]) });
    }
    await tell('perform', [hostile, token.encodeFunctionData('approve', [address, 1_000n])]);
    return address;
  }

  it.each([
    ['keeps a fee', 'setFeePercent', 1],
    ['keeps everything', 'setFeePercent', 100],
    ['moves nothing', 'setMovesNothing', true],
  ])('cannot buy a stake when it %s', async (_, name, value) => {
    const address = await market();
    await tell(name, [value]);
    expect((await stage.buy(alice, address, 'YES', 100n)).error).toBe('CollateralMismatch');
    const stakes = await stage.chain.readAll([
      view(['market', address], 'totalCollateral', []),
      view(['market', address], 'yesPositions', [alice]),
    ]);
    expect(stakes).toEqual([0n, 0n]);
  });

  it.each(['buyYes', 'buyNo', 'claimPayout', 'claimRefund', 'closeMarket', 'cancelMarket', 'resolve'])(
    'cannot call %s in the middle of a buy',
    async (name) => {
      const address = await market();
      const args = name.startsWith('buy') ? '(uint256)' : name === 'resolve' ? '(uint8)' : '()';
      const inner = marketInterface.encodeFunctionData(`${name}${args}`, args === '()' ? [] : [1]);
      await tell('setCallback', [address, inner]);
      expect((await stage.buy(alice, address, 'YES', 100n)).error).toBeNull();
      expect(await ask('callbackSucceeded')).toBe(false);
      const reason = String(await ask('callbackResult'));
      expect(marketInterface.parseError(reason)?.name).toBe('ReentrancyGuardReentrantCall');
    },
  );

  it.each(['claimPayout()', 'claimRefund()'])('is not paid twice by calling %s in the middle of it', async (claim) => {
    const address = await market();
    await asToken(address, 'buyYes(uint256)', [100n]);
    await stage.buy(bob, address, 'NO', 50n);
    await stage.toCloseTime(address);
    const end =
      claim === 'claimPayout()'
        ? ({ function: 'resolve', outcome: 'YES' } as const)
        : ({ function: 'cancelMarket' } as const);
    await stage.act(resolver, address, end);
    await tell('setCallback', [address, marketInterface.encodeFunctionData(claim)]);
    const { transfers } = await asToken(address, claim);
    expect(transfers).toMatchObject([{ to: hostile, amountBaseUnits: claim === 'claimPayout()' ? 150n : 100n }]);
    expect(await ask('callbackSucceeded')).toBe(false);
    expect((await asToken(address, claim)).error).toBe('AlreadyClaimed');
  });

  it('cannot be the collateral of a factory when it is not a contract', async () => {
    const refused = deployContracts({
      rpcUrl: stage.chain.url,
      deployerKey: new Secret(FIRST_ACCOUNT_KEY),
      collateral: alice,
    });
    await expect(refused).rejects.toThrow(`no ERC-20 token answers at ${alice}`);
  });
});
