/**
 * Fields of an intent that belong to its action. An optional one may be null. Each is a column of `agent_intents`, and in
 * code a property in camelCase.
 */
export const INTENT_FIELDS = {
  market_contract_address: { kind: 'address', optional: false },
  amount: { kind: 'decimal', optional: false },
  min_multiple: { kind: 'decimal', optional: true },
  outcome: { kind: 'outcome', optional: false },
  question: { kind: 'text', optional: false },
  close_timestamp: { kind: 'time', optional: false },
  resolver: { kind: 'address', optional: false },
  collateral_token: { kind: 'address', optional: false },
  evidence: { kind: 'evidence', optional: true },
} as const satisfies Record<string, { kind: FieldKind; optional: boolean }>;

type FieldKind = 'address' | 'decimal' | 'evidence' | 'outcome' | 'text' | 'time';

/** What a resolver names for an outcome. It is no part of the transaction. */
export interface Evidence {
  /** HTTPS. Never fetched. */
  readonly url: string;
  /** Lower-case hex. */
  readonly sha256: string | null;
  readonly note: string | null;
}

export type IntentField = keyof typeof INTENT_FIELDS;

export const INTENT_FIELD_NAMES = Object.keys(INTENT_FIELDS).filter(isIntentField);

export function isIntentField(name: string): name is IntentField {
  return Object.hasOwn(INTENT_FIELDS, name);
}

/** `closeTimestamp` for `close_timestamp`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

export function camelCase<Name extends string>(name: Name): CamelCase<Name>;
export function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase());
}
