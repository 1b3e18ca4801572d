/** An address to listen on is not always one to call. */
export function urlHost(listenHost: string): string {
  if (['0.0.0.0', '::', ''].includes(listenHost)) return '127.0.0.1';
  return listenHost.includes(':') ? `[${listenHost}]` : listenHost;
}
