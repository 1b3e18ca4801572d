import { marketInterface } from '@app/contracts';
import { view } from '../testing/chain.js';
import { HOUR, ROLES, Stage, YEAR } from '../testing/stage.js';

const { creator, resolver, alice, bob } = ROLES;
const STRANGE_TOKEN = '0x00000000000000000000000000000000000000AA';

describe('PredictionMarketFactory', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.set();
  });
  afterAll(() => stage.stop());

  const factory = () => ['factory', stage.factory] as const;
  const count = () => stage.chain.read(view(factory(), 'marketCount', []));

  it('creates a market that says who made it, what it asks and when it closes', async () => {
    const closeTimestampSeconds = stage.chain.now + HOUR;
    const before = await count();
    const { events } = await stage.create(creator, { id: 'rain', question: 'Regnet es? ☔', closeTimestampSeconds });
    const [event] = events;
    expect(event).toEqual({
      name: 'MarketCreated',
      emitter: stage.factory,
      market: expect.stringMatching(/^0x/) as string,
      account: creator,
      ref: null,
      id: 'rain',
      question: 'Regnet es? ☔',
      closeTimestampSeconds,
      resolver,
      collateralToken: stage.collateral,
    });
    const market = ['market', event?.name === 'MarketCreated' ? event.market : ''] as const;
    const values = await stage.chain.readAll([
      view(market, 'id', []),
      view(market, 'question', []),
      view(market, 'creator', []),
      view(market, 'resolver', []),
      view(market, 'closeTimestamp', []),
      view(market, 'collateralToken', []),
      view(market, 'status', []),
      view(market, 'winningOutcome', []),
      view(market, 'isOpen', []),
      view(market, 'totalCollateral', []),
      view(market, 'factory', []),
    ]);
    expect(values).toEqual([
      'rain',
      'Regnet es? ☔',
      creator,
      resolver,
      BigInt(closeTimestampSeconds),
      stage.collateral,
      0n,
      0n,
      true,
      0n,
      stage.factory,
    ]);
    expect(await count()).toBe(before + 1n);
  });

  it('knows its own markets, by address and by creator and id', async () => {
    const market = await stage.market({ id: 'known' }, []);
    const answers = await stage.chain.readAll([
      view(factory(), 'isMarket', [market]),
      view(factory(), 'isMarket', [alice]),
      view(factory(), 'marketOf', [creator, 'known']),
      view(factory(), 'marketOf', [alice, 'known']),
      view(factory(), 'marketAddressFor', [creator, 'known']),
    ]);
    expect(answers).toEqual([true, false, market, '0x0000000000000000000000000000000000000000', market]);
  });

  it('refuses a second market of the same creator and id, and no other', async () => {
    await stage.market({ id: 'twice' }, []);
    expect((await stage.create(creator, { id: 'twice', question: 'Another?' })).error).toBe('MarketExists');
    expect((await stage.create(alice, { id: 'twice' })).error).toBeNull();
    expect((await stage.create(creator, { id: 'twice ' })).error).toBeNull();
  });

  it.each([
    ['in the past', -1],
    ['now', 0],
    ['over five years ahead', 5 * YEAR + 1],
  ])('refuses a close time that is %s', async (_, ahead) => {
    const closeTimestampSeconds = stage.chain.now + 1 + ahead;
    expect((await stage.create(creator, { closeTimestampSeconds })).error).toBe('InvalidCloseTimestamp');
  });

  it.each([1, 5 * YEAR])('accepts a close time %p seconds ahead', async (ahead) => {
    const closeTimestampSeconds = stage.chain.now + 1 + ahead;
    expect((await stage.create(creator, { closeTimestampSeconds })).error).toBeNull();
  });

  it('refuses a market without a resolver', async () => {
    const given = { resolver: '0x0000000000000000000000000000000000000000' };
    expect((await stage.create(creator, given)).error).toBe('InvalidResolver');
  });

  it('refuses any collateral but its own', async () => {
    expect((await stage.create(creator, { collateralToken: STRANGE_TOKEN })).error).toBe('UnsupportedCollateral');
  });

  it('keeps texts of any length', async () => {
    const question = 'é'.repeat(4_000);
    const market = await stage.market({ id: '', question }, []);
    expect(await stage.chain.read(view(['market', market], 'question', []))).toBe(question);
  });

  it('lets nobody set a market up again, nor its shared code', async () => {
    const data = marketInterface.encodeFunctionData('initialize', [bob, 'x', 'y', 1, bob]);
    const implementation = await stage.chain.read(view(factory(), 'implementation', []));
    for (const to of [await stage.market({}, []), implementation]) {
      expect((await stage.chain.send({ from: bob, to, data })).error).toBe('NotFactory');
    }
  });

  it('deploys the shared code as a dead market that takes no stake', async () => {
    const to = await stage.chain.read(view(factory(), 'implementation', []));
    await stage.approve(alice, to, 10n);
    expect((await stage.buy(alice, to, 'YES', 10n)).error).toBe('NotOpen');
    expect((await stage.act(alice, to, { function: 'cancelMarket' })).error).toBe('AlreadyFinal');
    expect((await stage.act(alice, to, { function: 'closeMarket' }, stage.freshOnce())).error).toBe('NotMarket');
  });
});
