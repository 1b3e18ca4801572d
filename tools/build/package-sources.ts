import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { ACTION_NAMES, ruleOf } from '@app/common';
import { FAILURE_REMEDIES, FINAL_FAILURES } from '@app/engine';
import { ERROR_NOTES, RETRY_ADVICE } from '../../apps/api/src/docs/error-notes.js';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { packageUrl } from '../checks/packages.js';
import type { GeneratedFile } from './generated-files.js';
import { renderMcpSchemas } from './mcp-schemas.js';
import { renderPythonSources } from './python-sources.js';

/** The part of hey-api that is used. */
interface HeyApi {
  readonly createClient: (options: {
    input: unknown;
    output: string;
    plugins: readonly string[];
    logs: { level: 'silent'; file: boolean };
  }) => Promise<unknown>;
}

const HEADER = "// Generated from the API's document by npm run openapi. Do not edit.\n\n";
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Renders the sources of packages/ that the API's document determines. The packages of the checks must be installed. */
export async function renderPackageSources(document: OpenAPIObject): Promise<GeneratedFile[]> {
  return [
    { file: 'packages/sdk/src/generated/types.ts', text: HEADER + (await renderTypes(document)) },
    { file: 'packages/sdk/src/generated/operations.ts', text: HEADER + renderOperations(document) },
    { file: 'packages/sdk/src/generated/actions.ts', text: HEADER + renderActions() },
    { file: 'packages/sdk/src/generated/error-advice.ts', text: HEADER + renderAdvice() },
    { file: 'packages/mcp/src/generated/schemas.ts', text: HEADER + renderMcpSchemas(document) },
    ...renderPythonSources(document),
  ];
}

async function renderTypes(document: OpenAPIObject): Promise<string> {
  const { createClient }: HeyApi = await import(packageUrl('@hey-api/openapi-ts/dist/index.mjs'));
  const cache = path.join(PROJECT_ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'sdk-types-'));
  try {
    await createClient({
      input: withoutErrors(document),
      output: folder,
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent', file: false },
    });
    return readFileSync(path.join(folder, 'types.gen.ts'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Copies the document without its error responses. Each has the schema `Error`, and a client finds the code in
 * `PresageError`: hey-api would write 7,000 lines of types that differ in the codes only.
 */
function withoutErrors(document: OpenAPIObject): OpenAPIObject {
  const copy: OpenAPIObject = JSON.parse(JSON.stringify(document));
  for (const item of Object.values(copy.paths)) {
    for (const method of METHODS) {
      const responses = item[method]?.responses ?? {};
      for (const status of Object.keys(responses)) if (!status.startsWith('2')) delete responses[status];
    }
  }
  return copy;
}

/** The method and path of each operation, whether it needs a body, and the names that hey-api gives its types. */
function renderOperations({ paths }: OpenAPIObject): string {
  const operations = Object.entries(paths)
    .flatMap(([route, item]) =>
      METHODS.flatMap((method) => {
        const id = item[method]?.operationId;
        const hasBody = item[method]?.requestBody !== undefined;
        return id === undefined ? [] : [{ id, method: method.toUpperCase(), route, hasBody }];
      }),
    )
    .toSorted((one, other) => one.id.localeCompare(other.id, 'en'));
  const lines = operations.map(
    ({ id, method, route, hasBody }) =>
      `  ${id}: { method: '${method}', path: '${route}'${hasBody ? ', hasBody: true' : ''} },`,
  );
  const types = operations.map(({ id }) => {
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
    return `  ${id}: { data: types.${name}Data; answer: types.${name}Response };`;
  });
  return [
    "import type * as types from './types.js';",
    '',
    `export const OPERATIONS = {\n${lines.join('\n')}\n} as const;`,
    '',
    'export type OperationName = keyof typeof OPERATIONS;',
    '',
    '/** Request and successful response of each operation. */',
    `export interface Operations {\n${types.join('\n')}\n}`,
    '',
  ].join('\n');
}

function renderActions(): string {
  const rules = ACTION_NAMES.map((action) => {
    const { label, caller, command, kind, fields } = ruleOf(action);
    return [action, { label, caller, command, kind, fields }];
  });
  return [
    '/** Actions: texts for people, command of the CLI, and the fields beside those of every intent. */',
    `export const ACTIONS = ${JSON.stringify(Object.fromEntries(rules), null, 2)} as const;`,
    '',
  ].join('\n');
}

function renderAdvice(): string {
  const codes = Object.entries(ERROR_NOTES).map(([code, { retry }]) => [code, retry]);
  // Without the Yes or No of the table, which answers the question in its heading.
  const advice = Object.entries(RETRY_ADVICE).map(([name, text]) => [name, text.replace(/^(Yes|No)\. /, '')]);
  return [
    `export const ADVICE = ${JSON.stringify(Object.fromEntries(advice), null, 2)} as const;`,
    '',
    'export type Advice = keyof typeof ADVICE;',
    '',
    `export const ADVICE_OF_CODE: Readonly<Record<string, Advice>> = ${JSON.stringify(Object.fromEntries(codes), null, 2)};`,
    '',
    '/** Remedy that ends the message of a failed execution, by its `failure_reason`. */',
    `export const REMEDY_OF_FAILURE: Readonly<Record<string, string>> = ${JSON.stringify(FAILURE_REMEDIES, null, 2)};`,
    '',
    '/** Values of `failure_reason` that no later attempt of the same intent avoids. */',
    `export const FINAL_FAILURES: readonly string[] = ${JSON.stringify(FINAL_FAILURES, null, 2)};`,
    '',
  ].join('\n');
}
