import { ChainUnavailableError, type Simulation } from '@app/chain';
import { buildSubject, mined, planned, SETTINGS } from '../../../../test/support/decision-rows.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { observe } from './observe.js';
import type { StepContext } from './step-context.js';

describe('observe receipts while the node does not answer', () => {
  const chain = { receipt: () => Promise.reject(new ChainUnavailableError('receipt')) };
  const parts = { chain } as unknown as EngineDependencies;
  const context = {} as StepContext;
  const query = { what: 'receipts', hashes: ['0x1'] } as const;

  it('fails, so that the lane is tried again', async () => {
    await expect(observe(parts, context, query)).rejects.toThrow(ChainUnavailableError);
  });

  it('finds none if they are optional, so that a new hash is recorded', async () => {
    expect(await observe(parts, context, { ...query, optional: true })).toEqual({ receipts: [] });
  });
});

describe('observe the step’s transaction at the provider', () => {
  const { execution, step } = buildSubject({ status: 'sent' });
  const context = { execution: { ...execution, attempt: 2 }, step, providerWalletId: 'wallet' } as StepContext;

  async function observeShown(refId: string): Promise<unknown> {
    const shown = { id: 'one', state: 'denied', transactionHash: null, errorReason: null, refId };
    const parts = { custody: { find: () => Promise.resolve(shown) } } as unknown as EngineDependencies;
    const { provider } = await observe(parts, context, { what: 'provider' });
    return provider;
  }

  it('finds it by its refId, or without one', async () => {
    expect(await observeShown('agent_intent_1/2/main')).toMatchObject({ state: 'denied' });
    expect(await observeShown('')).toMatchObject({ state: 'denied' });
  });

  it('finds nothing where the provider shows the transaction of another step', async () => {
    expect(await observeShown('agent_intent_1/1/main')).toBeNull();
  });
});

