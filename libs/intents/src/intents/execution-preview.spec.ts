import type { PolicyWallet } from '@app/agents';
import type { Chain, Simulation } from '@app/chain';
import { SystemClock } from '@app/common';
import type { IntentRequest } from '@app/engine';
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
}

/** Results that are not `pass`, by rule, of a buy that the chain in this state would execute or refuse. */
async function evaluate(state: State, controls: Partial<typeof CONTROLS> = {}): Promise<Record<string, string>> {
  const { head = KNOWN_BLOCK, isMarket = true, simulation = { ok: true }, phase = 'open' } = state;
  const { collateral = 10n ** 12n, native = 10n ** 18n } = state;
  const chain = {
    head: () => Promise.resolve({ blockNumber: head, blockHash: `0x${head}`, timestampMs: 0 }),
    isMarket: () => Promise.resolve(isMarket),
    simulate: () => Promise.resolve(simulation),
    gasCostWei: () => Promise.resolve(1n),
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
  const wallet = { agentWalletAddress: `0x${'a1'.repeat(20)}`, paused: false } as PolicyWallet;
  const { checks } = await new ExecutionPreview(chain, new SystemClock(), log, SETTINGS).evaluate({
    ...{ intentId: 'agent_intent_1', request, wallet },
    controls: { ...CONTROLS, ...controls },
  });
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
