import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { builtFile } from '../../../dev/devnet/project-root.js';

const ENTRY = builtFile('packages/mcp/src/main.ts');
/** Longer than the wait of execute_intent, on a slow machine too. */
const CALL_TIMEOUT_MS = 120_000;

type Answer = Awaited<ReturnType<Client['callTool']>>;

/** A client of the official SDK with the MCP server that it talks to. */
export class McpClient {
  calls = 0;

  private constructor(
    readonly client: Client,
    readonly end: () => Promise<void>,
    /** Kills the server of a client on standard input and output. */
    readonly kill: () => void,
  ) {}

  /** Starts a server process, as desktop clients do. */
  static async overStdio(presageUrl: string): Promise<McpClient> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [ENTRY],
      env: { PRESAGE_URL: presageUrl },
      stderr: 'inherit',
    });
    const client = newClient();
    await client.connect(transport);
    const kill = (): void => {
      if (transport.pid !== null) process.kill(transport.pid, 'SIGKILL');
    };
    await client.listTools(); // the client then checks every result against the tool's output schema
    return new McpClient(client, () => client.close(), kill);
  }

  static async overHttp(url: string, headers: Record<string, string> = {}): Promise<McpClient> {
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    await client.listTools();
    return new McpClient(
      client,
      () => client.close(),
      () => undefined,
    );
  }

  /** Calls a tool. @returns its structured content */
  async call(name: string, args: Record<string, unknown>): Promise<any> {
    const answer = await this.answer(name, args);
    if (answer.isError === true) throw new Error(textOf(answer));
    return answer.structuredContent;
  }

  /** Calls a tool that must refuse. @returns its text */
  async refusal(name: string, args: Record<string, unknown>): Promise<string> {
    const answer = await this.answer(name, args);
    expect(answer).toMatchObject({ isError: true });
    expect(answer).not.toHaveProperty('structuredContent');
    return textOf(answer);
  }

  answer(name: string, args: Record<string, unknown>): Promise<Answer> {
    this.calls += 1;
    return this.client.callTool({ name, arguments: args }, undefined, { timeout: CALL_TIMEOUT_MS });
  }
}

function newClient(): Client {
  return new Client({ name: 'presage-test', version: '1.0.0' });
}

function textOf({ content }: Answer): string {
  const [first] = content as { type: string; text: string }[];
  return first?.text ?? '';
}
