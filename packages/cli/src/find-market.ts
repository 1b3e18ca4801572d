import { type Intent, type Market, type Presage, PresageError, SOURCE_CLIENT } from '@presage/sdk';
import { UsageError } from './exit-code.js';

const ID_OR_ADDRESS = /^(?:0x[\da-f]{40}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** Purpose of `presage create NAME` without --purpose. */
export function createPurpose(name: string): string {
  return `create_market ${name}`;
}

/**
 * Finds a market by its id, its contract address, or its name: the one that this agent created by that name, or else the only
 * one that has it. @throws UsageError when several have it @throws PresageError market_not_found
 */
export async function findMarket(presage: Presage, reference: string, agentId: string | null): Promise<Market> {
  if (ID_OR_ADDRESS.test(reference)) return presage.findMarket(reference);
  const own = agentId === null ? null : await findOwnAddress(presage, reference, agentId);
  if (own !== null) return presage.findMarket(own);
  const { markets } = await presage.request('listMarkets', { query: { onchain_market_id: reference, limit: 50 } });
  const [market, ...others] = markets;
  if (market === undefined) {
    const message = `No market has the id, contract address or name ${reference}.`;
    throw new PresageError({ code: 'market_not_found', message, status: 404 });
  }
  if (others.length === 0) return market;
  const addresses = markets.map(({ onchain }) => onchain?.market_contract_address).join(', ');
  throw new UsageError(
    `${markets.length} markets are named ${reference}. Use the contract address of one: ${addresses}.`,
  );
}

/** The contract of the market that the agent created by this name, also before it is listed. */
async function findOwnAddress(presage: Presage, name: string, agent_id: string): Promise<string | null> {
  const intent = await findIntent(presage, agent_id, createPurpose(name)).catch((error: unknown) => {
    // A name is read by anyone, and the agent may not exist yet.
    if (error instanceof PresageError && error.status !== null && error.status < 500) return null;
    throw error;
  });
  return intent?.action === 'create_market' ? intent.market_contract_address : null;
}

/** The intent of a purpose, null if there is none. */
export async function findIntent(presage: Presage, agent_id: string, purpose: string): Promise<Intent | null> {
  const query = { agent_id, source_client: SOURCE_CLIENT, client_request_id: purpose, limit: 1 };
  return (await presage.request('listIntents', { query })).intents[0] ?? null;
}
