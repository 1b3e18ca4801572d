import {
  EthersChain,
  parseSignedTransaction,
  type Readback,
  type ReadbackRequest,
  type SignedTransaction,
} from '@app/chain';
import type { OtherBodies, PreparedTransaction, TransactionRequest } from '@app/engine';
import { KeystoreCustody } from '../../../apps/worker/src/custody/keystore/keystore-custody.js';
import { KeystoreNode } from '../../../apps/worker/src/custody/keystore/keystore-node.js';
import type { SendOutcome } from '../../../apps/worker/src/custody/keystore/node-texts.js';

/** Custody that signs in the process and keeps what it sends. */
export class RecordingCustody extends KeystoreCustody {
  /** Raw transactions in the order of their sends. */
  readonly sent: string[] = [];
  /** Without permits, so that the first buy in a market sends an approval. */
  override signsPermits = false;
  beforeSend: () => Promise<void> = () => Promise.resolve();

  beforePrepare: () => Promise<void> = () => Promise.resolve();

  override async prepare(request: TransactionRequest, others: OtherBodies): Promise<PreparedTransaction> {
    await this.beforePrepare();
    return super.prepare(request, others);
  }

  override async submit(body: string): Promise<{ transactionId: string }> {
    await this.beforeSend();
    this.sent.push(body);
    return super.submit(body);
  }
}

/** Node that refuses transactions, or whose state is behind, on demand. */
export class UnwillingNode extends KeystoreNode {
  refuse: (transaction: SignedTransaction) => SendOutcome | null = () => null;
  /** Transactions of an account that the state lacks. */
  missingTransactions = 0;

  override async sendRaw(raw: string): Promise<SendOutcome> {
    return this.refuse(parseSignedTransaction(raw)) ?? super.sendRaw(raw);
  }

  override async transactionCount(address: string, tag: 'latest' | 'pending'): Promise<number> {
    return Math.max(0, (await super.transactionCount(address, tag)) - this.missingTransactions);
  }
}

/** Chain at which something may happen between a receipt and the write that follows from it. */
export class InterruptedChain extends EthersChain {
  beforeReadback: () => Promise<void> = () => Promise.resolve();

  override async readback(request: ReadbackRequest): Promise<Readback> {
    await this.beforeReadback();
    return super.readback(request);
  }
}
