import { FaultBoard } from './fault-board.js';

const READ = { operation: 'getTransaction', transactionId: 'tx-1' } as const;

describe('fault board', () => {
  it('fires on the requests whose facts all match', () => {
    const board = new FaultBoard();
    board.add({ match: { operation: 'getTransaction', transactionId: 'tx-1' }, fault: 'drop' });
    expect(board.take(READ, undefined).map(({ kind }) => kind)).toEqual(['drop']);
    expect(board.take({ ...READ, transactionId: 'tx-2' }, undefined)).toEqual([]);
    expect(board.take({ operation: 'listTransactions' }, undefined)).toEqual([]);
  });

  it('lets repeats of what was accepted pass when only new requests are meant', () => {
    const board = new FaultBoard();
    board.add({ match: { isRepeat: 'false' }, fault: 'denied', times: 1 });
    expect(board.take({ operation: 'createContractExecution', isRepeat: 'true' }, undefined)).toEqual([]);
    expect(board.take({ operation: 'createContractExecution', isRepeat: 'false' }, undefined)).toHaveLength(1);
  });

  it('puts the faults of the header before those of the rules, in their order', () => {
    const board = new FaultBoard();
    board.add({ match: {}, fault: 'delay:1' });
    board.add({ match: {}, fault: 'drop' });
    expect(board.take(READ, 'reset').map(({ kind }) => kind)).toEqual(['reset', 'delay', 'drop']);
  });

  it('fires as often as it should and counts', () => {
    const board = new FaultBoard();
    board.add({ match: {}, fault: 'drop', times: 2 });
    for (let count = 0; count < 5; count++) board.take(READ, undefined);
    expect(board.list()).toMatchObject([{ id: 1, matched: 2, fired: 2 }]);
    board.clear();
    expect([board.list(), board.fired()]).toEqual([[], { drop: 2 }]);
  });

  it('fires about as likely as it should, the same way for the same seed', () => {
    const run = (seed: number) => {
      const board = new FaultBoard();
      board.add({ match: {}, fault: 'drop', probability: 0.3, seed });
      return Array.from({ length: 1_000 }, () => board.take(READ, undefined).length);
    };
    const fired = run(1).reduce((sum, count) => sum + count, 0);
    expect(fired).toBeGreaterThan(250);
    expect(fired).toBeLessThan(350);
    expect(run(1)).toEqual(run(1));
    expect(run(2)).not.toEqual(run(1));
  });
});
