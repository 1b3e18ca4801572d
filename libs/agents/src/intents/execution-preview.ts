import type { StoredControls } from '../executions/stored-controls.js';
import type { PolicyWallet } from '../wallets/policy-wallet.js';
import type { IntentRequest } from './intent.entity.js';
import type { IntentPreview } from './intent-preview.js';

export interface PreviewSubject {
  /** Id that the intent will have; its ref on the chain follows from it. */
  intentId: string;
  request: IntentRequest;
  wallet: PolicyWallet | null;
  controls: StoredControls;
}

/** Evaluates the rules of execution besides the wallet's own: switches and the state of the chain. */
export abstract class ExecutionPreview {
  /** Uses the evaluator of execution. Read-only. Never rejects: a rule whose facts cannot be read is `unknown`. */
  abstract evaluate(subject: PreviewSubject): Promise<IntentPreview>;
}
