import { randomUUID } from 'node:crypto';
import { checkCluster, fillMissingReadbacks, type Lease, recordHeartbeat, wakeBusyLanes } from '@app/engine';
import { anchorLogs } from '@app/events';
import type { SqlSession } from '@app/persistence';
import { acceptExecution } from '../../../../libs/intents/src/executions/accept-execution.js';
import type { Arming } from '../../../../libs/engine/src/domain/ports/engine-store.js';
import { applyChange } from '../../../../libs/engine/src/persistence/apply-change.js';
import { armStep } from '../../../../libs/engine/src/persistence/arm-step.js';
import { findIndexedEffect } from '../../../../libs/engine/src/persistence/find-indexed-effect.js';
import {
  acquireLane,
  claimDueLanes,
  claimLanesForBlock,
  releaseLane,
} from '../../../../libs/engine/src/persistence/lane-leases.js';
import { loadLaneWork } from '../../../../libs/engine/src/persistence/load-lane-work.js';
import { takeSendPermit } from '../../../../libs/queue/src/provider/provider-account.js';
import { correctExecutions } from '../../../../libs/engine/src/persistence/correct-executions.js';
import { CallLogs } from '../../../support/engine/call-logs.js';
import { StubChain } from '../../../support/engine/stub-ports.js';
import type { Work } from './compare-works.js';
import {
  agentAddress,
  BUSIEST,
  contractAddress,
  executionId,
  INDEXED_BLOCK,
  intentId,
  laneId,
  MISSING_READBACKS,
} from './history-ids.js';
import { rolledBack } from './rolled-back.js';

const LEASE_MS = 60_000;
const CLAIMED = 100;
/** Wallets of the live part whose execution is submitting and broadcast: their numbers end in 4 and 7. */
const [SUBMITTING, BROADCAST] = [14, 17];
const WITHOUT_WORK = 500;
const HASH = `0x${'cd'.repeat(32)}`;

const chain = new StubChain(new CallLogs());

/** Work in a transaction that is rolled back. */
function write(name: string, run: (tx: SqlSession) => Promise<unknown>): Work {
  return { name, run: ({ database }) => rolledBack(database, run) };
}

async function leased(tx: SqlSession, wallet: number): Promise<Lease> {
  const lease = await acquireLane(tx, laneId(wallet), LEASE_MS);
  if (lease === null) throw new Error(`no worker can have the lane of wallet ${wallet}`);
  return lease;
}

async function some<T>(found: Promise<readonly T[]>): Promise<void> {
  if ((await found).length === 0) throw new Error('the work found nothing to do');
}

async function loads(tx: SqlSession, wallet: number): Promise<void> {
  const { executions } = await loadLaneWork(tx, { laneId: laneId(wallet), fence: '0' }, 1);
  if (executions.length > 0 !== (wallet !== WITHOUT_WORK)) throw new Error('the lane has other work');
}

export const WORKER_WORKS: readonly Work[] = [
  { name: 'lane: load an untouched execution', run: ({ database }) => loads(database, BUSIEST) },
  { name: 'lane: load a broadcast execution', run: ({ database }) => loads(database, BROADCAST) },
  { name: 'lane: load one without work', run: ({ database }) => loads(database, WITHOUT_WORK) },
  write('lane: acquire and release', async (tx) =>
    releaseLane(tx, await leased(tx, BUSIEST), { delayMs: 1, block: null }),
  ),
  write('lane: take a token', async (tx) => takeSendPermit(tx, await leased(tx, BUSIEST), 100)),
  write('lanes: claim due', (tx) => some(claimDueLanes(tx, { limit: CLAIMED, leaseMs: LEASE_MS }))),
  write('lanes: claim for a block', (tx) =>
    some(claimLanesForBlock(tx, { limit: CLAIMED, leaseMs: LEASE_MS, block: INDEXED_BLOCK + 1 })),
  ),
  write('lanes: wake all busy', wakeBusyLanes),
  { name: 'check the cluster', run: ({ database }) => checkCluster(database) },
  write('heartbeat', (tx) => recordHeartbeat(tx, randomUUID(), false)),
  write('correct executions', (tx) => correctExecutions(tx, INDEXED_BLOCK + 1)),
  write('anchor events', anchorLogs),
  {
    name: 'fill missing readbacks',
    prepare: ({ database }) =>
      database.query(
        `UPDATE executions SET readback = NULL, readback_due_at = now() - interval '1 minute' WHERE id = ANY ($1)`,
        [Array.from({ length: MISSING_READBACKS }, (_, age) => executionId(age))],
      ),
    run: ({ database }) => fillMissingReadbacks(database, chain),
  },
  {
    name: 'find an indexed effect',
    run: ({ database }) =>
      findIndexedEffect(database, { sender: agentAddress(1), ref: HASH, marketAddress: contractAddress(1) }),
  },
];

/** Moves of one execution, with their events and triggers. */
export const MOVE_WORKS: readonly Work[] = [
  write('accept an execution', (tx) =>
    acceptExecution(tx, {
      intentId: intentId('confirmed'),
      requestId: 'bench',
      executionEnabled: true,
      maxQueued: 100,
    }),
  ),
  write('arm its approval', async (tx) => {
    const lease = await leased(tx, BUSIEST);
    const { armingState } = await loadLaneWork(tx, lease, 1);
    const arming = buildArming(BUSIEST);
    const known = armingState.get(arming.executionId) ?? null;
    await armStep(tx, lease, { arming, known, whileArming: () => Promise.resolve() });
  }),
  write('record that it was sent', async (tx) => {
    await applyChange(tx, await leased(tx, SUBMITTING), {
      executionId: executionId(`live${SUBMITTING}`),
      from: { execution: 'submitting', step: 'armed' },
      execution: { waitingFor: 'block', broadcastPerformed: true, approveTransactionHash: HASH, to: 'broadcast' },
      step: { kind: 'approve', to: 'sent', providerTransactionId: randomUUID(), transactionHash: HASH },
    });
  }),
  write('complete it', async (tx) => {
    await applyChange(tx, await leased(tx, BROADCAST), {
      executionId: executionId(`live${BROADCAST}`),
      from: { execution: 'broadcast', step: 'sent' },
      execution: { waitingFor: null, transactionHash: HASH, to: 'executed', readback: { market_status: '0' } },
      step: { kind: 'main', to: 'done', transactionHash: HASH, blockNumber: INDEXED_BLOCK + 1, blockHash: HASH },
    });
  }),
];

function buildArming(wallet: number): Arming {
  return {
    executionId: executionId(`live${wallet}`),
    kind: 'approve',
    allowance: null,
    idempotencyKey: randomUUID(),
    contractAddress: contractAddress(1),
    body: 'x'.repeat(600),
    transactionHash: null,
    deadlineMs: Math.ceil(Date.now() / 1000) * 1000 + 900_000,
    sealUnder: () => 'ab'.repeat(32),
  };
}
