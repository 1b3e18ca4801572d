import { Wallet } from 'ethers';
import { encodeApproval, encodeMarketCall } from '@app/chain';
import { CHAIN_ID, FIRST_ACCOUNT_KEY } from '../testing/anvil.js';
import { view } from '../testing/chain.js';
import { HOUR, ROLES, ContractFixture, type NewMarket } from '../testing/fixture.js';

const { deployer: buyer, creator, resolver, alice } = ROLES;
const STAKE = 100_000_000n;
const GAS_LIMIT = 1_000_000;

interface Terms {
  id: string;
  question: string;
  closeTimestampSeconds: number;
  resolver: string;
}

describe('a reorganisation that takes a market back', () => {
  let fixture: ContractFixture;
  let terms: Terms;
  let market: string;
  let signed: string[];

  beforeAll(async () => {
    fixture = await ContractFixture.start();
  });
  afterAll(() => fixture?.stop());

  /** Creates a market, signs an approval and a buy for it, and replaces the market's block by an empty one. */
  beforeEach(async () => {
    const id = fixture.freshOnce().ref;
    terms = { id, question: 'Will A win?', closeTimestampSeconds: fixture.chain.now + HOUR, resolver };
    market = await create(terms);
    signed = await signBuy(market);
    await fixture.chain.rpc('anvil_reorg', [1, []]);
    await fixture.chain.start();
    expect(await fixture.chain.rpc('eth_getCode', [market, 'latest'])).toBe('0x');
  });

  const factory = () => ['factory', fixture.factory] as const;
  const addressFor = (account: string, of: Terms) =>
    fixture.chain.read(
      view(factory(), 'marketAddressFor', [account, of.id, of.question, BigInt(of.closeTimestampSeconds), of.resolver]),
    );
  const balance = () => fixture.chain.read(view(['token', fixture.collateral], 'balanceOf', [buyer]));

  async function create(given: NewMarket): Promise<string> {
    const { error, events } = await fixture.create(creator, given);
    if (events[0]?.name !== 'MarketCreated') throw new Error(`no market: ${error}`);
    return events[0].market;
  }

  /** Raw transactions of a custody that signed before the reorganisation. */
  async function signBuy(spender: string): Promise<string[]> {
    const buy = { function: 'buyYes', amountBaseUnits: STAKE, minPayoutBaseUnits: 0n } as const;
    const calls = [
      { to: fixture.collateral, data: encodeApproval(spender, STAKE).callData },
      { to: spender, data: encodeMarketCall(buy, fixture.freshOnce()).callData },
    ];
    const nonce = Number(await fixture.chain.rpc<string>('eth_getTransactionCount', [buyer, 'latest']));
    const fees = { chainId: CHAIN_ID, gasLimit: GAS_LIMIT, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n };
    const wallet = new Wallet(FIRST_ACCOUNT_KEY);
    return Promise.all(
      calls.map((call, index) => wallet.signTransaction({ ...call, ...fees, type: 2, nonce: nonce + index })),
    );
  }

  async function sendSigned(): Promise<void> {
    for (const raw of signed) {
      const { status } = await fixture.chain.rpc<{ status: string }>('eth_sendRawTransactionSync', [raw]);
      expect(status).toBe('0x1');
    }
    await fixture.chain.start();
  }

  it('keeps a signed buy out of a market of the same creator and id with other terms', async () => {
    const swapped = { ...terms, question: 'Will A lose?', resolver: creator };
    const other = await create(swapped);
    expect(other).not.toBe(market);
    const before = await balance();
    await sendSigned();
    const values = await fixture.chain.readAll([
      view(['market', other], 'totalCollateral', []),
      view(['market', other], 'yesPositions', [buyer]),
      view(['token', fixture.collateral], 'allowance', [buyer, other]),
      view(factory(), 'isMarket', [market]),
      view(factory(), 'marketOf', [creator, terms.id]),
    ]);
    expect(values).toEqual([0n, 0n, 0n, false, other]);
    expect(await balance()).toBe(before);
  });

  it('lets a signed buy take effect in the same market, created again', async () => {
    expect(await create(terms)).toBe(market);
    const before = await balance();
    await sendSigned();
    expect(await fixture.chain.read(view(['market', market], 'yesPositions', [buyer]))).toBe(STAKE);
    expect(await balance()).toBe(before - STAKE);
  });

  it.each([
    ['id', () => ({ id: 'another' })],
    ['question', () => ({ question: `${terms.question} ` })],
    ['close time', () => ({ closeTimestampSeconds: terms.closeTimestampSeconds + 1 })],
    ['resolver', () => ({ resolver: alice })],
  ])('gives a market with another %s another address', async (_, change) => {
    expect(await addressFor(creator, terms)).toBe(market);
    expect(await addressFor(alice, terms)).not.toBe(market);
    expect(await addressFor(creator, { ...terms, ...change() })).not.toBe(market);
  });
});
