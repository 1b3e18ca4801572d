import { inspect } from 'node:util';
import { Secret } from './secret.js';

describe('Secret', () => {
  const secret = new Secret('hunter2-hunter2');

  it('reveals its value', () => {
    expect(secret.reveal()).toBe('hunter2-hunter2');
  });

  it.each([
    ['string conversion', String(secret)],
    ['template', `${secret as unknown as string}`],
    ['JSON', JSON.stringify({ secret })],
    ['inspection', inspect({ secret }, { depth: 9, showHidden: true })],
    ['spread', JSON.stringify({ ...secret })],
  ])('is redacted by %s', (_conversion, printed) => {
    expect(printed).not.toContain('hunter2');
  });
});
