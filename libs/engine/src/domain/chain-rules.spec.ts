import { buildSubject, SETTINGS } from '../../../../test/support/decision-rows.js';
import { evaluateRules } from './chain-rules.js';
import { toPlannedStep } from './planned-step.js';
import type { StepKind } from './states.js';

const WITHOUT_ALLOWANCE = {
  simulation: { ok: false, contractError: 'ERC20InsufficientAllowance' },
  holdings: { nativeWei: 10n ** 18n, collateralBaseUnits: 10n ** 12n },
  gasCostWei: 1n,
  pools: null,
} as const;

describe('evaluateRules', () => {
  it.each<[StepKind, string | null]>([
    ['approve', null],
    ['main', 'allowance_missing'],
  ])('judges a simulated buy without allowance before the %s step', (kind, failure) => {
    const { execution, step } = buildSubject({ status: 'planned' });
    const planned = toPlannedStep({ execution, step: { ...step, kind } }, 0, SETTINGS);
    expect(evaluateRules(planned, WITHOUT_ALLOWANCE)).toEqual([
      { rule: 'simulation', failure },
      { rule: 'min_multiple', failure: null },
      { rule: 'gas', failure: null },
      { rule: 'balance', failure: null },
    ]);
  });
});
