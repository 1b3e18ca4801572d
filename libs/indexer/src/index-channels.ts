/** Rung when the read models have come to another block. */
export const INDEX_ADVANCED = 'index:moved';
/** Rung by whoever waits for them: the indexing worker looks at the chain at once. */
export const INDEX_POLL_REQUESTED = 'index:wanted';
