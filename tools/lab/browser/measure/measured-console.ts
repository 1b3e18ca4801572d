import type { Secret } from '@app/common';
import type { Browser } from 'playwright-core';
import type { ConsoleSeed } from '../seed-console.js';

/** Console of a running product with markets and agents. */
export interface MeasuredConsole {
  readonly browser: Browser;
  /** Address of the console's page. */
  readonly url: string;
  readonly seed: ConsoleSeed;
  /** Of the server's administrator. */
  readonly databaseUrl: Secret;
}
