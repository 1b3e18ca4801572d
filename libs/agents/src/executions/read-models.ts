/** Rows derived from the chain: positions, resolutions, settlements, portfolios. */
export abstract class ReadModels {
  /**
   * Resolves when the read models include an executed execution, or after five seconds. A client that reads right after
   * the answer finds the effect. Never rejects; safe to repeat.
   */
  abstract waitUntilIndexed(executionId: string): Promise<void>;
}
