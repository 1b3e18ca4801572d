import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Loaded by `node --import` before an application: imports the packages of the application's static imports, and waits for
 * a line on standard input. Node then loads only the application's own modules. The end of the input ends the process.
 */
const STATIC_IMPORT = /^(?:import|export) (?:[^"'\n]*? from )?["']([^"'\n]+)["']/gm;

await Promise.allSettled(packagesOf(process.argv[1] ?? '').map((name) => import(name)));
await waitForInput();

/** Returns the packages that a compiled module and the modules of this repository below it import. */
function packagesOf(entry: string): string[] {
  const packages = new Set<string>();
  const files = new Set([entry]);
  for (const file of files) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) {
      if (specifier.startsWith('.')) files.add(path.resolve(path.dirname(file), specifier));
      else if (!specifier.startsWith('node:')) packages.add(specifier);
    }
  }
  return [...packages];
}

async function waitForInput(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.stdin.once('data', () => resolve());
    process.stdin.once('end', () => process.exit());
  });
  process.stdin.destroy();
}
