import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { findChromium, launchChromium } from '../browser/chromium.js';
import { createCommand } from '../../support/cli.js';
import { packPackages, unpack } from '../../support/pack-packages.js';
import { findProblems } from './find-package-problems.js';
import { installPackages, newerNode } from './packages.js';
import { SdkSnippet } from './sdk-snippet.js';
import { withStack } from '../../support/with-stack.js';

/** Holds the tarball of each package, and its files beside it. */
const PACKED = path.join(PROJECT_ROOT, '.cache/packages');
/** Output of the snippet of the SDK's README. */
const EXECUTED = /^executed 0x[\da-f]{64}$/;

await createCommand('interop packages', 'Checks the packed packages; runs the SDK on several Nodes and in Chromium.')
  .action(async () => {
    installPackages();
    const folders = await checkPacked();
    const snippet = new SdkSnippet(folders.find((folder) => folder.includes('-sdk-')) ?? '');
    await withStack(async ({ api }) => {
      for (const node of [process.execPath, newerNode(22), newerNode(24)]) {
        if (existsSync(node)) expectExecuted(await snippet.runOnNode(node, api.url));
        else console.log('[packages] no newer Node for this platform: the SDK has not been run on it');
      }
      if (findChromium() === undefined) return console.log('[packages] no Chromium: no browser has run the SDK');
      const browser = await launchChromium();
      try {
        expectExecuted(await snippet.runInBrowser(browser, api.url));
      } finally {
        await browser.close();
      }
    });
  })
  .parseAsync();

/** Packs the packages and reports their problems. @returns their unpacked folders */
async function checkPacked(): Promise<string[]> {
  rmSync(PACKED, { recursive: true, force: true });
  mkdirSync(PACKED, { recursive: true });
  const folders: string[] = [];
  for (const tarball of packPackages(PACKED)) {
    const folder = unpack(tarball);
    report(path.basename(tarball), await findProblems(folder, tarball));
    folders.push(folder);
  }
  return folders;
}

function expectExecuted({ platform, output }: { platform: string; output: string }): void {
  report(`the SDK on ${platform}`, EXECUTED.test(output.trim()) ? [] : [output]);
}

function report(name: string, problems: readonly string[]): void {
  console.log(`[packages] ${name}: ${problems.length === 0 ? 'ok' : 'FAILED'}`);
  for (const problem of problems) console.error(`[packages]   ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
