import { errorFields } from './error-fields.js';

const REDACTED = '[redacted]';
/** What is nested deeper than this is left out, and so is everything that goes round in a circle. */
const DEEPEST = 6;
/** Shorter secrets would make words of everyday unreadable; none of ours is. */
const MIN_SECRET = 8;
const KEPT_NAMES = 1_000;

/** Fields that hold a secret whatever they say. */
const SECRET_NAME =
  /secret|passw|passcode|^otp$|token|api_?-?key|private_?-?key|authorization|cookie|ciphertext|mnemonic|credential/i;
/** What may be in a text that has something to hide: cheap to look for, since every text is looked at. */
const SUSPICIOUS = /:\/\/|[?&][^=&\s]+=|bearer|basic|presage_/i;
const CREDENTIALS_OF_URL = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#]+@/gi;
const SECRET_PARAMETER = /([?&][^=&#\s]*(?:key|token|secret|passw|passcode|otp|sig|auth)[^=&#\s]*=)[^&#\s"']*/gi;
/** An API key of ours; the part before its secret may be shown. */
const API_KEY = /(presage_[0-9a-f]{12}_)[\w-]{43}/g;
const AUTHORIZATION = /\b(bearer|basic)(\s+|%20)[^\s"',]+/gi;

/**
 * Takes secrets out of what is about to be logged. Nothing puts one there on purpose; this is for the day on which
 * somebody does.
 */
export class Redactor {
  private readonly known: RegExp | null;
  private readonly secretNames = new Map<string, boolean>();

  /** @param secrets that this process knows, which are found in any text in their usual encodings */
  constructor(secrets: readonly string[] = []) {
    const forms = secrets.filter(({ length }) => length >= MIN_SECRET).flatMap(encodingsOf);
    this.known = forms.length === 0 ? null : new RegExp([...new Set(forms)].map(escaped).join('|'), 'gi');
  }

  /** Flat fields of plain kinds come back as they are. */
  fields(fields: Readonly<Record<string, unknown>>, depth = 0): Record<string, unknown> {
    const clean: Record<string, unknown> = {};
    for (const name of Object.keys(fields)) clean[name] = this.field(name, fields[name], depth);
    return clean;
  }

  text(text: string): string {
    const unknown = this.known === null ? text : text.replace(this.known, REDACTED);
    if (!SUSPICIOUS.test(unknown)) return unknown;
    return unknown
      .replace(CREDENTIALS_OF_URL, `$1${REDACTED}@`)
      .replace(SECRET_PARAMETER, `$1${REDACTED}`)
      .replace(AUTHORIZATION, `$1 ${REDACTED}`)
      .replace(API_KEY, `$1${REDACTED}`);
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
    if (depth > DEEPEST) return '[deep]';
    if (Array.isArray(value)) return value.map((item: unknown) => this.value(item, depth));
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[binary]';
    if (value instanceof Error) {
      // Of an error what kind it is, and of what caused it: its words may quote what others sent.
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
      if (this.secretNames.size < KEPT_NAMES) this.secretNames.set(name, secret);
    }
    return secret;
  }
}

function callToJson(value: object): unknown {
  return JSON.parse(JSON.stringify(value) ?? 'null');
}

function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  return [secret, base64, bytes.toString('base64url'), bytes.toString('hex'), encodeURIComponent(secret)];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
