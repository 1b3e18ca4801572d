import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AcceptedKeys, Secret } from '@app/common';

const DIGITS = 6;
const PASSCODE_BYTES = 6;

/**
 * Computes the passcode of an onboarding: six digits from HMAC-SHA256(key, `passcode:<onboarding id>`). The key holder
 * computes it, so it is in no row, queue or log. Ids carry 122 random bits, so it cannot be guessed without the key.
 */
export function derivePasscode(key: Secret, onboardingId: string): string {
  const number = keyedHash(key, `passcode:${onboardingId}`).readUIntBE(0, PASSCODE_BYTES) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The stored form of a passcode: 64 lower-case hex digits, useless without the key. */
export function passcodeHash(key: Secret, onboardingId: string, passcode: string): string {
  return keyedHash(key, `stored:${onboardingId}${passcode}`).toString('hex');
}

/** Compares a passcode with the stored hash of one of the keys, in constant time. */
export function passcodeMatches(options: {
  keys: AcceptedKeys;
  onboardingId: string;
  passcode: string;
  storedHash: string;
}): boolean {
  const expected = Buffer.from(options.storedHash, 'hex');
  return options.keys.some((key) => {
    const actual = Buffer.from(passcodeHash(key, options.onboardingId, options.passcode), 'hex');
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  });
}

/** Returns the passcode with the stored hash, whichever of the keys made it; null if none did. */
export function findPasscodeByHash(keys: AcceptedKeys, onboardingId: string, storedHash: string): string | null {
  const passcodes = keys.map((key) => derivePasscode(key, onboardingId));
  return passcodes.find((passcode) => passcodeMatches({ keys, onboardingId, passcode, storedHash })) ?? null;
}

function keyedHash(key: Secret, text: string): Buffer {
  return createHmac('sha256', key.reveal()).update(text, 'utf8').digest();
}
