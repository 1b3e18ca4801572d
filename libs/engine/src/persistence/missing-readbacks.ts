import { type Action, canonicalJson, sha256Hex } from '@app/common';
import type { Database } from '@app/persistence';
import type { Chain } from '../domain/ports/chain.js';
import { appendEvent } from './execution-events.js';

type DueRow = {
  id: string;
  action: Action;
  agent_wallet_address: string;
  market_contract_address: string;
  block_number: string;
};

const BATCH = 20;
const RETRY_MS = 30_000;

/** Claims what is due for a while, so that workers do not read the same twice, and fills in what can be read now. */
export async function fillMissingReadbacks(database: Database, chain: Chain): Promise<void> {
  const due = await database.query<DueRow>(
    `UPDATE executions AS e SET readback_due_at = now() + $2 * interval '1 ms'
     FROM execution_steps AS step
     WHERE e.id IN (SELECT id FROM executions WHERE readback_due_at <= now() ORDER BY readback_due_at LIMIT $1
         FOR UPDATE SKIP LOCKED)
       AND step.execution_id = e.id AND step.kind = 'main' AND e.market_contract_address IS NOT NULL
     RETURNING e.id, e.action, e.agent_wallet_address, e.market_contract_address, step.block_number`,
    [BATCH, RETRY_MS],
  );
  const readbacks = await Promise.allSettled(
    due.map((row) =>
      chain.readback({
        action: row.action,
        walletAddress: row.agent_wallet_address,
        marketAddress: row.market_contract_address,
        blockNumber: Number(row.block_number),
      }),
    ),
  );
  const filled = due.flatMap(({ id }, index) => {
    const result = readbacks[index];
    if (result?.status !== 'fulfilled') return [];
    const readback = canonicalJson(result.value);
    return [{ id, readback, readbackHash: sha256Hex(readback) }];
  });
  if (filled.length === 0) return;
  await database.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>(
      `UPDATE executions SET readback = found.readback::jsonb, readback_due_at = NULL, updated_at = now()
       FROM unnest($1::text[], $2::text[]) AS found (id, readback)
       WHERE executions.id = found.id AND executions.readback IS NULL RETURNING executions.id`,
      [filled.map(({ id }) => id), filled.map(({ readback }) => readback)],
    );
    const hashes = new Map(filled.map(({ id, readbackHash }) => [id, readbackHash]));
    for (const { id } of rows) {
      const readbackHash = hashes.get(id) ?? null;
      await appendEvent(tx, id, { type: 'execution.readback_filled', data: { readbackHash } });
    }
  });
}
