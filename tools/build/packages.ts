import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { createCommand } from '../support/cli.js';

/** In the order of their dependencies. */
const PACKAGES = ['sdk', 'mcp', 'cli'] as const;
const OUT = path.join(PROJECT_ROOT, '.cache/packages');

await createCommand('packages:pack', 'Builds the packages and packs them to .cache/packages/*.tgz.')
  .action(() => {
    rmSync(OUT, { recursive: true, force: true });
    for (const name of PACKAGES) console.log(`[packages] ${pack(name)}`);
  })
  .parseAsync();

/** Compiles a package with its declarations and packs it. @returns the path of the tarball */
function pack(name: (typeof PACKAGES)[number]): string {
  const source = path.join(PROJECT_ROOT, 'packages', name);
  const target = path.join(OUT, name);
  mkdirSync(target, { recursive: true });
  for (const file of ['package.json', 'README.md', 'server.json']) {
    if (existsSync(path.join(source, file))) cpSync(path.join(source, file), path.join(target, file));
  }
  copyFileSync(path.join(PROJECT_ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
  const config = path.join(target, 'tsconfig.json');
  writeFileSync(config, JSON.stringify(compilerConfig(source, target)));
  run('node_modules/typescript/bin/tsc', ['--project', config]);
  const { filename } = packedFile(npm(['pack', '--json', '--pack-destination', OUT, target]));
  return path.join(OUT, filename);
}

/** Imports of other packages resolve to what was built before: `dist` has what consumers see. */
function compilerConfig(source: string, target: string): object {
  const declarations = (name: string): string[] => [path.join(OUT, name, 'dist/index.d.ts')];
  return {
    extends: path.join(PROJECT_ROOT, 'tsconfig.json'),
    compilerOptions: {
      ...{ rootDir: path.join(source, 'src'), outDir: path.join(target, 'dist') },
      declaration: existsSync(path.join(source, 'src/index.ts')), // a program has none
      ...{ incremental: false, tsBuildInfoFile: null, sourceMap: false, types: ['node'] },
      ...{ emitDecoratorMetadata: false, experimentalDecorators: false },
      paths: { '@presage/sdk': declarations('sdk'), 'presage-mcp': declarations('mcp') },
      typeRoots: [path.join(PROJECT_ROOT, 'node_modules/@types')],
    },
    include: [path.join(source, 'src')],
    exclude: [path.join(source, 'src/**/*spec.ts')],
  };
}

function packedFile(output: string): { filename: string } {
  const packed: { filename: string }[] = JSON.parse(output);
  const [file] = packed;
  if (file === undefined) throw new Error('npm packed nothing');
  return file;
}

function run(program: string, args: readonly string[]): string {
  return execute(process.execPath, [path.join(PROJECT_ROOT, program), ...args]);
}

function npm(args: readonly string[]): string {
  return execute('npm', args);
}

function execute(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
