import type { Result } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { runAxe } from '../browser/chromium.js';

interface Inspection {
  /** One line each. */
  readonly problems: readonly string[];
  readonly summary: string;
}

/** Opens every collapsed part, since axe-core skips hidden elements. */
const EXPAND_ALL = `document.querySelectorAll('details').forEach((details) => { details.open = true; })`;
const MAX_LISTED_NODES = 5;
/** Finds what does not fit: a page wider than its window, a menu over a third of it, error codes on several lines. */
const LAYOUT_PROBLEMS = `
  const problems = [];
  const { scrollWidth, clientWidth, clientHeight } = document.documentElement;
  if (scrollWidth > clientWidth) problems.push('the page is ' + scrollWidth + ' px wide');
  const menu = document.querySelector('nav');
  const isBeside = getComputedStyle(menu).position === 'sticky';
  if (!isBeside && menu.offsetHeight > clientHeight / 3) problems.push('the menu is ' + menu.offsetHeight + ' px high');
  for (const code of document.querySelectorAll('#errors td:nth-child(2) code')) {
    if (code.getClientRects().length > 1) problems.push('broken into lines: ' + code.textContent);
  }
  problems`;

/** Opens the page in a fresh context and collects violations, requests, console errors and the content security policy. */
export async function inspectPage(browser: Browser, view: BrowserContextOptions, url: URL): Promise<Inspection> {
  const context = await browser.newContext(view);
  try {
    const page = await context.newPage();
    const errors = recordErrors(page);
    const requests = recordRequests(page);
    const response = await page.goto(url.href, { waitUntil: 'networkidle' });
    if (response?.status() !== 200) throw new Error(`${url.href} responded ${response?.status() ?? 'nothing'}`);
    const layoutProblems = await page.evaluate<string[]>(LAYOUT_PROBLEMS);
    await page.evaluate(EXPAND_ALL);
    const violations = await runAxe(page);
    const severe = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    const foreign = requests.filter((request) => new URL(request).origin !== url.origin);
    return {
      problems: [
        ...severe.flatMap(describeViolation),
        ...layoutProblems,
        ...foreign.map((request) => `request to another origin: ${request}`),
        ...policyProblems(response.headers()['content-security-policy']),
        ...errors.map((error) => `console error: ${error}`),
      ],
      summary:
        `${countNodes(severe)} nodes with serious or critical violations, ${countNodes(violations)} with any, ` +
        `${foreign.length} of ${requests.length} requests to another origin, ${errors.length} console errors`,
    };
  } finally {
    await context.close();
  }
}

function recordErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  return errors;
}

/** Leaves out `data:` and `blob:` addresses, which reach no server. */
function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/^(?:https?|wss?):/.test(request.url())) requests.push(request.url());
  });
  return requests;
}

function policyProblems(policy: string | undefined): string[] {
  if (policy === undefined) return ['no content-security-policy header'];
  return policy.includes("'unsafe-eval'") ? [`the content security policy allows 'unsafe-eval': ${policy}`] : [];
}

function countNodes(violations: readonly Result[]): number {
  return violations.reduce((sum, { nodes }) => sum + nodes.length, 0);
}

function describeViolation({ id, impact, help, nodes }: Result): string[] {
  const listed = nodes.slice(0, MAX_LISTED_NODES).map(({ target, html }) => `  ${target.join(' ')}: ${html}`);
  return [`${impact ?? ''} ${id} at ${nodes.length} nodes: ${help}`, ...listed];
}
