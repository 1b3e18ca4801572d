import { ERROR_CATALOGUE, type ErrorCode } from '@app/common';
import { ERROR_NOTES, RETRY_ADVICE } from './error-notes.js';
import { ERROR_CODES } from './error-responses.js';

/** Renders docs/errors.md from the catalogue. */
export function renderErrorTable(): string {
  const statuses = new Set(ERROR_CODES.map((code) => ERROR_CATALOGUE[code].status));
  const sections = [...statuses].toSorted((one, other) => one - other).map(section);
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const INTRODUCTION = `<!-- Generated from the error catalogue by npm run openapi. Do not edit. -->

# Errors

Every error response has the same body:

\`\`\`json
{ "error": { "code": "market_not_found", "message": "There is no market with this id." } }
\`\`\`

Programs use \`code\`; \`message\` is for people and may change. Some errors have further keys: \`details\` lists every validation failure, \`intent_status\` and \`execution_status\` tell the state of an intent.
Every response, errors included, has an \`X-Request-ID\`. Quote it in questions to the operator. One response has no envelope: the 503 of \`/schema/validate\` is its report.

The last column tells whether to send the same request again. Reads can always be repeated. So can an execute: an intent takes effect at most once, and the response tells its state.
`;

function section(status: number): string {
  const rows = ERROR_CODES.filter((code) => ERROR_CATALOGUE[code].status === status).map(row);
  return `## ${status}

| Code | Text | Returned when | Send it again? |
|---|---|---|---|
${rows.join('\n')}
`;
}

function row(code: ErrorCode): string {
  const { when, retry } = ERROR_NOTES[code];
  return `| \`${code}\` | ${ERROR_CATALOGUE[code].message} | ${when} | ${RETRY_ADVICE[retry]} |`;
}
