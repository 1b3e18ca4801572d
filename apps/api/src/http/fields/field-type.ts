import type { Json } from '@app/common';

export type JsonSchema = Readonly<Record<string, Json>>;

/** Why a value was refused. Each reason follows the field's name: `" must be a UUID"`, `".cap must be a decimal"`. */
export class Refused {
  constructor(readonly reasons: readonly string[]) {}

  static because(reason: string): Refused {
    return new Refused([` ${reason}`]);
  }
}

/** What a field accepts, and what its JSON value becomes. */
export interface FieldType<T> {
  /** Never called with undefined, null or a blank string, which count as absent. */
  parse(value: unknown): T | Refused;
  /** The same rule for the people who read the API's description. */
  readonly schema: JsonSchema;
}
