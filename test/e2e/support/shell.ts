import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/** Without locales, colours and proxies of this machine. */
export const SHELL_ENVIRONMENT = {
  ...process.env,
  ...{ LC_ALL: 'C', FORCE_COLOR: '0', NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
};

/** A bash process that takes one line after the other and returns the output of each. */
export class Shell {
  private readonly bash: ChildProcessWithoutNullStreams;
  private readonly exited: Promise<void>;
  private output = '';
  private onOutput: () => void = () => undefined;

  constructor(cwd: string) {
    this.bash = spawn('bash', ['--noprofile', '--norc'], { cwd, env: SHELL_ENVIRONMENT });
    this.exited = new Promise((resolve) => this.bash.once('close', () => resolve()));
    for (const stream of [this.bash.stdout, this.bash.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.onOutput();
      });
    }
    this.bash.stdin.write('exec 2>&1\n');
  }

  /** Runs a line and waits for its end. */
  async type(line: string): Promise<{ output: string; exitCode: number }> {
    const end = randomUUID();
    this.output = '';
    this.bash.stdin.write(`${line}\nprintf '%s %s\\n' ${end} $?\n`);
    for (;;) {
      const found = new RegExp(`${end} (\\d+)\n`).exec(this.output);
      if (found !== null) return { output: this.output.slice(0, found.index), exitCode: Number(found[1]) };
      await this.waitForOutput(line);
    }
  }

  async close(): Promise<void> {
    this.bash.stdin.end();
    await this.exited;
  }

  private async waitForOutput(line: string): Promise<void> {
    const ended = this.exited.then(() => {
      throw new Error(`the shell ended at: ${line}`);
    });
    await Promise.race([ended, new Promise<void>((resolve) => (this.onOutput = resolve))]);
  }
}
