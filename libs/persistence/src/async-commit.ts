/**
 * SQL expression that makes the statement's commit asynchronous. A server crash may lose the last of such commits. Only for
 * rows that can be restored or repeated.
 */
export const ASYNC_COMMIT = `set_config('synchronous_commit', 'off', true)`;
