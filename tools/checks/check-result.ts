export interface CheckResult {
  /** One line each; the check passes when there are none. */
  readonly problems: readonly string[];
  /** Printed when the check passes. */
  readonly summary: string;
}
