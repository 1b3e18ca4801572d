import type { Readback } from '@app/agents';
import { ACTIONS, type ReadbackKey, toChecksumAddress } from '@app/common';
import { type ContractRead, viewCall } from '@app/contracts';
import type { ReadbackRequest } from '@app/engine';
import type { BlockTag, ChainRpc } from './chain-rpc.js';

export interface ReadbackReader {
  rpc: ChainRpc;
  factoryAddress: string;
}

type Read = (request: ReadbackRequest, factoryAddress: string) => ContractRead<bigint | boolean>;

const READS: Readonly<Record<Exclude<ReadbackKey, 'created_market'>, Read>> = {
  market_count: (_request, to) => ({ to, view: viewCall('factory', 'marketCount', []) }),
  is_market: ({ marketAddress }, to) => ({ to, view: viewCall('factory', 'isMarket', [marketAddress]) }),
  yes_positions: ofWallet('yesPositions'),
  no_positions: ofWallet('noPositions'),
  total_yes: ofMarket('totalYes'),
  total_no: ofMarket('totalNo'),
  total_collateral: ofMarket('totalCollateral'),
  market_status: ofMarket('status'),
  is_open: ofMarket('isOpen'),
  winning_outcome: ofMarket('winningOutcome'),
  claimable_payout: ofWallet('claimablePayout'),
  claimable_refund: ofWallet('claimableRefund'),
  has_claimed: ofWallet('hasClaimed'),
};

/** Contract values shown with a finished execution, all read at one block. */
export async function readBack(
  { rpc, factoryAddress }: ReadbackReader,
  request: ReadbackRequest,
  block: BlockTag,
): Promise<Readback> {
  const keys: readonly ReadbackKey[] = ACTIONS[request.action].readback;
  const read = keys.filter((key) => key !== 'created_market');
  const values = await rpc.viewAll(
    read.map((key) => READS[key](request, factoryAddress)),
    block,
  );
  const shown = values.map((value) => (typeof value === 'bigint' ? String(value) : value));
  return {
    ...Object.fromEntries(read.map((key, index) => [key, shown[index] ?? null])),
    ...(read.length < keys.length && { created_market: toChecksumAddress(request.marketAddress) }),
  };
}

function ofMarket(view: 'totalYes' | 'totalNo' | 'totalCollateral' | 'status' | 'isOpen' | 'winningOutcome'): Read {
  return ({ marketAddress: to }) => ({ to, view: viewCall('market', view, []) });
}

function ofWallet(view: 'yesPositions' | 'noPositions' | 'claimablePayout' | 'claimableRefund' | 'hasClaimed'): Read {
  return ({ walletAddress, marketAddress: to }) => ({ to, view: viewCall('market', view, [walletAddress]) });
}
