/**
 * How the node took a raw transaction.
 * - `accepted`: it has the transaction.
 * - `outbid`: its pool holds another transaction of this nonce.
 * - `not_taken`: it did not take the transaction, and may with a higher fee or later.
 * - `nonce_used`: a block that it knows holds another transaction of this nonce, or this one.
 * - `insufficient_funds`: the balance does not pay for this transaction and those of the sender in the pool.
 */
export type SendOutcome = 'accepted' | 'outbid' | 'not_taken' | 'nonce_used' | 'insufficient_funds';

/** Texts of refusals, as lower-case words between commas. Sources are repositories on GitHub. */
const NODE_TEXTS: readonly (readonly [client: string, outcome: SendOutcome, texts: string])[] = [
  // ethereum/go-ethereum: core/error.go, core/txpool/errors.go, validation.go and legacypool/legacypool.go
  ['geth', 'accepted', 'already known'],
  ['geth', 'outbid', 'replacement transaction underpriced'],
  ['geth', 'not_taken', 'transaction underpriced, transaction gas price below minimum, exceeds the configured cap'],
  ['geth', 'not_taken', 'max fee per gas less than block base fee, exceeds block gas limit, nonce too high'],
  ['geth', 'not_taken', 'max priority fee per gas higher than max fee per gas, in flight transaction limit reached'],
  ['geth', 'not_taken', 'txpool is full, account limit exceeded, future transaction tries to replace pending'],
  ['geth', 'nonce_used', 'nonce too low'],
  ['geth', 'insufficient_funds', 'insufficient funds'],
  // NethermindEth/nethermind: Nethermind.TxPool/AcceptTxResult.cs and TxPoolErrorMessages.cs (geth's, from 2026); issue 12164
  ['nethermind', 'accepted', 'already known'],
  ['nethermind', 'outbid', 'replacement not allowed, own nonce already used, replacement transaction underpriced'],
  ['nethermind', 'not_taken', 'fee too low, fee too low to compete, transaction underpriced'],
  ['nethermind', 'not_taken', 'nonce gap, nonce too high, nonce too far in future'],
  ['nethermind', 'not_taken', 'gas limit exceeded, gas limit reached'],
  ['nethermind', 'nonce_used', 'old nonce, nonce too low'],
  ['nethermind', 'insufficient_funds', 'insufficient funds, insufficient sender balance'],
  // erigontech/erigon: txnprovider/txpool/txpoolcfg/txpoolcfg.go
  ['erigon', 'accepted', 'already known, existing tx with same hash, existing txn with same hash'],
  ['erigon', 'outbid', 'replacement transaction underpriced, could not replace existing tx'],
  ['erigon', 'outbid', 'replaced by transaction with higher tip'],
  ['erigon', 'not_taken', 'underpriced, fee too low, sub pool is full, spammer, gas limit is too high'],
  ['erigon', 'nonce_used', 'nonce too low'],
  ['erigon', 'insufficient_funds', 'insufficient funds'],
  // hyperledger/besu: ethereum/api/src/main/java/…/jsonrpc/internal/response/RpcErrorType.java
  ['besu', 'accepted', 'known transaction'],
  ['besu', 'outbid', 'replacement transaction underpriced'],
  ['besu', 'not_taken', 'gas price below configured minimum gas price, gas price below current base fee'],
  ['besu', 'not_taken', 'max priority fee per gas exceeds max fee per gas, transaction fee cap exceeded'],
  ['besu', 'not_taken', 'nonce too high, nonce is too distant from current sender nonce'],
  ['besu', 'not_taken', 'exceeds block gas limit, invalid transaction with a lower nonce exists'],
  ['besu', 'nonce_used', 'nonce too low'],
  ['besu', 'insufficient_funds', 'upfront cost exceeds account balance'],
  // paradigmxyz/reth: crates/rpc/rpc-eth-types/src/error/mod.rs, crates/transaction-pool/src/error.rs
  ['reth', 'accepted', 'already known, already imported'],
  ['reth', 'outbid', 'replacement transaction underpriced, insufficient gas price to replace existing transaction'],
  ['reth', 'not_taken', 'transaction underpriced, transaction priority fee below minimum, exceeds the configured cap'],
  ['reth', 'not_taken', 'max fee per gas less than block base fee, exceeds block gas limit, nonce too high'],
  ['reth', 'not_taken', 'max priority fee per gas higher than max fee per gas, exceeds max transaction gas limit'],
  ['reth', 'not_taken', 'txpool is full'],
  ['reth', 'nonce_used', 'nonce too low'],
  ['reth', 'insufficient_funds', 'insufficient funds'],
  // foundry-rs/foundry: crates/anvil/src/eth/error.rs
  ['anvil', 'accepted', 'already imported'],
  ['anvil', 'outbid', 'insufficient gas price to replace existing transaction'],
  ['anvil', 'not_taken', 'max fee per gas less than block base fee, nonce too high'],
  ['anvil', 'not_taken', 'max priority fee per gas higher than max fee per gas'],
  ['anvil', 'not_taken', 'gas limit is greater than the block gas limit'],
  ['anvil', 'nonce_used', 'nonce too low'],
  ['anvil', 'insufficient_funds', 'insufficient funds'],
];
/** The longest first: "replacement transaction underpriced" is another outcome than "transaction underpriced". */
const LISTED = NODE_TEXTS.flatMap(([, outcome, texts]) => texts.split(', ').map((text) => ({ text, outcome }))).sort(
  (one, other) => other.text.length - one.text.length,
);

/** Outcome that a refusal's text states; null for an unlisted text. */
export function parseSendOutcome(message: string): SendOutcome | null {
  // "InsufficientFunds, Account balance", "nonce_too_low" and "sub-pool is full" are words like any other.
  const words = message.replace(/([a-z])(?=[A-Z])/g, '$1 ').replace(/[^a-zA-Z0-9]+/g, ' ');
  return LISTED.find(({ text }) => ` ${words.toLowerCase()} `.includes(` ${text} `))?.outcome ?? null;
}
