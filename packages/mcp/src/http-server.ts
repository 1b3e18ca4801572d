import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Presage } from '@presage/sdk';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, localhostAllowedHostnames, type McpServer } from '@modelcontextprotocol/server';
import { withJsonAnswers } from './json-answers.js';
import { createPresageServer, traceOfCall } from './server.js';

export interface HttpServerOptions {
  readonly baseUrl: string;
  /** Host names beside loopback names. */
  readonly allowedHosts: readonly string[];
  readonly host: string;
  readonly port: number;
}

const MAX_BODY_BYTES = 64 * 1024;
const FORWARDED_FOR = 'x-forwarded-for';
/** Makes a URL of a request target without a host. */
const BASE = 'http://localhost';
const NOT_FOUND = JSON.stringify({
  error: { code: 'not_found', message: 'This is the MCP server of Presage: POST /mcp. The HTTP API has another port.' },
});

/** Serves `POST /mcp`, and `GET /health`. The bearer key of each request is the API key of its calls. */
export async function serveHttp({ baseUrl, allowedHosts, host, port }: HttpServerOptions): Promise<Server> {
  const create = (request: Request | undefined): McpServer => {
    const apiKey = /^Bearer (\S+)$/i.exec(request?.headers.get('authorization') ?? '')?.[1];
    const send = forward(request?.headers.get(FORWARDED_FOR) ?? '');
    return createPresageServer(new Presage({ baseUrl, apiKey, fetch: send, traceparent: traceOfCall }));
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
    if (path === '/mcp') {
      request.headers[FORWARDED_FOR] = listAddresses(request);
      void serve(request, response);
    } else if (path === '/health') response.setHeader('content-type', 'application/json').end('{"status":"ok"}');
    else response.writeHead(404, { 'content-type': 'application/json' }).end(NOT_FOUND);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return server;
}

/** Addresses of the proxies that the client has named, and of the client itself, as a proxy states them. */
function listAddresses({ headers, socket }: IncomingMessage): string {
  return [headers[FORWARDED_FOR] ?? [], socket.remoteAddress ?? []].flat().join(', ');
}

/** Sends requests for a client. The API limits it by its own address if it trusts this server (TRUSTED_PROXIES). */
function forward(addresses: string): typeof fetch {
  return (url, init) => {
    const headers = new Headers(init?.headers);
    headers.set(FORWARDED_FOR, addresses);
    return fetch(url, { ...init, headers });
  };
}

/** Address of the endpoint. */
export function formatUrl(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') return '';
  const { address: host, family, port } = address;
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}/mcp`;
}
