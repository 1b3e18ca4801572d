/** What asks whether the process lives must not be told to come back later. */
export const UNLIMITED_ROUTES: ReadonlySet<string | undefined> = new Set(['/health', '/readyz']);
