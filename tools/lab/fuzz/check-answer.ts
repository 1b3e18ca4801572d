import { ERROR_CATALOGUE, isRecord } from '@app/common';
import { headerValues, type WireAnswer } from './wire-answer.js';

const JSON_TYPE = 'application/json';
const REQUEST_ID = /^[\x20-\x7e]{1,200}$/;
const CATALOGUE: ReadonlyMap<string, { readonly status: number }> = new Map(Object.entries(ERROR_CATALOGUE));
/** Codes of 5xx answers that are no failure of the product: the chain refused the execution, or webhooks are off. */
const EXPECTED_5XX = new Set(['agent_execution_failed', 'webhooks_not_enabled']);
/** A stack frame, a path of the product or of a package, or a message of the database. */
const INTERNALS =
  /\bat [\w.<>\s[\]]+\(?(?:file:|node:|\/)[^\s"]+:\d+:\d+|node_modules|\/(?:apps|libs|dist)\/[\w./-]+\.[jt]s|invalid input syntax|syntax error at or near|violates \w+ constraint|current transaction is aborted/;

export interface CheckResult {
  /** Violations; empty for a correct answer. */
  readonly faults: readonly string[];
  /** The parsed body; undefined when it is not JSON. */
  readonly body: unknown;
}

export interface Exchange {
  readonly answer: WireAnswer;
  /** The X-Request-ID that was sent, if there was exactly one. */
  readonly sentId: string | null;
  readonly isHead: boolean;
  /** Whether the request has no key that may read the prepared agents. */
  readonly isStranger: boolean;
  /** Content types besides JSON that a success may have. */
  readonly types: readonly string[];
}

/** Byte sequences that answers may not contain. */
export interface ForbiddenTexts {
  /** In no answer. */
  readonly secrets: readonly Buffer[];
  /** In no body of an answer to a stranger. */
  readonly privateTexts: readonly Buffer[];
}

/** Checks the rules that every answer must follow, whatever the request. */
export class AnswerChecker {
  constructor(private readonly texts: ForbiddenTexts) {}

  check({ answer, sentId, isHead, isStranger, types }: Exchange): CheckResult {
    const faults = [...checkRequestId(answer, sentId), ...this.checkSecrecy(answer, isStranger)];
    if (isHead || answer.status === 204 || answer.status === 304) {
      // Without a body, 501 does not say what is off.
      if (answer.status >= 500 && answer.status !== 501) faults.push(`${answer.status}`);
      if (answer.body.length > 0) faults.push('an unexpected body');
      return { faults, body: undefined };
    }
    const type = headerValues(answer, 'content-type');
    if (answer.status === 200 && types.some((one) => one !== JSON_TYPE && type[0]?.startsWith(one))) {
      return { faults, body: undefined };
    }
    if (type.length !== 1 || !/^application\/json\b/.test(type[0] ?? '')) {
      return { faults: [...faults, `content-type ${type.join(' and ') || 'missing'}`], body: undefined };
    }
    const body = parse(answer.body);
    if (body === undefined) faults.push('a body that is not JSON');
    else if (answer.status >= 400) faults.push(...checkError(answer.status, body));
    return { faults, body };
  }

  private checkSecrecy({ headers, body }: WireAnswer, isStranger: boolean): string[] {
    const head = Buffer.from(headers.map((line) => line.join(': ')).join('\n'), 'latin1');
    const { secrets, privateTexts } = this.texts;
    const faults = secrets.some((secret) => body.includes(secret) || head.includes(secret)) ? ['a secret'] : [];
    if (isStranger && privateTexts.some((text) => includesWord(body, text))) faults.push('an agent of another account');
    return INTERNALS.test(body.toString('utf8')) ? [...faults, 'internals'] : faults;
  }
}

/** Whether the body has the text as a whole word: a stranger may register an agent whose id is longer. */
function includesWord(body: Buffer, text: Buffer): boolean {
  for (let at = body.indexOf(text); at >= 0; at = body.indexOf(text, at + 1)) {
    if (!/[\w-]/.test(String.fromCharCode(body[at + text.length] ?? 0))) return true;
  }
  return false;
}

/** Returns the secret as text, base64, hex and percent-encoded text. */
export function listEncodings(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    encodeURIComponent(secret),
  ];
  return [...new Set(forms)].map((form) => Buffer.from(form));
}

function checkRequestId(answer: WireAnswer, sentId: string | null): string[] {
  const ids = headerValues(answer, 'x-request-id');
  const [id = ''] = ids;
  if (ids.length !== 1 || !REQUEST_ID.test(id)) return ['no valid X-Request-ID'];
  return sentId !== null && REQUEST_ID.test(sentId) && id !== sentId ? ['an X-Request-ID other than the one sent'] : [];
}

function checkError(status: number, body: unknown): string[] {
  const envelope = toFields(body);
  const error = toFields(envelope.error);
  const { code, message, details } = error;
  if (typeof code !== 'string' || typeof message !== 'string' || Object.keys(envelope).length !== 1)
    return [`${status} without the error envelope`];
  const faults: string[] = [];
  if (CATALOGUE.get(code)?.status !== status) faults.push(`${status} ${code}, which is not in the catalogue`);
  if (status >= 500 && !EXPECTED_5XX.has(code)) faults.push(`${status} ${code}`);
  if (details !== undefined && !(Array.isArray(details) && details.every((one) => typeof one === 'string')))
    faults.push('details that are not a list of strings');
  return faults;
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value;
  } catch {
    return undefined; // reported by the caller
  }
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
