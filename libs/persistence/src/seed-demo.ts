import { EXECUTION_CHAIN } from '@app/common';
import type { SqlSession } from './database.js';

export const DEMO_USER_ID = '00000000-0000-4000-8000-000000000001';
/** Address of the demo user, who creates the demo markets on the local chain. */
export const DEMO_CREATOR = '0x00000000000000000000000000000000000de300';

/**
 * `closesInDays` counts from now. It is negative for markets that `npm start` decides on its chain. Elsewhere they close in a
 * day.
 */
export const DEMO_MARKETS = [
  {
    id: '00000000-0000-4000-8000-000000000101',
    title: 'Will it rain in Lisbon on the first of next month?',
    category: 'weather',
    tags: ['lisbon', 'rain'],
    closesInDays: 30,
  },
  {
    id: '00000000-0000-4000-8000-000000000102',
    title: 'Will the next Ethereum upgrade ship this quarter?',
    category: 'crypto',
    tags: ['ethereum'],
    closesInDays: 60,
  },
  {
    id: '00000000-0000-4000-8000-000000000103',
    title: 'Will a European team win the next world cup?',
    category: 'sports',
    tags: ['football'],
    closesInDays: 365,
  },
  {
    id: '00000000-0000-4000-8000-000000000104',
    title: 'Will an open model lead the coding benchmark by next spring?',
    category: 'ai',
    tags: ['models', 'benchmarks'],
    closesInDays: 120,
  },
  {
    id: '00000000-0000-4000-8000-000000000105',
    title: 'Did the harbour ferry run on all days of last week?',
    category: 'transport',
    tags: ['ferry'],
    closesInDays: -7,
  },
  {
    id: '00000000-0000-4000-8000-000000000106',
    title: 'Will the open-air concert take place in the castle?',
    category: 'culture',
    tags: ['concert'],
    closesInDays: -3,
  },
] as const;

/** Inserts the demo user and its markets. Safe to repeat: existing rows stay. */
export async function seedDemo(sql: SqlSession): Promise<void> {
  await sql.query(`INSERT INTO users (id, kind, wallet_address) VALUES ($1, 'person', $2) ON CONFLICT DO NOTHING`, [
    DEMO_USER_ID,
    DEMO_CREATOR,
  ]);
  await sql.query(
    `INSERT INTO markets (id, creator_user_id, title, description, category, tags, status, outcome_yes_label,
       outcome_no_label, collateral_asset, chain, resolution_source, created_at, closes_at)
     SELECT id, $1, title, 'Demo data of a local instance.', category, ARRAY(SELECT jsonb_array_elements_text(tags)), 'OPEN',
       'YES', 'NO', 'USDC', $3, 'demo', now() - interval '6 weeks', now() + greatest("closesInDays", 1) * interval '1 day'
     FROM jsonb_to_recordset($2) AS demo (id uuid, title text, category text, tags jsonb, "closesInDays" integer)
     ON CONFLICT DO NOTHING`,
    [DEMO_USER_ID, JSON.stringify(DEMO_MARKETS), EXECUTION_CHAIN],
  );
}
