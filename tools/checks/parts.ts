import { existsSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { packageFile } from './packages.js';

export interface Part {
  readonly purpose: string;
  /** Arguments of `node`, relative to the root. */
  readonly command: readonly string[];
}

const check = (name: string): string[] => ['dist/tools/checks/run-check.js', name];
const TYPESCRIPT = 'node_modules/typescript/bin/tsc';

const GRAPH_FOLDERS = ['apps', 'dev', 'libs', 'packages', 'migrations', 'tools'].filter((folder) =>
  existsSync(path.join(PROJECT_ROOT, folder)),
);

/** Parts of `npm run check`. The slowest come first, so that the short ones fill the gaps. */
export const PARTS: Readonly<Record<string, Part>> = {
  lint: { purpose: 'eslint, no warnings', command: [packageFile('eslint/bin/eslint.js'), '.', '--max-warnings=0'] },
  unused: {
    purpose: 'unused files, exports and packages',
    command: [packageFile('knip/bin/knip.js'), '--treat-config-hints-as-errors'],
  },
  types: { purpose: 'the TypeScript compiler', command: [TYPESCRIPT, '--noEmit'] },
  'console-types': {
    purpose: 'the TypeScript compiler on the web console',
    command: [TYPESCRIPT, '--noEmit', '-p', 'apps/console'],
  },
  boundaries: {
    purpose: 'imports between apps, libraries and tools',
    command: [
      ...[packageFile('dependency-cruiser/bin/dependency-cruise.mjs'), ...GRAPH_FOLDERS],
      ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
    ],
  },
  format: {
    purpose: 'prettier',
    command: [
      ...[packageFile('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'],
      ...['--cache', '--cache-strategy=content', '--cache-location=.cache/prettier'],
    ],
  },
  prose: {
    purpose: 'idioms and banned words in comments, docs and texts',
    command: ['dist/tools/checks/prose/main.js'],
  },
  layout: { purpose: 'file names, role suffixes, single-file folders', command: check('layout') },
  framework: { purpose: 'framework share of apps/api', command: check('framework') },
  commits: { purpose: 'commit subjects: conventional, imperative, at most 72 characters', command: check('commits') },
  contracts: {
    purpose: 'generated ABI and bytecode match the sources',
    command: ['dist/tools/build/contracts.js', '--check'],
  },
  config: {
    purpose: '.env.example and docs/configuration.md match libs/config',
    command: ['dist/tools/build/config-docs.js', '--check'],
  },
  openapi: {
    purpose: 'the API description is valid; docs/errors.md and the sources of packages/ match it',
    command: ['dist/tools/build/openapi.js', '--check'],
  },
  observability: {
    purpose: 'dashboard and alerts name existing metrics and runbooks',
    command: check('observability'),
  },
  lockfile: {
    purpose: 'complete for every platform, without registry addresses, install scripts listed',
    command: check('lockfile'),
  },
  licences: { purpose: 'dependencies allow distribution under Apache-2.0', command: check('licences') },
  console: { purpose: 'size of the web console', command: check('console') },
  texts: { purpose: 'leftovers, broken links and unknown commands', command: check('texts') },
};
