import type { Stack } from '../../support/index.js';

/** The local wallet provider's call that sends a transaction. */
export const SUBMIT_OPERATION = 'createContractExecution';

export interface FaultRule {
  /** Which calls it applies to; all when empty. */
  readonly match: { readonly operation?: string; readonly walletId?: string };
  /** Such as `drop`, `denied`, `revert` or `delay:<ms>`. */
  readonly fault: string;
  /** Number of calls that it applies to; all when absent. */
  readonly times?: number;
}

/** Makes the local wallet provider fail as the rule says. */
export async function injectFault({ provider }: Stack, rule: FaultRule): Promise<void> {
  const { status } = await fetch(`${provider.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  });
  if (status !== 201) throw new Error(`the provider refused a fault with ${status}`);
}

export async function clearFaults({ provider }: Stack): Promise<void> {
  await fetch(`${provider.url}/control/faults`, { method: 'DELETE' });
}
