import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** Longer than the wait of execute_intent, on a slow machine too. */
const CALL_TIMEOUT_MS = 120_000;

/** A connection to an MCP server over HTTP. */
export class McpCaller {
  private constructor(private readonly client: Client) {}

  static async connect(url: string): Promise<McpCaller> {
    const client = new Client({ name: 'presage-tools', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return new McpCaller(client);
  }

  /** Calls a tool. @returns its structured content @throws Error with the text of a refusal, or without an answer */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<unknown> {
    const answer = await this.client.callTool({ name, arguments: args }, undefined, { timeout: CALL_TIMEOUT_MS });
    if (answer.isError === true) throw new Error(JSON.stringify(answer.content));
    return answer.structuredContent;
  }

  /** Drops the connection with all calls that are in progress. */
  close(): Promise<void> {
    return this.client.close();
  }
}
