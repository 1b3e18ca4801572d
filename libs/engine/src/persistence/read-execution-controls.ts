import type { Action } from '@app/common';
import type { Sql } from '@app/persistence';
import type { ExecutionControls } from '../domain/execution-controls.js';
import { PROVIDER_USABLE } from './provider-account.js';

/** What the database says of the switches of an action. */
export type ActionSwitches = { action: string } & Pick<ExecutionControls, 'pausedScopes' | 'usable'>;

/** As they are now, one for each of the actions: they may change at once. */
export async function readSwitches(sql: Sql, actions: readonly string[]): Promise<ActionSwitches[]> {
  return sql.query<ActionSwitches>(
    `SELECT action, ARRAY(SELECT scope FROM execution_pauses
         WHERE paused AND scope IN ('global', action) ORDER BY scope) AS "pausedScopes",
       ${PROVIDER_USABLE} AS usable
     FROM unnest($1::text[]) AS action`,
    [actions],
  );
}

/** They stay so until the transaction ends. */
export async function lockSwitches(tx: Sql, action: Action): Promise<ActionSwitches> {
  const row = await tx.queryOne<ActionSwitches>(
    `WITH pauses AS MATERIALIZED (
       SELECT scope, paused FROM execution_pauses WHERE scope IN ('global', $1) ORDER BY scope FOR SHARE)
     SELECT $1::text AS action, ARRAY(SELECT scope FROM pauses WHERE paused) AS "pausedScopes", ${PROVIDER_USABLE} AS usable`,
    [action],
  );
  if (row === null) throw new Error('the switches could not be read');
  return row;
}
