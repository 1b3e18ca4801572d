/** Whether the value is an object with string keys: neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type Scalar = string | number | boolean | null;

/** Returns the scalar fields of a value, such as the data of an event, which is flat. None for a value without fields. */
export function scalarFields(value: unknown): { [key: string]: Scalar } {
  const fields = isRecord(value) ? Object.entries(value) : [];
  return Object.fromEntries(fields.filter((field): field is [string, Scalar] => isScalar(field[1])));
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
