import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';

/** Whatever the machine is set up with: a locale that it does not have, colours, a proxy that calls to itself are not for. */
export const SHELL_ENVIRONMENT = {
  ...process.env,
  ...{ LC_ALL: 'C', FORCE_COLOR: '0', NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
};

/** A bash that is given one line after the other, as by a person, and says what each has shown. */
export class Shell {
  private readonly bash: ChildProcessWithoutNullStreams;
  private readonly exited: Promise<void>;
  private output = '';
  private heard: () => void = () => undefined;

  constructor(cwd: string) {
    this.bash = spawn('bash', ['--noprofile', '--norc'], { cwd, env: SHELL_ENVIRONMENT });
    this.exited = new Promise((resolve) => this.bash.once('close', () => resolve()));
    for (const stream of [this.bash.stdout, this.bash.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.heard();
      });
    }
    this.bash.stdin.write('exec 2>&1\n');
  }

  /** Types a line, waits until it is done, and answers its output and its exit code. */
  async type(line: string): Promise<{ output: string; exitCode: number }> {
    const end = randomUUID();
    this.output = '';
    this.bash.stdin.write(`${line}\nprintf '%s %s\\n' ${end} $?\n`);
    for (;;) {
      const found = new RegExp(`${end} (\\d+)\n`).exec(this.output);
      if (found !== null) return { output: this.output.slice(0, found.index), exitCode: Number(found[1]) };
      await this.more(line);
    }
  }

  async close(): Promise<void> {
    this.bash.stdin.end();
    await this.exited;
  }

  private async more(line: string): Promise<void> {
    const ended = this.exited.then(() => {
      throw new Error(`the shell ended at: ${line}`);
    });
    await Promise.race([ended, new Promise<void>((resolve) => (this.heard = resolve))]);
  }
}
