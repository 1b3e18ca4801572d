import type { SqlSession } from './database.js';

export const DEMO_USER_ID = '00000000-0000-4000-8000-000000000001';

const DEMO_MARKETS = [
  ['00000000-0000-4000-8000-000000000101', 'Will it rain in Lisbon on the first of next month?', 'weather', 30],
  ['00000000-0000-4000-8000-000000000102', 'Will the next Ethereum upgrade ship this quarter?', 'crypto', 60],
  ['00000000-0000-4000-8000-000000000103', 'Will a European team win the next world cup?', 'sports', 365],
] as const;

/** Inserts the demo user and three markets that close in the future. Safe to repeat: existing rows stay. */
export async function seedDemo(sql: SqlSession): Promise<void> {
  await sql.query(`INSERT INTO users (id, kind) VALUES ($1, 'person') ON CONFLICT DO NOTHING`, [DEMO_USER_ID]);
  await sql.query(
    `INSERT INTO markets (id, creator_user_id, title, category, status, outcome_yes_label, outcome_no_label,
       collateral_asset, chain, resolution_source, closes_at)
     SELECT id::uuid, $1, title, category, 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', 'demo',
       now() + days::integer * interval '1 day'
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS demo (id, title, category, days)
     ON CONFLICT DO NOTHING`,
    [
      DEMO_USER_ID,
      DEMO_MARKETS.map(([id]) => id),
      DEMO_MARKETS.map(([, title]) => title),
      DEMO_MARKETS.map(([, , category]) => category),
      DEMO_MARKETS.map(([, , , days]) => String(days)),
    ],
  );
}
