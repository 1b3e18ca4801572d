/** The time in a response's header has no fraction. Rounded up, no event of the response is in the future. */
const RESOLUTION_MS = 1_000;

/** Time of the service minus that of the browser, whose clock may be wrong, in ms. */
let offsetMs = 0;

/** @param date of a response's header, null without one */
export function setClock(date: string | null): void {
  const serviceMs = Date.parse(date ?? '');
  if (!Number.isNaN(serviceMs)) offsetMs = serviceMs + RESOLUTION_MS - Date.now();
}

/** Returns the time of the service in ms since the epoch. */
export function serviceNowMs(): number {
  return Date.now() + offsetMs;
}
