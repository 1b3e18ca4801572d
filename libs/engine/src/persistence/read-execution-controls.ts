import type { Action } from '@app/common';
import type { Sql } from '@app/persistence';
import type { ExecutionControls } from '../domain/execution-controls.js';
import { GAS_PAID, PROVIDER_USABLE } from './provider-account.js';

/** Controls of one action that the database holds. */
export type ActionControls = { action: string } & Pick<ExecutionControls, 'pausedScopes' | 'usable'>;

export type PreviewControls = ActionControls & { gasPaid: boolean };

/** Reads the controls of each action, without a lock. */
export async function readControls(sql: Sql, actions: readonly string[]): Promise<PreviewControls[]> {
  return sql.query<PreviewControls>(
    `SELECT action, ARRAY(SELECT scope FROM execution_pauses
         WHERE paused AND scope IN ('global', action) ORDER BY scope) AS "pausedScopes",
       ${PROVIDER_USABLE} AS usable, ${GAS_PAID} AS "gasPaid"
     FROM unnest($1::text[]) AS action`,
    [actions],
  );
}

/** Reads the controls of an action. Its pauses cannot change until the transaction ends. */
export async function lockControls(tx: Sql, action: Action): Promise<ActionControls> {
  const row = await tx.queryOne<ActionControls>(
    `SELECT $1::text AS action, lock_pauses($1) AS "pausedScopes", ${PROVIDER_USABLE} AS usable`,
    [action],
  );
  if (row === null) throw new Error('the execution controls could not be read');
  return row;
}
