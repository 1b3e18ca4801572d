/**
 * Arguments as the schema of their tool has them. Null and blank texts are left out: clients send them for arguments
 * that they do not use. Whole numbers may come as strings, and words of a list in any case. Amounts stay strings.
 */
export function normalizeArguments(schema: object, given: unknown): unknown {
  if (!isObject(given)) return given;
  const properties = 'properties' in schema && isObject(schema.properties) ? schema.properties : {};
  const present = Object.entries(given).filter(([, value]) => !isAbsent(value));
  return Object.fromEntries(present.map(([name, value]) => [name, normalize(Reflect.get(properties, name), value)]));
}

function normalize(property: unknown, value: unknown): unknown {
  if (!isObject(property) || typeof value !== 'string') return value;
  if ('type' in property && property.type === 'integer' && /^\d{1,15}$/.test(value)) return Number(value);
  if (!('enum' in property) || !Array.isArray(property.enum)) return value;
  const words: readonly unknown[] = property.enum;
  return words.find((word) => String(word).toLowerCase() === value.toLowerCase()) ?? value;
}

/** Removes `arguments` that are null from a message: the protocol knows their absence only. */
export function removeNullArguments(message: unknown): void {
  const params: unknown = isObject(message) ? Reflect.get(message, 'params') : undefined;
  if (isObject(params) && Reflect.get(params, 'arguments') === null) Reflect.deleteProperty(params, 'arguments');
}

function isAbsent(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
