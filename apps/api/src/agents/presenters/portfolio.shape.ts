import { EXECUTION_CHAIN, WALLET_PROVIDER } from '@app/common';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';

export interface PortfolioBody {
  agent_id: string;
  agent_wallet_address: string | null;
  chain: string;
  wallet_provider: string;
  active_positions_count: number;
  resolved_or_closed_positions_count: number;
  claimable_refundable_count: number;
  total_exposure: string;
  positions: readonly PortfolioPositionBody[];
  settlements: readonly PortfolioSettlementBody[];
  as_of_block: number | null;
}

export interface PortfolioPositionBody {
  market_id: string;
  market_contract_address: string | null;
  market_status: string;
  outcome: string;
  quantity: string;
  cost: string;
  current_value: string;
  realized_pnl: string;
  unrealized_pnl: string;
  claimable: string;
  refundable: string;
  claim_action: string | null;
}

export interface PortfolioSettlementBody {
  market_id: string;
  market_contract_address: string | null;
  outcome: string;
  amount: string;
  status: string;
  tx_hash: string | null;
  settled_at: string | null;
}

const MARKET = {
  market_id: wire.text('The agent’s own name of the market.', EXAMPLE.marketName),
  market_contract_address: wire.nullable(wire.address('The market’s contract.', EXAMPLE.market)),
  outcome: wire.oneOf(['YES', 'NO'], 'The outcome that the stake is on.'),
};

const POSITION = wire.named<PortfolioPositionBody>('PortfolioPosition', 'A stake on one side of one market.', {
  ...MARKET,
  market_status: wire.oneOf(['OPEN', 'TRADING_CLOSED', 'RESOLVED', 'CANCELLED'], 'The market’s status.', 'RESOLVED'),
  quantity: wire.decimal('What was staked.', '10'),
  cost: wire.decimal('What it cost.', '10'),
  current_value: wire.decimal('What it would bring now.', '40'),
  realized_pnl: wire.signedDecimal('Profit that is certain and paid; negative for a loss.', '0'),
  unrealized_pnl: wire.signedDecimal('Profit that is not paid yet.', '30'),
  claimable: wire.decimal('What `claim_payout` would pay.', '40'),
  refundable: wire.decimal('What `claim_refund` would give back.', '0'),
  claim_action: wire.nullable(wire.oneOf(['claim_payout', 'claim_refund'], 'The action that would claim it.')),
});

const SETTLEMENT = wire.named<PortfolioSettlementBody>(
  'PortfolioSettlement',
  'What a decided market owes for one side, or has paid.',
  {
    ...MARKET,
    amount: wire.decimal('How much.', '40'),
    status: wire.oneOf(['PENDING', 'SETTLED'], '`PENDING` until it is claimed.'),
    tx_hash: wire.nullable(wire.bytes32('The transaction of the claim.', EXAMPLE.transactionHash), null),
    settled_at: wire.nullable(wire.timestamp('When it was claimed.', EXAMPLE.completedAt), null),
  },
);

export const PORTFOLIO = wire.named<PortfolioBody>('Portfolio', 'What an agent holds, as of one block.', {
  agent_id: wire.text('The agent.', EXAMPLE.agentId),
  agent_wallet_address: wire.nullable(wire.address('Its wallet.', EXAMPLE.agentWallet)),
  chain: wire.text('The wallet’s network.', EXECUTION_CHAIN),
  wallet_provider: wire.text('Who holds the key.', WALLET_PROVIDER),
  active_positions_count: wire.integer('Stakes in markets that can still be bought.', 0),
  resolved_or_closed_positions_count: wire.integer('All other stakes.', 1),
  claimable_refundable_count: wire.integer('Stakes that a claim would pay for.', 1),
  total_exposure: wire.decimal('Cost of all stakes whose outcome is open.', '0'),
  positions: wire.list(POSITION, 'The stakes.'),
  settlements: wire.list(SETTLEMENT, 'What is owed or was paid for them.'),
  as_of_block: wire.nullable(
    wire.integer('The block that all of it is as of; null when there was none to read.', 4711),
  ),
});
