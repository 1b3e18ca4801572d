import { newId, Secret } from '@app/common';
import { passcodeHash, passcodeMatches, passcodeOf } from './passcode.js';

const KEY = new Secret('a test key');
const ID = 'agent_onboarding_00000000000040008000000000000001';

describe('passcode', () => {
  it('is six digits, equal for every holder of the key', () => {
    expect(passcodeOf(KEY, ID)).toMatch(/^\d{6}$/);
    expect(passcodeOf(KEY, ID)).toBe(passcodeOf(new Secret(KEY.reveal()), ID));
  });

  it('differs with the key and with the onboarding', () => {
    const codes = new Set(Array.from({ length: 200 }, () => passcodeOf(KEY, newId('agent_onboarding'))));
    expect(codes.size).toBeGreaterThan(190);
    expect(passcodeOf(new Secret('another key'), ID)).not.toBe(passcodeOf(KEY, ID));
  });

  it('is stored as a hash without its digits', () => {
    const hash = passcodeHash(KEY, ID, passcodeOf(KEY, ID));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).not.toContain(passcodeOf(KEY, ID));
  });

  it('matches only itself under its own onboarding and key', () => {
    const passcode = passcodeOf(KEY, ID);
    const storedHash = passcodeHash(KEY, ID, passcode);
    const wrong = passcode === '000000' ? '000001' : '000000';
    const other = newId('agent_onboarding');
    expect(passcodeMatches({ key: KEY, onboardingId: ID, passcode, storedHash })).toBe(true);
    expect(passcodeMatches({ key: KEY, onboardingId: ID, passcode: wrong, storedHash })).toBe(false);
    expect(passcodeMatches({ key: KEY, onboardingId: ID, passcode: '', storedHash })).toBe(false);
    expect(passcodeMatches({ key: KEY, onboardingId: other, passcode, storedHash })).toBe(false);
    expect(passcodeMatches({ key: new Secret('x'), onboardingId: ID, passcode, storedHash })).toBe(false);
    expect(passcodeMatches({ key: KEY, onboardingId: ID, passcode, storedHash: '' })).toBe(false);
  });
});
