import { ChainUnavailableError } from '@app/chain';
import { buildSubject } from '../../../../test/support/decision-rows.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { observe } from './observe.js';
import type { StepContext } from './step-context.js';

describe('observe receipts while the node does not answer', () => {
  const chain = { receipt: () => Promise.reject(new ChainUnavailableError('receipt')) };
  const parts = { chain } as unknown as EngineDependencies;
  const context = {} as StepContext;
  const query = { what: 'receipts', hashes: ['0x1'] } as const;

  it('fails, so that the lane is tried again', async () => {
    await expect(observe(parts, context, query)).rejects.toThrow(ChainUnavailableError);
  });

  it('finds none if they are optional, so that a new hash is recorded', async () => {
    expect(await observe(parts, context, { ...query, optional: true })).toEqual({ receipts: [] });
  });
});

describe('observe the step’s transaction at the provider', () => {
  const { execution, step } = buildSubject({ status: 'sent' });
  const context = { execution: { ...execution, attempt: 2 }, step, providerWalletId: 'wallet' } as StepContext;

  async function observeShown(refId: string): Promise<unknown> {
    const shown = { id: 'one', state: 'denied', transactionHash: null, errorReason: null, refId };
    const parts = { custody: { find: () => Promise.resolve(shown) } } as unknown as EngineDependencies;
    const { provider } = await observe(parts, context, { what: 'provider' });
    return provider;
  }

  it('finds it by its refId, or without one', async () => {
    expect(await observeShown('agent_intent_1/2/main')).toMatchObject({ state: 'denied' });
    expect(await observeShown('')).toMatchObject({ state: 'denied' });
  });

  it('finds nothing where the provider shows the transaction of another step', async () => {
    expect(await observeShown('agent_intent_1/1/main')).toBeNull();
  });
});
