import type { Action } from '@app/common';
import type { Sql } from '@app/persistence';
import type { Switches } from '../domain/switches.js';
import { PROVIDER_USABLE } from './provider-account.js';

type SwitchesRow = { paused_scopes: string[]; usable: boolean };

/** As they are in the database; with `locked`, they stay so until the transaction ends. */
export async function readSwitches(
  sql: Sql,
  action: Action,
  { locked }: { locked: boolean },
): Promise<Pick<Switches, 'pausedScopes' | 'usable'>> {
  const row = await sql.queryOne<SwitchesRow>(locked ? LOCKED : UNLOCKED, [action]);
  if (row === null) throw new Error('the switches could not be read');
  return { pausedScopes: row.paused_scopes, usable: row.usable };
}

const statement = (lock: string): string => `
  WITH pauses AS MATERIALIZED (
    SELECT scope, paused FROM execution_pauses WHERE scope IN ('global', $1) ORDER BY scope ${lock})
  SELECT ARRAY(SELECT scope FROM pauses WHERE paused) AS paused_scopes, ${PROVIDER_USABLE} AS usable`;
const LOCKED = statement('FOR SHARE');
const UNLOCKED = statement('');
