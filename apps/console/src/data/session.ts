import { Store } from './store.js';

const API_KEY = 'presage.api-key';
const AGENT_ID = 'presage.agent-id';

/** Key of the API. The browser forgets it when the tab is closed. Null without one. */
export const apiKey = new Store<string | null>(sessionStorage.getItem(API_KEY));

/** Agent that the forms of this tab act for, empty before the first. */
export const actingAgent = new Store<string>(sessionStorage.getItem(AGENT_ID) ?? '');

export function setApiKey(key: string): void {
  if (key === '') sessionStorage.removeItem(API_KEY);
  else sessionStorage.setItem(API_KEY, key);
  apiKey.set(key === '' ? null : key);
}

export function setActingAgent(agentId: string): void {
  sessionStorage.setItem(AGENT_ID, agentId);
  actingAgent.set(agentId);
}
