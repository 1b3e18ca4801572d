/** A disagreement between the records and the chain, or among the records. */
export interface Finding {
  /** Kind of disagreement, such as `executed_without_effect`. */
  readonly code: string;
  /** Id of the execution, intent, anchor or transaction. */
  readonly subject: string;
  readonly detail: string;
}

export type Report = (code: string, subject: string, detail: string) => void;
