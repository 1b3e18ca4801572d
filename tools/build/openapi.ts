import 'reflect-metadata';
import path from 'node:path';
import { describeApi } from './describe-api.js';
import { renderErrorTable } from './error-table.js';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { installPackages, packageUrl } from '../checks/packages.js';
import { createCommand } from '../support/cli.js';
import { staleFiles, writeGenerated } from './generated-files.js';
import { renderPackageSources } from './package-sources.js';

/** The part of Redocly's linter that is used. */
interface Redocly<Config = unknown> {
  readonly createConfig: (config: { extends: string[]; rules: Record<string, unknown> }) => Promise<Config>;
  readonly lintFromString: (input: { source: string; absoluteRef: string; config: Config }) => Promise<
    readonly {
      readonly ruleId: string;
      readonly message: string;
      readonly location: readonly { readonly pointer?: string }[];
    }[]
  >;
}

/** Requires an example of every parameter, header and body. */
const EXAMPLE_RULES = ['Parameter', 'Header', 'MediaType'].map((subject) => [
  `rule/${subject.toLowerCase()}-example`,
  { subject: { type: subject }, assertions: { requireAny: ['example', 'examples'] } },
]);

createCommand('openapi', 'Lints the OpenAPI document; generates docs/errors.md and sources of packages/ from it.')
  .option('--check', 'fail when a file differs, and write nothing')
  .action(async ({ check = false }: { check?: boolean }) => {
    installPackages();
    const document = await describeApi();
    const source = JSON.stringify(document, null, 2);
    const files = [{ file: 'docs/errors.md', text: renderErrorTable() }, ...(await renderPackageSources(document))];
    if (!check) writeGenerated(files);
    const stale = staleFiles(files).map((file) => `${file} differs from the document; run npm run openapi`);
    const problems = [...(await lint(source)), ...stale];
    for (const problem of problems) console.error(`[openapi] ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
    else console.log('[openapi] the document is clean and the generated files are current');
  })
  .parse();

/** @returns all findings of Redocly's linter, including warnings */
async function lint(source: string): Promise<string[]> {
  const { createConfig, lintFromString }: Redocly = await import(packageUrl('@redocly/openapi-core/lib/index.js'));
  const config = await createConfig({ extends: ['recommended-strict'], rules: Object.fromEntries(EXAMPLE_RULES) });
  const absoluteRef = path.join(PROJECT_ROOT, 'openapi.json');
  const findings = await lintFromString({ source, absoluteRef, config });
  return findings.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer ?? ''})`);
}
