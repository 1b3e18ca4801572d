import type { Sql } from '@app/persistence';
import type { AffectedKeys } from '../domain/affected-keys.js';
import { projectCandles } from './project-candles.js';
import { projectHoldings } from './project-holdings.js';
import { projectPhases, projectPools, projectRecords } from './project-markets.js';

/**
 * Makes the rows of what was touched say what the events say. Each row is computed from its events alone, whatever it
 * said before: so the same statements follow the chain forwards, roll it back, and rebuild everything.
 */
export async function project(tx: Sql, touched: AffectedKeys): Promise<void> {
  if (touched.pools.length > 0) await projectPools(tx, touched.pools);
  if (touched.phases.length > 0) await projectPhases(tx, touched.phases);
  if (touched.trades.length > 0) await projectCandles(tx, touched.trades);
  await projectHoldings(tx, touched);
  if (touched.records.length > 0) await projectRecords(tx, touched.records);
}
