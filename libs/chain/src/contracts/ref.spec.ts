import { keccak256 } from 'ethers/crypto';
import { toUtf8Bytes } from 'ethers/utils';
import { computeRef } from './ref.js';

describe('computeRef', () => {
  it('is the keccak256 of the intent id, as any other implementation computes it', () => {
    expect(computeRef('agent_intent_0')).toBe(keccak256(toUtf8Bytes('agent_intent_0')));
    expect(computeRef('')).toBe('0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470');
  });

  it('differs for ids that differ in anything', () => {
    expect(new Set(['a', 'A', 'a ', 'á'].map(computeRef)).size).toBe(4);
  });
});