describe('observe through nodes of different height', () => {
  const KNOWN_BLOCK = 10;
  const REFUSAL: Simulation = { ok: false, contractError: 'NotResolved' };
  const [rules, refState, confirmed] = [
    { what: 'rules' },
    { what: 'refState' },
    { what: 'confirmed', transactionHash: '0x1' },
  ] as const;

  /** A chain that answers with these heads in turn. */
  function parts(
    heads: readonly number[],
    { simulation = REFUSAL, isMarket = true, balance = 10n ** 18n, used = false } = {},
  ): { dependencies: EngineDependencies; calls: string[] } {
    const [calls, left]: [string[], number[]] = [[], [...heads]];
    const answer = <T>(name: string, value: T): Promise<T> => {
      calls.push(name);
      return Promise.resolve(value);
    };
    const chain = {
      head: () => answer('head', { blockNumber: left.shift() }),
      isMarket: () => answer('isMarket', isMarket),
      simulate: () => answer('simulate', simulation),
      nativeBalance: () => answer('nativeBalance', 10n ** 18n),
      collateralBalance: () => answer('collateralBalance', balance),
      gasPrice: () => answer('gasPrice', { maxFeeWei: 1n, presentWei: 1n }),
      receipt: () => answer('receipt', null),
      refState: () => answer('refState', { used, blockNumber: heads[0], blockTimestampMs: 0 }),
    };
    const settings = { ...SETTINGS, confirmations: 1 };
    return { dependencies: { chain, settings } as unknown as EngineDependencies, calls };
  }

  const context = (lane: Partial<StepContext> = {}, step = buildSubject(planned)) =>
    ({
      ...step,
      nowMs: 1_000_000,
      knownBlock: KNOWN_BLOCK,
      awaitsFunds: false,
      executions: [],
      ...lane,
    }) as StepContext;

  it.each([
    ['at the recorded block', [10, 10], { rules: 'nothing_to_claim' }],
    ['one block behind it', [9, 9], { rules: 'node_behind' }],
    ['behind it in the first half of a split batch', [9, 10], { rules: 'node_behind' }],
    ['behind it in the second half', [10, 9], { rules: 'node_behind' }],
  ])('counts a refusal of a node %s: %j', async (_where, heads, expected) => {
    expect(await observe(parts(heads).dependencies, context(), rules)).toEqual(expected);
  });

  it('asks for the head first and last, and for everything at one moment', () => {
    const { dependencies, calls } = parts([10, 10]);
    void observe(dependencies, context(), rules);
    expect(calls).toEqual(['head', 'simulate', 'nativeBalance', 'collateralBalance', 'gasPrice', 'isMarket', 'head']);
  });

  it('refuses a contract only at the recorded block, whatever its simulation does', async () => {
    const foreign = { isMarket: false };
    expect(await observe(parts([9, 9], foreign).dependencies, context(), rules)).toEqual({ rules: 'node_behind' });
    const { dependencies } = parts([10, 10], foreign);
    dependencies.chain.simulate = () => Promise.reject(new ChainUnavailableError('eth_call'));
    expect(await observe(dependencies, context(), rules)).toEqual({ rules: 'foreign_contract' });
  });

  it('reads rules on the pending block while others are in flight, and counts no refusal of it', async () => {
    const { execution } = buildSubject({ status: 'sent' });
    const other = { ...execution, id: 'other', steps: [buildSubject({ status: 'sent' }).step] };
    const executions = [other] as unknown as StepContext['executions'];
    const { dependencies, calls } = parts([10, 10]);
    expect(await observe(dependencies, context({ executions }), rules)).toEqual({ rules: 'others_in_flight' });
    expect(calls).not.toContain('head');
    const holds = parts([10, 10], { simulation: { ok: true } });
    holds.dependencies.chain.allowance = () => Promise.resolve(10n ** 30n);
    const blocks: unknown[] = [];
    holds.dependencies.chain.nativeBalance = (_address, block) => (blocks.push(block), Promise.resolve(10n ** 18n));
    expect(await observe(holds.dependencies, context({ executions }), rules)).toEqual({ rules: null });
    expect(blocks).toEqual(['pending']);
  });

  it('takes what holds from any node', async () => {
    const { dependencies } = parts([1, 1], { simulation: { ok: true } });
    expect(await observe(dependencies, context(), rules)).toEqual({ rules: null });
  });

  it('waits for funds that the faucet has just granted', async () => {
    const poor = { simulation: { ok: true } as const, balance: 0n };
    const funded = context({ awaitsFunds: true });
    expect(await observe(parts([10, 10], poor).dependencies, funded, rules)).toEqual({ rules: 'node_behind' });
    expect(await observe(parts([10, 10]).dependencies, funded, rules)).toEqual({ rules: 'nothing_to_claim' });
    expect(await observe(parts([10, 10], poor).dependencies, context(), rules)).toEqual({
      rules: 'insufficient_token',
    });
  });

  it.each([
    ['asks for gas at once', true, 'insufficient_gas'],
    ['waits for gas that the faucet has just granted', false, 'node_behind'],
  ])('%s where the custody pays gas: %j', async (_does, paysGas, expected) => {
    const { dependencies } = parts([10, 10], { simulation: { ok: true } });
    dependencies.chain.nativeBalance = () => Promise.resolve(0n);
    const parties = { custody: { paysGas: () => Promise.resolve(paysGas) } } as unknown as EngineDependencies;
    const funded = context({ awaitsFunds: true });
    expect(await observe({ ...dependencies, ...parties }, funded, rules)).toEqual({ rules: expected });
  });

  it('signs a permit only for the state of a node at the recorded block', async () => {
    const lane = {
      limits: { marketLimit: null, dailyLimit: null, totalLimit: null, policyVersion: '1' },
      providerWalletId: 'wallet',
    };
    const observeBuy = async (...heads: number[]): Promise<unknown> => {
      const simulation: Simulation = { ok: false, contractError: 'ERC20InsufficientAllowance' };
      const { dependencies } = parts(heads, { simulation });
      dependencies.chain.permitState = () => Promise.resolve({ nonce: 1n, domainSeparator: '0x' });
      const custody = { signsPermits: true, signPermit: () => ({ v: 27 }) };
      return (await observe({ ...dependencies, custody } as unknown as EngineDependencies, context(lane), rules)).rules;
    };
    expect(await observeBuy(10, 10, 10, 10)).toMatchObject({ permit: { v: 27 } });
    expect(await observeBuy(10, 10, 9, 9)).toBe('node_behind');
  });

  it('takes a missing receipt and an unused ref for no answer', async () => {
    const followed = context({}, buildSubject(mined));
    await expect(observe(parts([9, 9]).dependencies, followed, confirmed)).rejects.toThrow(ChainUnavailableError);
    await expect(observe(parts([9]).dependencies, followed, refState)).rejects.toThrow(ChainUnavailableError);
    expect(await observe(parts([10, 10]).dependencies, followed, confirmed)).toMatchObject({
      confirmed: { receipt: null },
    });
    expect(await observe(parts([10]).dependencies, followed, refState)).toMatchObject({ refState: { used: false } });
    expect(await observe(parts([9], { used: true }).dependencies, followed, refState)).toMatchObject({
      refState: { used: true },
    });
  });
});
