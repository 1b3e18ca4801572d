// Tells random stories to the contracts and to their model, and prints what was tried and the gas that it took:
//   npm run contracts:fuzz -- --sequences 2000 [--seed 42]
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { readOptions, wholeNumber } from './options.mjs';

const root = path.resolve(import.meta.dirname, '..');
const values = readOptions('contracts', { sequences: { type: 'string', default: '2000' }, seed: { type: 'string' } });
const numbers = {
  sequences: wholeNumber('contracts', { name: 'sequences', text: values.sequences }),
  seed:
    values.seed === undefined
      ? randomInt(2 ** 31)
      : wholeNumber('contracts', { name: 'seed', text: values.seed, least: 0 }),
};

const contractsFuzz = { ...numbers, report: true };
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const jest = [
  path.join(root, 'node_modules/jest/bin/jest.js'),
  '--config=contracts/jest.config.mjs',
  '--verbose',
  `--globals=${JSON.stringify({ contractsFuzz })}`,
  'contracts/test/invariants.int-spec.ts',
];
process.exit(spawnSync(process.execPath, [...flags, ...jest], { cwd: root, stdio: 'inherit' }).status ?? 1);
