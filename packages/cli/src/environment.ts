import { isTraceparent } from '@presage/sdk';

/** Settings of the command line, all optional. A blank one counts as absent. */
export interface Environment {
  readonly url: string;
  readonly apiKey: string | undefined;
  readonly agentId: string | undefined;
  /** W3C `traceparent` of the trace to continue. */
  readonly traceparent?: string | undefined;
}

export function readEnvironment(): Environment {
  const { PRESAGE_URL, PRESAGE_API_KEY, PRESAGE_AGENT, TRACEPARENT } = process.env;
  return {
    url: PRESAGE_URL?.trim() || 'http://127.0.0.1:4000',
    apiKey: PRESAGE_API_KEY?.trim() || undefined,
    agentId: PRESAGE_AGENT?.trim() || undefined,
    traceparent: isTraceparent(TRACEPARENT) ? TRACEPARENT : undefined,
  };
}
