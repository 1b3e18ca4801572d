import { ERROR_CATALOGUE } from '@app/common';
import { headerValues, type WireAnswer } from './wire/wire-answer.js';

const JSON_TYPE = 'application/json';
const REQUEST_ID = /^[\x20-\x7e]{1,200}$/;
const CATALOGUE: ReadonlyMap<string, { readonly status: number }> = new Map(Object.entries(ERROR_CATALOGUE));
/** What the contract lets a well-run product answer from 500 up: the chain refused, and says so. */
const ANSWERS_OF_OTHERS = new Set(['agent_execution_failed']);
/** A frame of a stack, a file of ours or of a package, or what the database says when it chokes. */
const INSIDES =
  /\bat [\w.<>\s[\]]+\(?(?:file:|node:|\/)[^\s"]+:\d+:\d+|node_modules|\/(?:apps|libs|dist)\/[\w./-]+\.[jt]s|invalid input syntax|syntax error at or near|violates \w+ constraint|current transaction is aborted/;

export interface Judgement {
  /** What is wrong with the answer; empty when nothing is. */
  readonly faults: readonly string[];
  /** The body, if it is JSON. */
  readonly body: unknown;
}

export interface JudgedExchange {
  readonly answer: WireAnswer;
  readonly sentId: string | null;
  readonly isHead: boolean;
  /** Content types that a success may have besides JSON. */
  readonly types: readonly string[];
}

/** Holds an answer to what all answers promise, whatever was asked. */
export class Judge {
  /** @param secrets what no answer may contain, in every form in which it could */
  constructor(private readonly secrets: readonly Buffer[]) {}

  judge({ answer, sentId, isHead, types }: JudgedExchange): Judgement {
    const faults = [...judgeRequestId(answer, sentId), ...this.#judgeSecrecy(answer)];
    if (isHead || answer.status === 204) {
      if (answer.status >= 500) faults.push(`${answer.status}`);
      if (answer.body.length > 0) faults.push('a body where there is none');
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
    if (body === undefined) faults.push('a body that is no JSON');
    else if (answer.status >= 400) faults.push(...judgeError(answer.status, body));
    return { faults, body };
  }

  #judgeSecrecy({ headers, body }: WireAnswer): string[] {
    const head = Buffer.from(headers.map((line) => line.join(': ')).join('\n'), 'latin1');
    const faults = this.secrets.some((secret) => body.includes(secret) || head.includes(secret)) ? ['a secret'] : [];
    return INSIDES.test(body.toString('utf8')) ? [...faults, 'something of our insides'] : faults;
  }
}

/** A secret as it is, and as it would be found in base64, hex and a URL. */
export function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
    encodeURIComponent(secret),
  ];
  return [...new Set(forms)].map((form) => Buffer.from(form));
}

function judgeRequestId(answer: WireAnswer, sentId: string | null): string[] {
  const ids = headerValues(answer, 'x-request-id');
  const [id = ''] = ids;
  if (ids.length !== 1 || !REQUEST_ID.test(id)) return ['no valid X-Request-ID'];
  return sentId !== null && REQUEST_ID.test(sentId) && id !== sentId ? ['another X-Request-ID than was sent'] : [];
}

function judgeError(status: number, body: unknown): string[] {
  const envelope = fieldsOf(body);
  const error = fieldsOf(envelope.error);
  const { code, message, details } = error;
  if (typeof code !== 'string' || typeof message !== 'string' || Object.keys(envelope).length !== 1)
    return [`${status} without the envelope`];
  const faults: string[] = [];
  if (CATALOGUE.get(code)?.status !== status) faults.push(`${status} ${code}, which the catalogue does not have`);
  if (status >= 500 && !ANSWERS_OF_OTHERS.has(code)) faults.push(`${status} ${code}`);
  if (details !== undefined && !(Array.isArray(details) && details.every((one) => typeof one === 'string')))
    faults.push('details that are no list of texts');
  return faults;
}

function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value;
  } catch {
    return undefined; // no JSON: the caller says so
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
