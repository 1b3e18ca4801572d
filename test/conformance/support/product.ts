import { startStack, type Stack } from '../../support/index.js';
import { Client } from './client.js';

const { CONFORMANCE_BASE_URL, CONFORMANCE_INBOX_URL } = process.env;

/** The product under test: a running one, or one that is started for these tests. */
export interface Product {
  readonly client: Client;
  /** Address of the mailbox; null if it is unknown. */
  readonly inboxUrl: string | null;
  /** Processes of a product that these tests started. */
  readonly stack: Stack | null;
}

/** Whether tests can read mail. */
export const HAS_INBOX = CONFORMANCE_BASE_URL === undefined || CONFORMANCE_INBOX_URL !== undefined;
/** Whether these tests start the product and may control its processes. */
export const STARTS_PRODUCT = CONFORMANCE_BASE_URL === undefined;

/** Returns the product, which is usable in hooks and tests. */
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
