/** Health probes: never rate limited, never shed, logged at debug level. */
export const PROBE_ROUTES: ReadonlySet<string> = new Set(['/health', '/readyz']);
