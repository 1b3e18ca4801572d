import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Secret } from '@app/common';

const ITERATIONS = 4_096;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** The verifier that PostgreSQL stores for a password (RFC 5803). Sending it keeps the password out of server logs. */
export function scramVerifier(password: Secret): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password.reveal().normalize('NFKC'), salt, ITERATIONS, KEY_BYTES, 'sha256');
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
