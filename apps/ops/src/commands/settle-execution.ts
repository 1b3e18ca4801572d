import { setTimeout as pause } from 'node:timers/promises';
import { EthersChain } from '@app/chain';
import {
  ChainUnavailableError,
  type Claim,
  PgEngineStore,
  SETTLEMENT_REFUSALS,
  settleByEvidence,
  type SettlementRefusal,
} from '@app/engine';
import type { CommandInput } from '../cli/command-input.js';
import { type Command, type OpsContext, RefusedError, UsageError } from '../cli/command.js';

const LEASE_MS = 30_000;
/** A worker that asks a provider which does not answer holds a lane for as long as that. */
const TIMEOUT_MS = 15_000;
const RETRY_MS = 200;

export const settleExecution: Command = {
  name: 'executions settle',
  arguments: ['EXECUTION_ID'],
  summary: 'settles an execution whose outcome is unknown, if the chain confirms what you say',
  details: [
    'Workers settle by themselves what the provider or the chain can tell; this is for when you know first.',
    '--outcome executed needs the transaction: the chain must show that the intent took effect in it. A worker then confirms it and reads back.\n--outcome failed needs no more: the chain must show a confirmed block after the deadline in which the intent had not taken effect.',
    'Anything else is refused, and changes nothing.',
  ],
  options: {
    outcome: { form: 'text', value: 'OUTCOME', needed: true, doc: 'executed or failed' },
    tx: { form: 'text', value: 'HASH', doc: 'the transaction in which it took effect' },
  },
  changes: true,
  run: async (context, input) => {
    const id = input.argument(0);
    const claim = claimOf(input);
    const row = await context.database.queryOne<{ lane_id: string; status: string }>(
      'SELECT lane_id, status FROM executions WHERE id = $1',
      [id],
    );
    if (row === null) throw new RefusedError(`there is no execution ${id}`);
    const refusal = await settle(context, claim, { id, laneId: row.lane_id });
    if (refusal !== null) {
      const standing = refusal === 'not_unknown' ? `; the execution was ${row.status} a moment ago` : '';
      throw new RefusedError(`${SETTLEMENT_REFUSALS[refusal]}${standing} (${refusal})`);
    }
    const said =
      claim.outcome === 'failed' ? 'failed' : 'executed; a worker confirms the transaction and completes the record';
    return { lines: [`${id} is settled as ${said}`], data: { executionId: id, ...claim } };
  },
};

function claimOf(input: CommandInput): Claim {
  const outcome = input.oneOf('outcome', ['executed', 'failed']);
  const transactionHash = input.text('tx');
  if (outcome === undefined) throw new UsageError('say --outcome executed or --outcome failed');
  if (outcome === 'failed') {
    if (transactionHash !== undefined) throw new UsageError('a failed execution has no transaction that took effect');
    return { outcome };
  }
  if (transactionHash === undefined || !/^0x[0-9a-fA-F]{64}$/.test(transactionHash)) {
    throw new UsageError('--outcome executed needs --tx with a transaction hash: 0x and 64 hex digits');
  }
  return { outcome, transactionHash };
}

async function settle(
  { database, rpc, settings, actor }: OpsContext,
  claim: Claim,
  execution: { id: string; laneId: string },
): Promise<SettlementRefusal | null> {
  const store = new PgEngineStore(database, { leaseMs: LEASE_MS, providerPostsPerSecond: 1 });
  const chain = new EthersChain(rpc, {
    factoryAddress: settings.FACTORY_ADDRESS,
    collateralAddress: settings.COLLATERAL_ADDRESS,
  });
  const confirmations = settings.CONFIRMATIONS;
  const giveUpAt = performance.now() + TIMEOUT_MS;
  try {
    for (;;) {
      const refusal = await settleByEvidence({ store, chain, confirmations, execution, claim, actor });
      if (refusal !== 'lane_held' || performance.now() > giveUpAt) return refusal;
      await pause(RETRY_MS);
    }
  } catch (error) {
    if (error instanceof ChainUnavailableError) throw new RefusedError(`${error.message}, so nothing is proven`);
    throw error;
  }
}
