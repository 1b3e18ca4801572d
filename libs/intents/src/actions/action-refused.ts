import { AppError, compareDecimals } from '@app/common';
import type { IntentPreview, PreviewedIntent } from '@app/engine';
import { CHAIN_RULES } from '../intents/execution-preview.js';

/** Terms without which an action is not accepted. */
export interface ActionTerms {
  /** Least multiple of the preview's quote. */
  minMultiple: string | null;
  /** Most that the gas may cost, native coins. */
  maxFee: string | null;
}

/** An action that was not accepted because of its preview, which is stored. */
export class ActionRefusedError extends AppError {
  constructor(
    readonly intent: PreviewedIntent,
    details: readonly string[],
  ) {
    super('agent_action_refused', { details });
    this.name = 'ActionRefusedError';
  }
}

/**
 * Reasons of a preview for which an action is not accepted; empty for none. Acceptance itself refuses by the rules of the
 * wallet, the budgets and the operators, with their own errors.
 */
export function listRefusals({ checks, quote, fee }: IntentPreview, terms: ActionTerms): string[] {
  const rules: readonly string[] = CHAIN_RULES;
  const failures = checks.flatMap(({ rule, result, code, message }) =>
    (result === 'unknown' || code !== null) && rules.includes(rule)
      ? [`${rule} ${result === 'fail' ? 'fails' : 'is unknown'}: ${message}`]
      : [],
  );
  const { minMultiple, maxFee } = terms;
  const multiple = quote?.payoutMultiple ?? null;
  if (minMultiple !== null && (multiple === null || compareDecimals(multiple, minMultiple) < 0)) {
    failures.push(`expect.min_multiple is missed: the quote is ${multiple ?? 'unknown'}`);
  }
  const gasCost = fee?.maxCost ?? null;
  if (maxFee !== null && (gasCost === null || compareDecimals(gasCost, maxFee) > 0)) {
    failures.push(`expect.max_fee is missed: the gas costs up to ${gasCost ?? 'an unknown amount'}`);
  }
  return failures;
}
