// Fails a whole run of the tests in which some code of the error catalogue was never answered over HTTP.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export default class AnsweredCodesReporter {
  #isWhole;
  #error;

  constructor({ testPathPatterns, testNamePattern, onlyChanged, shard }) {
    this.#isWhole = !testPathPatterns.isSet() && !testNamePattern && !onlyChanged && !shard;
  }

  async onRunComplete() {
    if (!this.#isWhole) return;
    const { ERROR_CATALOGUE } = await import('../dist/libs/common/src/index.js');
    const folder = path.join(process.env.TEST_RUN_FOLDER, 'answered-codes');
    const answered = new Set(existsSync(folder) ? readdirSync(folder) : []);
    const missing = Object.keys(ERROR_CATALOGUE).filter((code) => !answered.has(code));
    if (missing.length === 0) return;
    this.#error = new Error(`No test was answered with: ${missing.join(', ')}`);
    console.error(`\n[codes] ${this.#error.message}`);
  }

  /** Jest ends with a failure when there is one. */
  getLastError() {
    return this.#error;
  }
}
