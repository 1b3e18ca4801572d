import { FaultRules } from './fault-rules.js';

const READ = { operation: 'getTransaction', transactionId: 'tx-1' } as const;

describe('FaultRules', () => {
  it('fires on requests that match all facts', () => {
    const rules = new FaultRules();
    rules.add({ match: { operation: 'getTransaction', transactionId: 'tx-1' }, fault: 'drop' });
    expect(rules.take(READ, undefined).map(({ kind }) => kind)).toEqual(['drop']);
    expect(rules.take({ ...READ, transactionId: 'tx-2' }, undefined)).toEqual([]);
    expect(rules.take({ operation: 'listTransactions' }, undefined)).toEqual([]);
  });

  it('ignores repeats of accepted requests with isRepeat false', () => {
    const rules = new FaultRules();
    rules.add({ match: { isRepeat: 'false' }, fault: 'denied', times: 1 });
    expect(rules.take({ operation: 'createContractExecution', isRepeat: 'true' }, undefined)).toEqual([]);
    expect(rules.take({ operation: 'createContractExecution', isRepeat: 'false' }, undefined)).toHaveLength(1);
  });

  it('returns the faults of the header before those of the rules', () => {
    const rules = new FaultRules();
    rules.add({ match: {}, fault: 'delay:1' });
    rules.add({ match: {}, fault: 'drop' });
    expect(rules.take(READ, 'reset').map(({ kind }) => kind)).toEqual(['reset', 'delay', 'drop']);
  });

  it('fires at most the given number of times, and counts', () => {
    const rules = new FaultRules();
    rules.add({ match: {}, fault: 'drop', times: 2 });
    for (let count = 0; count < 5; count++) rules.take(READ, undefined);
    expect(rules.list()).toMatchObject([{ id: 1, matched: 2, fired: 2 }]);
    rules.clear();
    expect(rules.list()).toEqual([]);
  });

  it('fires with the given probability, reproducibly by seed', () => {
    const run = (seed: number) => {
      const rules = new FaultRules();
      rules.add({ match: {}, fault: 'drop', probability: 0.3, seed });
      return Array.from({ length: 1_000 }, () => rules.take(READ, undefined).length);
    };
    const fired = run(1).reduce((sum, count) => sum + count, 0);
    expect(fired).toBeGreaterThan(250);
    expect(fired).toBeLessThan(350);
    expect(run(1)).toEqual(run(1));
    expect(run(2)).not.toEqual(run(1));
  });
});
