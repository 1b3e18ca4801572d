import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { findChromium, launchChromium } from '../browser/chromium.js';
import { createCommand } from '../../support/cli.js';
import { findProblems } from './find-package-problems.js';
import { installPackages, newerNode } from './packages.js';
import { SdkSnippet } from './sdk-snippet.js';
import { withStack } from './with-stack.js';

/** `npm run packages:pack` writes a folder and a tarball of each package to it. */
const PACKED = path.join(PROJECT_ROOT, '.cache/packages');
/** Output of the snippet of the SDK's README. */
const EXECUTED = /^executed 0x[\da-f]{64}$/;

await createCommand('packages:check', 'Checks the packed packages; runs the SDK on several Nodes and in Chromium.')
  .option('--chromium <path>', 'executable of the browser; searched on the PATH when absent')
  .action(async ({ chromium = findChromium() }: { chromium?: string }) => {
    installPackages();
    for (const { folder, tarball } of pack()) {
      report(path.basename(tarball), await findProblems(folder, tarball));
    }
    const snippet = new SdkSnippet(path.join(PACKED, 'sdk'));
    await withStack(async ({ api }) => {
      for (const node of [process.execPath, newerNode(22), newerNode(24)]) {
        if (existsSync(node)) expectExecuted(await snippet.runOnNode(node, api.url));
        else console.log('[packages] no newer Node for this platform: the SDK has not been run on it');
      }
      if (chromium === undefined) return console.log('[packages] no Chromium: the SDK has not been run in a browser');
      const browser = await launchChromium(chromium);
      try {
        expectExecuted(await snippet.runInBrowser(browser, api.url));
      } finally {
        await browser.close();
      }
    });
  })
  .parseAsync();

/** Packs the packages. @throws Error with the output of a program that fails */
function pack(): { folder: string; tarball: string }[] {
  const args = ['tools/run.mjs', 'tools/build/packages'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the packages could not be packed:\n${stdout}${stderr}`);
  const tarballs = [...stdout.matchAll(/^\[packages\] (.+\.tgz)$/gm)].map(([, file = '']) => file);
  return ['sdk', 'mcp', 'cli'].map((name, index) => ({
    folder: path.join(PACKED, name),
    tarball: tarballs[index] ?? '',
  }));
}

function expectExecuted({ platform, output }: { platform: string; output: string }): void {
  report(`the SDK on ${platform}`, EXECUTED.test(output.trim()) ? [] : [output]);
}

function report(name: string, problems: readonly string[]): void {
  console.log(`[packages] ${name}: ${problems.length === 0 ? 'ok' : 'FAILED'}`);
  for (const problem of problems) console.error(`[packages]   ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
