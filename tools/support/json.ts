/** Returns the value at this path of a JSON value, or undefined. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = Object.entries(found).find(([key]) => key === name)?.[1];
  }
  return found;
}

/** Returns the string at this path. @throws Error that names the path */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new Error(`the answer has no string at ${path.join('.')}`);
  return found;
}

/** Returns the array at this path, or an empty one. */
export function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found.map((item: unknown) => item) : [];
}

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses JSON that a program of this repository has written in the declared shape. */
export function parseOwnJson<T>(text: string): T {
  const value: T = JSON.parse(text);
  return value;
}
