import { createSign, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

const VALID_MS = 24 * 60 * 60 * 1_000;
/** Object identifiers, DER-encoded. */
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302';
const COMMON_NAME = '0603550403';
const BASIC_CONSTRAINTS = '0603551d13';
const SUBJECT_ALT_NAME = '0603551d11';

export interface Certificate {
  /** PEM. */
  readonly certificate: string;
  /** PEM. */
  readonly privateKey: string;
}

/** A certificate authority for one test. Node makes no certificates, and OpenSSL is not on every machine. */
export class TestAuthority {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly name = `test-${randomBytes(8).toString('hex')}`;
  /** PEM. */
  readonly certificate: string;

  constructor() {
    const isAuthority = extension(BASIC_CONSTRAINTS, sequence(der(0x01, Buffer.from([0xff]))));
    this.certificate = this.sign(this.name, this.keys.publicKey, isAuthority);
  }

  /** Issues a certificate of a server with this host name or address. */
  issue(host: string): Certificate {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const names = isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
    return {
      certificate: this.sign(host, publicKey, extension(SUBJECT_ALT_NAME, sequence(names))),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
  }

  private sign(subject: string, publicKey: KeyObject, extensions: Buffer): string {
    const algorithm = sequence(Buffer.from(ECDSA_WITH_SHA256, 'hex'));
    const nowMs = Date.now();
    const content = sequence(
      der(0xa0, der(0x02, Buffer.from([2]))), // version 3
      der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
      algorithm,
      distinguishedName(this.name),
      sequence(utcTime(nowMs - VALID_MS), utcTime(nowMs + VALID_MS)),
      distinguishedName(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, sequence(extensions)),
    );
    const signature = createSign('sha256').update(content).sign(this.keys.privateKey);
    const signed = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
    return new X509Certificate(signed).toString();
  }
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  if (length < 0x100) return Buffer.concat([Buffer.from([tag, 0x81, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function extension(identifier: string, value: Buffer): Buffer {
  return sequence(Buffer.from(identifier, 'hex'), der(0x04, value));
}

function distinguishedName(name: string): Buffer {
  return sequence(der(0x31, sequence(Buffer.from(COMMON_NAME, 'hex'), der(0x0c, Buffer.from(name)))));
}

/** Formats as YYMMDDHHMMSSZ. */
function utcTime(timeMs: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(timeMs).toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}
