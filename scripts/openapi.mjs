// What is made of the API's description: docs/errors.md for people, the types of the client that the tests use, and a
// verdict of Redocly's linter. `--check` compares instead of writing, and fails when a file says something else.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import 'reflect-metadata';
import { build } from './build.mjs';

/** Every parameter, every header, and every body of a request or an answer shows an example. */
const EXAMPLE_RULES = ['Parameter', 'Header', 'MediaType'].map((subject) => [
  `rule/${subject.toLowerCase()}-example`,
  { subject: { type: subject }, assertions: { requireAny: ['example', 'examples'] } },
]);

const root = path.resolve(import.meta.dirname, '..');
const checks = process.argv.includes('--check');

await build();
const { describeApi } = await import('../dist/apps/api/src/docs/describe-api.js');
const { renderErrorTable } = await import('../dist/apps/api/src/docs/render-error-table.js');
const source = JSON.stringify(await describeApi(), null, 2);

const problems = [...(await lint()), ...(await files()).flatMap(settle)];
for (const problem of problems) console.error(`[openapi] ${problem}`);
if (problems.length > 0) process.exit(1);
console.log('[openapi] the description is clean, and what is made of it is up to date');

/** @returns every finding of the linter, warnings included */
async function lint() {
  const config = await createConfig({ extends: ['recommended-strict'], rules: Object.fromEntries(EXAMPLE_RULES) });
  const findings = await lintFromString({ source, absoluteRef: path.join(root, 'openapi.json'), config });
  return findings.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`);
}

async function files() {
  const types = astToString(await openapiTS(source, { defaultNonNullable: false, alphabetize: true }));
  return [
    ['docs/errors.md', renderErrorTable()],
    [
      'test/client/generated/api.ts',
      `// Generated from the API's description by npm run openapi. Do not edit.\n\n${types}`,
    ],
  ];
}

/** Writes a file or, in a check, @returns that it is stale */
function settle([file, text]) {
  const place = path.join(root, file);
  if (existsSync(place) && readFileSync(place, 'utf8') === text) return [];
  if (checks) return [`${file} is not what the API's description says; run npm run openapi`];
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  return [];
}
