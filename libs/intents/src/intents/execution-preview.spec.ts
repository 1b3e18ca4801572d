import type { PolicyWallet } from '@app/agents';
import type { Chain, Simulation } from '@app/chain';
import { SystemClock } from '@app/common';
import type { Check, IntentPreview, IntentRequest } from '@app/engine';
import { Logger } from '@app/observability';
import { ExecutionPreview } from './execution-preview.js';

const COLLATERAL = `0x${'c0'.repeat(20)}`;
const MARKET = `0x${'ab'.repeat(20)}`;
const SETTINGS = {
  ...{ FACTORY_ADDRESS: `0x${'fa'.repeat(20)}`, COLLATERAL_ADDRESS: COLLATERAL, COLLATERAL_DECIMALS: 6 },
  ...{ EXECUTION_ENABLED: true, EXECUTION_DEADLINE_S: 900 },
};
const KNOWN_BLOCK = 10;
const CONTROLS = { pausedScopes: [], usable: true, gasPaid: false, knownBlock: KNOWN_BLOCK, awaitsFunds: false };
const REFUSED: Simulation = { ok: false, contractError: 'NotOpen' };

interface State {
  head?: number;
  isMarket?: boolean;
  simulation?: Simulation;
  phase?: 'open' | 'closed';
  collateral?: bigint;
  native?: bigint;
  address?: string | null;
  settings?: typeof SETTINGS;
}

/** Preview of a buy on the chain in this state. */
async function preview(state: State, controls: Partial<typeof CONTROLS> = {}): Promise<IntentPreview> {
  const { head = KNOWN_BLOCK, isMarket = true, simulation = { ok: true }, phase = 'open' } = state;
  const { collateral = 10n ** 12n, native = 10n ** 18n } = state;
  const chain = {
    head: () => Promise.resolve({ blockNumber: head, blockHash: `0x${head}`, timestampMs: 0 }),
    isMarket: () => Promise.resolve(isMarket),
    simulate: () => Promise.resolve(simulation),
    gasPrice: () => Promise.resolve({ maxFeeWei: 3n, presentWei: 2n }),
    allowance: () => Promise.resolve(0n),
    nativeBalance: () => Promise.resolve(native),
    collateralBalance: () => Promise.resolve(collateral),
    marketState: () =>
      Promise.resolve({ phase, closesAtMs: Date.now() + 600_000, pools: { yesBaseUnits: 1n, noBaseUnits: 1n } }),
  } as unknown as Chain;
  const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
  const request = {
    action: 'buy_yes',
    amount: '10',
    marketContractAddress: MARKET,
    minMultiple: null,
  } as IntentRequest;
  const { address = `0x${'a1'.repeat(20)}` } = state;
  const wallet = { agentWalletAddress: address, paused: false } as PolicyWallet;
  return new ExecutionPreview(chain, new SystemClock(), log, state.settings ?? SETTINGS).evaluate({
    ...{ intentId: 'agent_intent_1', request, wallet },
    controls: { ...CONTROLS, ...controls },
  });
}

/** Results that are not `pass`, by rule, of a buy that the chain in this state would execute or refuse. */
async function evaluate(...given: Parameters<typeof preview>): Promise<Record<string, string>> {
  const { checks } = await preview(...given);
  const others = checks.filter(({ result }) => result !== 'pass');
  return Object.fromEntries(
    others.map(({ rule, result, code }) => [rule, code === null ? result : `${result} ${code}`]),
  );
}

