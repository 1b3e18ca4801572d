import { parseSignedTransaction } from '@app/chain';
import type { ProviderTransaction, TransactionQuery } from '@app/engine';
import type { KeystoreNode } from './keystore-node.js';

interface Dependencies {
  node: Pick<KeystoreNode, 'succeeded' | 'transactionCount' | 'knows' | 'confirmedCount'>;
  /** Depth of a block from which it counts as final. */
  confirmations: number;
}

/** Where the step's transaction is. Null while no pool is known to have one of its nonce. */
export async function locateTransaction(
  { node, confirmations }: Dependencies,
  { body, refId }: TransactionQuery,
  sentId?: string,
): Promise<ProviderTransaction | null> {
  const { from, nonce, hash: id } = parseSignedTransaction(body);
  const hashes = new Set([id, sentId ?? id]);
  const transaction = { id, transactionHash: null, errorReason: null, refId };
  for (const hash of hashes) {
    const succeeded = await node.succeeded(hash);
    const mined = { ...transaction, id: hash, transactionHash: hash };
    if (succeeded === true) return { ...mined, state: 'complete' };
    if (succeeded === false) return { ...mined, state: 'failed', errorReason: 'FAILED_ON_CHAIN' };
  }
  const [count, nextNonce] = await Promise.all([
    node.transactionCount(from, 'latest'),
    node.transactionCount(from, 'pending'),
  ]);
  const isBehindGap = count < nonce && nextNonce <= nonce;
  for (const hash of hashes) {
    if (!(await node.knows(hash))) continue;
    return { ...transaction, id: hash, transactionHash: hash, state: isBehindGap ? 'queued' : 'sent' };
  }
  // Some nodes take it only after the earlier ones, which are sent first.
  if (isBehindGap) return { ...transaction, state: 'queued' };
  if (count > nonce) {
    const isFinal = (await node.confirmedCount(from, confirmations)) > nonce;
    return { ...transaction, state: isFinal ? 'replaced' : 'pending' };
  }
  return nextNonce > nonce ? { ...transaction, state: 'stuck' } : null;
}
