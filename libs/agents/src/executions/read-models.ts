/** The rows that say what the chain says: positions, resolutions, settlements, portfolios. */
export abstract class ReadModels {
  /**
   * Resolves when they show what an executed execution did on the chain or, when they do not get there, within a second
   * or so. An agent that reads right after it was told so finds what it did. Never rejects; safe to repeat.
   */
  abstract waitUntilIndexed(executionId: string): Promise<void>;
}
