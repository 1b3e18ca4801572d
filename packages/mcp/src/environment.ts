/** Settings of the process, all optional. A blank one counts as absent. */
export interface Environment {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Host names under which the HTTP endpoint may be reached, beside loopback names. */
  readonly allowedHosts: readonly string[];
}

export function readEnvironment(): Environment {
  const { PRESAGE_URL, PRESAGE_API_KEY, PRESAGE_MCP_ALLOWED_HOSTS = '' } = process.env;
  return {
    baseUrl: PRESAGE_URL?.trim() || 'http://127.0.0.1:4000',
    apiKey: PRESAGE_API_KEY?.trim() || undefined,
    allowedHosts: PRESAGE_MCP_ALLOWED_HOSTS.split(',')
      .map((host) => host.trim())
      .filter((host) => host !== ''),
  };
}
