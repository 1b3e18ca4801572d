import { livePathValue, liveValue } from './live-values.js';
import { hostileString, hostileValue, HOSTILE_KEYS, jsonText, percentEncoded } from './corpus.js';
import type { Draft, Ingredients } from './fuzz-request.js';

const OPTIONAL_FIELD = 0.6;
export const KEY_HEADER = 'Authorization';

/** Drafts a request whose values all have the expected kind. */
export function validDraft(ingredients: Ingredients): Draft {
  const { operation } = ingredients;
  const body = operation.body === null ? null : jsonBody(validFields(ingredients));
  return buildDraft(ingredients, { target: validPath(ingredients) + validQuery(ingredients), body });
}

/** Drafts a valid body with fields replaced, removed or added. */
export function mutatedDraft(ingredients: Ingredients): Draft {
  const { random, operation } = ingredients;
  if (operation.body === null) return pathDraft(ingredients);
  const fields = validFields(ingredients);
  for (let left = random.between(1, 3); left > 0; left -= 1) {
    const name = random.pick(operation.body.fields);
    const way = random.next();
    if (way < 0.15) delete fields[name];
    else if (way < 0.3) define(fields, random.pick(HOSTILE_KEYS), hostileValue(random));
    else fields[name] = nested(name, fields[name], ingredients);
  }
  return buildDraft(ingredients, { target: validPath(ingredients), body: jsonBody(fields) });
}

/** Drafts a path with hostile parameters, encoded or raw. */
export function pathDraft(ingredients: Ingredients): Draft {
  const { random, operation } = ingredients;
  const target = operation.path
    .split('/')
    .map((segment) => (segment.startsWith('{') || random.chance(0.1) ? hostileSegment(ingredients) : segment))
    .join(random.chance(0.05) ? '//' : '/');
  return buildDraft(ingredients, {
    target: target || '/',
    body: operation.method === 'POST' ? Buffer.from('{}') : null,
  });
}

/** Drafts a query with repeated, unknown, broken or hostile parameters. */
export function queryDraft(ingredients: Ingredients): Draft {
  const { random, operation } = ingredients;
  const names = [...operation.query, ...operation.query, ...HOSTILE_KEYS, 'limit[]', 'q[a]', 'LIMIT', 'Cursor'];
  const pairs = Array.from({ length: random.between(1, 4) }, () => {
    const name = percentEncoded(random.pick(names));
    if (random.chance(0.1)) return name;
    const value = random.chance(0.3) ? String(liveValue(name, random, ingredients.pool)) : hostileString(random);
    return `${name}=${random.chance(0.1) ? printable(value) : percentEncoded(value.slice(0, 1_000))}`;
  });
  const target = `${validPath(ingredients)}?${pairs.join(random.pick(['&', '&', '&&', ';', '?']))}`;
  return buildDraft(ingredients, { target, body: null });
}

export function validPath({ operation, random, pool }: Ingredients): string {
  return operation.path.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) =>
    percentEncoded(String(livePathValue(name, random, pool))),
  );
}

export function validFields(ingredients: Ingredients): Record<string, unknown> {
  const { operation, random, pool } = ingredients;
  const { fields, required } = operation.body ?? { fields: [], required: [] };
  const kept = fields.filter((name) => required.includes(name) || random.chance(OPTIONAL_FIELD));
  return Object.fromEntries(kept.map((name) => [name, liveValue(name, random, pool)]));
}

export function jsonBody(value: unknown): Buffer {
  return Buffer.from(jsonText(value));
}

export function buildDraft(
  { operation, random, pool }: Ingredients,
  { target, body }: Pick<Draft, 'target' | 'body'>,
): Draft {
  // With AUTH_MODE=off, other names are refused before the rest of the request is looked at.
  const headers: Draft['headers'] = [['Host', 'localhost']];
  if (body !== null) headers.push(['Content-Type', 'application/json']);
  // Waiting for a worker would block the connection for other requests.
  if (/\/(execute|actions)$/.test(operation.path)) headers.push(['Prefer', 'respond-async']);
  const credentials = pool.pickCredentials(random);
  if (credentials !== null) headers.push([KEY_HEADER, credentials]);
  return { method: operation.method, target, headers, body, framing: 'length' };
}

function validQuery({ operation, random, pool }: Ingredients): string {
  const kept = operation.query.filter((name) => operation.requiredQuery.includes(name) || random.chance(0.4));
  const pairs = kept.map((name) => `${name}=${percentEncoded(String(liveValue(name, random, pool)))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Mutates a value inside, when it is an object or list, or replaces it. */
function nested(name: string, value: unknown, { random, pool }: Ingredients): unknown {
  if (Array.isArray(value) && random.chance(0.5)) return value.concat([hostileValue(random)]);
  if (typeof value === 'object' && value !== null && random.chance(0.7)) {
    const inside: Record<string, unknown> = { ...value };
    const keys = [...Object.keys(inside), random.pick(HOSTILE_KEYS)];
    define(inside, random.pick(keys), hostileValue(random));
    return inside;
  }
  const around = random.pick(['', ' ', '\0', '\ud800', '0', '-', "'", '😀']);
  if (typeof value === 'string' && random.chance(0.25)) return random.chance(0.5) ? around + value : value + around;
  return random.chance(0.1) ? liveValue(name, random, pool) : hostileValue(random);
}

/** Defines a property, also for keys such as `__proto__`, where an assignment sets the prototype. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function hostileSegment({ random, pool, operation }: Ingredients): string {
  const text = random.chance(0.1) ? hostileString(random) : hostileString(random).slice(0, 300);
  if (random.chance(0.2)) return percentEncoded(String(liveValue('id', random, pool)) + text.slice(0, 10));
  if (random.chance(0.1)) return operation.path;
  return random.chance(0.3) ? printable(text) : percentEncoded(text);
}

/** Removes the characters that would end the request line. */
function printable(text: string): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '');
}
