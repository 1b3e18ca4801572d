/** Key of the signing secrets in tests, in the API and in the process that delivers. */
export const WEBHOOK_KEY = '02'.repeat(32);