describe('ExecutionPreview through nodes of different height', () => {
  const failed = 'fail agent_execution_failed';

  it('fails what a node at the recorded block refuses', async () => {
    expect(await evaluate({ simulation: REFUSED, phase: 'closed', collateral: 0n })).toEqual({
      ...{ market_state: failed, simulation: failed, balance: failed },
    });
    expect(await evaluate({ isMarket: false })).toMatchObject({ contract: failed });
  });

  it('does not know what a node behind it refuses', async () => {
    const behind = { head: KNOWN_BLOCK - 1 };
    expect(await evaluate({ ...behind, simulation: REFUSED, phase: 'closed', collateral: 0n })).toEqual({
      ...{ market_state: 'unknown', simulation: 'unknown', balance: 'unknown' },
    });
    expect(await evaluate({ ...behind, isMarket: false })).toMatchObject({
      contract: 'unknown',
      simulation: 'unknown',
    });
  });

  it('passes a request whose effect has happened and whose records a restore lost, whatever holds now', async () => {
    const simulation: Simulation = { ok: false, contractError: 'RefUsed' };
    expect(await evaluate({ simulation, phase: 'closed', collateral: 0n, native: 0n })).toEqual({});
  });

  it('passes what a node behind it would execute', async () => {
    expect(await evaluate({ head: 1 })).toEqual({});
  });

  it('does not know of missing funds right after a grant of the faucet', async () => {
    const funded = { awaitsFunds: true };
    expect(await evaluate({ collateral: 0n, native: 0n }, funded)).toEqual({ gas: 'unknown', balance: 'unknown' });
    expect(await evaluate({ simulation: REFUSED }, funded)).toEqual({ simulation: failed });
    expect(await evaluate({ native: 0n }, { ...funded, gasPaid: true })).toEqual({});
  });
});

describe('the fee of a preview', () => {
  // A buy in a market with both pools, after an approval: 155,000 units of gas measured, half more to be held.
  const GAS = { gasLimit: 174_375, maxFeePerGas: '3', maxCost: '0.000000000000523125' };
  const RESERVED = ((47_000n + 168_000n) * 3n * 3n) / 2n;
  const LIMIT = 174_375n * 3n;

  const gasOf = async (...given: Parameters<typeof preview>) => {
    const { checks, fee } = await preview(...given);
    return { fee, check: checks.find(({ rule }) => rule === 'gas') };
  };

  it('prices the measured gas now, and at most', async () => {
    expect(await gasOf({ native: RESERVED })).toMatchObject({
      fee: { ...GAS, estimatedCost: '0.00000000000031', nativeBalance: '0.0000000000009675', sponsored: false },
    });
  });

  it.each<[string, bigint, number, Partial<Check>]>([
    ['fails', RESERVED - 1n, 0, { result: 'fail', code: 'agent_execution_failed' }],
    ['warns', RESERVED, 1, { result: 'fail', code: null, failureReason: null }],
    ['warns', RESERVED + 2n * LIMIT - 1n, 2, { result: 'fail', code: null }],
    ['passes', RESERVED + 2n * LIMIT, 3, { result: 'pass' }],
  ])('%s the check of gas with %d wei, which pay for %i', async (_how, native, executionsLeft, check) => {
    expect(await gasOf({ native })).toMatchObject({ fee: { executionsLeft }, check });
  });

  it('says so where a custody pays, and nothing of a wallet without an address', async () => {
    const sponsored = await gasOf({ native: RESERVED }, { gasPaid: true });
    expect(sponsored).toMatchObject({ fee: { executionsLeft: 1, sponsored: true }, check: { result: 'pass' } });
    const ofNobody = await gasOf({ address: null });
    expect(ofNobody).toMatchObject({ fee: { ...GAS, nativeBalance: null, executionsLeft: null } });
  });

  it('is unknown where the contract was not read', async () => {
    expect((await gasOf({ isMarket: false })).fee ?? null).toBeNull();
  });

  it('leaves room for the stake where the collateral is the native coin', async () => {
    const settings = { ...SETTINGS, COLLATERAL_ADDRESS: '0x3600000000000000000000000000000000000000' };
    const [stakeWei, few] = [10n ** 19n, await gasOf({ native: 10n ** 19n, settings })];
    expect(few.fee).toMatchObject({ executionsLeft: 0 });
    const native = 2n * stakeWei + RESERVED + LIMIT;
    expect((await gasOf({ native, settings })).fee).toMatchObject({ executionsLeft: 2 });
  });
});
