import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@app/common';

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

/** Compares a passcode with the stored hash in constant time. */
export function passcodeMatches(options: {
  key: Secret;
  onboardingId: string;
  passcode: string;
  storedHash: string;
}): boolean {
  const expected = Buffer.from(options.storedHash, 'hex');
  const actual = Buffer.from(passcodeHash(options.key, options.onboardingId, options.passcode), 'hex');
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function keyedHash(key: Secret, text: string): Buffer {
  return createHmac('sha256', key.reveal()).update(text, 'utf8').digest();
}
