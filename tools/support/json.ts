/** What stands at this path of a JSON value; undefined when there is nothing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value;
  for (const name of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = Object.entries(here).find(([key]) => key === name)?.[1];
  }
  return here;
}

/** The text at this path. @throws Error that names the path when there is none */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new Error(`no text at ${path.join('.')} of an answer`);
  return found;
}

/** The list at this path; empty when there is none. */
export function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found.map((item: unknown) => item) : [];
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
