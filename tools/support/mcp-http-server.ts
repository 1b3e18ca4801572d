import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtFile } from '../../dev/devnet/project-root.js';

const ENTRY = builtFile('packages/mcp/src/main.ts');

export interface McpHttpServerOptions {
  /** A free port by default. */
  readonly port?: number;
  /** Beside the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A process of `presage-mcp --http`. */
export class McpHttpServer {
  private constructor(
    /** Address of the endpoint, with its path. */
    readonly url: string,
    readonly child: ChildProcess,
  ) {}

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Starts the server and waits until it listens. */
  static async start(presageUrl: string, { port = 0, env = {} }: McpHttpServerOptions = {}): Promise<McpHttpServer> {
    const child = spawn(process.execPath, [ENTRY, '--http', '--port', String(port)], {
      env: { ...process.env, ...env, PRESAGE_URL: presageUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines = [child.stdout, child.stderr].map((stream) => once(createInterface(stream), 'line'));
    const [line]: unknown[] = await Promise.race(lines);
    const [url] = /http:\S+/.exec(String(line)) ?? [];
    if (url === undefined) throw new Error(`presage-mcp did not start: ${String(line)}`);
    return new McpHttpServer(url, child);
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (!this.isRunning) return;
    const exited = once(this.child, 'exit');
    this.child.kill(signal);
    await exited;
  }
}
