import { canConfirm, canMoveIntent } from './intent-transitions.js';
import { INTENT_STATUSES } from './intent.js';

describe('intent transitions', () => {
  const LEGAL = [
    'preview → confirmed',
    'preview → cancelled',
    'confirmed → executing',
    'confirmed → cancelled',
    'executing → executed',
    'executing → failed',
    'executing → cancelled',
    'executed → executing',
    'failed → confirmed',
  ];

  it('allows only the transitions of the table', () => {
    const moves = INTENT_STATUSES.flatMap((from) =>
      INTENT_STATUSES.filter((to) => canMoveIntent(from, to)).map((to) => `${from} → ${to}`),
    );
    expect(moves.sort()).toEqual([...LEGAL].sort());
  });

  it('confirms a preview, a confirmed and a failed intent', () => {
    expect(INTENT_STATUSES.filter(canConfirm)).toEqual(['preview', 'confirmed', 'failed']);
  });
});
