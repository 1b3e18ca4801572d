import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from '@jest/globals';
import { findViolations, type PageRecord, watchPage } from '../../../tools/lab/browser/chromium.js';
import { CONSOLE_TIMEOUT_MS } from './console-life.js';
import type { Product } from './product.js';

/** Widths and colours in which each page is tested. */
export const VIEWS = [1280, 360].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

export interface OpenConsole {
  readonly page: Page;
  readonly record: PageRecord;
  readonly context: BrowserContext;
}

interface OpenOptions {
  readonly browser: Browser;
  readonly product: Product;
  /** Part of the address after `/console`. */
  readonly place: string;
  readonly options?: BrowserContextOptions | undefined;
}

/** Opens a page of the console in a new context. */
export async function openConsole({ browser, product, place, options = {} }: OpenOptions): Promise<OpenConsole> {
  const context = await browser.newContext({ locale: 'en-US', ...options });
  context.setDefaultTimeout(CONSOLE_TIMEOUT_MS);
  const page = await context.newPage();
  const record = watchPage(page, product.stack.api.url);
  await page.goto(`${product.stack.api.url}/console${place}`);
  return { page, record, context };
}

/** Checks that a page is accessible, fits its width, calls no other origin and logs no error. */
export async function expectSound({ page, record }: OpenConsole): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  const width = page.viewportSize()?.width;
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width ?? 0);
  expect(record).toEqual({ foreignRequests: [], errors: [] });
}
