import { setTimeout as delay } from 'node:timers/promises';
import { Option } from '@commander-js/extra-typings';
import { ChainUnavailableError, EthersChain } from '@app/chain';
import {
  type Claim,
  PgEngineStore,
  settleByEvidence,
  SETTLEMENT_REJECTIONS,
  type SettlementRejection,
  toPlanContext,
} from '@app/engine';
import { defineCommand, type OpsContext, type OpsResult, RefusedError, UsageError } from '../cli/command.js';

const LEASE_MS = 30_000;
/** Maximum wait for the lane: a worker holds it while it waits for the provider. */
const LANE_TIMEOUT_MS = 15_000;
const RETRY_DELAY_MS = 200;

export const settleExecution = defineCommand({
  name: 'executions settle',
  changes: true,
  define: (command, run) =>
    command
      .summary('Settle an execution with unknown outcome, if the chain confirms the outcome')
      .description(
        'Settles an execution with unknown outcome, if the chain confirms the outcome. Otherwise it changes nothing.\n\n' +
          'Workers settle by themselves when the provider or the chain shows the outcome.\n\n' +
          '--outcome executed requires --tx: the intent must have taken effect in that transaction. ' +
          'A worker then confirms it and completes the record.\n' +
          '--outcome failed requires a confirmed block after the deadline in which the intent has not taken effect.',
      )
      .argument('<execution-id>', 'id, such as agent_execution_…')
      .addOption(
        new Option('--outcome <outcome>', 'required: outcome to confirm')
          .choices(['executed', 'failed'])
          .makeOptionMandatory(),
      )
      .option('--tx <hash>', 'transaction in which the intent took effect')
      .action((id, { outcome, tx }) => run((context) => settleAs(context, id, parseClaim(outcome, tx)))),
});

async function settleAs(context: OpsContext, id: string, claim: Claim): Promise<OpsResult> {
  const row = await context.database.queryOne<{ laneId: string; status: string }>(
    'SELECT lane_id AS "laneId", status FROM executions WHERE id = $1',
    [id],
  );
  if (row === null) throw new RefusedError(`execution ${id} does not exist`);
  const rejection = await settle(context, claim, { id, laneId: row.laneId });
  if (rejection !== null) {
    const status = rejection === 'not_unknown' ? `; its status was ${row.status}` : '';
    throw new RefusedError(`${SETTLEMENT_REJECTIONS[rejection]}${status} (${rejection})`);
  }
  const next = claim.outcome === 'failed' ? '' : '; a worker confirms the transaction and completes the record';
  return { lines: [`${id} is settled as ${claim.outcome}${next}`], data: { executionId: id, ...claim } };
}

function parseClaim(outcome: Claim['outcome'], transactionHash: string | undefined): Claim {
  if (outcome === 'failed') {
    if (transactionHash !== undefined) throw new UsageError('--tx is only for --outcome executed');
    return { outcome };
  }
  if (transactionHash === undefined || !/^0x[0-9a-fA-F]{64}$/.test(transactionHash)) {
    throw new UsageError('--outcome executed requires --tx with a transaction hash: 0x and 64 hex digits');
  }
  return { outcome, transactionHash };
}

async function settle(
  { database, rpc, settings }: OpsContext,
  claim: Claim,
  execution: { id: string; laneId: string },
): Promise<SettlementRejection | null> {
  const store = new PgEngineStore(database, { leaseMs: LEASE_MS, providerPostsPerSecond: 1 });
  const chain = new EthersChain(rpc, {
    factoryAddress: settings.FACTORY_ADDRESS,
    collateralAddress: settings.COLLATERAL_ADDRESS,
  });
  const proof = { plan: toPlanContext(settings), confirmations: settings.CONFIRMATIONS };
  const deadline = performance.now() + LANE_TIMEOUT_MS;
  try {
    for (;;) {
      const rejection = await settleByEvidence({ store, chain, settings: proof, execution, claim });
      if (rejection !== 'lane_held' || performance.now() > deadline) return rejection;
      await delay(RETRY_DELAY_MS);
    }
  } catch (error) {
    if (error instanceof ChainUnavailableError)
      throw new RefusedError(`${error.message}, so the outcome is not proven`);
    throw error;
  }
}
