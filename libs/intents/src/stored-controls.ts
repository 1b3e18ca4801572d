import { PROVIDER_USABLE } from '@app/queue';

/** Switches of execution that the database holds, for one action. */
export interface StoredControls {
  /** Paused scopes: `global`, or the action. */
  pausedScopes: readonly string[];
  /** Whether a worker serves lanes and the provider accepts its credentials, so that executes can be accepted. */
  usable: boolean;
  /** Whether a worker's custody pays for the gas of wallets that lack it. */
  gasPaid: boolean;
}

/** Select list of `StoredControls`, read without a lock. @param action SQL expression */
export function controlColumns(action: string): string {
  return `ARRAY(SELECT scope FROM execution_pauses WHERE paused AND scope IN ('global', ${action}) ORDER BY scope)
      AS "pausedScopes",
    ${PROVIDER_USABLE} AS usable,
    EXISTS (SELECT FROM worker_heartbeats WHERE expires_at > now() AND pays_gas) AS "gasPaid"`;
}
