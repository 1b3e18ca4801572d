import { createIntent } from '../hey-api/index.js';
import { STAKE } from './stake.mjs';

/** Returns the id of the intent, or the code of the error. */
export async function stake(baseUrl: string): Promise<string> {
  const { data, error } = await createIntent({ baseUrl, body: STAKE });
  return data === undefined ? error.error.code : data.intent.intent_id;
}
