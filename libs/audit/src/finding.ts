/** Something that the records say and the chain, or another record, does not. */
export interface Finding {
  /** What kind of disagreement, such as `executed_without_effect`. */
  readonly code: string;
  /** The execution, intent, anchor or transaction that it is about. */
  readonly subject: string;
  readonly detail: string;
}

export type Report = (code: string, subject: string, detail: string) => void;
