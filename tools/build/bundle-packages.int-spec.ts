import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

/** Prints what a package and its bundle export: names and types, those of the default export included. */
const PROGRAM = `
  const { bundledModules } = await import('./tools/build/build.mjs');
  const describe = (module) => Object.fromEntries(Object.entries(module)
    .filter(([name]) => !['__esModule', 'module.exports'].includes(name))
    .map(([name, value]) => [name, name === 'default' ? Object.keys(value ?? {}).sort().join() : typeof value]));
  const modules = [];
  for (const { name, file } of bundledModules())
    modules.push({ name, original: describe(await import(name)), bundled: describe(await import(file)) });
  console.log(JSON.stringify(modules));`;

interface Exports {
  readonly name: string;
  readonly original: Readonly<Record<string, string>>;
  readonly bundled: Readonly<Record<string, string>>;
}

describe('the bundled packages', () => {
  it('export what the packages export', async () => {
    const args = ['--input-type=module', '--eval', PROGRAM];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: PROJECT_ROOT });
    const modules: Exports[] = JSON.parse(stdout);
    expect(modules.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['@nestjs/core', 'bullmq', 'pg', 'typeorm']),
    );
    for (const { name, original, bundled } of modules)
      expect({ name, exports: bundled }).toEqual({ name, exports: original });
  });
});
