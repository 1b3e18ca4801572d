import { API_KEY } from '@app/common';
import { errorFields } from './error-fields.js';

const REDACTED = '[redacted]';
/** Nesting beyond which values are replaced by `[deep]`; ends circular structures. */
const MAX_DEPTH = 6;
/** Shorter secrets are not searched for, because they would match ordinary words. */
const MIN_SECRET_LENGTH = 8;
/** Field names whose classification is cached. */
const MAX_CACHED_NAMES = 1_000;

/** Names of fields whose value is always redacted. */
const SECRET_NAME =
  /secret|passw|passcode|^otp$|token|api_?-?key|private_?-?key|authorization|cookie|ciphertext|mnemonic|credential/i;
/** Cheap test that every text passes before the patterns below are applied. */
const SUSPICIOUS = /:\/\/|[?&][^=?&\s]+=|bearer|basic|presage_/i;
// The patterns take linear time: no match can start within the text that a failed one has read.
const CREDENTIALS_OF_URL = /(:\/\/)[^\s/?#]+@/g;
const SECRET_PARAMETER = /([?&](?=[^=?&#\s]*(?:key|token|secret|passw|passcode|otp|sig|auth))[^=?&#\s]*=)[^&#\s"']*/gi;
const AUTHORIZATION = /\b(bearer|basic)(\s+|%20)[^\s"',]+/gi;

/** Removes secrets from log fields. A second line of defence: log calls are not meant to pass secrets. */
export class Redactor {
  private readonly known: RegExp | null;
  private readonly secretNames = new Map<string, boolean>();

  /** @param secrets values to find in any text, also in base64, hex and URL encoding */
  constructor(secrets: readonly string[] = []) {
    const forms = secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(listEncodings);
    this.known = forms.length === 0 ? null : new RegExp([...new Set(forms)].map(escaped).join('|'), 'gi');
  }

  fields(fields: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
    const clean: Record<string, unknown> = {};
    for (const name of Object.keys(fields)) clean[name] = this.field(name, fields[name], depth);
    return clean;
  }

  text(text: string): string {
    const cleaned = this.known === null ? text : text.replace(this.known, REDACTED);
    if (!SUSPICIOUS.test(cleaned)) return cleaned;
    return cleaned
      .replace(CREDENTIALS_OF_URL, `$1${REDACTED}@`)
      .replace(SECRET_PARAMETER, `$1${REDACTED}`)
      .replace(AUTHORIZATION, `$1 ${REDACTED}`)
      .replace(API_KEY, `presage_$1_${REDACTED}`);
  }

  private field(name: string, value: unknown, depth: number): unknown {
    const empty = value === null || value === undefined || typeof value === 'boolean';
    return !empty && this.namesSecret(name) ? REDACTED : this.value(value, depth);
  }

  private value(value: unknown, depth: number): unknown {
    switch (typeof value) {
      case 'string':
        return this.text(value);
      case 'number':
      case 'boolean':
      case 'undefined':
        return value;
      case 'bigint':
        return value.toString();
      case 'object':
        return value === null ? null : this.object(value, depth + 1);
      case 'function':
      case 'symbol':
        return `[${typeof value}]`;
    }
  }

  private object(value: object, depth: number): unknown {
    if (depth > MAX_DEPTH) return '[deep]';
    if (Array.isArray(value)) return value.map((item: unknown) => this.value(item, depth));
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[binary]';
    if (value instanceof Error) {
      // Class and code of the error and of its cause. Messages may quote request or upstream data.
      return { ...errorFields(value), ...(value.cause !== undefined && { cause: this.value(value.cause, depth) }) };
    }
    if (value instanceof URL) return this.text(value.href);
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.value(callToJson(value), depth);
    return this.fields({ ...value }, depth);
  }

  private namesSecret(name: string): boolean {
    let secret = this.secretNames.get(name);
    if (secret === undefined) {
      secret = SECRET_NAME.test(name);
      if (this.secretNames.size < MAX_CACHED_NAMES) this.secretNames.set(name, secret);
    }
    return secret;
  }
}

function callToJson(value: object): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

function listEncodings(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  return [secret, base64, bytes.toString('base64url'), bytes.toString('hex'), encodeURIComponent(secret)];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
