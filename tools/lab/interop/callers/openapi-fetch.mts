import createClient from 'openapi-fetch';
import type { paths } from '../openapi-fetch/api.js';
import { STAKE } from './stake.mjs';

/** Returns the id of the intent, or the code of the error. */
export async function stake(baseUrl: string): Promise<string> {
  const { data, error } = await createClient<paths>({ baseUrl }).POST('/agent/intents', { body: STAKE });
  return data === undefined ? error.error.code : data.intent.intent_id;
}
