import type { SqlSession } from '@app/persistence';
import type { AffectedKeys } from '../domain/affected-keys.js';
import { projectCandles } from './project-candles.js';
import { projectHoldings } from './project-holdings.js';
import { projectPhases, projectPools, projectRecords } from './project-markets.js';

/**
 * Recomputes derived rows from events and from the stakes that triggers sum up from them. A row never depends on its
 * previous content, so the same statements advance, roll back and rebuild.
 */
export async function project(tx: SqlSession, keys: AffectedKeys): Promise<void> {
  if (keys.pools.length > 0) await projectPools(tx, keys.pools);
  if (keys.phases.length > 0) await projectPhases(tx, keys.phases);
  if (keys.trades.length > 0) await projectCandles(tx, keys.trades);
  await projectHoldings(tx, keys);
  if (keys.records.length > 0) await projectRecords(tx, keys.records);
}
