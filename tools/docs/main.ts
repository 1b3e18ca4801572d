import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { installPackages, packageFolders } from '../support/cached-packages.js';
import { createCommand } from '../support/cli.js';
import { listRepoFiles } from '../support/repo-files.js';
import { stagePage } from './stage-page.js';

const FOLDERS = packageFolders('docs');
const STAGE = path.join(FOLDERS.work, 'site');
const PAGES = /^(?:README|CONTRIBUTING|SECURITY|CHANGELOG)\.md$|^docs\/.+\.md$|^(?:packages|apps)\/\w+\/README\.md$/;
const PICTURES = /^(?:docs|apps)\/.+\.(?:png|svg)$/;

createCommand('docs', 'Builds the documentation site to .cache/docs/site/.vitepress/dist. Fails on dead links.')
  .option('--preview', 'serve the site on port 4173 afterwards')
  .action(({ preview = false }: { preview?: boolean }) => {
    installPackages(FOLDERS);
    stage();
    describeSdk();
    run('vitepress/bin/vitepress.js', ['build', STAGE], FOLDERS.work);
    if (preview) run('vitepress/bin/vitepress.js', ['preview', STAGE], FOLDERS.work);
  })
  .parse();

/** Copies pages and pictures below the installed packages, where VitePress finds its own. */
function stage(): void {
  rmSync(STAGE, { recursive: true, force: true });
  const files = listRepoFiles(PROJECT_ROOT);
  const pages = new Set(files.filter((file) => PAGES.test(file)));
  for (const file of files) {
    const source = path.join(PROJECT_ROOT, file);
    const target = path.join(STAGE, file);
    mkdirSync(path.dirname(target), { recursive: true });
    if (pages.has(file)) {
      writeFileSync(
        target,
        stagePage(file, readFileSync(source, 'utf8'), (name) => pages.has(name)),
      );
    } else if (PICTURES.test(file)) cpSync(source, target);
  }
  cpSync(path.join(FOLDERS.source, 'site'), path.join(STAGE, '.vitepress'), { recursive: true });
}

function describeSdk(): void {
  const options = ['--options', path.join(FOLDERS.source, 'typedoc.json'), '--out', path.join(STAGE, 'sdk')];
  run('typedoc/bin/typedoc', options, PROJECT_ROOT);
}

function run(program: string, args: readonly string[], cwd: string): void {
  const file = path.join(FOLDERS.work, 'node_modules', program);
  const { status } = spawnSync(process.execPath, [file, ...args], { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${path.basename(program)} failed`);
}
