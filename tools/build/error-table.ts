import { FAILURE_REMEDIES } from '@app/engine';
import { ERROR_ROWS } from '../../apps/api/src/docs/error-notes.js';

export function renderErrorTable(): string {
  const statuses = new Set(ERROR_ROWS.map(({ status }) => status));
  const sections = [...statuses].toSorted((one, other) => one - other).map(section);
  return `${INTRODUCTION}\n${sections.join('\n')}\n${failureReasons()}`;
}

/** A word for each advice of the catalogue. */
const RETRIES: Readonly<Record<string, string>> = {
  'No. Change the request first.': '**request**',
  'No. The stated condition must change first.': '**state**',
  'No. The operator of the service must change its settings.': '**operator**',
  'Yes. Repeat the same request with exponential backoff.': '**backoff**',
  'Yes. Repeat the same request after `Retry-After` seconds.': '**later**',
  'Read the resource first. Repeat the request only if it had no effect.': '**read**',
};

const INTRODUCTION = `<!-- Generated from the error catalogue by npm run openapi. Do not edit. -->

# Errors

Every error response has the same body:

\`\`\`json
{ "error": { "code": "market_not_found", "message": "There is no market with this id." } }
\`\`\`

Programs use \`code\`; \`message\` is for people and may change.
Some errors have more keys: \`details\` lists every validation failure, and \`intent_status\` and \`execution_status\` the state of an intent.
Every response has an \`X-Request-ID\`: include it when you contact the operator.
The 503 response of \`/schema/validate\` has no envelope: its body is the report.

Reads can always be retried. So can execute: an intent takes effect at most once, and the response contains its state.
The last column of each table states whether to retry another request:

| Retry | Meaning |
|---|---|
${Object.entries(RETRIES)
  .map(([text, word]) => `| ${word} | ${text} |`)
  .join('\n')}
`;

/** Table of the reasons that executions and checks carry. */
function failureReasons(): string {
  const rows = Object.entries(FAILURE_REMEDIES).map(([reason, remedy]) => `|\`${reason}\`|${remedy}|`);
  return `## Failure reasons

A failed execution carries \`failure_reason\` in its record, in its activity item, and in \`error\` of the response to execute.
Each failed check of a preview carries the reason with which execution would fail.
Nothing was executed: with \`retry_safe: true\` the same intent can be confirmed and executed again.

| failure_reason | Remedy |
|---|---|
${rows.join('\n')}
`;
}

function section(status: number): string {
  const rows = ERROR_ROWS.filter((row) => row.status === status).map(
    ({ code, when, retry }) => `|\`${code}\`|${when}|${RETRIES[retry] ?? retry}|`,
  );
  return `## ${status}

| Code | Returned when | Retry |
|---|---|---|
${rows.join('\n')}
`;
}
