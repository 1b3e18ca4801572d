import type { ErrorCode, Json } from '@app/common';
import type { JsonSchema } from '../../http/index.js';
import { PROBE_ROUTES } from '../../health/probe-routes.js';
import type { AnswerDescription } from '../describe.decorator.js';
import { describeErrors, errorContent, errorHeaders, statusOf } from '../errors/error-responses.js';
import { merged } from '../merged.js';
import { referenceTo } from '../wire/shape.js';
import type { Route } from './read-routes.js';

const JSON_TYPE = 'application/json';
/** What any request can be refused with, whatever it asks for. */
const ANY_REQUEST: readonly ErrorCode[] = [
  'bad_request',
  'request_timeout',
  'headers_too_large',
  'internal_error',
  'overloaded',
];
const ANY_POST: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];
/** What `AUTH_MODE=api_key` adds. */
const ANY_KEYED: readonly ErrorCode[] = ['api_key_invalid', 'api_key_forbidden'];
/** What `RATE_LIMIT` adds. */
const ANY_LIMITED: readonly ErrorCode[] = ['rate_limited'];

/** Every code that the operation can answer with: its own, those of its arguments, and those of any request. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const refusals = route.arguments.flatMap(({ pipe }) => pipe.describes.refusals);
  const common: ErrorCode[] = [
    ...ANY_REQUEST,
    ...(route.method === 'POST' ? ANY_POST : []),
    ...(route.keyRule === undefined ? [] : ANY_KEYED),
    ...(PROBE_ROUTES.has(route.path) ? [] : ANY_LIMITED),
  ];
  return [...new Set([...refusals, ...route.description.failures, ...common])];
}

/** The operation's responses by status. One that several operations give alike is a reference. */
export function responsesOf(route: Route): Record<string, JsonSchema> {
  const responses = statusesOf(route).map((status): [string, JsonSchema] => {
    const answer = route.description.answers[status];
    const codes = errorCodesOf(route).filter((code) => statusOf(code) === status);
    const [onlyCode] = codes;
    const isShared = answer === undefined && codes.length === 1 && onlyCode !== undefined;
    return [String(status), isShared ? sharedReference(onlyCode) : responseOf(answer, codes)];
  });
  return { ...Object.fromEntries(responses), default: sharedReference(ANY_OTHER) };
}

/** The responses that operations refer to. */
export function sharedResponsesOf(routes: readonly Route[]): Record<string, JsonSchema> {
  const codes = new Set(routes.flatMap(errorCodesOf));
  const single = [...codes].filter((code) => routes.some((route) => isAlone(route, code)));
  return {
    ...Object.fromEntries(single.map((code) => [code, responseOf(undefined, [code])])),
    [ANY_OTHER]: {
      description: 'Any other error, in the same envelope.',
      headers: headerReferences(['X-Request-ID']),
      content: { [JSON_TYPE]: { schema: referenceTo('Error'), examples: errorContent(['not_found']).examples } },
    },
  };
}

const ANY_OTHER = 'any_other';

function sharedReference(name: string): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}

function isAlone(route: Route, code: ErrorCode): boolean {
  const codes = errorCodesOf(route).filter((other) => statusOf(other) === statusOf(code));
  return codes.length === 1 && codes[0] === code && route.description.answers[statusOf(code)] === undefined;
}

function statusesOf(route: Route): number[] {
  const answered = Object.keys(route.description.answers).map(Number);
  return [...new Set([...answered, ...errorCodesOf(route).map(statusOf)])].toSorted((one, other) => one - other);
}

function responseOf(answer: AnswerDescription | undefined, codes: readonly ErrorCode[]): JsonSchema {
  const contents = [
    ...(answer === undefined ? [] : [answerContent(answer)]),
    ...(codes.length === 0 ? [] : [errorContent(codes)]),
  ];
  const schemas = contents.map(({ schema }) => schema);
  return {
    description: [answer?.what ?? '', describeErrors(codes)].filter((text) => text !== '').join('\n\n'),
    headers: headerReferences(['X-Request-ID', ...(answer?.headers ?? []), ...errorHeaders(codes)]),
    content: {
      [answer?.mediaType ?? JSON_TYPE]: {
        schema: schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas },
        examples: merged(contents.map(({ examples }) => examples)),
      },
    },
  };
}

function answerContent({ what, shape, examples }: AnswerDescription): {
  schema: JsonSchema;
  examples: Record<string, Json>;
} {
  const named = Object.entries(examples ?? { answer: shape.example });
  return {
    schema: shape.schema,
    examples: Object.fromEntries(named.map(([name, value]) => [name, { summary: examples ? name : what, value }])),
  };
}

function headerReferences(names: readonly string[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
