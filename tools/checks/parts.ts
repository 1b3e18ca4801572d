export interface Part {
  readonly purpose: string;
  /** Arguments of `node`, relative to the root. */
  readonly command: readonly string[];
}

const library = (file: string): string => `node_modules/${file}`;

/** Parts of `npm run check`. The slowest come first, so that the short ones fill the gaps. */
export const PARTS: Readonly<Record<string, Part>> = {
  lint: { purpose: 'eslint, no warnings', command: [library('eslint/bin/eslint.js'), '.', '--max-warnings=0'] },
  unused: {
    purpose: 'unused files, exports and packages',
    command: [library('knip/bin/knip.js'), '--treat-config-hints-as-errors'],
  },
  types: { purpose: 'the TypeScript compiler', command: [library('typescript/bin/tsc'), '--noEmit'] },
  scripts: { purpose: 'types of scripts and benches', command: ['scripts/check-scripts.mjs'] },
  boundaries: {
    purpose: 'imports between apps, libraries and tools',
    command: [
      ...[library('dependency-cruiser/bin/dependency-cruise.mjs'), 'apps', 'libs', 'migrations', 'tools'],
      ...['--config', '.dependency-cruiser.cjs', '--output-type', 'err'],
    ],
  },
  format: {
    purpose: 'prettier',
    command: [library('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'],
  },
  prose: {
    purpose: 'idioms and banned words in comments, docs and texts',
    command: ['dist/tools/checks/prose/main.js'],
  },
  contracts: { purpose: 'generated ABI and bytecode match the sources', command: ['scripts/contracts.mjs', '--check'] },
  config: {
    purpose: '.env.example and docs/configuration.md match libs/config',
    command: ['scripts/env-example.mjs', '--check'],
  },
  openapi: {
    purpose: 'the API description is valid; docs/errors.md and the client types match it',
    command: ['scripts/openapi.mjs', '--check'],
  },
  observability: {
    purpose: 'dashboard and alerts name existing metrics and runbooks',
    command: ['scripts/check-observability.mjs'],
  },
  lockfile: {
    purpose: 'complete for every platform, without registry addresses, install scripts listed',
    command: ['scripts/check-lockfile.mjs'],
  },
  licences: { purpose: 'dependencies allow distribution under Apache-2.0', command: ['scripts/check-licences.mjs'] },
  texts: { purpose: 'leftovers, broken links and unknown commands', command: ['scripts/check-texts.mjs'] },
};
