/** Cursor of the first page of a list, typed as that of any page. */
export function firstPage(): string | undefined {
  return undefined;
}
