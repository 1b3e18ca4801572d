/** Notified when the read models have advanced to another block. */
export const INDEX_ADVANCED = 'index:moved';
/** Notified by a process that waits for the read models; the indexing worker then polls the chain at once. */
export const INDEX_POLL_REQUESTED = 'index:wanted';
