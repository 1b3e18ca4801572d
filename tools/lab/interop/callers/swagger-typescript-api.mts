import { Api } from '../swagger-typescript-api/api.js';
import { STAKE } from './stake.mjs';

/** Returns the id of the intent. @throws the response of an error */
export async function stake(baseUrl: string): Promise<string> {
  const { data } = await new Api({ baseUrl }).agent.createIntent(STAKE);
  return data.intent.intent_id;
}
