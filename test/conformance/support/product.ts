import { startStack, type Stack } from '../../support/index.js';
import { Client } from './client.js';

const { CONFORMANCE_BASE_URL, CONFORMANCE_INBOX_URL } = process.env;

/** The whole product under test: the one that runs already, or one that is started for all files together. */
export interface Product {
  readonly client: Client;
  /** Where mail arrives; null when nobody said. */
  readonly inboxUrl: string | null;
  /** The processes, when they are our own. */
  readonly stack: Stack | null;
}

/** Whether what needs a mailbox, or processes of our own, can be asked at all. Known before anything is started. */
export const HAS_INBOX = CONFORMANCE_BASE_URL === undefined || CONFORMANCE_INBOX_URL !== undefined;
export const IS_OURS = CONFORMANCE_BASE_URL === undefined;

/** Ready from `beforeAll` on. */
export function useProduct(): Product {
  const product: { -readonly [K in keyof Product]: Product[K] } = {
    client: new Client(''),
    inboxUrl: CONFORMANCE_INBOX_URL ?? null,
    stack: null,
  };
  beforeAll(async () => {
    if (CONFORMANCE_BASE_URL === undefined) {
      product.stack = await startStack({ env: { LOG_LEVEL: 'warn' } });
      product.inboxUrl = product.stack.mailbox.url;
    }
    Object.assign(product.client, { baseUrl: product.stack?.api.url ?? CONFORMANCE_BASE_URL });
  });
  afterAll(async () => {
    await product.stack?.stop();
  });
  return product;
}
