import { EthersChain, type Readback, type ReadbackRequest } from '@app/chain';
import { KeystoreCustody } from '../../../apps/worker/src/custody/keystore/keystore-custody.js';

/** Custody that signs in the process and keeps what it sends. */
export class RecordingCustody extends KeystoreCustody {
  /** Raw transactions in the order of their sends. */
  readonly sent: string[] = [];
  beforeSend: () => Promise<void> = () => Promise.resolve();

  override async submit(body: string): Promise<{ transactionId: string }> {
    await this.beforeSend();
    this.sent.push(body);
    return super.submit(body);
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
