import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCommand } from '../../support/cli.js';
import { DOCUMENT, writeDocument } from './document.js';
import { installPackages, runPackage, SOURCE_FOLDER, WORK_FOLDER } from './packages.js';

/** Folder of the generated clients and their callers, in the work folder. */
const CLIENTS = 'clients';

interface Client {
  /** Names its folder and its caller. */
  readonly name: string;
  readonly program: string;
  /** Arguments of the program, with the folder to write to. */
  readonly args: (folder: string) => string[];
}

const GENERATED: readonly Client[] = [
  {
    name: 'hey-api',
    program: 'openapi-ts',
    args: (folder) => ['--input', DOCUMENT, '--output', folder, '--client', '@hey-api/client-fetch', '--silent'],
  },
  {
    name: 'openapi-fetch',
    program: 'openapi-typescript',
    args: (folder) => [DOCUMENT, '--output', `${folder}/api.ts`],
  },
  {
    name: 'swagger-typescript-api',
    program: 'swagger-typescript-api',
    args: (folder) => ['generate', '--path', DOCUMENT, '--output', folder, '--name', 'api.ts', '--silent'],
  },
  {
    name: 'orval',
    program: 'orval',
    args: (folder) => ['--input', DOCUMENT, '--output', `${folder}/api.ts`, '--client', 'fetch'],
  },
  { name: 'oazapfts', program: 'oazapfts', args: (folder) => [DOCUMENT, `${folder}/api.ts`] },
];

/** Without skipLibCheck, so that the declarations that a client imports are compiled too. */
const COMPILER_OPTIONS = {
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

await createCommand('openapi:clients', 'Generates clients from the OpenAPI document and compiles them strictly.')
  .action(async () => {
    installPackages();
    await writeDocument();
    rmSync(path.join(WORK_FOLDER, CLIENTS), { recursive: true, force: true });
    cpSync(path.join(SOURCE_FOLDER, 'callers'), path.join(WORK_FOLDER, CLIENTS, 'callers'), { recursive: true });
    for (const client of GENERATED) report(client);
  })
  .parseAsync();

function report(client: Client): void {
  try {
    const { files, lines } = compile(client);
    console.log(`[clients] ${client.name}: 0 errors in ${files} files, ${lines} lines`);
  } catch (error) {
    console.error(`[clients] ${client.name}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

/** Generates a client and compiles it together with its caller. @throws Error with the errors of either program */
function compile({ name, program, args }: Client): { files: number; lines: number } {
  const folder = `${CLIENTS}/${name}`;
  const place = path.join(WORK_FOLDER, folder);
  mkdirSync(place);
  runPackage(program, args(folder));
  const config = { compilerOptions: COMPILER_OPTIONS, include: ['.', `../callers/${name}.mts`] };
  writeFileSync(path.join(place, 'tsconfig.json'), JSON.stringify(config));
  runPackage('tsc', ['--project', folder, '--pretty', 'false']);
  const sources = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const texts = sources.map((file) => readFileSync(path.join(place, file), 'utf8'));
  return { files: sources.length, lines: texts.join('').split('\n').length - 1 };
}
