import { fuzz } from '../../tools/fuzz/fuzz.js';
import { FUZZ_ENVIRONMENT } from '../../tools/fuzz/fuzz-stack.js';
import type { FuzzReport } from '../../tools/fuzz/report.js';
import { startStack, type Stack } from '../support/index.js';

const REQUESTS = 2_000;
const SEED = 20_261_121;

/** `npm run fuzz`, in short. */
describe('generated and hostile requests', () => {
  let stack: Stack;
  let report: FuzzReport;

  beforeAll(async () => {
    stack = await startStack({ env: FUZZ_ENVIRONMENT });
    report = await fuzz({ baseUrl: stack.api.url, seed: SEED, requests: REQUESTS, stack, log: () => undefined });
  });
  afterAll(() => stack.stop());

  it('are all answered as the contract has it, without a failure and without a secret', () => {
    expect(report.findings).toEqual([]);
    expect(report.warnings).not.toHaveProperty('http.failed');
  });

  it('reach every operation', () => {
    expect(Object.keys(report.counts).length).toBeGreaterThan(30);
    const answered = Object.entries(report.counts).filter(([, row]) =>
      Object.keys(row).some((status) => /^\d/.test(status)),
    );
    expect(answered.length).toBe(Object.keys(report.counts).length);
  });
});
