import { serviceNowMs, setClock } from './clock.js';
import { Store } from './store.js';

/** Time at which the API stopped answering, in ms since the epoch by the clock of the service. Null while it answers. */
export const lostSinceMs = new Store<number | null>(null);

/** Statuses with which a proxy answers for an API that it does not reach. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 504]);

/** `fetch` that records in `lostSinceMs` whether the API answers, and the time of the service. */
export const observedFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init);
    setClock(response.headers.get('date'));
    report(isFromApi(response));
    return response;
  } catch (error) {
    if (init?.signal?.aborted !== true) report(false);
    throw error;
  }
};

/** A failed execution is a 502 of the API itself, with the error envelope. */
function isFromApi({ status, headers }: Response): boolean {
  return !GATEWAY_STATUSES.has(status) || headers.has('x-request-id');
}

function report(isAnswering: boolean): void {
  if (isAnswering) lostSinceMs.set(null);
  else if (lostSinceMs.get() === null) lostSinceMs.set(serviceNowMs());
}
