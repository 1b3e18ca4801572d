import type { Page } from 'playwright-core';

export interface Vitals {
  /** Time of the largest contentful paint in ms. */
  readonly paintMs: number;
  /** Sum of all layout shifts that no input has caused. */
  readonly shift: number;
  /** Bytes of the page's own scripts as sent, without those that scripts load later. */
  readonly firstScriptBytes: number;
}

/** Time without further answers after which a page is complete, in ms. */
const SETTLE_MS = 1_000;
const RECORD = `
  globalThis.presageVitals = { paintMs: 0, shift: 0 };
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) presageVitals.paintMs = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) presageVitals.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;
const READ = `({
  ...presageVitals,
  firstScriptBytes: [...document.querySelectorAll('script[src], link[rel=modulepreload]')].reduce((sum, element) => {
    const [entry] = performance.getEntriesByName(element.src ?? element.href);
    return sum + (entry?.encodedBodySize ?? 0);
  }, 0),
})`;

/** Records from the next navigation on. */
export async function recordVitals(page: Page): Promise<void> {
  await page.addInitScript({ content: RECORD });
}

export async function readVitals(page: Page): Promise<Vitals> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate<Vitals>(READ);
}
