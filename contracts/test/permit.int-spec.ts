import { Wallet } from 'ethers';
import { addPermit, encodeMarketCall, hashPermit, splitPermit, tokenInterface } from '@app/chain';
import { FIRST_ACCOUNT_KEY } from '../testing/anvil.js';
import { view } from '../testing/chain.js';
import { ContractFixture, ROLES } from '../testing/fixture.js';

const { deployer: buyer, bob } = ROLES;
const STAKE = 5_000_000n;
const ALLOWANCE = 20n * STAKE;

describe('a buy with a permit', () => {
  let fixture: ContractFixture;
  let market: string;
  const { signingKey } = new Wallet(FIRST_ACCOUNT_KEY);

  beforeAll(async () => {
    fixture = await ContractFixture.start();
  });
  afterAll(() => fixture?.stop());
  beforeEach(async () => {
    market = await fixture.market({}, []);
  });

  const token = () => ['token', fixture.collateral] as const;
  const readAllowance = () => fixture.chain.read(view(token(), 'allowance', [buyer, market]));

  async function sign({ of = market, owner = buyer }: { of?: string; owner?: string } = {}) {
    const plain = encodeMarketCall(
      { function: 'buyYes', amountBaseUnits: STAKE, minPayoutBaseUnits: STAKE },
      fixture.freshOnce(),
    ).callData;
    const [nonce, domainSeparator] = await fixture.chain.readAll([
      view(token(), 'nonces', [buyer]),
      view(token(), 'DOMAIN_SEPARATOR', []),
    ]);
    const deadlineSeconds = fixture.chain.now + 3_600;
    const terms = { owner, spender: of, allowanceBaseUnits: ALLOWANCE, nonce, domainSeparator, deadlineSeconds };
    const { v, r, s } = signingKey.sign(hashPermit(terms));
    const permit = tokenInterface.encodeFunctionData('permit', [owner, of, ALLOWANCE, deadlineSeconds, v, r, s]);
    return { plain, permit, data: addPermit(plain, ALLOWANCE, { v, r, s }) };
  }

  it('approves and stakes in one transaction, at most once', async () => {
    const { data } = await sign();
    const { error, events } = await fixture.chain.send({ from: buyer, to: market, data });
    expect([error, events]).toMatchObject([null, [{ name: 'Bought', amountBaseUnits: STAKE, outcome: 'YES' }]]);
    expect(await readAllowance()).toBe(ALLOWANCE - STAKE);
    expect(await fixture.chain.send({ from: buyer, to: market, data })).toMatchObject({ error: 'RefUsed' });
  });

  it('stakes although someone else has used the permit before', async () => {
    const { data, permit } = await sign();
    await fixture.chain.mustSend({ from: bob, to: fixture.collateral, data: permit });
    expect(await fixture.chain.send({ from: buyer, to: market, data })).toMatchObject({ error: null });
    expect(await readAllowance()).toBe(ALLOWANCE - STAKE);
  });

  it.each([
    ['of another market', { of: ROLES.carol }],
    ['of another owner', { owner: ROLES.alice }],
  ])('stakes nothing with a permit %s', async (_what, terms) => {
    const { data } = await sign(terms);
    const sent = await fixture.chain.send({ from: buyer, to: market, data });
    expect(sent).toMatchObject({ error: 'ERC20InsufficientAllowance', transfers: [] });
  });

  it('is the plain buy to whoever compares its call data, and only in the form that the ABI gives it', async () => {
    const { data, plain } = await sign();
    expect(splitPermit(data)).toEqual({ callData: plain, allowanceBaseUnits: ALLOWANCE });
    for (const other of [plain, `${data}00`, data.slice(0, -2)]) {
      expect(splitPermit(other)).toEqual({ callData: other, allowanceBaseUnits: null });
    }
  });
});
