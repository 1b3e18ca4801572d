/**
 * How the node took a raw transaction.
 * - `accepted`: it has the transaction.
 * - `outbid`: its pool holds another transaction of this nonce.
 * - `not_taken`: it did not take the transaction, and may with a higher fee or later.
 * - `nonce_used`: a block that it knows holds another transaction of this nonce, or this one.
 * - `insufficient_funds`: the balance does not pay for this transaction and those of the sender in the pool.
 */
export type SendOutcome = 'accepted' | 'outbid' | 'not_taken' | 'nonce_used' | 'insufficient_funds';

/** Texts of the refusals of six clients, as lower-case words between commas. Sources are repositories on GitHub. */
const NODE_TEXTS: Readonly<Record<string, Readonly<Record<SendOutcome, string>>>> = {
  // ethereum/go-ethereum: core/txpool/errors.go, core/txpool/validation.go, core/txpool/legacypool/legacypool.go, core/error.go
  geth: {
    accepted: 'already known',
    outbid: 'replacement transaction underpriced',
    not_taken: `transaction underpriced, transaction gas price below minimum, max fee per gas less than block base fee,
      max priority fee per gas higher than max fee per gas, exceeds the configured cap, exceeds block gas limit,
      txpool is full, account limit exceeded, in flight transaction limit reached, address already reserved,
      nonce too high, gapped nonce tx from delegated accounts, future transaction tries to replace pending`,
    nonce_used: 'nonce too low',
    insufficient_funds: 'insufficient funds',
  },
  // NethermindEth/nethermind: Nethermind.TxPool/AcceptTxResult.cs, TxPoolErrorMessages.cs (geth's words, since 2026); issue 12164
  nethermind: {
    accepted: 'already known',
    outbid: 'replacement not allowed, own nonce already used, replacement transaction underpriced',
    not_taken: `fee too low, fee too low to compete, transaction underpriced, gas limit exceeded, gas limit reached,
      nonce gap, nonce too far in future, nonce too high`,
    nonce_used: 'old nonce, nonce too low',
    insufficient_funds: 'insufficient funds, insufficient sender balance',
  },
  // erigontech/erigon: txnprovider/txpool/txpoolcfg/txpoolcfg.go
  erigon: {
    accepted: 'already known, existing tx with same hash, existing txn with same hash',
    outbid: `replacement transaction underpriced, could not replace existing tx,
      replaced by transaction with higher tip`,
    not_taken: 'underpriced, fee too low, sub pool is full, spammer, gas limit is too high',
    nonce_used: 'nonce too low',
    insufficient_funds: 'insufficient funds',
  },
  // hyperledger/besu: ethereum/api/src/main/java/…/jsonrpc/internal/response/RpcErrorType.java
  besu: {
    accepted: 'known transaction',
    outbid: 'replacement transaction underpriced',
    not_taken: `gas price below configured minimum gas price, gas price below current base fee, exceeds block gas limit,
      max priority fee per gas exceeds max fee per gas, transaction fee cap exceeded, nonce too high,
      nonce is too distant from current sender nonce, invalid transaction with a lower nonce exists`,
    nonce_used: 'nonce too low',
    insufficient_funds: 'upfront cost exceeds account balance',
  },
  // paradigmxyz/reth: crates/rpc/rpc-eth-types/src/error/mod.rs, crates/transaction-pool/src/error.rs
  reth: {
    accepted: 'already known, already imported',
    outbid: 'replacement transaction underpriced, insufficient gas price to replace existing transaction',
    not_taken: `transaction underpriced, max fee per gas less than block base fee, exceeds the configured cap,
      transaction priority fee below minimum, max priority fee per gas higher than max fee per gas, nonce too high,
      txpool is full, address already reserved, exceeds block gas limit, exceeds max transaction gas limit`,
    nonce_used: 'nonce too low',
    insufficient_funds: 'insufficient funds',
  },
  // foundry-rs/foundry: crates/anvil/src/eth/error.rs
  anvil: {
    accepted: 'already imported',
    outbid: 'insufficient gas price to replace existing transaction',
    not_taken: `max fee per gas less than block base fee, max priority fee per gas higher than max fee per gas,
      nonce too high, gas limit is greater than the block gas limit`,
    nonce_used: 'nonce too low',
    insufficient_funds: 'insufficient funds',
  },
};
const OUTCOMES = ['accepted', 'outbid', 'not_taken', 'nonce_used', 'insufficient_funds'] as const;
/** The longest first: "replacement transaction underpriced" is another outcome than "transaction underpriced". */
const LISTED = Object.values(NODE_TEXTS)
  .flatMap((texts) => OUTCOMES.flatMap((outcome) => texts[outcome].split(',').map((text) => ({ text, outcome }))))
  .map(({ text, outcome }) => ({ words: ` ${text.trim()} `, outcome }))
  .sort((one, other) => other.words.length - one.words.length);

/** Outcome that a refusal's text states; null for an unlisted text. */
export function parseSendOutcome(message: string): SendOutcome | null {
  // "InsufficientFunds, Account balance", "nonce_too_low" and "sub-pool is full" are words like any other.
  const words = message.replace(/([a-z])(?=[A-Z])/g, '$1 ').replace(/[^a-zA-Z0-9]+/g, ' ');
  const text = ` ${words.toLowerCase()} `;
  return LISTED.find((listed) => text.includes(listed.words))?.outcome ?? null;
}
