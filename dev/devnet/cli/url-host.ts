/** Returns the host to call for an address to listen on. */
export function urlHost(listenHost: string): string {
  if (['0.0.0.0', '::', ''].includes(listenHost)) return '127.0.0.1';
  return listenHost.includes(':') ? `[${listenHost}]` : listenHost;
}

/** Returns the URL of the MCP server, which listens on loopback. */
export function mcpUrl(port: number): string {
  return `http://127.0.0.1:${port}/mcp`;
}
