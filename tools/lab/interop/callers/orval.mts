import { createIntent } from '../orval/api.js';
import { STAKE } from './stake.mjs';

/** Returns the id of the intent, or the code of the error. */
export async function stake(): Promise<string> {
  const response = await createIntent(STAKE);
  if (response.status === 200 || response.status === 201) return response.data.intent.intent_id;
  return response.data.error.code;
}
