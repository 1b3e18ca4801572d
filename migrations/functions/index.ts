import type { QueryRunner } from 'typeorm';
import { ARCHIVE_FUNCTIONS_SQL } from './archives.js';
import { BUDGET_FUNCTIONS_SQL } from './budgets.js';
import { CHAIN_INDEX_FUNCTIONS_SQL } from './chain-index.js';
import { ENGINE_FUNCTIONS_SQL } from './engine.js';
import { EVENT_FUNCTIONS_SQL } from './events.js';
import { FACT_FUNCTIONS_SQL } from './facts.js';
import { MARKET_FUNCTIONS_SQL } from './markets.js';
import { VALUE_FUNCTIONS_SQL } from './values.js';
import { WEBHOOK_FUNCTIONS_SQL } from './webhooks.js';

const FUNCTIONS = [
  VALUE_FUNCTIONS_SQL,
  MARKET_FUNCTIONS_SQL,
  CHAIN_INDEX_FUNCTIONS_SQL,
  ENGINE_FUNCTIONS_SQL,
  BUDGET_FUNCTIONS_SQL,
  EVENT_FUNCTIONS_SQL,
  FACT_FUNCTIONS_SQL,
  WEBHOOK_FUNCTIONS_SQL,
  ARCHIVE_FUNCTIONS_SQL,
];

type Session = Pick<QueryRunner, 'query'>;

/** Brings every SQL function to the text of this build. Safe to repeat; keeps privileges, and locks no table. */
export async function applyFunctions(session: Session): Promise<void> {
  await session.query(FUNCTIONS.join('\n'));
}

/**
 * Creates functions for a migration, whose triggers and indexes need them. A body may name tables and columns of later
 * migrations, which the transaction therefore does not check.
 */
export async function createFunctions(session: Session, ...functions: readonly string[]): Promise<void> {
  await session.query(['SET LOCAL check_function_bodies = off', ...functions].join(';\n'));
}
