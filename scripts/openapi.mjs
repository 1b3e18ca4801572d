// Generates docs/errors.md and the types of the test client from the API's document, and lints the document with Redocly.
// `--check` compares instead of writing, and fails on a difference.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import 'reflect-metadata';
import { build } from './build.mjs';

/** Requires an example of every parameter, header and body. */
const EXAMPLE_RULES = ['Parameter', 'Header', 'MediaType'].map((subject) => [
  `rule/${subject.toLowerCase()}-example`,
  { subject: { type: subject }, assertions: { requireAny: ['example', 'examples'] } },
]);

const root = path.resolve(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');

await build();
const { describeApi } = await import('../dist/apps/api/src/docs/describe-api.js');
const { renderErrorTable } = await import('../dist/apps/api/src/docs/render-error-table.js');
const source = JSON.stringify(await describeApi(), null, 2);

const problems = [...(await lint()), ...(await files()).flatMap(writeOrCompare)];
for (const problem of problems) console.error(`[openapi] ${problem}`);
if (problems.length > 0) process.exit(1);
console.log('[openapi] the document is clean and the generated files are current');

/** @returns all findings of the linter, including warnings */
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
      `// Generated from the API's document by npm run openapi. Do not edit.\n\n${types}`,
    ],
  ];
}

/** Writes a file. In a check, @returns a problem if the file differs. */
function writeOrCompare([file, text]) {
  const target = path.join(root, file);
  if (existsSync(target) && readFileSync(target, 'utf8') === text) return [];
  if (isCheck) return [`${file} differs from the document; run npm run openapi`];
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  return [];
}
