import { newId, Secret } from '@app/common';
import { derivePasscode, findPasscodeByHash, passcodeHash, passcodeMatches } from './passcode.js';

const KEY = new Secret('a test key');
const ID = 'agent_onboarding_00000000000040008000000000000001';

describe('passcode', () => {
  it('is six digits, equal for every holder of the key', () => {
    expect(derivePasscode(KEY, ID)).toMatch(/^\d{6}$/);
    expect(derivePasscode(KEY, ID)).toBe(derivePasscode(new Secret(KEY.reveal()), ID));
  });

  it('differs with the key and with the onboarding', () => {
    const codes = new Set(Array.from({ length: 200 }, () => derivePasscode(KEY, newId('agent_onboarding'))));
    expect(codes.size).toBeGreaterThan(190);
    expect(derivePasscode(new Secret('another key'), ID)).not.toBe(derivePasscode(KEY, ID));
  });

  it('is stored as a hash without its digits', () => {
    const hash = passcodeHash(KEY, ID, derivePasscode(KEY, ID));
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hash).not.toContain(derivePasscode(KEY, ID));
  });

  it('matches only itself under its own onboarding and key', () => {
    const passcode = derivePasscode(KEY, ID);
    const storedHash = passcodeHash(KEY, ID, passcode);
    const wrong = passcode === '000000' ? '000001' : '000000';
    const other = newId('agent_onboarding');
    expect(passcodeMatches({ keys: [KEY], onboardingId: ID, passcode, storedHash })).toBe(true);
    expect(passcodeMatches({ keys: [KEY], onboardingId: ID, passcode: wrong, storedHash })).toBe(false);
    expect(passcodeMatches({ keys: [KEY], onboardingId: ID, passcode: '', storedHash })).toBe(false);
    expect(passcodeMatches({ keys: [KEY], onboardingId: other, passcode, storedHash })).toBe(false);
    expect(passcodeMatches({ keys: [new Secret('x')], onboardingId: ID, passcode, storedHash })).toBe(false);
    expect(passcodeMatches({ keys: [KEY], onboardingId: ID, passcode, storedHash: '' })).toBe(false);
  });

  it.each([
    ['the current key', [KEY, new Secret('x')], true],
    ['the previous key', [new Secret('x'), KEY], true],
    ['another key', [new Secret('x'), new Secret('y')], false],
  ] as const)('is found again by %s', (_which, keys, isFound) => {
    const passcode = derivePasscode(KEY, ID);
    const storedHash = passcodeHash(KEY, ID, passcode);
    expect(findPasscodeByHash(keys, ID, storedHash)).toBe(isFound ? passcode : null);
    expect(passcodeMatches({ keys, onboardingId: ID, passcode, storedHash })).toBe(isFound);
  });
});
