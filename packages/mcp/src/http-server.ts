import { createServer, type Server } from 'node:http';
import { Presage } from '@presage/sdk';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, localhostAllowedHostnames, type McpServer } from '@modelcontextprotocol/server';
import { withJsonAnswers } from './json-answers.js';
import { createPresageServer } from './server.js';

export interface HttpServerOptions {
  readonly baseUrl: string;
  /** Host names beside loopback names. */
  readonly allowedHosts: readonly string[];
  readonly host: string;
  readonly port: number;
}

const MAX_BODY_BYTES = 64 * 1024;
/** Makes a URL of a request target without a host. */
const BASE = 'http://localhost';
const NOT_FOUND = JSON.stringify({
  error: { code: 'not_found', message: 'This is the MCP server of Presage: POST /mcp. The HTTP API has another port.' },
});

/** Serves `POST /mcp`, and `GET /health`. The bearer key of each request is the API key of its calls. */
export async function serveHttp({ baseUrl, allowedHosts, host, port }: HttpServerOptions): Promise<Server> {
  const create = (request: Request | undefined): McpServer => {
    const apiKey = /^Bearer (\S+)$/i.exec(request?.headers.get('authorization') ?? '')?.[1];
    return createPresageServer(new Presage({ baseUrl, apiKey }));
  };
  const limit = { maxRequestBodySize: MAX_BODY_BYTES };
  const handler = createMcpHandler(({ requestInfo }) => create(requestInfo), limit);
  const serve = toNodeHandler(withJsonAnswers({ handler, createServer: create, ...limit }), limit);
  const hostnames = [...localhostAllowedHostnames(), ...allowedHosts];
  const isHostAllowed = hostHeaderValidation(hostnames);
  const isOriginAllowed = originValidation(hostnames);
  const server = createServer((request, response) => {
    if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
    const target = request.url ?? ''; // any bytes but white space
    const path = URL.canParse(target, BASE) ? new URL(target, BASE).pathname : null;
    if (path === '/mcp') void serve(request, response);
    else if (path === '/health') response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
    else response.writeHead(404, { 'content-type': 'application/json' }).end(NOT_FOUND);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return server;
}

/** Address of the endpoint. */
export function formatUrl(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') return '';
  const { address: host, family, port } = address;
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}/mcp`;
}
