import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ERROR_CATALOGUE } from '@app/common';

interface GlobalConfig {
  readonly testPathPatterns: { isSet(): boolean };
  readonly testNamePattern?: string;
  readonly onlyChanged: boolean;
  readonly shard?: object;
}

/** Fails a whole run of `npm test` if some code of the error catalogue was never answered over HTTP. */
export default class AnsweredCodesReporter {
  private readonly isWholeRun: boolean;
  private error: Error | undefined;

  constructor({ testPathPatterns, testNamePattern, onlyChanged, shard }: GlobalConfig) {
    this.isWholeRun = !testPathPatterns.isSet() && !testNamePattern && !onlyChanged && !shard;
  }

  onRunComplete(): void {
    if (!this.isWholeRun) return;
    const folder = path.join(process.env.TEST_RUN_FOLDER ?? '', 'answered-codes');
    const answered = new Set(existsSync(folder) ? readdirSync(folder) : []);
    const missing = Object.keys(ERROR_CATALOGUE).filter((code) => !answered.has(code));
    if (missing.length === 0) return;
    this.error = new Error(`No test was answered with: ${missing.join(', ')}`);
    process.stderr.write(`\n[codes] ${this.error.message}\n`);
  }

  /** Jest ends with exit code 1 if this returns an error. */
  getLastError(): Error | undefined {
    return this.error;
  }
}
