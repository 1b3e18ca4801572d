import type { Readback } from '@app/agents';
import { assertNever, toChecksumAddress } from '@app/common';
import { viewCall, type ViewName } from '@app/contracts';
import type { ReadbackRequest } from '@app/engine';
import type { BlockTag, ChainRpc } from './chain-rpc.js';

export interface ReadbackReader {
  rpc: ChainRpc;
  factoryAddress: string;
}

/** Contract values shown with a finished execution, all read at one block. */
export async function readBack(
  { rpc, factoryAddress }: ReadbackReader,
  { action, walletAddress, marketAddress }: ReadbackRequest,
  block: BlockTag,
): Promise<Readback> {
  const market = async (name: PlainMarketView): Promise<string> =>
    String(await rpc.view(marketAddress, viewCall('market', name, []), block));
  const ofWallet = async (name: AccountMarketView): Promise<string> =>
    String(await rpc.view(marketAddress, viewCall('market', name, [walletAddress]), block));
  const flags = {
    has_claimed: async () => rpc.view(marketAddress, viewCall('market', 'hasClaimed', [walletAddress]), block),
    is_open: async () => rpc.view(marketAddress, viewCall('market', 'isOpen', []), block),
  };
  switch (action) {
    case 'create_market':
      return gather({
        market_count: async () => String(await rpc.view(factoryAddress, viewCall('factory', 'marketCount', []), block)),
        created_market: async () => Promise.resolve(toChecksumAddress(marketAddress)),
        is_market: async () => rpc.view(factoryAddress, viewCall('factory', 'isMarket', [marketAddress]), block),
      });
    case 'buy_yes':
    case 'buy_no':
      return gather({
        yes_positions: () => ofWallet('yesPositions'),
        no_positions: () => ofWallet('noPositions'),
        total_yes: () => market('totalYes'),
        total_no: () => market('totalNo'),
        total_collateral: () => market('totalCollateral'),
      });
    case 'close_market':
      return gather({ market_status: () => market('status'), is_open: flags.is_open });
    case 'resolve_market':
    case 'claim_payout':
      return gather({
        market_status: () => market('status'),
        winning_outcome: () => market('winningOutcome'),
        claimable_payout: () => ofWallet('claimablePayout'),
        has_claimed: flags.has_claimed,
      });
    case 'cancel_market':
    case 'claim_refund':
      return gather({
        market_status: () => market('status'),
        claimable_refund: () => ofWallet('claimableRefund'),
        has_claimed: flags.has_claimed,
      });
    default:
      return assertNever(action);
  }
}

type PlainMarketView = Extract<
  ViewName<'market'>,
  'status' | 'winningOutcome' | 'totalYes' | 'totalNo' | 'totalCollateral'
>;
type AccountMarketView = Extract<
  ViewName<'market'>,
  'yesPositions' | 'noPositions' | 'claimablePayout' | 'claimableRefund'
>;

async function gather(parts: Readonly<Record<string, () => Promise<string | boolean>>>): Promise<Readback> {
  const names = Object.keys(parts);
  const values = await Promise.all(Object.values(parts).map((read) => read()));
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]));
}
