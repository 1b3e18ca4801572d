import { type Check, type Intent, isFinalFailure } from '@presage/sdk';

const APPROVAL = 'agent_approval_required';

/**
 * Whether a check of the preview rules out that the action takes effect. Those of an earlier preview may have passed
 * since, unless they are final. An execution that needs an approval asks for it.
 */
export function cannotSucceed(checks: readonly Check[], isNew: boolean): boolean {
  const refusals = checks.filter(({ result, code }) => result === 'fail' && code !== null && code !== APPROVAL);
  return refusals.some(({ failure_reason: reason }) => isNew || isFinalFailure(reason));
}

/** Warning for the checks of an earlier preview. */
export function describeAge({ created_at }: Intent): string {
  return `The checks are those of ${created_at}. execute_intent checks again, and sends nothing that would fail.`;
}
