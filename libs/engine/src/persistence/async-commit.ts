/**
 * For what a statement by itself returns: its commit does not wait for the disk. Only for rows that say nothing that a
 * crash of the server may not take back a moment of.
 */
export const ASYNC_COMMIT = `set_config('synchronous_commit', 'off', true)`;
