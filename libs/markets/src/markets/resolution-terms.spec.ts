import { toDue } from './resolution-terms.js';

const closesAt = new Date('2030-01-01T00:00:00Z');
const dueAt = new Date('2030-01-02T00:00:00Z');
const open = { closesAt, resolvedAt: null, isCancelled: false };

describe('toDue', () => {
  it('expects the outcome 24 hours after the close, and calls a missing one overdue from then on', () => {
    expect(toDue(open, dueAt.getTime())).toEqual({ dueAt, overdue: false });
    expect(toDue(open, dueAt.getTime() + 1)).toEqual({ dueAt, overdue: true });
  });

  it('calls an outcome that came later overdue for good, and one in time never', () => {
    const later = new Date(dueAt.getTime() + 1);
    expect(toDue({ ...open, resolvedAt: later }, closesAt.getTime()).overdue).toBe(true);
    expect(toDue({ ...open, resolvedAt: dueAt }, later.getTime()).overdue).toBe(false);
  });

  it('knows nothing of a market without a contract, and calls no cancelled one overdue', () => {
    expect(toDue({ ...open, closesAt: null }, dueAt.getTime() + 1)).toEqual({ dueAt: null, overdue: null });
    expect(toDue({ ...open, isCancelled: true }, dueAt.getTime() + 1)).toEqual({ dueAt, overdue: false });
  });
});
