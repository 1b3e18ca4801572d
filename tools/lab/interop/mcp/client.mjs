// The official client 2.x, in the era of the protocol that ERA names: legacy, or a revision.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { play } from './script.mjs';

const { ERA, MCP_URL } = process.env;
const mode = ERA === 'legacy' ? ERA : { pin: ERA };
const client = new Client({ name: 'client', version: '1.0.0' }, { versionNegotiation: { mode } });
await client.connect(new StreamableHTTPClientTransport(new URL(MCP_URL)));
const version = client.getNegotiatedProtocolVersion();
if ((version === ERA) === (ERA === 'legacy')) throw new Error(`the server speaks ${version}`);
await client.listTools(); // the client then checks every result against the tool's output schema
await play((call) => client.callTool(call, { timeout: 120_000 }));
await client.close();
