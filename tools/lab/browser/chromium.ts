import { existsSync } from 'node:fs';
import path from 'node:path';
import axe, { type Result } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { inheritedEnvironment } from '@app/config';

const EXECUTABLES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Chromium looks up hosts of its vendor at start otherwise. Its sandbox needs privileges that containers lack. */
const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  '--disable-sync',
];

export function findChromium(): string | undefined {
  const folders = (inheritedEnvironment().PATH ?? '').split(path.delimiter);
  return folders
    .flatMap((folder) => EXECUTABLES.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
}

/** @throws Error when it is not on the PATH */
export function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('Chromium is not on the PATH');
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags], handleSIGINT: false, handleSIGTERM: false });
}

/** Runs all default rules of axe-core on the page as it is rendered. */
export async function runAxe(page: Page): Promise<readonly Result[]> {
  await page.evaluate(axe.source); // the debugger evaluates in spite of the content security policy
  return page.evaluate<Result[]>('axe.run().then(({ violations }) => violations)');
}

/** @returns one line for each violation of a rule of axe-core */
export async function findViolations(page: Page): Promise<string[]> {
  return (await runAxe(page)).flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, target }) => `${id} (${help}) at ${target.join(' ')}: ${html}`),
  );
}

export interface PageRecord {
  /** Addresses of requests to another origin. */
  readonly foreignRequests: string[];
  /** Errors of scripts and of the console, without those of unanswered requests. */
  readonly errors: string[];
}

/** Records what a page of `origin` must not do. */
export function watchPage(page: Page, origin: string): PageRecord {
  const record: PageRecord = { foreignRequests: [], errors: [] };
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(?:https?|wss?):$/.test(url.protocol) && url.origin !== origin) record.foreignRequests.push(url.href);
  });
  page.on('pageerror', ({ message }) => record.errors.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      record.errors.push(message.text());
    }
  });
  return record;
}
