import { assertNever, toChecksumAddress } from '@app/common';
import type { BlockTag, ChainRpc } from './chain-rpc.js';
import type { Readback, ReadbackRequest } from './chain.js';
import { viewCall } from './contracts/contract-view.js';
import type { ContractRead } from './contracts/read-batch.js';

export interface ReadbackReader {
  rpc: ChainRpc;
  factoryAddress: string;
}

type Reads = Readonly<Record<string, ContractRead<bigint | boolean>>>;

/** Contract values shown with a finished execution, all read at one block. */
export async function readBack(
  { rpc, factoryAddress }: ReadbackReader,
  request: ReadbackRequest,
  block: BlockTag,
): Promise<Readback> {
  const reads = readsOf(request, factoryAddress);
  const values = await rpc.viewAll(Object.values(reads), block);
  const shown = values.map((value) => (typeof value === 'bigint' ? String(value) : value));
  const readback = Object.fromEntries(Object.keys(reads).map((name, index) => [name, shown[index] ?? null]));
  return request.action === 'create_market'
    ? { ...readback, created_market: toChecksumAddress(request.marketAddress) }
    : readback;
}

function readsOf({ action, walletAddress, marketAddress: to }: ReadbackRequest, factoryAddress: string): Reads {
  const status = { to, view: viewCall('market', 'status', []) };
  const hasClaimed = { to, view: viewCall('market', 'hasClaimed', [walletAddress]) };
  switch (action) {
    case 'create_market':
      return {
        market_count: { to: factoryAddress, view: viewCall('factory', 'marketCount', []) },
        is_market: { to: factoryAddress, view: viewCall('factory', 'isMarket', [to]) },
      };
    case 'buy_yes':
    case 'buy_no':
      return {
        yes_positions: { to, view: viewCall('market', 'yesPositions', [walletAddress]) },
        no_positions: { to, view: viewCall('market', 'noPositions', [walletAddress]) },
        total_yes: { to, view: viewCall('market', 'totalYes', []) },
        total_no: { to, view: viewCall('market', 'totalNo', []) },
        total_collateral: { to, view: viewCall('market', 'totalCollateral', []) },
      };
    case 'close_market':
      return { market_status: status, is_open: { to, view: viewCall('market', 'isOpen', []) } };
    case 'resolve_market':
    case 'claim_payout':
      return {
        market_status: status,
        winning_outcome: { to, view: viewCall('market', 'winningOutcome', []) },
        claimable_payout: { to, view: viewCall('market', 'claimablePayout', [walletAddress]) },
        has_claimed: hasClaimed,
      };
    case 'cancel_market':
    case 'claim_refund':
      return {
        market_status: status,
        claimable_refund: { to, view: viewCall('market', 'claimableRefund', [walletAddress]) },
        has_claimed: hasClaimed,
      };
    default:
      return assertNever(action);
  }
}
