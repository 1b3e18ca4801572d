import { buildSubject, SETTINGS } from '../../../../test/support/decision-rows.js';
import { evaluateRules } from './chain-rules.js';
import { computeGas } from './gas.js';
import { toPlannedStep } from './planned-step.js';
import type { StepKind } from './states.js';

const WITHOUT_ALLOWANCE = {
  simulation: { ok: false, contractError: 'ERC20InsufficientAllowance' },
  holdings: { nativeWei: 10n ** 18n, collateralBaseUnits: 10n ** 12n },
  gasPrice: { maxFeeWei: 1n, presentWei: 1n },
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

  const AMOUNT = 10_000_000n;
  const UNIT_WEI = 10n ** 12n;

  it.each([
    ['USDC on Arc', '0x3600000000000000000000000000000000000000', AMOUNT, 'insufficient_token'],
    ['USDC on Arc with the gas', '0x3600000000000000000000000000000000000000', AMOUNT + 2n, null],
    ['another token', SETTINGS.plan.collateralAddress, AMOUNT, null],
  ])(
    'compares the stake, and the gas where one balance pays both, with a balance of %s',
    (_of, address, held, failure) => {
      const settings = { ...SETTINGS, plan: { ...SETTINGS.plan, collateralAddress: address } };
      const step = toPlannedStep(buildSubject({ status: 'planned' }), 0, settings);
      const holdings = { nativeWei: held * UNIT_WEI, collateralBaseUnits: held };
      // Gas for a little more than one base unit.
      const gasPrice = { maxFeeWei: UNIT_WEI / computeGas(step) + 1n, presentWei: 1n };
      expect(evaluateRules(step, { ...WITHOUT_ALLOWANCE, holdings, gasPrice })).toContainEqual({
        rule: 'balance',
        failure,
      });
    },
  );
});
