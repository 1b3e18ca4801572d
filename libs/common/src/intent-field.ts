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
} as const satisfies Record<string, { kind: 'address' | 'decimal' | 'outcome' | 'text' | 'time'; optional: boolean }>;

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
