import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import type { Stack } from '../../support/index.js';

/** Writes down every answer that this process gets from the product, whole, until it is told to stop. */
export function recordAnswers(answers: string[]): () => void {
  const original = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    const response = await original(...request);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
    answers.push([response.statusText, ...headers, await response.clone().text()].join('\n'));
    return response;
  };
  return () => {
    globalThis.fetch = original;
  };
}

/** Every row of every table of the schemas whose names match, as text. */
export async function readRows(databaseUrl: string, isWanted: (schema: string) => boolean): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ schema: string; name: string }>(
      `SELECT table_schema AS schema, format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables.filter(({ schema }) => isWanted(schema))) {
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`);
      texts.push(name, ...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** What a program of the operator's prints, on both of its outputs. */
export async function outputOf(stack: Stack, app: 'ops' | 'verify', ...args: string[]): Promise<string> {
  const program = path.resolve(import.meta.dirname, `../../../dist/apps/${app}/src/main.js`);
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: stack.databaseUrl,
    CHAIN_RPC_URL: stack.rpcUrl,
    FACTORY_ADDRESS: stack.deployment.factory,
    COLLATERAL_ADDRESS: stack.deployment.collateral,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env, maxBuffer: 2 ** 26 }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });
}

/** Takes what is exported to it, and keeps every byte. */
export class TraceCollector {
  text = '';

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request, response) => {
      request.setEncoding('latin1').on('data', (chunk: string) => (collector.text += chunk));
      request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
