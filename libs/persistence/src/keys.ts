/**
 * The keys in $1 as an array. The subquery hides their number: with the parameter itself, Postgres would plan the
 * statement again at each run, because it expects ten keys and mostly gets one.
 */
export function selectKeys(type: 'text' | 'uuid' = 'text'): string {
  return `ARRAY(SELECT unnest($1::${type}[]))`;
}

/** Condition for the rows whose column is one of the keys in $1. */
export function isOneOf(column: string, type: 'text' | 'uuid' = 'text'): string {
  return `${column} = ANY (${selectKeys(type)})`;
}
