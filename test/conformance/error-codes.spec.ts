import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERROR_CATALOGUE } from '@app/common';
import { PROJECT_ROOT } from '../../apps/devnet/src/project-root.js';

/** Where requests are sent and their answers judged. */
const FOLDERS = ['test/conformance', 'test/e2e', 'apps/api/src'];

describe('the error catalogue', () => {
  it('has no code that no test reaches', () => {
    const texts = FOLDERS.flatMap(testsUnder).map((file) => readFileSync(file, 'utf8'));
    const unreached = Object.keys(ERROR_CATALOGUE).filter((code) => !texts.some((text) => names(text, code)));
    expect(unreached).toEqual([]);
  });
});

/** A test that expects the code says it as a word of a string. */
function names(text: string, code: string): boolean {
  return new RegExp(`['"\` ]${code}['"\` ,]`).test(text);
}

function testsUnder(folder: string): string[] {
  const files = readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /(int-spec|e2e-spec)\.ts$/.test(file) || file.startsWith('agent/'))
    .map((file) => path.join(PROJECT_ROOT, folder, file));
}
