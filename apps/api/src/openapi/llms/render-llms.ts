import type { OpenApiDocument } from '../document/build-document.js';
import { JsonView } from '../page/json-view.js';
import { FIRST_TRADE } from './first-trade.js';

/** What /llms.txt answers: what the service is, how to act, and every operation on a line (llmstxt.org). */
export function renderLlms(document: OpenApiDocument): string {
  const info = new JsonView({ ...document.info });
  const chapters = document.tags.flatMap(({ name }) => ['', `## ${name}`, '', ...operationsOf(document, name)]);
  return [
    `# ${info.at('title').text}`,
    '',
    `> ${info.at('summary').text}`,
    '',
    info.at('description').text,
    '',
    ...FIRST_TRADE,
    '',
    ...RULES,
    '',
    '## Read next',
    '',
    '- [Guides and errors in one text](/llms-full.txt): concepts, how to act and to repeat, every error',
    '- [OpenAPI 3.1](/openapi.json): every field of every request and answer, with examples',
    '- [Reference](/docs): the same as a page',
    ...chapters,
    '',
  ].join('\n');
}

const RULES = [
  '## Rules for acting',
  '',
  '- Repeat the same request rather than making a new intent for the same purpose: an intent takes effect at most once.',
  '- Send `source_client` and `client_request_id` with every intent, so that a repeated create finds it.',
  '- After 202, or with `status: unknown`, read `/agent/intents/{intent_id}/executions` until it has ended.',
  '- Only `retry_safe: true` says that confirming and executing the same intent again is safe.',
  '- Go by `error.code`; `message` is for people.',
];

function operationsOf(document: OpenApiDocument, tag: string): string[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ method, operation: new JsonView(operation) }))
      .filter(({ operation }) => operation.at('tags').items.some(({ text }) => text === tag))
      .map(({ method, operation }) => `- \`${method.toUpperCase()} ${path}\`: ${operation.at('summary').text}`),
  );
}
