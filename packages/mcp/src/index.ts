import { parseArgs } from 'node:util';
import { Presage } from '@presage/sdk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { readEnvironment } from './environment.js';
import { formatUrl, serveHttp } from './http-server.js';
import { createPresageServer, traceOfCall } from './server.js';
import { VERSION } from './version.js';

const DEFAULT_PORT = 4030;
const EXIT_USAGE = 2;

const USAGE = `presage-mcp: MCP server of Presage

Usage: presage-mcp [--http] [--host ADDRESS] [--port PORT]

  --http           serve POST /mcp instead of standard input and output
  --host ADDRESS   address to listen on (127.0.0.1)
  --port PORT      port to listen on (${DEFAULT_PORT})

Environment:
  PRESAGE_URL                address of the service (http://127.0.0.1:4000)
  PRESAGE_API_KEY            API key, on standard input and output only
  PRESAGE_MCP_ALLOWED_HOSTS  further host names of the HTTP endpoint, separated by commas
`;

/**
 * Runs the server until its input ends or a signal arrives. Without --http, standard output carries the protocol.
 * @param address address of the service, instead of `PRESAGE_URL`
 * @returns the exit code
 */
export async function runMcpServer(args: readonly string[], address?: string): Promise<number> {
  const options = parseOptions(args);
  if (typeof options === 'number') return options;
  const { apiKey, allowedHosts, ...environment } = readEnvironment();
  const baseUrl = address ?? environment.baseUrl;
  if (!options.http) {
    const presage = new Presage({ baseUrl, apiKey, traceparent: traceOfCall });
    const handle = serveStdio(() => createPresageServer(presage));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void handle.close());
    return 0;
  }
  const { host, port } = options;
  const server = await serveHttp({ baseUrl, allowedHosts, host, port });
  process.stdout.write(`presage-mcp ${VERSION} listens on ${formatUrl(server)}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
  return 0;
}

interface Options {
  readonly http: boolean;
  readonly host: string;
  readonly port: number;
}

/** The exit code after a text was printed instead. */
function parseOptions(args: readonly string[]): Options | number {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        http: { type: 'boolean', default: false },
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: String(DEFAULT_PORT) },
        help: { type: 'boolean', default: false },
        version: { type: 'boolean', default: false },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new TypeError('--port must be a port number');
    if (!values.help && !values.version) return { http: values.http, host: values.host, port };
    process.stdout.write(values.help ? USAGE : `${VERSION}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`presage-mcp: ${error instanceof Error ? error.message : 'invalid usage'}\n\n${USAGE}`);
    return EXIT_USAGE;
  }
}
