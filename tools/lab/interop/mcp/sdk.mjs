// The official SDK 1.x, which speaks the protocol of 2025.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { play } from './script.mjs';

const client = new Client({ name: 'sdk', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(process.env.MCP_URL)));
await client.listTools(); // the client then checks every result against the tool's output schema
await play((call) => client.callTool(call, undefined, { timeout: 120_000 }));
await client.close();
