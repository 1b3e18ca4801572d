import { camelCase, type Evidence, INTENT_FIELD_NAMES, type IntentField } from '@app/common';
import type { IntentProperty, IntentRequest } from '@app/engine';

/** Each field of `INTENT_FIELDS` with its value, times in RFC 3339. */
export function fieldEntries(
  intent: Pick<IntentRequest, IntentProperty>,
): (readonly [IntentField, string | Evidence | null])[] {
  return INTENT_FIELD_NAMES.map((name) => {
    const value = intent[camelCase(name)];
    return [name, value instanceof Date ? value.toISOString() : value];
  });
}
