import { type Api, type Bounds, Pauses } from './api.js';
import type { BuyIntent, CreateMarketIntent, MarketIntent, ResolveMarketIntent } from './generated/types.js';
import { invalid, type Limits } from './http.js';
import { PresageError } from './presage-error.js';

type IntentBody = CreateMarketIntent | BuyIntent | MarketIntent | ResolveMarketIntent;
type Derived = 'user_wallet' | 'source_client' | 'client_request_id' | 'resolver' | 'collateral_token';
type ActionOf<T> = T extends IntentBody
  ? Omit<T, Derived> & Partial<Pick<T, Extract<Derived, keyof T>>> & { readonly purpose: string }
  : never;

/**
 * An action and its purpose. The purpose is the idempotency key: one purpose of an agent has at most one effect.
 * Repeat all fields unchanged, `close_timestamp` included. Purposes have 1 to 200 characters.
 * `user_wallet` and `resolver` are the agent's own wallet by default, `collateral_token` is the service's token.
 */
export type Action = ActionOf<IntentBody>;

/** Part of the idempotency key, so that SDK, CLI and MCP server find each other's intents. */
export const SOURCE_CLIENT = 'presage-sdk';

/** The request of an action, whose key is its purpose. */
export type KeyedBody = IntentBody & { readonly client_request_id: string };

/** Completes the request of an action. @throws PresageError */
export async function toBody(api: Api, given: Action, bounds: Bounds): Promise<KeyedBody> {
  const { purpose, ...action }: Action = { ...given };
  // The service takes a blank key for none: each repeat would be another intent.
  if (typeof purpose !== 'string' || purpose.trim() === '') throw invalid('purpose', 'it must not be blank.');
  const user_wallet = action.user_wallet ?? (await readAddress(api, action.agent_id, bounds));
  const common = { user_wallet, source_client: SOURCE_CLIENT, client_request_id: purpose };
  if (action.action !== 'create_market') return { ...action, ...common };
  const { resolver = user_wallet, collateral_token = await collateralToken(api, bounds) } = action;
  return { ...action, ...common, resolver, collateral_token };
}

/** Returns the address of the agent's wallet, once the custody has created it. It never changes. @throws PresageError */
export async function readAddress(api: Api, agentId: string, bounds: Bounds): Promise<string> {
  for (const pauses = new Pauses(); ;) {
    const known = api.addresses.get(agentId);
    if (known !== undefined) return known;
    const read = (limits: Limits) => api.request('getWallet', { path: { agent_id: agentId }, ...limits });
    const { agent_wallet_address: address } = (await api.repeat(read, bounds)).agent_wallet;
    if (address !== null) {
      api.addresses.set(agentId, address);
      return address;
    }
    if (api.timer.nowMs() >= bounds.deadlineMs) {
      throw new PresageError({ code: 'no_answer', message: 'The wallet has no address yet.', status: null });
    }
    await api.timer.sleep(pauses.nextMs(), bounds.signal);
  }
}

async function collateralToken(api: Api, bounds: Bounds): Promise<string> {
  return (await api.repeat((limits) => api.request('getContractMetadata', limits), bounds)).collateral_erc20_interface;
}
