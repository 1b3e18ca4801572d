/** Headers of every answer but constant documents: no cache keeps it, and no browser guesses another type. */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
