import type { OpenAPIObject } from '@nestjs/swagger';
import { FAILURE_REMEDIES, FINAL_FAILURES } from '@app/engine';
import { FIRST_TRADE } from './first-trade.js';

/** Facts in /llms.txt that the OpenAPI document lacks. */
export interface LlmsInput {
  readonly summary: string;
  /** URL of the MCP server, empty without one. */
  readonly mcpUrl: string;
}

/** Text of /llms.txt (llmstxt.org): the service, the rules for acting, and one line for each operation. */
export function renderLlms({ info, tags = [], paths }: OpenAPIObject, { summary, mcpUrl }: LlmsInput): string {
  return [
    `# ${info.title}`,
    '',
    `> ${summary}`,
    '',
    info.description ?? '',
    '',
    FIRST_TRADE,
    '',
    ...RULES,
    '',
    '## Read next',
    '',
    '- [Guides and errors in one text](/llms-full.txt): concepts, agent’s guide, all errors',
    '- [Skill](/skill.md): rules and calls for an agent, to keep in its context',
    '- [OpenAPI 3.1](/openapi.json): all fields of all requests and responses, with examples',
    '- [Reference](/docs): the same content as an HTML page',
    ...(mcpUrl === '' ? [] : [`- MCP server with twelve tools: ${mcpUrl}`]),
    '- Clients in the repository of Presage (`packages/sdk`, `packages/cli`, `packages/mcp`). They are not on npm: install them from a clone.',
    ...tags.flatMap(({ name }) => ['', `## ${name}`, '', ...listOperations(paths, name)]),
    '',
  ].join('\n');
}

const RULES = [
  '## Rules for agents',
  '',
  '- Repeat the same request instead of creating a second intent: an intent takes effect at most once.',
  '- Send `Prefer: handling=strict` with every body: a field that the service does not know is refused before anything is spent.',
  '- Send `source_client` and `client_request_id` with every intent, so that a repeated create finds it.',
  '- After 202, or with `status: unknown`, read `/agent/intents/{intent_id}/executions` until `completed_at` is set.',
  `- Confirm and execute the same intent again only if \`retry_safe\` is true and \`failure_reason\` is not final: ${FINAL_FAILURES.map((reason) => `\`${reason}\``).join(', ')}.`,
  '- Use `error.code`, and `failure_reason` of a failed execution; `message` is for people.',
  '- After a restart, find the intent of a purpose: `GET /agent/intents?agent_id=…&client_request_id=…`.',
  '- 403 with `error.paused: true`: repeat after `Retry-After` seconds. Other 403: do not repeat.',
  '',
  '## Reasons of failed executions',
  '',
  ...Object.entries(FAILURE_REMEDIES).map(([reason, remedy]) => `- \`${reason}\`: ${remedy}`),
];

function listOperations(paths: OpenAPIObject['paths'], tag: string): string[] {
  return Object.entries(paths).flatMap(([path, { get, post, delete: remove }]) =>
    Object.entries({ GET: get, POST: post, DELETE: remove }).flatMap(([method, operation]) =>
      operation?.tags?.includes(tag) === true ? [`- \`${method} ${path}\`: ${operation.summary ?? ''}`] : [],
    ),
  );
}
