import { type Action, type Portfolio, SOURCE_CLIENT } from '@presage/sdk';

export interface Claim {
  readonly marketId: string;
  readonly marketAddress: string;
  /** Creates the claim's action for a purpose. */
  readonly actionFor: (purpose: string) => Action;
}

/** Claims of a portfolio, one for each market: a wallet claims once, for all of its stakes. */
export function listClaims({ agent_id, agent_wallet_address, positions }: Portfolio): Claim[] {
  const claims = new Map<string, Claim>();
  for (const { claim_action: action, market_id, market_contract_address } of positions) {
    if (action === null || market_contract_address === null || agent_wallet_address === null) continue;
    const fields = { agent_id, action, market_id, market_contract_address, user_wallet: agent_wallet_address };
    claims.set(market_contract_address, {
      marketId: market_id,
      marketAddress: market_contract_address,
      actionFor: (purpose) => ({ ...fields, purpose }),
    });
  }
  return [...claims.values()];
}

/** Request that previews an action which names its wallet, as the SDK sends it. */
export function formatRequest({ purpose, ...fields }: Action): string {
  const body = { ...fields, source_client: SOURCE_CLIENT, client_request_id: purpose };
  return `POST /agent/intents\n${JSON.stringify(body)}`;
}
