import { ChainUnavailableError } from '../domain/ports/chain.js';
import type { EngineParts } from './engine-parts.js';
import { observe } from './observe.js';
import type { StepContext } from './step-context.js';

describe('observe receipts while the node does not answer', () => {
  const chain = { receipt: () => Promise.reject(new ChainUnavailableError('receipt')) };
  const parts = { chain } as unknown as EngineParts;
  const context = {} as StepContext;
  const query = { what: 'receipts', hashes: ['0x1'] } as const;

  it('fails, so that the lane is tried again', async () => {
    await expect(observe(parts, context, query)).rejects.toThrow(ChainUnavailableError);
  });

  it('finds none if they are optional, so that a new hash is recorded', async () => {
    expect(await observe(parts, context, { ...query, optional: true })).toEqual({ receipts: [] });
  });
});
