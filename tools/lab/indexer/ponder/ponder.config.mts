import { createConfig, factory } from 'ponder';
import { parseAbi, parseAbiItem } from 'viem';

/** Declared from the Solidity sources, so that no code of the product takes part. */
const MARKET_CREATED = parseAbiItem(
  'event MarketCreated(address indexed market, address indexed creator, bytes32 indexed ref, string id, string question, uint256 closeTimestamp, address resolver, address collateralToken)',
);
const MARKET_ABI = parseAbi([
  'event Bought(address indexed buyer, bytes32 indexed ref, uint8 indexed outcome, uint256 amount, uint256 position, uint256 totalYes, uint256 totalNo)',
  'event Closed(address indexed by, bytes32 indexed ref, uint256 totalYes, uint256 totalNo)',
  'event Resolved(address indexed by, bytes32 indexed ref, uint8 indexed winningOutcome, uint256 totalYes, uint256 totalNo)',
  'event Cancelled(address indexed by, bytes32 indexed ref, uint8 indexed unbackedOutcome, uint256 totalYes, uint256 totalNo)',
  'event PayoutClaimed(address indexed account, bytes32 indexed ref, uint256 stake, uint256 payout)',
  'event RefundClaimed(address indexed account, bytes32 indexed ref, uint256 amount)',
]);
const FACTORY = process.env.FACTORY_ADDRESS as `0x${string}`;

export default createConfig({
  database: { kind: 'postgres', connectionString: process.env.DATABASE_URL, poolConfig: { max: 6 } },
  chains: {
    local: { id: Number(process.env.CHAIN_ID), rpc: process.env.RPC_URL, pollingInterval: 200, disableCache: true },
  },
  contracts: {
    Factory: { abi: [MARKET_CREATED], chain: 'local', address: FACTORY, startBlock: 0 },
    Market: {
      abi: MARKET_ABI,
      chain: 'local',
      address: factory({ address: FACTORY, event: MARKET_CREATED, parameter: 'market' }),
      startBlock: 0,
    },
  },
});
