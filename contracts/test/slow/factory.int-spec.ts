import { marketInterface } from '@app/chain';
import { view } from '../../testing/chain.js';
import { HOUR, ROLES, ContractFixture, YEAR } from '../../testing/fixture.js';

const { creator, resolver, alice, bob } = ROLES;
const OTHER_TOKEN = '0x00000000000000000000000000000000000000AA';

describe('PredictionMarketFactory', () => {
  let fixture: ContractFixture;
  beforeAll(async () => {
    fixture = await ContractFixture.start();
  });
  afterAll(() => fixture.stop());

  const factory = () => ['factory', fixture.factory] as const;
  const count = () => fixture.chain.read(view(factory(), 'marketCount', []));

  it('creates a market with its creator, question and close time', async () => {
    const closeTimestampSeconds = fixture.chain.now + HOUR;
    const before = await count();
    const { events } = await fixture.create(creator, { id: 'rain', question: 'Regnet es? ☔', closeTimestampSeconds });
    const [event] = events;
    expect(event).toEqual({
      name: 'MarketCreated',
      emitter: fixture.factory,
      market: expect.stringMatching(/^0x/) as string,
      account: creator,
      ref: null,
      id: 'rain',
      question: 'Regnet es? ☔',
      closeTimestampSeconds,
      resolver,
      collateralToken: fixture.collateral,
    });
    const market = ['market', event?.name === 'MarketCreated' ? event.market : ''] as const;
    const values = await fixture.chain.readAll([
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
      fixture.collateral,
      0n,
      0n,
      true,
      0n,
      fixture.factory,
    ]);
    expect(await count()).toBe(before + 1n);
  });

  it('finds its markets by address and by creator and id', async () => {
    const market = await fixture.market({ id: 'known' }, []);
    const answers = await fixture.chain.readAll([
      view(factory(), 'isMarket', [market]),
      view(factory(), 'isMarket', [alice]),
      view(factory(), 'marketOf', [creator, 'known']),
      view(factory(), 'marketOf', [alice, 'known']),
    ]);
    expect(answers).toEqual([true, false, market, '0x0000000000000000000000000000000000000000']);
  });

  it('refuses only a second market of the same creator and id, with MarketExists', async () => {
    await fixture.market({ id: 'twice' }, []);
    expect((await fixture.create(creator, { id: 'twice', question: 'Another?' })).error).toBe('MarketExists');
    expect((await fixture.create(alice, { id: 'twice' })).error).toBeNull();
    expect((await fixture.create(creator, { id: 'twice ' })).error).toBeNull();
  });

  it.each([
    ['in the past', -1],
    ['now', 0],
    ['more than five years ahead', 5 * YEAR + 1],
  ])('refuses a close time %s with InvalidCloseTimestamp', async (_, ahead) => {
    const closeTimestampSeconds = fixture.chain.now + 1 + ahead;
    expect((await fixture.create(creator, { closeTimestampSeconds })).error).toBe('InvalidCloseTimestamp');
  });

  it.each([1, 5 * YEAR])('accepts a close time %p seconds ahead', async (ahead) => {
    const closeTimestampSeconds = fixture.chain.now + 1 + ahead;
    expect((await fixture.create(creator, { closeTimestampSeconds })).error).toBeNull();
  });

  it('refuses a market without a resolver with InvalidResolver', async () => {
    const given = { resolver: '0x0000000000000000000000000000000000000000' };
    expect((await fixture.create(creator, given)).error).toBe('InvalidResolver');
  });

  it('refuses any other collateral with UnsupportedCollateral', async () => {
    expect((await fixture.create(creator, { collateralToken: OTHER_TOKEN })).error).toBe('UnsupportedCollateral');
  });

  it('stores texts of any length', async () => {
    const question = 'é'.repeat(4_000);
    const market = await fixture.market({ id: '', question }, []);
    expect(await fixture.chain.read(view(['market', market], 'question', []))).toBe(question);
  });

  it('refuses to initialize a market or the implementation again with NotFactory', async () => {
    const data = marketInterface.encodeFunctionData('initialize', [bob, 'x', 'y', 1, bob]);
    const implementation = await fixture.chain.read(view(factory(), 'implementation', []));
    for (const to of [await fixture.market({}, []), implementation]) {
      expect((await fixture.chain.send({ from: bob, to, data })).error).toBe('NotFactory');
    }
  });

  it('deploys the implementation as a final market that accepts no stake', async () => {
    const to = await fixture.chain.read(view(factory(), 'implementation', []));
    await fixture.approve(alice, to, 10n);
    expect((await fixture.buy(alice, to, 'YES', 10n)).error).toBe('NotOpen');
    expect((await fixture.act(alice, to, { function: 'cancelMarket' })).error).toBe('AlreadyFinal');
    expect((await fixture.act(alice, to, { function: 'closeMarket' }, fixture.freshOnce())).error).toBe('NotMarket');
  });
});
