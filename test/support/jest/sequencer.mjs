// JavaScript, because the types of @jest/test-sequencer describe its CommonJS form and Node loads the other one.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** They compute for minutes. The rest waits most of its time and shares the cores with them. */
const LONGEST = /\/(mutants|treasury)\.int-spec\.ts$/;
const IMPORTED_SPEC = /^import '(\..+spec)\.js';$/gm;

/**
 * Runs the longest tests first, then end-to-end tests: one that starts last would leave the other workers idle.
 * A spec that another one imports runs as part of it. Alone it would load its modules again, which takes longer than most suites.
 */
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const imported = new Set(tests.flatMap(({ path: file }) => importedSpecs(file)));
    const sorted = await super.sort(tests.filter(({ path: file }) => !imported.has(file)));
    const rank = ({ path }) => (LONGEST.test(path) ? 0 : path.endsWith('.e2e-spec.ts') ? 1 : 2);
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

function importedSpecs(file) {
  const found = readFileSync(file, 'utf8').matchAll(IMPORTED_SPEC);
  return [...found].map(([, specifier]) => `${path.resolve(path.dirname(file), specifier)}.ts`);
}
