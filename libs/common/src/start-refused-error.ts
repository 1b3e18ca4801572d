/** A process may not start. The message says why and what helps, and contains no secret. */
export class StartRefusedError extends Error {}
