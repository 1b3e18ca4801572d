import { Client } from './client.js';

/** The user that every installation is seeded with. */
export const DEMO_USER_ID = '00000000-0000-4000-8000-000000000001';
export const UNKNOWN_ID = '99999999-9999-4999-8999-999999999999';
export const MALFORMED_IDS = ['1', 'not-a-uuid', '00000000-0000-4000-8000-00000000000g', '%00', '%zz', '%F0%9F%98%80'];

interface Target {
  url: string;
  stop(): Promise<void>;
}

/**
 * Gives a client for the service under test: the one that CONFORMANCE_BASE_URL names, or one that is started here.
 * It is ready from `beforeAll` on.
 */
export function useTarget(): Client {
  const client = new Client('');
  let target: Target | undefined;
  beforeAll(async () => {
    target = await startTarget();
    Object.assign(client, { baseUrl: target.url });
  });
  afterAll(async () => {
    await target?.stop();
  });
  return client;
}

async function startTarget(): Promise<Target> {
  const url = process.env.CONFORMANCE_BASE_URL;
  if (url !== undefined) return { url: url.replace(/\/$/, ''), stop: () => Promise.resolve() };
  const { startTestApi } = await import('../../api/start-test-api.js');
  return startTestApi();
}
