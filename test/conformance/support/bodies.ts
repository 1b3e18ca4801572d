import { expect } from '@jest/globals';
import type { WireRecord } from './answer.js';
import type { Client } from './client.js';
import { DEMO_USER_ID } from './ids.js';

export const ISO_TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const LOWER_CASE_UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

/** Body of a valid market, with the changes of a test. */
export function newMarket(changes: object = {}): object {
  return {
    creator_user_id: DEMO_USER_ID,
    title: 'Will it happen?',
    chain: 'CHAIN-TESTNET',
    closes_at: inDays(30),
    ...changes,
  };
}

/** Body of a valid trade intent, except for its market. */
export function newTrade(changes: object = {}): object {
  return {
    user_id: DEMO_USER_ID,
    market_id: '00000000-0000-4000-8000-000000000101',
    outcome: 'YES',
    side: 'BUY',
    quantity: '10',
    price: '0.5',
    ...changes,
  };
}

export async function createMarket(client: Client, changes: object = {}): Promise<WireRecord> {
  const { status, body } = await client.post('/markets', newMarket(changes));
  expect(status).toBe(201);
  return body.market;
}

/** Reads all pages of a list. */
export async function readAll(client: Client, path: string, limit: number): Promise<WireRecord[]> {
  const rows: WireRecord[] = [];
  let cursor: string | null = null;
  do {
    const mark = path.includes('?') ? '&' : '?';
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { status, body } = await client.get(`${path}${mark}limit=${limit}${after}`);
    expect(status).toBe(200);
    expect(body.markets.length).toBeLessThanOrEqual(limit);
    rows.push(...body.markets);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return rows;
}
